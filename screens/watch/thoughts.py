"""The reasoning behind machine players' moves: found, kept, and shown to an audience."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from engine.agents import LogsQuestions
from engine.game import Seat
from engine.lineup import Spec, explain_move
from engine.llm.calls_file import Call
from engine.llm.move_judging import Answer
from engine.llm.reply import extract_thoughts
from engine.session import Session
from engine.text import join_names
from images.card import DeckError
from screens.players import SeatNames
from screens.widgets.lines import BLANK, Lines
from words.space_format import SpaceError


@runtime_checkable
class KeepsAnswers(Protocol):
    """A player that keeps its answers to the current question."""

    answers: list[Answer[Any]]


@dataclass(frozen=True, slots=True)
class ThoughtSource:
    """A chosen move, and where to find the thoughts behind it."""

    seat: Seat
    when: str
    """`Round 3 of 8   guess`."""
    view: Any
    """The view in which the seat chose."""
    move: Any
    call: Call | None
    """The call that returned the move, if a model or an external player chose it."""
    spec: Spec
    """The player."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A machine's thoughts for one move. Outside text."""

    seat: Seat
    when: str
    view: Any
    text: str


def find_thought_source(
    session: Session, player: object, seat: Seat, when: str, move: object
) -> ThoughtSource:
    """Note where to find the thoughts behind a move, just after it was chosen.

    Args:
        session: The session; the move is not part of the match yet.
        player: The player that chose it.
        seat: The player's seat.
        when: The round, as the audience reads it.
        move: The move.
    """
    call = None
    if isinstance(player, KeepsAnswers):
        calls = (one.call for one in reversed(player.answers) if one.verdict.move == move)
        call = next(calls, None)
    elif isinstance(player, LogsQuestions):
        call = player.questions.last
    when = f"{when}   {type(move).__name__.lower()}"
    spec = session.specs[seat]
    return ThoughtSource(seat, when, session.match.view(seat), move, call, spec)


def read_thoughts(session: Session, sources: Iterable[ThoughtSource]) -> list[Thought]:
    """Read the thoughts that there are; slow where vectors have to be compared."""
    found = ((source, _read_text(session, source)) for source in sources)
    return [Thought(one.seat, one.when, one.view, text) for one, text in found if text]


def _read_text(session: Session, source: ThoughtSource) -> str:
    if source.call is not None:
        return extract_thoughts(source.call)
    seed = session.header.seed
    try:
        explanations = explain_move(
            source.spec, session.definition, source.seat, seed, source.view, source.move
        )
    except (SpaceError, DeckError):  # deleted since the move: go on without it
        return ""
    return " ".join(explanation.note for explanation in explanations if explanation.note)


class ThoughtList(Lines):
    """A paragraph for each thought, and whose thoughts are withheld until the end."""

    DEFAULT_CSS = "ThoughtList { width: 100%; }"

    def __init__(
        self, thoughts: Sequence[Thought], withheld: Sequence[Thought], names: SeatNames
    ) -> None:
        super().__init__()
        self.thoughts = thoughts
        self.withheld = withheld
        self.names = names

    def layout_lines(self, width: int) -> list[Content]:
        rows: list[Content] = []
        for thought in self.thoughts:
            who = Content.assemble(
                self.names.player(thought.seat, role=True), (f"   {thought.when}", "$muted")
            )
            rows += [*who.wrap(width), *Content(thought.text).wrap(width), BLANK]
        if self.withheld:
            seats = sorted({thought.seat for thought in self.withheld})
            waiting = join_names(map(self.names.short, seats))
            waits = f"Told at the end, as it is about what is still secret: {waiting}."
            rows += Content.styled(waits, "$muted").wrap(width)
        return rows


class ThoughtsPage(VerticalScroll):
    """A page of thoughts that scrolls if they do not fit."""

    DEFAULT_CSS = """
    ThoughtsPage { height: 1fr; width: 100%; scrollbar-size-vertical: 1; padding: 0 1; }
    ThoughtsPage { align-horizontal: center; }
    ThoughtsPage .title, ThoughtsPage ThoughtList { width: 100%; max-width: 100; }
    ThoughtsPage .title { text-style: bold; margin-bottom: 1; }
    """

    def __init__(self, thoughts: ThoughtList) -> None:
        super().__init__()
        self.thoughts = thoughts

    def compose(self) -> ComposeResult:
        yield Static("What they thought", classes="title")
        yield self.thoughts
