"""The inspector: a screen that lists the moves of a game, and shows how each was made.

It shows the prompts and answers of models, and the similarities that baselines compared. While the
game is not over, `create_inspector` makes the screen private.
"""

from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static

from engine.call_log import CallLog, build_call_log
from engine.game import GameType
from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from engine.journal.record import Record
from engine.text import clean
from engine.usage import Usage
from engine.usage_text import format_usage
from screens.curtain import OPERATOR
from screens.inspector.heading import Heading, render_heading
from screens.inspector.rows import Row, format_column_titles, list_rows, render_rows
from screens.inspector.section_page import SectionPage
from screens.inspector.sections import Section, list_sections
from screens.inspector.tabs import SectionTabs
from screens.private_screen import PrivateScreen
from screens.setup.game_tile import shorten_title
from screens.widgets.breakpoints import apply_breakpoints
from screens.widgets.footer import KeyFooter


class MoveList(OptionList, inherit_bindings=False):
    """The rows of a match; page up and page down are left to the open section."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", show=False),
        Binding("down", "cursor_down", "Row", key_display="↑↓"),
        Binding("home", "first", show=False),
        Binding("end", "last", show=False),
    ]


class InspectorScreen(Screen[None]):
    """Shows prompts and answers for every move, and the similarities that baselines compared."""

    CSS_PATH = "inspector.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (136, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (28, "-usual"), (36, "-tall")]  # noqa: RUF012
    AUTO_FOCUS = "#moves"
    HELP = (
        "What machines were asked and what they answered, move by move. Up and Down choose a "
        "move or a call; a move with several calls lists them beneath it. N and P go to the next "
        "and the previous move. Left and Right change the "
        "section, Page Up and Page Down scroll it. Outside text is shown as it came; only "
        "invisible characters are replaced."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "move(1)", "Next move", tooltip="Go on to the next move", key_display="N"),
        Binding("p", "move(-1)", show=False),
        Binding("left,shift+tab", "section(-1)", show=False),
        Binding(
            "right,tab",
            "section(1)",
            "Section",
            tooltip="The next part of the page",
            key_display="←→",
        ),
        Binding("pageup,shift+space", "scroll_section(-1)", show=False),
        Binding(
            "pagedown,space",
            "scroll_section(1)",
            "Read on",
            tooltip="Scroll the page",
            key_display="PgDn",
        ),
        Binding("r", "reload", "Read again", key_display="R", tooltip="As the game stands now"),
        Binding("escape", "back", "Back", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    def __init__(self, call_log: CallLog, *, at: int | None = None) -> None:
        """Show a match.

        Args:
            call_log: The moves and calls of the match.
            at: The index of the move to begin with; the last one if left out.
        """
        super().__init__()
        self.call_log = call_log
        self.game: str | None = call_log.definition.name
        self.rows = tuple(list_rows(call_log))
        self.start = self.find_row(len(call_log.moves) - 1 if at is None else at)
        self.preferred = ""
        """The last opened section; other rows open it, too, if they have it."""
        self.sections: dict[str, Section] = {}

    def compose(self) -> ComposeResult:
        """The list of moves, and the details of one."""
        yield Static(self.render_summary(), id="head")
        with Horizontal(id="body"):
            with Vertical(id="list"):
                yield Static(format_column_titles(self.rows), id="titles", markup=False)
                yield MoveList(*render_rows(self.rows), id="moves", compact=True)
            with Vertical(id="detail"):
                yield Heading()
                yield SectionTabs()
                with VerticalScroll(id="scroll", can_focus=False):
                    yield SectionPage()
        yield KeyFooter()

    def on_mount(self) -> None:
        """Select the first move to show."""
        apply_breakpoints(self)
        if self.call_log.file_error:
            self.notify(clean(self.call_log.file_error, 400), severity="error", markup=False)
        if self.rows:
            moves = self.query_one(MoveList)
            moves.highlighted = self.start
            self.call_after_refresh(moves.scroll_to_highlight)

    def find_row(self, move: int) -> int:
        """The index of the row of a move."""
        moves = self.call_log.moves
        logged = moves[min(max(move, 0), len(moves) - 1)]
        return next(n for n, row in enumerate(self.rows) if row.logged is logged)

    def render_summary(self) -> Content:
        """Render the game, and the usage of its models."""
        call_log = self.call_log
        calls = [call for logged in call_log.moves for call in logged.calls if call.server]
        used = format_usage(
            Usage(1, call.tokens_in or 0, call.tokens_out or 0, call.cost) for call in calls
        )
        state = "" if call_log.over else ", not over"
        return Content.assemble(
            ("Inspector", "bold $primary"),
            f"   {shorten_title(call_log.definition)}{state}",
            (f"   {used}" if used else "", "$muted"),
        )

    @on(OptionList.OptionHighlighted)
    def show_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the row under the cursor."""
        self.show_row(self.rows[event.option_index])

    @on(SectionTabs.Opened)
    def open_clicked(self, event: SectionTabs.Opened) -> None:
        """Open the section that was clicked."""
        self.open_section(event.name)

    def show_row(self, row: Row) -> None:
        """Show a row, with the preferred section open if it has one."""
        self.sections = list_sections(self.call_log, row)
        self.query_one(Heading).show(*render_heading(row))
        self.open_section(
            self.preferred if self.preferred in self.sections else next(iter(self.sections))
        )

    def open_section(self, name: str) -> None:
        """Open a section."""
        self.query_one(SectionTabs).show(tuple(self.sections), name)
        self.query_one(SectionPage).show(self.sections[name])
        self.query_one("#scroll").scroll_home(animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable reloading for a finished game."""
        return not (action == "reload" and self.call_log.over)

    def action_move(self, by: int) -> None:
        """Go to the next or previous move, skipping the calls beneath moves."""
        moves = self.query_one(MoveList)
        at = moves.highlighted or 0
        starts = [n for n, row in enumerate(self.rows) if not row.beneath and (n - at) * by > 0]
        if starts:
            moves.highlighted = min(starts) if by > 0 else max(starts)

    def action_section(self, by: int) -> None:
        """Open the next section, or the one before."""
        names = list(self.sections)
        if names:
            self.preferred = names[
                (names.index(self.query_one(SectionTabs).open_name) + by) % len(names)
            ]
            self.open_section(self.preferred)

    def action_scroll_section(self, by: int) -> None:
        """Scroll the section by a page."""
        scroll = self.query_one("#scroll")
        scroll.scroll_relative(y=by * max(scroll.size.height - 1, 1), animate=False)

    def action_reload(self) -> None:
        """Read the journal again, and stay at the same row."""
        try:
            record = read_record(self.call_log.record.path)
            self.call_log = build_call_log(
                record, self.call_log.definition, data=self.call_log.data
            )
        except JournalError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        moves = self.query_one(MoveList)
        at = moves.highlighted
        self.rows = tuple(list_rows(self.call_log))
        moves.set_options(render_rows(self.rows))
        self.query_one("#titles", Static).update(format_column_titles(self.rows))
        moves.highlighted = at
        self.query_one("#head", Static).update(self.render_summary())
        self.refresh_bindings()

    def action_back(self) -> None:
        """Close the inspector."""
        self.dismiss()


class PrivateInspectorScreen(InspectorScreen, PrivateScreen[None]):
    """The inspector of a game that is not over, for its operator only: one key hides it."""

    person = OPERATOR


def create_inspector(
    record: Record, definition: GameType, *, data: Path, at: int | None = None
) -> InspectorScreen:
    """Create the inspector of a match, if it may be inspected.

    Args:
        record: The journal.
        definition: The game in the catalog.
        data: The data folder, with imported vectors and wordings.
        at: The index of the first move to show; by default the last move.

    Raises:
        NotInspectable: If the match may not be inspected yet.
        JournalError: If a move breaks the rules; the message gives its line.
    """
    call_log = build_call_log(record, definition, data=data)
    return (InspectorScreen if call_log.over else PrivateInspectorScreen)(call_log, at=at)
