"""Base classes of screens: a list in a table, and a host that shows one modal at a time."""

from asyncio import CancelledError, Event, Lock, sleep
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar

from rich.segment import Segment
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import ScreenResume
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import DataTable, Static

from engine.text import clean
from screens.private_screens_and_inputs import SeatScreen
from screens.widgets.key_footer_and_guard import KeyFooter

WIDEST = 110
"""The largest width of a table, in cells."""
LEAST_REST = 10
"""The smallest width of the column that takes what is left."""
BAR = "▌"


class RowsTable(DataTable[Text]):
    """A table of rows to choose from; Home and End go to the first and the last row.

    A bar marks the chosen row. Each table's class binds Enter.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"rows--bar"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "scroll_top", "First", show=False),
        Binding("end", "scroll_bottom", "Last", show=False),
    ]

    def render_line(self, y: int) -> Strip:
        """Render a line of the table, with the bar if it is the chosen row."""
        line = super().render_line(y)
        row = y + self.scroll_offset.y - self.header_height
        if y < self.header_height or row != self.cursor_row or not self.row_count:
            return line
        bar = Strip([Segment(BAR, self.get_component_rich_style("rows--bar"))])
        return Strip.join([bar, line.crop(1)])


def is_closed(screen: Screen[Any]) -> bool:
    """Whether a screen has been closed: its parts may be gone.

    Ask it after waiting. A screen that is being removed is not displayed any more, from before
    the first of its parts goes; it stays attached until all of them have gone.
    """
    return not (screen.is_attached and screen.display)


class ListScreen[Result](Screen[Result]):
    """A title, a table, a description of the row under the cursor, and the keys.

    The description is beneath the last row, or at the bottom of the screen if the rows fill it.
    """

    CSS_PATH: ClassVar[Any] = [Path(__file__).with_suffix(".tcss")]
    VERTICAL_BREAKPOINTS = [(36, "-tall")]  # noqa: RUF012
    COLUMNS: ClassVar[Mapping[str, int]]
    """Columns and their widths in cells; a column with 0 takes the remaining width."""
    TABLE: ClassVar[type[RowsTable]] = RowsTable
    ABOUT_LINES: ClassVar[int] = 6
    """Maximum lines of the description, including the blank lines around it."""
    heading: str
    """The title of the list."""

    def compose(self) -> ComposeResult:
        yield Static(self.heading, id="title", markup=False)
        yield self.TABLE(cursor_type="row")
        yield from self.compose_empty()
        yield Static("Looking ...", id="about", markup=False)
        yield KeyFooter()

    def compose_empty(self) -> ComposeResult:
        """Yield the content shown instead of an empty table, hidden at first."""
        yield from ()

    @property
    def table(self) -> RowsTable:
        return self.query_one(RowsTable)

    def measure_columns(self) -> Mapping[str, int]:
        """Find the width of each column; 0 for the remaining width."""
        return self.COLUMNS

    def rebuild_table(
        self,
        rows: Iterable[tuple[str, tuple[Text, ...]]],
        titles: Mapping[str, str] | None = None,
    ) -> None:
        """Build the table for the available width; the cursor stays in its row.

        Args:
            rows: The key and the cells of each row.
            titles: Titles of columns that differ from their names.
        """
        table, row = self.table, self.table.cursor_row
        table.clear(columns=True)
        widths = self.measure_columns()
        left = min(self.size.width, WIDEST) - sum(widths.values()) - 4 - 2 * len(widths)
        for name, width in widths.items():
            title = (titles or {}).get(name, name)
            table.add_column(Text(title), width=width or max(left, LEAST_REST))
        for key, cells in rows:
            table.add_row(*cells, key=key)
        table.move_cursor(row=max(min(row, table.row_count - 1), 0))

    def on_mount(self) -> None:
        self.query_one("#about").styles.max_height = self.ABOUT_LINES
        self.watch(self.table, "virtual_size", self.place_words)

    def on_resize(self) -> None:
        self.place_words()

    def place_words(self) -> None:
        """Make the table as high as its rows, or let it fill the space."""
        if is_closed(self):
            return
        title_and_keys = 4 if self.has_class("-tall") else 3
        rows = self.table.virtual_size.height
        fits = rows + title_and_keys + self.ABOUT_LINES <= self.size.height
        self.table.styles.height = "auto" if fits else "1fr"

    def show_message(self, message: str | Content) -> None:
        """Show words about the row under the cursor, unless the screen has been closed."""
        if is_closed(self):
            return
        shown = clean(message, 600) if isinstance(message, str) else message
        self.query_one("#about", Static).update(shown)

    def action_back(self) -> None:
        self.dismiss()


PAINT_HOLD = 0.05
"""Seconds for which the host is not painted after a modal: another modal may follow at once."""

LAYOUT_DELAY = 0.02
"""Seconds after which widgets whose size has changed have asked to be laid out once more."""


class ModalHost[Result](Screen[Result]):
    """Shows one modal screen at a time; callers that want to show another wait for the lock."""

    def __init__(self) -> None:
        super().__init__()
        self.modal_lock = Lock()
        """Held while a modal is shown."""
        self.paint_hold = ExitStack()
        """Delays painting until it is closed."""
        self.uncovered = Event()
        """Set when the screen in front of this one was closed."""

    @property
    def is_in_front(self) -> bool:
        """Whether no other screen covers this one, not even help.

        `is_current` is false while the app closes, when there is no screen to compare with.
        """
        return self.is_current and self.app.screen is self

    async def finish(self, result: Result) -> None:
        """Dismiss this screen with `result`, after screens in front of it are closed.

        Textual always removes the front screen, whichever is dismissed.
        """
        async with self.exclusive():
            self.dismiss(result)

    @asynccontextmanager
    async def exclusive(self) -> AsyncIterator[None]:
        """Wait until no other screen is in front, then hold the lock."""
        async with self.modal_lock:
            while not self.is_in_front:
                self.uncovered.clear()
                await self.uncovered.wait()
            yield

    @on(ScreenResume)
    def mark_uncovered(self) -> None:
        """Wake tasks that wait for the front screen to close."""
        self.uncovered.set()

    async def prepare_screen(self, screen: SeatScreen[Any], after: Event) -> None:
        """Mount, style, lay out and render a screen behind the one that is shown.

        Pushing it only has to write what is ready.

        Only the top of the stack is painted, so nobody sees the screen before it is pushed.
        Textual does the same for the screens of another mode, without a public way to ask for it.

        Args:
            screen: The screen; it is not pushed.
            after: Wait for this event first.
        """
        await after.wait()
        self.app._load_screen_css(screen)
        _, mounted = self.app._get_screen(screen)
        await mounted
        screen.theme_styled = self.app.theme
        while screen._layout_required and not screen.is_current:
            screen._layout_required = False
            screen._refresh_layout(self.app.size)
            await sleep(LAYOUT_DELAY)
        for _ in screen._compositor._get_renders(self.app.size.region):  # widgets keep their lines
            await sleep(0)
            if screen.is_current:
                break

    async def show_modal[Answer](self, screen: Screen[Answer]) -> Answer | None:
        """Push a screen and wait for its answer; pop it if this is cancelled.

        `push_screen_wait` shields the push from cancellation, so without this
        a private screen would outlive the match that asked.
        """
        try:
            answer = await self.app.push_screen_wait(screen)
        except CancelledError:
            while screen in self.app.screen_stack:
                self.app.pop_screen()
            raise
        self.paint_hold.enter_context(self.app.batch_update())
        # The app's timer, as it must fire even if this screen was closed.
        self.app.set_timer(PAINT_HOLD, self.resume_painting)
        return answer

    def on_screen_suspend(self) -> None:
        """Resume painting when another screen comes to the front."""
        self.paint_hold.close()

    def resume_painting(self) -> None:
        """Paint the delayed updates, if there still is a screen."""
        self.paint_hold.close()
        self.app.refresh()
