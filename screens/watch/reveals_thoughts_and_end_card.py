"""What an audience sees besides the table: reveals, the machines' thoughts, and the end card.

It also finds these thoughts, in the answers of models or in explanations of baselines' moves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Protocol, runtime_checkable

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from engine.llm.calls import Call
from engine.llm.thoughts import extract_thoughts
from engine.llm.verdict import Answer
from engine.moves import name_move
from engine.players.explanation import explain_move
from engine.players.log import LogsQuestions
from engine.players.spec import Spec
from engine.seat import Seat
from engine.session import Session
from engine.wording import join_names
from images.deck import DeckError
from screens.games.ui import Headline
from screens.player_names_and_colours import SeatNames
from screens.round_summary_and_staged_reveals import GradualReveal, StagedReveal
from screens.watch.audience_score import PollVerdict
from screens.widgets.key_footer_and_guard import KeyGuard, is_any_key
from screens.widgets.large_text import LargeText
from screens.widgets.line_widgets_and_text_layout import BLANK, Lines, centre_text
from words.space.errors import SpaceError

ROWS, LOW_ROWS, LOW = 12, 8, 34
"""The most rows for a quote, and on screens of fewer rows than the third."""
TURN_SECONDS = 0.9
"""Seconds before each step in which covered words turn over."""
LINE_SECONDS = 1.5
"""Seconds before each line below a quote."""
POLL_SECONDS = 0.2
"""Seconds between two checks whether a reveal that unfolds step by step is complete."""


class Reveal(Vertical):
    """What a move has revealed, and beneath it whether the audience guessed right."""

    DEFAULT_CSS = """
    Reveal { height: 1fr; width: 100%; align: center middle; }
    Reveal #news { height: auto; align: center middle; }
    Reveal #news { scrollbar-size-vertical: 1; }
    Reveal.-unfolding #news { height: 1fr; }
    Reveal PollVerdict { margin-top: 1; }
    """

    def __init__(self, content: Widget, verdict: PollVerdict | None) -> None:
        """Show `content`, built from onlookers' views, and the `verdict` if there is one."""
        super().__init__(classes="-unfolding" if isinstance(content, GradualReveal) else None)
        self.content = content
        self.verdict = verdict

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="news", can_focus=False):
            yield self.content
        if self.verdict is not None:
            yield self.verdict

    def on_mount(self) -> None:
        """Hide the verdict until the reveal is complete: it would give it away."""
        if self.verdict is not None and isinstance(self.content, GradualReveal):
            self.verdict.visible = self.content.is_complete
            self.set_interval(POLL_SECONDS, self.update_verdict)

    def on_resize(self) -> None:
        """Give the verdict the rows it needs; the reveal scrolls if it is taller than the rest."""
        width, height = self.size
        rows = len(self.verdict.layout_lines(width)) + 1 if self.verdict else 0
        self.query_one("#news").styles.max_height = max(height - rows, 1)

    def update_verdict(self) -> None:
        """Show the verdict once the reveal is complete."""
        if self.verdict is not None and isinstance(self.content, GradualReveal):
            self.verdict.visible = self.content.is_complete

    def reveal_rest(self) -> bool:
        """Show the rest at once.

        Returns:
            Whether there was any.
        """
        rest = isinstance(self.content, GradualReveal) and self.content.reveal_rest()
        self.update_verdict()
        return rest


class Quote(Vertical, StagedReveal):
    """Words in large letters between smaller lines, which appear one after another.

    Words may begin covered, and turn over step by step.
    """

    DEFAULT_CSS = """
    Quote { width: 100%; height: auto; }
    Quote Static, Quote LargeText { text-align: center; width: 100%; height: auto; }
    Quote .above { color: $muted; margin-bottom: 1; }
    Quote .below { margin-top: 1; }
    """

    def __init__(
        self, above: str, words: str, *below: str | Content, covered: Sequence[str] = ()
    ) -> None:
        """Show `words` between the lines above and below them. All of it is literal text.

        Args:
            above: The line above.
            words: The words in large letters.
            below: The lines below.
            covered: Placeholders of the words, step by step.
        """
        super().__init__([TURN_SECONDS] * len(covered) + [LINE_SECONDS] * len(below))
        self.above = above
        self.words = words
        self.below = below
        self.covered = tuple(covered)

    def compose(self) -> ComposeResult:
        yield Static(self.above, classes="above", markup=False)
        rows = ROWS if self.app.size.height >= LOW else LOW_ROWS
        yield LargeText((*self.covered, self.words)[0], rows)
        for line in self.below:
            yield Static(line, classes="below", markup=False)

    def show_stage(self) -> None:
        """Turn over the words, then show the lines below, up to the current stage."""
        steps = (*self.covered, self.words)
        self.query_one(LargeText).text = steps[min(self.stage, len(self.covered))]
        for number, line in enumerate(self.query(".below")):
            line.visible = number < self.stage - len(self.covered)


