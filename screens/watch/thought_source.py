"""What machines thought: read from models' answers, or from explanations of baselines' moves."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, runtime_checkable

from engine.llm.answer import Answer
from engine.llm.calls_file import Call
from engine.llm.thoughts import extract_thoughts
from engine.move_name import name_move
from engine.players.explanation import explain_move
from engine.players.question_log import LogsQuestions
from engine.players.spec import Spec
from engine.seat import Seat
from engine.session import Session
from images.deck import DeckError
from words.space.errors import SpaceError


@runtime_checkable
class KeepsAnswers(Protocol):
    """A player that keeps its answers to the current question."""

    answers: list[Answer[Any]]


@dataclass(frozen=True, slots=True)
class ThoughtSource:
    """A chosen move, and the source of the thoughts behind it."""

    seat: Seat
    when: str
    """The moment: `Round 3 of 8   guess`."""
    view: Any
    """The view in which the seat chose."""
    move: Any
    call: Call | None
    """The call that returned the move, if a model or an external player chose it."""
    spec: Spec
    """The player."""
    company: tuple[str, ...]
    """The kinds of all players, by seat."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A machine's thoughts for one move. Outside text."""

    seat: Seat
    when: str
    view: Any
    text: str
    is_open: bool = False
    """Whether it tells nothing that the reveal of the move leaves secret."""


def find_thought_source(
    session: Session, player: object, seat: Seat, when: str, move: object
) -> ThoughtSource:
    """Record the source of the thoughts behind a move, just after it was chosen.

    Args:
        session: The session; the move is not part of the match yet.
        player: The player that chose it.
        seat: The player's seat.
        when: The description of the round for the audience.
        move: The move.
    """
    call = None
    if isinstance(player, KeepsAnswers):
        calls = (one.call for one in reversed(player.answers) if one.verdict.move == move)
        call = next(calls, None)
    elif isinstance(player, LogsQuestions):
        call = player.questions.last
    when = f"{when}   {name_move(type(move).__name__, [type(move)])}"
    spec = session.specs[seat]
    view = session.match.view(seat)
    return ThoughtSource(seat, when, view, move, call, spec, session.company)


def read_thoughts(session: Session, sources: Iterable[ThoughtSource]) -> list[Thought]:
    """Read the available thoughts; slow if vectors are compared."""
    return [thought for one in sources if (thought := _read_thought(session, one)).text]


def _read_thought(session: Session, source: ThoughtSource) -> Thought:
    create = partial(Thought, source.seat, source.when, source.view)
    if source.call is not None:
        return create(find_first_sentence(extract_thoughts(source.call)))
    seed = session.header.seed
    try:
        explanations = explain_move(
            source.spec,
            session.definition,
            source.seat,
            seed,
            source.view,
            source.move,
            data=session.settings.data,
            company=source.company,
        )
    except (SpaceError, DeckError):  # deleted since the move: continue without it
        return create("")
    for one in explanations:
        if one.reason:
            return create(one.reason, one.is_open)
    sure = filter(None, (one.describe_certainty() for one in explanations))
    return create(next(sure, ""))


SENTENCE_END = re.compile(r"(?<=[.!?])\s")
"""Matches the space after a sentence."""


def find_first_sentence(text: str) -> str:
    """Find the first sentence of a text, in one line."""
    return SENTENCE_END.split(" ".join(text.split()), maxsplit=1)[0]
