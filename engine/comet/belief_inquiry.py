"""The inquiry after a move: what a player believes, asked for in the same way of every player.

It is a call of its own and no part of the game: the question for the move does not mention it, and
its answer is logged for the metrics and never shown to the player again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from engine.comet.belief_log import CLOSING, INQUIRY
from engine.comet.beliefs import MAX_FEATURES, Beliefs, Note, Opinion, add_statements
from engine.comet.feature_extractor import read_guesses
from engine.comet.module import Frame, Module, ModuleQuestion
from engine.comet.module_client import ModuleClient
from engine.comet.question_frame import create_frame
from engine.games.undercover.belief_values import MAX_GUESSES, GuessedWord, OwnRole, Side
from engine.games.undercover.moves import Describe, Move
from engine.games.undercover.view import View
from engine.llm.calls_file import Call
from engine.llm.reply import LooseReply
from engine.llm.verdict import Verdict
from engine.quotation import quote_text
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


class StatedFeatures(LooseReply):
    """The reply to the closing question."""

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
have none.""",
    form='{"players": [{"seat": "<NAME>", "side": "<mine|other|undecided>"}], '
    '"role": "<civilian|undercover|unknown>", "other_word": ["<word>"]}',
)
FEATURE_QUESTION = Module(
    name=CLOSING,
    title="what the statements said",
    sort="read",
    reply=StatedFeatures,
    task="""\
What did the statements of the others tell you of the word of whoever said them? Write a few words \
for each thing that a statement tells, with the number of the statement; an empty list if they \
told you nothing. Nobody sees your answer.
{statements}""",
    form='{"features": [{"statement": <number>, "feature": "<feature>"}]}',
)
END = Frame(
    "You have played Undercover: each player had a secret word, most of them the same one, and "
    "described it in a sentence each round.",
    "",
)
"""The beginning of the closing question: nothing of the result, which is not told yet."""


def ask_for_stated_beliefs(view: View, move: Move) -> ModuleQuestion:
    """Ask what a seat believes after its move.

    Args:
        view: The view before the move.
        move: The move.
    """
    others = [name for seat, name in enumerate(view.seats) if seat != view.seat]
    return BELIEF_INQUIRY.ask(
        create_frame(view),
        choices={"players": {"maxItems": len(others)}, "players.seat": others},
        move=describe_made_move(move),
    )


def ask_for_stated_features(word: str, statements: Sequence[tuple[str, str]]) -> ModuleQuestion:
    """Ask what statements said of their speakers' words, once the match is over.

    Args:
        word: The seat's own word.
        statements: The speaker and the text of each, in the order of their numbers.
    """
    numbers = range(1, len(statements) + 1)
    return FEATURE_QUESTION.ask(
        replace(END, user=f"Your word was {quote_text(word)}."),
        choices={
            "features": {"maxItems": MAX_FEATURES * len(statements)},
            **({"features.statement": numbers} if statements else {}),
        },
        statements=number_lines([f"{name}: {quote_text(text)}" for name, text in statements])
        or "(There was no statement.)",
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
    """Turn the reply into beliefs for the log; names that do not exist are lost."""
    others = {name for seat, name in enumerate(view.seats) if seat != view.seat}
    by_name = {one.seat.strip().lower(): Opinion(one.side) for one in reply.players}
    unknown = len(by_name.keys() - others)
    return replace(
        add_statements(view, Beliefs()),
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
