"""The screen that shows a game of machines to an audience, as a whole table or in large letters.

It plays at a chosen pace, and shows pages such as reveals in place of the table.
"""

from asyncio import Task as AsyncTask
from asyncio import create_task
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from engine.session import Session
from screens.games.ui import Headline
from screens.table import TableScreen
from screens.watch.pacing import Pacing, Presentation
from screens.watch.poll_panel import PollPanel
from screens.watch.reveals_thoughts_and_end_card import Reveal
from screens.widgets.card_row import SECONDS_EACH, CardRow
from screens.widgets.key_footer_and_guard import KeyFooter, KeyGuard
from screens.widgets.large_text import MAX_ROWS, MIN_ROWS, LargeText
from screens.widgets.line_widgets_and_text_layout import Lines, spread
from screens.widgets.seat_line_and_usage_meter import SeatLine, UsageMeter

WORDS = 3
"""The most words or lines in large type: Decrypto has three hints."""
AROUND, GAP = 5, 1
"""Rows of the smaller lines and the space around them, and between two words."""


class LargeTable(Vertical):
    """The headline of a view in large type; `show` replaces the view."""

    DEFAULT_CSS = """
    LargeTable { height: 1fr; padding: 0 1; align-vertical: middle; }
    LargeTable Static { text-align: center; width: 100%; height: auto; }
    LargeTable LargeText { text-align: center; margin: 0; }
    LargeTable #now { color: $muted; margin-bottom: 1; }
    LargeTable #score { margin-top: 1; text-style: bold; }
    """

    def __init__(self, build_headline: Callable[[Any], Headline]) -> None:
        """Show the headlines that `build_headline` builds from onlookers' views."""
        super().__init__()
        self.build_headline = build_headline
        self.words = [LargeText() for _ in range(WORDS)]
        self.cards = CardRow(caption_rows=3, one_if_coarse=True)
        self.headline: Headline | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="now", markup=False)
        yield from self.words
        yield self.cards
        yield Static(id="score", markup=False)

    def show(self, view: Any) -> None:  # noqa: ANN401
        """Show the headline of `view`."""
        self.headline = headline = self.build_headline(view)
        now = Content.assemble((headline.when, "bold"), "   ", headline.now)
        self.query_one("#now", Static).update(now)
        self.query_one("#score", Static).update(headline.score)
        self.cards.display = bool(headline.cards)
        if headline.cards:
            self.cards.show(headline.cards, headline.marked)
        self.resize_parts()

    def on_mount(self) -> None:
        """Where one card is shown at a time, show the next every few seconds."""
        if self.app.animation_level != "none":
            self.set_interval(SECONDS_EACH, self.cards.show_next_card)

    def on_resize(self) -> None:
        self.resize_parts()

    def resize_parts(self) -> None:
        """Share the rows among the words; cards, if any, take most of them."""
        if self.headline is None:
            return
        said = self.headline.large
        height = (self.size.height - AROUND) // (3 if self.headline.cards else 1)
        for number, large in enumerate(self.words):
            large.display = number < len(said)
            if large.display:
                each = height // len(said) - (GAP if len(said) > 1 else 0)
                large.rows = min(each, MAX_ROWS) if len(said) > 1 or self.headline.cards else each
                large.styles.margin = (GAP if number and each > MIN_ROWS else 0, 0, 0, 0)
                large.text = said[number]
                large.refresh(layout=True)


PAGE_FACTOR = 4
"""Duration of a page without polls, in multiples of the time for a move."""


