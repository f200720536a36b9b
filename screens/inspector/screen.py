"""The inspector: every move of a game, and how it came about."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static

from engine.call_log import CallLog, NotInspectable, build_call_log
from engine.games.definition import GameDefinition
from engine.record import JournalError, Record, read
from engine.text import clean
from engine.usage import Usage, format_usage
from screens.breakpoints import apply_breakpoints
from screens.curtain import OPERATOR
from screens.inspector.detail import Heading, SectionPage, Tabs
from screens.inspector.rows import Row, line, rows, titles
from screens.inspector.sections import Section, heading, sections
from screens.private import Private
from screens.widgets.footer import KeyFooter


class MoveList(OptionList, inherit_bindings=False):
    """The rows of a match; up and down go through them, and paging is left to the page."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", show=False),
        Binding("down", "cursor_down", "Move", key_display="↑↓"),
        Binding("home", "first", show=False),
        Binding("end", "last", show=False),
    ]


class InspectorScreen(Screen[None]):
    """What was asked and answered for every move; for baselines what they compared."""

    CSS_PATH = "inspector.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (136, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (36, "-tall")]  # noqa: RUF012
    AUTO_FOCUS = "#moves"
    HELP = (
        "Up and down go through the moves; beneath a move stand its calls where there were "
        "several. Left and right open another section, Page up and Page down read on in it. "
        "Whatever came from outside is shown as it came, but for characters that do not show."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,shift+tab", "section(-1)", show=False),
        Binding("right,tab", "section(1)", "Section", key_display="←→"),
        Binding("pageup,shift+space", "read(-1)", show=False),
        Binding("pagedown,space", "read(1)", "Read on", key_display="PgDn"),
        Binding("r", "again", "Read again", key_display="R", tooltip="As the game stands now"),
        Binding("escape", "back", "Back", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def __init__(self, call_log: CallLog, *, at: int | None = None) -> None:
        """Look into a match.

        Args:
            call_log: The match.
            at: The how-manieth move to begin with, counted from 0; the last one if left out.
        """
        super().__init__()
        self.call_log = call_log
        self.rows = tuple(rows(call_log))
        self.start = self.place(len(call_log.moves) - 1 if at is None else at)
        self.wanted = ""
        """The section that was opened last; kept from row to row where there is one."""
        self.sections: dict[str, Section] = {}

    def compose(self) -> ComposeResult:
        """The moves, and the one at hand."""
        yield Static(self.summary(), id="head")
        with Horizontal(id="body"):
            with Vertical(id="list"):
                yield Static(titles(), id="titles", markup=False)
                yield MoveList(*map(line, self.rows), id="moves", compact=True)
            with Vertical(id="detail"):
                yield Heading()
                yield Tabs()
                with VerticalScroll(id="scroll", can_focus=False):
                    yield SectionPage()
        yield KeyFooter()

    def on_mount(self) -> None:
        """Begin where it was asked for."""
        apply_breakpoints(self)
        if self.call_log.file_error:
            self.notify(clean(self.call_log.file_error, 400), severity="error", markup=False)
        if self.rows:
            moves = self.query_one(MoveList)
            moves.highlighted = self.start
            self.call_after_refresh(moves.scroll_to_highlight)

    def place(self, move: int) -> int:
        """The row of a move."""
        moves = self.call_log.moves
        logged = moves[min(max(move, 0), len(moves) - 1)]
        return next(n for n, row in enumerate(self.rows) if row.logged is logged)

    def summary(self) -> Content:
        """What is looked at, and what it used."""
        call_log = self.call_log
        calls = [call for logged in call_log.moves for call in logged.calls if call.server]
        used = format_usage(
            Usage(1, call.tokens_in or 0, call.tokens_out or 0, call.cost) for call in calls
        )
        state = "" if call_log.over else ", not over"
        return Content.assemble(
            ("Inspector", "bold $primary"),
            f"   {call_log.definition.title}{state}",
            (f"   {used}" if used else "", "$muted"),
        )

    @on(OptionList.OptionHighlighted)
    def follow(self, event: OptionList.OptionHighlighted) -> None:
        """Show the row under the cursor."""
        self.show_row(self.rows[event.option_index])

    @on(Tabs.Chosen)
    def click(self, event: Tabs.Chosen) -> None:
        """Open the section that was clicked."""
        self.open(event.name)

    def show_row(self, row: Row) -> None:
        """Show a row, in the section at hand where it has one."""
        self.sections = sections(self.call_log, row)
        self.query_one(Heading).show(*heading(row))
        self.open(self.wanted if self.wanted in self.sections else next(iter(self.sections)))

    def open(self, name: str) -> None:
        """Open a section."""
        self.query_one(Tabs).show(tuple(self.sections), name)
        self.query_one(SectionPage).show(self.sections[name])
        self.query_one("#scroll").scroll_home(animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """A game that is over reads no other the second time."""
        return not (action == "again" and self.call_log.over)

    def action_section(self, by: int) -> None:
        """Open the next section, or the one before."""
        names = list(self.sections)
        if names:
            self.wanted = names[(names.index(self.query_one(Tabs).open) + by) % len(names)]
            self.open(self.wanted)

    def action_read(self, by: int) -> None:
        """Read on in the section, or back."""
        scroll = self.query_one("#scroll")
        scroll.scroll_relative(y=by * max(scroll.size.height - 1, 1), animate=False)

    def action_again(self) -> None:
        """Read the journal as it stands now, and stay at the same row."""
        try:
            record = read(self.call_log.record.path)
            self.call_log = build_call_log(record, self.call_log.definition)
        except (JournalError, NotInspectable) as error:
            self.notify(str(error), severity="error", markup=False)
            return
        moves = self.query_one(MoveList)
        at = moves.highlighted
        self.rows = tuple(rows(self.call_log))
        moves.set_options(map(line, self.rows))
        moves.highlighted = at
        self.query_one("#head", Static).update(self.summary())
        self.refresh_bindings()

    def action_back(self) -> None:
        """Enough."""
        self.dismiss()


class PrivateInspectorScreen(InspectorScreen, Private[None]):
    """A game that goes on, looked into by its operator: one key hides it."""

    person = OPERATOR


def create_inspector(
    record: Record, definition: GameDefinition, *, at: int | None = None
) -> InspectorScreen:
    """The inspector of a match, if it may be looked into.

    Args:
        record: The journal as it stands.
        definition: The game in the catalog.
        at: The how-manieth move to begin with, counted from 0; the last one if left out.

    Raises:
        NotInspectable: If nobody may look yet.
        JournalError: At a move that the rules do not allow, by its line.
    """
    call_log = build_call_log(record, definition)
    return (InspectorScreen if call_log.over else PrivateInspectorScreen)(call_log, at=at)
