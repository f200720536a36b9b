"""The table for an audience, and pages that are shown in its place."""

from asyncio import Task as AsyncTask
from asyncio import create_task
from collections.abc import Awaitable, Callable
from math import ceil
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.widget import Widget

from engine.seat import Seat
from engine.session import Session
from screens.closed_screen import is_closed
from screens.games.ui import Headline
from screens.operator.errors import LeftTable
from screens.setup.game_tile import shorten_title
from screens.table.screen import TableScreen
from screens.watch.large_headline import LargeTable
from screens.watch.opening_card import OpeningCard
from screens.watch.pacing import Pacing
from screens.watch.poll.panel import PollPanel
from screens.watch.presenter_settings import Presentation
from screens.watch.reveal import Reveal
from screens.watch.settings_line import SettingsLine
from screens.watch.thoughts import ThoughtsPage
from screens.widgets.footer import KeyFooter
from screens.widgets.gradual_reveal import StagedReveal
from screens.widgets.key_guard import READING, KeyGuard
from screens.widgets.letter_size import is_hall
from screens.widgets.seat_line import SeatLine
from screens.widgets.usage_meter import UsageMeter

PAGE_FACTOR = 4
"""Duration of a page, in multiples of the time for a move."""
OPENING_FACTOR, OPENING_SECONDS = 2.5, 6.0
"""Duration of the first page, in multiples of the time for a move, and the most in seconds."""
WORDS = 8
"""Words of thoughts that are read in the time for a move."""
VERDICT_SECONDS = 8.0
"""The least duration of a page in seconds if the audience is asked: it sees if it was right."""
STATUS_SECONDS = 0.5
"""Seconds between two looks at how long a page stays."""


