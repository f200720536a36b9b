"""What machines thought for their moves, noted as they choose, and read when it may be told."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from engine.agents.questions import Questioned
from engine.game import Seat
from engine.llm.calls import Call
from engine.llm.proposal import Proposal
from engine.llm.thoughts import thoughts
from engine.session import Session
from images.card import DeckError
from words.layout import SpaceError


@runtime_checkable
class Proposing(Protocol):
    """A player that keeps its answers to the question at hand."""

    proposals: list[Proposal[Any]]


@dataclass(frozen=True, slots=True)
class Thinking:
    """A move that a seat has chosen, and from where it can be told what it thought."""

    seat: Seat
    when: str
    """`Round 3 of 8   guess`."""
    view: Any
    """What the seat knew."""
    move: Any
    call: Call | None
    """The question that brought the move, if a model or a player from outside was asked."""
    space: str | None
    """The space of word vectors that it was chosen by, if any."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a machine thought for one move. Outside text."""

    seat: Seat
    when: str
    view: Any
    text: str


def thinking(session: Session, player: object, seat: Seat, when: str, move: object) -> Thinking:
    """A move as its maker has just chosen it.

    Args:
        session: The match, in which it is not sealed yet.
        player: Its maker.
        seat: The seat.
        when: The round, as the audience reads it.
        move: The move.
    """
    call = None
    if isinstance(player, Proposing):
        made = (one.call for one in reversed(player.proposals) if one.verdict.move == move)
        call = next(made, None)
    elif isinstance(player, Questioned):
        call = player.questions.last
    when = f"{when}   {type(move).__name__.lower()}"
    return Thinking(seat, when, session.match.view(seat), move, call, session.specs[seat].space)


def read(session: Session, thinkings: Iterable[Thinking]) -> list[Thought]:
    """What was thought, of those who say it; takes long where vectors have to be compared."""
    found = ((one, _text(session, one)) for one in thinkings)
    return [Thought(one.seat, one.when, one.view, text) for one, text in found if text]


def _text(session: Session, one: Thinking) -> str:
    if one.call is not None:
        return thoughts(one.call)
    if one.space is None:
        return ""
    seed = session.header.seed
    try:
        insights = session.definition.explain_move(one.space, one.seat, seed, one.view, one.move)
    except (SpaceError, DeckError):  # gone since it was played with: the game goes on without
        return ""
    return " ".join(insight.note for insight in insights if insight.note)