class PresentationTable(TableScreen, KeyGuard):
    """The table for an audience, and pages that are shown in its place, one after another."""

    CSS_PATH = "screen.tcss"
    VERTICAL_BREAKPOINTS = [(28, "-tall")]  # noqa: RUF012
    HELP = (
        "Machines play and everybody may watch. Space pauses, → shows one move, + and - change "
        "the pace. L switches to large type. G asks the audience to guess before each reveal: a "
        "digit counts a raised hand, Backspace takes one back, Tab goes to the next question, "
        "Enter reveals. T shows or hides what machines thought."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "Next", key_display="Enter"),
        Binding(
            "space", "pause_or_go", "Pause", key_display="Space", tooltip="Stop between two moves"
        ),
        Binding("right,full_stop", "step", "Step", key_display="→", tooltip="Show one move"),
        Binding("plus,equals_sign", "pace(-1)", "Faster", key_display="+", show=False),
        Binding("minus", "pace(1)", "Slower", key_display="-", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("w", "take_over", "Take over", key_display="W", show=False),
        Binding("i", "inspect", "Inspect", key_display="I", show=False),
        Binding("m", "meter", "Meter", key_display="M", show=False),
        Binding("t", "thoughts", "Thoughts on or off", key_display="T", show=False),
        Binding("g", "polls", "Ask the audience", key_display="G", show=False),
        Binding("l", "large", "Large type or the whole table", key_display="L", show=False),
    ]

    def __init__(self, session: Session, presentation: Presentation) -> None:
        """Show `session` with these settings.

        Raises:
            LineupError: If a player cannot be created.
        """
        super().__init__(session)
        self.pacing = Pacing(presentation.pace)
        self.thoughts = presentation.thoughts
        self.polls = presentation.polls
        self.large = presentation.large
        self.page_task: AsyncTask[None] | None = None
        """Shows the current page, or showed the last one."""
        self.page: Widget | None = None
        """The page shown in place of the table, if any."""
        self.score = Content("")
        """The score of the audience and the machines, formatted."""

    def compose(self) -> ComposeResult:
        with Vertical(id="table"):
            yield SeatLine(self.session.definition.title, id="seats")
            yield self.ui.create_board(self.names)
            yield LargeTable(self.build_headline)
            meter = UsageMeter(self.budget_control.read_usage)
            meter.unfolded = False  # one line: the audience is here for the game
            yield meter
            yield PresentationLine()
        yield KeyFooter()

    def on_mount(self) -> None:
        """Show the settings. Textual calls the base class's handler too: it starts the match."""
        self.update_status()

    def build_headline(self, view: Any) -> Headline:  # noqa: ANN401
        """Build the headline of an onlookers' view."""
        return self.ui.build_headline(view, self.names)

    def queue_page(self, page: Callable[[], Awaitable[None]]) -> None:
        """Show a page after those that are already queued."""
        self.page_task = create_task(self._show_after(self.page_task, page))
        self.display_tasks.add(self.page_task)

    async def _show_after(
        self, before: AsyncTask[None] | None, page: Callable[[], Awaitable[None]]
    ) -> None:
        if before is not None:
            await before
        await page()

    async def show_page(self, widget: Widget) -> None:
        """Show a widget in place of the table."""
        before, self.page = self.page, widget
        with self.app.batch_update():
            if before is not None:
                await before.remove()
            await self.query_one("#table").mount(widget, before=self.query_one(UsageMeter))
            self.show_board()
        if widget.can_focus:
            widget.focus()
        self.ignore_held_keys()
        self.pacing.restart()
        self.refresh_bindings()

    async def close_page(self) -> None:
        """Remove the page and show the table again."""
        with self.app.batch_update():
            if self.page is not None:
                await self.page.remove()
            self.page = None
            self.refresh_table()
        self.pacing.restart()
        self.refresh_bindings()

    async def wait_on_page(self) -> None:
        """Wait for the time of the page; with polls, until the presenter continues."""
        self.pacing.restart()
        await self.pacing.wait(PAGE_FACTOR, by_hand=self.polls)

    def on_staged_reveal_completed(self) -> None:
        """Start the time of the page once its reveal is complete."""
        self.pacing.restart()

    def show_seats(self) -> None:
        """Show who is thinking."""
        self.query_one(SeatLine).show(self.names, self.match.awaits, self.match.sealed)

    def refresh_table(self) -> None:
        """Show the onlookers' view in both forms, and who is thinking."""
        super().refresh_table()
        self.query_one(LargeTable).show(self.match.view(None))
        self.show_board()

    def show_board(self) -> None:
        """Display the table in the chosen form, or neither form while there is a page."""
        large, free = self.query_one(LargeTable), self.page is None
        self.board.display, large.display = free and not self.large, free and self.large

    def update_status(self) -> None:
        """Show the settings, and the score unless a reveal shows it."""
        chosen = Presentation(self.pacing.seconds, self.thoughts, self.polls, self.large)
        score = Content("") if isinstance(self.page, Reveal) else self.score
        self.query_one(PresentationLine).show(chosen, score, running=self.pacing.running)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enable the keys that apply to the table, the page or the poll."""
        polling = isinstance(self.page, PollPanel)
        match action:
            case "go_on":
                return self.page is not None and not polling and (self.armed or None)
            case "pause_or_go" | "step" | "pace":
                return not polling
        return super().check_action(action, parameters)

    def action_go_on(self) -> None:
        """Close the page, unless the key was held down since the one before."""
        self.press(self.pacing.skip)

    def on_key(self) -> None:
        """Keep ignoring a key that is held down, for which no action is checked."""
        if self.page is not None and not self.armed:
            self.ignore_keys()

    def show_armed(self, armed: bool) -> None:  # noqa: ARG002
        """Dim Enter in the footer while keys are ignored."""
        self.refresh_bindings()

    def action_scroll(self, lines: int) -> None:
        """Scroll a reveal that is taller than the screen."""
        for reveal in self.query("Reveal #news"):
            reveal.scroll_relative(y=lines, animate=False)

    def action_pause_or_go(self) -> None:
        self.pacing.toggle_pause()
        self.update_status()

    def action_step(self) -> None:
        """Show one more move or page, then pause."""
        if self.page is None:
            self.step()
        else:
            self.press(self.step)

    def step(self) -> None:
        """Show one more move or page, then pause."""
        self.pacing.step()
        self.update_status()

    def action_pace(self, by: int) -> None:
        self.pacing.change_pace(by)
        self.update_status()

    def action_thoughts(self) -> None:
        self.thoughts = not self.thoughts
        self.update_status()

    def action_polls(self) -> None:
        self.polls = not self.polls
        if isinstance(self.page, PollPanel) and not self.polls:
            self.page.finish(None)
        self.update_status()

    def action_large(self) -> None:
        self.large = not self.large
        self.show_board()
        self.update_status()


class PresentationLine(Lines):
    """A line with the presenter's settings and their keys, and the score if it fits."""

    DEFAULT_CSS = "PresentationLine { width: 100%; height: 1; padding: 0 1; }"

    def __init__(self) -> None:
        super().__init__()
        self.presentation = Presentation()
        self.running = True
        self.score = Content("")

    def show(self, presentation: Presentation, score: Content, *, running: bool) -> None:
        """Show other settings, or another score of the audience."""
        self.presentation, self.score, self.running = presentation, score, running
        self.refresh()

    def layout_lines(self, width: int) -> list[Content]:
        """One line; the score only if both fit."""
        chosen = self.presentation
        pace = f"a move every {chosen.pace:g} s"
        settings = Content.assemble(
            *(("paused   ", "bold $primary") for _ in range(not self.running)),
            *_format_setting("+-", pace if self.running else f"{chosen.pace:g} s"),
            *_format_setting("T", "thoughts: late" if chosen.thoughts else "thoughts: never"),
            *_format_setting("G", "polls: on" if chosen.polls else "polls: off"),
            *_format_setting("L", "large type: on" if chosen.large else "large type: off"),
        ).rstrip()
        lines = spread(settings, self.score, width)
        return lines if len(lines) == 1 else [settings.truncate(width, ellipsis=True)]


def _format_setting(key: str, value: str) -> tuple[tuple[str, str], ...]:
    return (f"{key} ", "bold $primary"), (f"{value}   ", "$muted")
