"""Show what machines thought, from answers of models or explanations of baselines' moves."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, runtime_checkable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from engine.joined_text import join_names
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
from screens.players.seat_names import SeatNames
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, shorten
from words.space.errors import SpaceError

ROWS = 2
"""The most rows of a thought: one where the screen is wide."""


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
    return ThoughtSource(seat, when, session.match.view(seat), move, call, spec)


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


class ThoughtList(Lines):
    """A line for each thought, and whose thoughts are not shown before the end."""

    DEFAULT_CSS = "ThoughtList { width: 100%; }"

    def __init__(
        self, thoughts: Sequence[Thought], withheld: Sequence[Thought], names: SeatNames
    ) -> None:
        super().__init__()
        self.thoughts = thoughts
        self.withheld = withheld
        self.names = names
        moments = {thought.when for thought in thoughts}
        self.grouped = 1 < len(moments) < len(thoughts)
        """Whether a line before the thoughts of each moment says when they were had."""

    def layout_lines(self, width: int) -> list[Content]:
        rows: list[Content] = []
        when = ""
        for thought in self.thoughts:
            if self.grouped and thought.when != when:
                when = thought.when
                rows += [*([BLANK] if rows else []), Content.styled(when, "$muted")]
            who = self.names.format_player(thought.seat)
            said = self.names.format_sentence(thought.text)
            rows += shorten(Content.assemble(who, "   ", said), width, ROWS)
        if self.withheld:
            seats = sorted({thought.seat for thought in self.withheld})
            waiting = join_names(map(self.names.get_label, seats))
            waits = f"{waiting}: shown at the end, as it would give secrets away now."
            rows += [BLANK, *Content.styled(waits, "$muted").wrap(width)]
        return rows


class ThoughtsPage(VerticalScroll):
    """A page of thoughts that scrolls if they do not fit."""

    DEFAULT_CSS = """
    ThoughtsPage { height: 1fr; width: 100%; scrollbar-size-vertical: 1; padding: 0 2 0 1; }
    ThoughtsPage { align: center middle; }
    ThoughtsPage .title, ThoughtsPage ThoughtList { width: 100%; max-width: 100; }
    ThoughtsPage .title { text-style: bold; margin-bottom: 1; }
    """

    def __init__(self, thoughts: ThoughtList) -> None:
        super().__init__()
        self.thoughts = thoughts

    def compose(self) -> ComposeResult:
        yield Static("What they thought", classes="title")
        yield self.thoughts
