"""The inquiry after a move: what a player believes, asked for in the same way of every player.

It is a call of its own and no part of the game: the question for the move does not mention it, and
its answer is logged for the metrics and never shown to the player again.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from engine.comet.belief_log import INQUIRY
from engine.comet.beliefs import (
    MAX_FEATURES,
    MAX_TEXT,
    Beliefs,
    Feature,
    Note,
    Opinion,
    add_statements,
)
from engine.comet.feature_extractor import read_guesses
from engine.comet.module import Module, ModuleQuestion
from engine.comet.module_client import ModuleClient
from engine.comet.question_frame import create_frame
from engine.fields import Choices
from engine.games.undercover.belief_values import MAX_GUESSES, GuessedWord, OwnRole, Side
from engine.games.undercover.moves import Describe, Move
from engine.games.undercover.view import View
from engine.llm.calls_file import Call
from engine.llm.reply import LooseReply
from engine.llm.verdict import Verdict
from engine.quotation import quote_text
from engine.text import clean
from engine.text_list import number_lines


@dataclass(frozen=True, slots=True)
class StatedSide:
    """A stated belief about whose word a player has."""

    seat: str
    side: Side


@dataclass(frozen=True, slots=True)
class StatedFeature:
    """A feature that a player says to have found in a statement."""

    statement: int
    """The number of the statement in the question."""
    feature: Note


class StatedBeliefs(LooseReply):
    """The reply to the inquiry."""

    players: tuple[StatedSide, ...]
    role: OwnRole
    other_word: Annotated[
        tuple[GuessedWord, ...], Field(json_schema_extra={"maxItems": MAX_GUESSES})
    ]
    features: tuple[StatedFeature, ...]


BELIEF_INQUIRY = Module(
    name=INQUIRY,
    title="beliefs after the move",
    sort="read",
    reply=StatedBeliefs,
    task="""\
You have made your move: {move}.
This question is no part of the game. Nobody sees your answer, and you will not see it again. Say \
what you believe now:
- players: for each other player, those who are out included, whose word they have: mine, other \
or undecided.
- role: whether you take yourself for a civilian or undercover; unknown if you cannot tell.
- other_word: up to three guesses at the other word, the likeliest first; an empty list if you \
have none.
- features: what these statements say of the word of their speaker, by the number of the \
statement; an empty list if they say nothing.
{statements}""",
    form='{"players": [{"seat": "<NAME>", "side": "<mine|other|undecided>"}], '
    '"role": "<civilian|undercover|unknown>", "other_word": ["<word>"], '
    '"features": [{"statement": <number>, "feature": "<feature>"}]}',
)


def ask_for_stated_beliefs(view: View, move: Move) -> ModuleQuestion:
    """Ask what a seat believes after its move.

    Args:
        view: The view before the move.
        move: The move.
    """
    heard = [add_statements(view, Beliefs()).heard[index] for index in find_new_statements(view)]
    others = [name for seat, name in enumerate(view.seats) if seat != view.seat]
    numbers: Choices = {"features.statement": range(1, len(heard) + 1)} if heard else {}
    return BELIEF_INQUIRY.ask(
        create_frame(view),
        choices={
            "players": {"maxItems": len(others)},
            "players.seat": others,
            "features": {"maxItems": MAX_FEATURES * len(heard)},
            **numbers,
        },
        move=describe_made_move(move),
        statements=number_lines([f"{one.speaker}: {quote_text(one.text)}" for one in heard])
        or "(There is no new statement.)",
    )


def describe_made_move(move: Move) -> str:
    """Describe a move to the player that has made it."""
    if isinstance(move, Describe):
        return f"you said {quote_text(move.line)}"
    return f"you voted for {move.seat}"


def find_new_statements(view: View) -> range:
    """Find the statements of others since the seat's last move, as places in `Beliefs.heard`."""
    spoken = [line.seat for line in view.lines]
    since = spoken.index(view.seat) + 1 if view.seat in spoken else 0
    heard = len(add_statements(view, Beliefs()).heard)
    return range(heard - len(spoken[since:]), heard)


def enter_stated_beliefs(view: View, reply: StatedBeliefs) -> Beliefs:
    """Turn the reply into beliefs for the log; names and statements that do not exist are lost."""
    beliefs, new = add_statements(view, Beliefs()), find_new_statements(view)
    others = {name for seat, name in enumerate(view.seats) if seat != view.seat}
    by_name = {one.seat.strip().lower(): Opinion(one.side) for one in reply.players}
    unknown = len(by_name.keys() - others)
    found: dict[int, list[Feature]] = {}
    for stated in reply.features:
        text = clean(stated.feature, MAX_TEXT)
        if text and 1 <= stated.statement <= len(new):
            found.setdefault(new[stated.statement - 1], []).append(Feature(text, "broad"))
        else:
            unknown += 1
    for place, features in found.items():
        beliefs = beliefs.read(place, features=tuple(features[:MAX_FEATURES]))
    return replace(
        beliefs,
        players={name: by_name.get(name, Opinion("undecided")) for name in sorted(others)},
        role=reply.role,
        guesses=read_guesses(view, reply.other_word),
    ).count_dropped(INQUIRY, unknown + reply.dropped)


class Inquiry:
    """Asks one seat's model what it believes after each of its moves."""

    def __init__(self, client: ModuleClient) -> None:
        self.client = client

    async def ask(self, view: View, move: Move) -> None:
        """Ask, and log the answer; what cannot be read after all tries is logged as such.

        Raises:
            PlayerError: If there is no answer, or the call cannot be logged.
        """

        def annotate(call: Call, verdict: Verdict[StatedBeliefs]) -> None:
            if verdict.legal and verdict.move is not None:
                call.beliefs = enter_stated_beliefs(view, verdict.move).encode()

        await self.client.ask_for_reply(ask_for_stated_beliefs(view, move), annotate)
