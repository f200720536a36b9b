"""What machines thought for their moves, and the page that shows it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from engine.agents.questions import Questioned
from engine.game import Seat
from engine.llm.calls_file import Call
from engine.llm.judging import Answer
from engine.llm.reply import extract_thoughts
from engine.session import Session
from engine.text import join_names
from images.card import DeckError
from screens.games.ui import SeatNames
from screens.widgets.lines import BLANK, Lines
from words.space_format import SpaceError


@runtime_checkable
class Proposing(Protocol):
    """A player that keeps its answers to the question at hand."""

    answers: list[Answer[Any]]


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
        made = (one.call for one in reversed(player.answers) if one.verdict.move == move)
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
        return extract_thoughts(one.call)
    if one.space is None:
        return ""
    seed = session.header.seed
    try:
        insights = session.definition.explain_move(one.space, one.seat, seed, one.view, one.move)
    except (SpaceError, DeckError):  # gone since it was played with: the game goes on without
        return ""
    return " ".join(insight.note for insight in insights if insight.note)


class Thoughts(Lines):
    """A paragraph for each thought, and who has to wait for the end."""

    DEFAULT_CSS = "Thoughts { width: 100%; }"

    def __init__(
        self, told: Sequence[Thought], waiting: Sequence[Thought], names: SeatNames
    ) -> None:
        """Tell the thoughts `told`, and whose are `waiting`."""
        super().__init__()
        self.told = told
        self.waiting = waiting
        self.names = names

    def layout_lines(self, width: int) -> list[Content]:
        """Who thought when, over what."""
        rows: list[Content] = []
        for thought in self.told:
            who = Content.assemble(
                (self.names.name(thought.seat), "bold $primary"), (f"   {thought.when}", "$muted")
            )
            rows += [*who.wrap(width), *Content(thought.text).wrap(width), BLANK]
        if self.waiting:
            seats = sorted({thought.seat for thought in self.waiting})
            who_waits = join_names(self.names.seats[seat] for seat in seats)
            waits = f"Told at the end, as it is about what is still secret: {who_waits}."
            rows += Content.styled(waits, "$muted").wrap(width)
        return rows


class ThoughtsPage(VerticalScroll):
    """Thoughts to read, and to scroll where they are many."""

    DEFAULT_CSS = """
    ThoughtsPage { height: 1fr; width: 100%; scrollbar-size-vertical: 1; padding: 0 1; }
    ThoughtsPage { align-horizontal: center; }
    ThoughtsPage .title, ThoughtsPage Thoughts { width: 100%; max-width: 100; }
    ThoughtsPage .title { text-style: bold; margin-bottom: 1; }
    """

    def __init__(self, thoughts: Thoughts) -> None:
        """Show `thoughts`."""
        super().__init__()
        self.thoughts = thoughts

    def compose(self) -> ComposeResult:
        """What they are, and they themselves."""
        yield Static("What they thought", classes="title")
        yield self.thoughts