def create_reveal_content(reveal: Widget | None, headline: Headline, *, large: bool) -> Widget:
    """Create the content of a reveal: the game's own widget, or the headline.

    Args:
        reveal: The game's own reveal; `None` if something was said and nothing revealed.
        headline: The headline after the move.
        large: Use large letters, unless the game's own reveal is made of pictures.
    """
    if large and reveal is not None and headline.revealed is not None:
        words, sentence = headline.revealed
        return Quote("", words, sentence, headline.score, covered=headline.covered)
    said = f"{headline.when}   {headline.now}"
    return reveal or Quote(said, f"“{headline.large[0]}”")


KEYS = Content.assemble(
    ("Any key ", "bold $primary"), "the whole result   ", ("Esc ", "bold $primary"), "menu"
)
WON_ROWS = 8
"""The most rows for who has won."""


class EndCard(KeyGuard, Screen[bool]):
    """Who won and why, the score of the audience, who played, and how to play it again.

    Dismissed with true by any key, with false by Esc.
    """

    HELP = (
        "The end of a game of machines: who won and why, and how the audience did. Any key goes "
        "on to the result with all details. Esc goes back to the menu."
    )
    CSS_PATH = "end_card.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]  # noqa: RUF012
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "home", show=False),
    ]

    def __init__(
        self,
        headline: Headline,
        audience: Content,
        rows: Sequence[Content],
        again: tuple[str, str] | None = None,
    ) -> None:
        """Fill the page.

        Args:
            headline: The headline of the last view.
            audience: The score of the audience.
            rows: Smaller lines: the game and its players.
            again: A description of the command that plays it again, and the command.
        """
        super().__init__()
        self.headline = headline
        self.audience = audience
        self.rows = tuple(rows)
        self.again = again

    def compose(self) -> ComposeResult:
        with Vertical(id="card"):
            yield from (LargeText(won, WON_ROWS, classes="won") for won in self.headline.large)
            yield Static(self.headline.now, id="why", markup=False)
            yield Static(self.headline.score, id="score", markup=False)
            if self.audience:
                yield Static(self.audience, id="audience")
            for place, row in enumerate(self.rows):
                yield Static(row, classes="row" if place else "row -apart")
            if self.again:
                yield Static(self.again[0], classes="row -apart -again")
                yield CommandLines(self.again[1])
        yield Static(KEYS, id="keys")

    def on_key(self, event: events.Key) -> None:
        """Close on any key but Esc, modifiers and function keys."""
        if event.key == "escape" or not is_any_key(event.key):
            return
        event.stop()
        self.close(True)

    def on_click(self) -> None:
        self.close(True)

    def action_home(self) -> None:
        self.close(False)

    def close(self, show_result: bool) -> None:
        """Close, unless the key was held down since before."""
        self.press(partial(self.dismiss, show_result))

    def show_armed(self, armed: bool) -> None:
        """Dim the line of keys while keys are ignored."""
        self.query("#keys").set_class(not armed, "-waiting")


class CommandLines(Lines):
    """A command, centred; a line breaks before an option rather than within one."""

    def __init__(self, command: str) -> None:
        super().__init__()
        self.command = command

    def layout_lines(self, width: int) -> list[Content]:
        lines: list[str] = []
        for number, part in enumerate(self.command.split(" --")):
            words = f"--{part}" if number else part
            if lines and len(lines[-1]) + 1 + len(words) <= width:
                lines[-1] += f" {words}"
            else:
                lines.append(words)
        return [line for text in lines for line in centre_text(Content(text), width)]


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
    found = ((source, _read_text(session, source)) for source in sources)
    return [Thought(one.seat, one.when, one.view, text) for one, text in found if text]


def _read_text(session: Session, source: ThoughtSource) -> str:
    if source.call is not None:
        return extract_thoughts(source.call)
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
        return ""
    return " ".join(explanation.note for explanation in explanations if explanation.note)


class ThoughtList(Lines):
    """A paragraph for each thought, and whose thoughts are not shown before the end."""

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
                self.names.format_player(thought.seat, role=True), (f"   {thought.when}", "$muted")
            )
            rows += [*who.wrap(width), *Content(thought.text).wrap(width), BLANK]
        if self.withheld:
            seats = sorted({thought.seat for thought in self.withheld})
            waiting = join_names(map(self.names.get_label, seats))
            waits = f"{waiting}: shown at the end, as it would give secrets away now."
            rows += Content.styled(waits, "$muted").wrap(width)
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