class PresentationTable(TableScreen, KeyGuard):
    """The table for an audience, and pages that are shown in its place, one after another."""

    CSS_PATH = "screen.tcss"
    READING_TIME = READING
    GUARDED = KeyGuard.GUARDED | {"go_on"}
    VERTICAL_BREAKPOINTS = [(0, "-low"), (22, "-usual"), (28, "-tall")]  # noqa: RUF012
    HELP = (
        "Machines play and everybody may watch. Space pauses, → shows one move, + and - change the "
        "pace. {large_type} switches to large type. {audience} asks the audience to guess before "
        "each reveal: a digit counts a raised hand, Backspace takes one back, Tab goes to the next "
        "question, Enter reveals. {thoughts} shows or hides what machines thought."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "Next", tooltip="Show what comes next", key_display="Enter"),
        Binding(
            "space", "pause_or_go", "Pause", key_display="Space", tooltip="Stop between two moves"
        ),
        Binding("right,full_stop", "step", "Step", key_display="→", tooltip="Show one move"),
        Binding(
            "plus,equals_sign",
            "pace(-1)",
            "Faster",
            tooltip="Less time for each move",
            key_display="+",
            show=False,
        ),
        Binding(
            "minus",
            "pace(1)",
            "Slower",
            tooltip="More time for each move",
            key_display="-",
            show=False,
        ),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding(
            "w",
            "take_over",
            "Take over",
            tooltip="Check or make moves of machines",
            key_display="W",
            show=False,
            id="take_over",
        ),
        Binding(
            "i",
            "inspect",
            "Inspect",
            tooltip="What machines are asked and answer",
            key_display="I",
            show=False,
            id="inspect",
        ),
        Binding(
            "m",
            "meter",
            "Meter",
            tooltip="Fold what models use, or unfold it",
            key_display="M",
            show=False,
            id="meter",
        ),
        Binding(
            "t",
            "thoughts",
            "Thoughts on or off",
            tooltip="What machines think of each other",
            key_display="T",
            show=False,
            id="thoughts",
        ),
        Binding(
            "g",
            "polls",
            "Ask the audience",
            tooltip="Polls before a reveal",
            key_display="G",
            show=False,
            id="audience",
        ),
        Binding(
            "l",
            "large",
            "Large type or the whole table",
            tooltip="For a hall, or for one reader",
            key_display="L",
            show=False,
            id="large_type",
        ),
    ]

    def __init__(self, session: Session, presentation: Presentation) -> None:
        """Show `session` with these settings.

        Raises:
            LineupError: If a player cannot be created.
        """
        super().__init__(session)
        self.pacing = Pacing(presentation.pace)
        self.thoughts = presentation.thoughts
        self.has_polls = session.definition.brings("build_poll")
        """Whether the game has questions to an audience."""
        self.polls = presentation.polls and self.has_polls
        self.large = bool(presentation.large)
        self.chooses_large = presentation.large is None
        """Whether the size of the screen decides if type is large."""
        self.ready: set[Seat] = set()
        """The seats whose moves are there, and wait until they may be shown."""
        self.page_task: AsyncTask[None] | None = None
        """Shows the current page, or showed the last one."""
        self.page: Widget | None = None
        """The page shown in place of the table, if any."""
        self.waits_on_page = False
        """Whether the page closes when its time is over."""
        self.score = Content("")
        """The score of the audience and the machines, formatted."""

    def compose(self) -> ComposeResult:
        with Center(id="stage"), Vertical(id="table"):
            yield SeatLine(shorten_title(self.session.definition), id="seats")
            yield self.ui.create_board(self.names)
            yield LargeTable(self.build_headline, self.names)
            meter = UsageMeter(self.budget_control.read_usage)
            meter.unfolded = False  # one line: the audience is here for the game
            yield meter
        yield SettingsLine()
        yield KeyFooter()

    def on_mount(self) -> None:
        """Show the settings. Textual calls the base class's handler too: it starts the match."""
        if self.chooses_large:
            self.large = is_hall(self.app.size)
            self.show_board()
        self.update_status()
        self.set_interval(STATUS_SECONDS, self.update_status)

    def on_resize(self) -> None:
        """Follow the size of the screen, unless the presenter has chosen the type."""
        if self.is_mounted and self.chooses_large and self.large != is_hall(self.app.size):
            self.large = not self.large
            self.show_board()
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
        """Show a widget in place of the table.

        Raises:
            LeftTable: If the app is being closed.
        """
        before, self.page = self.page, widget
        with self.app.batch_update():
            if before is not None:
                await before.remove()
            if is_closed(self):
                raise LeftTable
            await self.query_one("#table").mount(widget, before=self.query_one(UsageMeter))
            self.show_board()
            self.show_seats()
        self.hold_reveals()
        if widget.can_focus:
            widget.focus()
        self.ignore_held_keys()
        self.pacing.restart()
        self.refresh_bindings()

    def measure_page(self) -> int:
        """Measure the rows that a page has beside the lines that are always there."""
        used = 0
        for line in (self.query_one(SeatLine), self.query_one(UsageMeter)):
            if line.display:
                used += line.outer_size.height + line.styles.margin.height
        return self.query_one("#table").content_size.height - used

    async def close_page(self) -> None:
        """Remove the page and show the table again."""
        with self.app.batch_update():
            if self.page is not None:
                await self.page.remove()
            self.page = None
            self.refresh_table()
        self.pacing.restart()
        self.refresh_bindings()

    @property
    def page_time(self) -> tuple[float, float]:
        """The duration of a page: a multiple of the time for a move, and the least in seconds."""
        if isinstance(self.page, OpeningCard):
            return min(OPENING_FACTOR, OPENING_SECONDS / max(self.pacing.seconds, 0.1)), 0.0
        if not isinstance(self.page, ThoughtsPage):
            return PAGE_FACTOR, VERDICT_SECONDS if self.polls else 0.0
        share = 2 if self.page.is_part else 1
        factor = max(PAGE_FACTOR / share, self.page.count_words() / WORDS)
        return factor, VERDICT_SECONDS / share if self.polls else 0.0

    async def wait_on_page(self) -> None:
        """Wait for the time of the page, unless the presenter holds it or goes on."""
        self.pacing.restart()
        self.waits_on_page = True
        try:
            await self.pacing.wait(*self.page_time)
        finally:
            self.waits_on_page = False

    def on_staged_reveal_completed(self) -> None:
        """Start the time of the page once its reveal is complete."""
        self.pacing.restart()

    def show_seats(self) -> None:
        """Show who is thinking, and in a poll who has answered; nothing of it on another page."""
        ready = frozenset(self.ready)
        awaited, sealed = self.match.awaits - ready, self.match.sealed | ready
        if self.page is not None and not isinstance(self.page, PollPanel):
            awaited = sealed = frozenset()
        elif self.page is None and len(self.match.awaits | self.match.sealed) == 1:
            sealed = frozenset()  # the table says whose turn it is until it shows the move
        self.query_one(SeatLine).show(self.names, awaited, sealed)

    def refresh_table(self) -> None:
        """Show the onlookers' view in both forms, and who is thinking."""
        super().refresh_table()
        view = self.match.view(None)
        self.query_one(LargeTable).show(view)
        if self.page is None:  # what a page reveals is not told before it
            self.query_one(SeatLine).show_out(self.build_headline(view).out)
        self.show_board()

    def show_board(self) -> None:
        """Display the table in the chosen form, or neither form while there is a page."""
        large, free = self.query_one(LargeTable), self.page is None
        self.set_class(self.large, "-large")
        self.board.display, large.display = free and not self.large, free and self.large
        self.query_one(SeatLine).visible = not isinstance(self.page, OpeningCard)  # it says all

    def update_status(self) -> None:
        """Show the settings, and the score unless a reveal shows it or may not give it away."""
        chosen = Presentation(self.pacing.seconds, self.thoughts, self.polls, self.large)
        is_hidden = isinstance(self.page, Reveal) and not self.page.shows_score
        score = Content("") if is_hidden else self.score
        hidden = {"G": not self.has_polls, "L": isinstance(self.page, PollPanel)}
        keys = frozenset(key for key, is_hidden in hidden.items() if is_hidden)
        self.query_one(SettingsLine).show(chosen, score, self.status, keys)

    @property
    def status(self) -> str:
        """What the presentation waits for, if it is not the next move."""
        if isinstance(self.page, PollPanel):
            return "waits for hands"
        if not self.pacing.running:
            return "paused"
        if self.waits_on_page and all(reveal.is_complete for reveal in self.query(StagedReveal)):
            return f"next in {max(ceil(self.pacing.count_seconds_left(*self.page_time)), 1)} s"
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enable the keys that apply to the table, the page or the poll."""
        polling = isinstance(self.page, PollPanel)
        match action:
            case "go_on":
                return self.page is not None and not polling
            case "pause_or_go" | "step" | "pace" | "large":
                return not polling
        return super().check_action(action, parameters)

    def action_go_on(self) -> None:
        """Close the page, unless the key was held down since the one before."""
        self.press(self.pacing.skip)

    def action_scroll(self, lines: int) -> None:
        """Scroll a reveal that is taller than the screen."""
        for reveal in self.query("Reveal #news"):
            reveal.scroll_relative(y=lines, animate=False)

    def action_pause_or_go(self) -> None:
        """Hold everything where it is, a reveal too, or go on."""
        self.pacing.toggle_pause()
        self.hold_reveals()
        self.update_status()

    def hold_reveals(self) -> None:
        """Hold the reveals on the page while the presentation is paused."""
        for reveal in self.query(StagedReveal):
            reveal.hold(not self.pacing.running)

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
        if not self.has_polls:
            title = shorten_title(self.session.definition)
            self.notify(f"{title} has no questions to an audience.", markup=False)
            return
        self.polls = not self.polls
        if isinstance(self.page, PollPanel) and not self.polls:
            self.page.finish(None)
        self.update_status()

    def action_large(self) -> None:
        self.chooses_large = False
        self.large = not self.large
        self.show_board()
        self.update_status()
