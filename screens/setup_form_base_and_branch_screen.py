"""Forms that ask who plays: the base class, and the form for a game that branches off a saved one.

`summarize_lineup` says in a sentence who plays. The form for a new game is in `setup_screen.py`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from engine.game import GameType
from engine.games.catalog import find
from engine.journal.record import Record
from engine.players.settings import list_settings
from engine.players.spec import PROGRAMS, Spec
from engine.text import clean
from engine.wording import join_names
from screens.widgets.key_footer_and_guard import KeyFooter, KeyGuard
from screens.widgets.seat_row_and_settings_dialog import SeatRow, SeatSettingsDialog
from screens.widgets.setup_widgets import OptionRow, Row

if TYPE_CHECKING:
    from engine.config.settings import Settings


class FormScroll(VerticalScroll, inherit_bindings=False):
    """Scrolls to the field with the focus; the arrow keys lead through the fields."""

    unfolded: Widget | None = None
    """The part that was just unfolded; it scrolls to the top when its content is laid out."""

    def watch_virtual_size(self) -> None:
        """Bring what was unfolded into view, from its heading on."""
        if self.unfolded is not None:
            scroll = partial(self.scroll_to_widget, self.unfolded, animate=False, top=True)
            self.call_after_refresh(scroll)
            self.unfolded = None


class SetupForm[Value](KeyGuard, Screen[Value | None]):
    """Rows to fill in; dismissed with their checked value, or with `None`."""

    HELP = (
        "Up and Down, Tab or Enter go from field to field. F5 starts the game. A field that "
        "cannot be used says why."
    )
    AUTO_FOCUS = "#start"
    VERTICAL_BREAKPOINTS = [(36, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "start", "Start", key_display="F5", tooltip="Start the game"),
        Binding(
            "f4",
            "set_seat",
            "Settings",
            key_display="F4",
            tooltip="Settings of the player in this seat",
        ),
        Binding("escape", "back", "Back", tooltip="Back without starting", key_display="Esc"),
        Binding("down", "app.focus_next", "Next field", show=False),
        Binding("up", "app.focus_previous", "Field before", show=False),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def __init__(self, complaint: str | None, settings: "Settings") -> None:
        """Show `complaint` first: why the last set-up could not be played."""
        super().__init__()
        self.complaint = complaint
        self.settings = settings
        """The settings in force."""

    def read_form(self) -> Value:
        """The value of the form; every row has been checked."""
        raise NotImplementedError

    @property
    def definition(self) -> GameType:
        """The game."""
        raise NotImplementedError

    @property
    def game(self) -> str:
        """The game's name in the catalog."""
        return self.definition.name

    def find_configurable(self) -> SeatRow | None:
        """Find the row of the focused seat, if its player has settings."""
        rows = self.focused.ancestors if self.focused is not None else ()
        row = next((one for one in rows if isinstance(one, SeatRow)), None)
        if row is None or not list_settings(row.kind, self.definition):
            return None
        return row

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Enable settings if the player of the focused seat has some."""
        return action != "set_seat" or self.find_configurable() is not None

    def action_set_seat(self) -> None:
        """Ask for the settings of the player in the focused seat."""
        row = self.find_configurable()
        if row is None or row.check() is not None:
            return
        dialog = SeatSettingsDialog(self.definition, row.seat, row.spec, self.settings.data)

        def apply(spec: Spec | None) -> None:
            if spec is not None:
                row.set_settings(spec)

        self.app.push_screen(dialog, apply)

    def compose_bar(self) -> ComposeResult:
        """A summary of the form, and Start."""
        with Horizontal(id="bar"):
            with Vertical():
                yield Static(id="summary", markup=False)
                yield Static(id="message", markup=False)
            yield Button(Content("Start"), id="start", classes="primary", action="screen.start")

    def on_mount(self) -> None:
        """Show the summary and the complaint."""
        self.show_summary()
        self.show_message(self.complaint, wrong=True)

    def show_message(self, message: str | None, *, wrong: bool = False) -> None:
        """Show a sentence in the bar: what is `wrong`, or what the focused field means."""
        line = self.query_one("#message", Static)
        line.set_class(wrong, "-wrong")
        line.display = bool(message)
        line.update(f"✗ {message}" if message and wrong else message or "")

    @on(Row.Changed)
    def show_summary(self) -> None:
        """Summarise the line-up in a sentence."""
        rows = list(self.query(SeatRow))
        if rows:
            self.query_one("#summary", Static).update(summarize_lineup(row.kind for row in rows))

    @on(Input.Submitted)
    def next_field(self, event: Input.Submitted) -> None:  # noqa: ARG002
        """Enter goes on to the next field."""
        self.focus_next()

    def action_start(self) -> None:
        """Start, unless the key was held down since the screen before."""
        self.press(self.start)

    def start(self) -> None:
        """Dismiss with the value of the form, or go to the first row that is wrong."""
        for row in self.query(Row):
            if isinstance(row, SeatRow | OptionRow) and (wrong := row.check()):
                self.unfold(row)
                self.query_one("#form").scroll_to_widget(row)
                row.show_note(wrong, wrong=True)
                next(w for w in row.query("*") if w.focusable).focus()
                return
        self.dismiss(self.read_form())

    def unfold(self, row: Row) -> None:
        """Show a folded row; by default there are none."""

    def action_back(self) -> None:
        """Dismiss with nothing."""
        self.dismiss(None)


GROUPS = {
    "human": ("person", "people"),
    "pragmatic": ("machine", "machines"),
    "word2vec": ("machine", "machines"),
    "glove": ("machine", "machines"),
    "vectors": ("machine", "machines"),
    "llm": ("model", "models"),
    "comet": ("model", "models"),
    "exec": ("program", "programs"),
    "py": ("program", "programs"),
    "player": ("program", "programs"),
    "random": ("player of random moves", "players of random moves"),
    "script": ("script", "scripts"),
}
"""By kind of player: the singular and plural of its group."""
COUNTS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def summarize_lineup(kinds: Iterable[str]) -> str:
    """Summarise in a sentence who plays, and whether the curtain is used.

    Args:
        kinds: The kind of player in each seat, of `GROUPS`.
    """
    tally = Counter(GROUPS[kind] for kind in kinds)
    groups = sorted(tally.items(), key=_is_not_people)
    parts = [_format_count(count, *group) for group, count in groups]
    who = join_names(parts)
    people = tally[GROUPS["human"]]
    if people > 1:
        rest = "pass the keyboard when asked"
    elif people == 1:
        rest = "no need to pass the keyboard"
    else:
        rest = "you watch"
    return f"{who[0].upper()}{who[1:]}; {rest}."


def _is_not_people(item: tuple[tuple[str, str], int]) -> bool:
    return item[0] != GROUPS["human"]


def _format_count(count: int, one: str, several: str) -> str:
    if count == 1:
        return f"one {one}" if one == "person" else f"a {one}"
    return f"{COUNTS[count] if count < len(COUNTS) else count} {several}"


@dataclass(frozen=True, slots=True)
class BranchSetup:
    """A new game that begins with moves of a saved one."""

    record: Record
    """The journal of the saved game."""
    over: bool
    """Whether the saved game is over, so that nothing in it is secret."""
    moves: int
    """The number of moves that the new game begins with."""
    seats: Mapping[str, Spec]
    """By seat name, in table order: the player in the new game."""


class BranchScreen(SetupForm[BranchSetup]):
    """Shows where the new game branches off, and asks for its players; shows no moves."""

    CSS_PATH = ["setup_form.tcss", "branch.tcss"]  # noqa: RUF012
    HELP = (
        "Start a new game from this step of a saved one: the same deal and the same moves so "
        "far. Choose who plays each seat from here; F5 starts it. The saved game does not "
        "change."
    )

    def __init__(
        self, setup: BranchSetup, settings: "Settings", *, complaint: str | None = None
    ) -> None:
        """Fill the form with `setup`; `complaint` says why it could not be played."""
        super().__init__(complaint, settings)
        self.setup = setup

    @property
    def definition(self) -> GameType:
        return find(self.setup.record.header.game)

    def compose(self) -> ComposeResult:
        """The form, and a bar that does not scroll."""
        with FormScroll(id="form", can_focus=False):
            yield Static("A new game from here", id="title")
            yield Static(self.description, id="about", markup=False)
            yield Static("\n".join(map("! {}".format, self.warnings)), id="warning", markup=False)
            yield Static("Who plays from here", classes="heading")
            for seat, spec in self.setup.seats.items():
                yield SeatRow(seat, spec, self.settings)
        yield from self.compose_bar()
        yield KeyFooter()

    @property
    def description(self) -> str:
        """Which game it branches off, and where."""
        record, moves = self.setup.record, self.setup.moves
        stood = f"as it was after move {moves} of {len(record.moves)}" if moves else "as dealt"
        title = find(record.header.game).title
        return f"{title}, {stood} in {clean(record.path.name)}. Everything from here on is new."

    @property
    def warnings(self) -> list[str]:
        """List warnings: what new players may learn, and which players were not copied."""
        setup = self.setup
        warnings = ["That game is not finished. Whoever plays here may learn its secrets."]
        if setup.over:
            warnings = ["That game is finished: the players here may know its secrets."]
        if any(spec.kind in PROGRAMS and not spec.argument for spec in setup.seats.values()):
            warnings.append(
                "This game may come from somebody else, so its programs are not copied: type the "
                "program that you want."
            )
        return warnings

    def read_form(self) -> BranchSetup:
        setup = self.setup
        seats = {row.seat: row.spec for row in self.query(SeatRow)}
        return BranchSetup(setup.record, setup.over, setup.moves, seats)
