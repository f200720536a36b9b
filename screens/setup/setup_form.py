"""The base class of forms that ask who plays."""

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from engine.game import GameType
from engine.players.seat_settings import list_settings
from engine.players.spec import MODEL_KINDS, Spec
from screens.setup.form_row import Row
from screens.setup.lineup_summary import summarize_lineup
from screens.setup.model_list import ModelList
from screens.setup.seat_row import SeatRow
from screens.setup.settings_dialog import SeatSettingsDialog
from screens.widgets.even_text import EvenText
from screens.widgets.key_guard import KeyGuard

if TYPE_CHECKING:
    from engine.config.settings import Settings


class SetupForm[Value](KeyGuard, Screen[Value | None]):
    """Rows to fill in; dismissed with their checked value, or with `None`."""

    HELP = (
        "Up and Down, Tab or Enter go from field to field. {start} starts the game. A field that "
        "cannot be used says why."
    )
    AUTO_FOCUS = "#start"
    START = "Start"
    """What the button says."""
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-usual"), (36, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "start", "Start", key_display="F5", tooltip="Start the game", id="start"),
        Binding(
            "f4",
            "set_seat",
            "Settings",
            key_display="F4",
            tooltip="Settings of the player in this seat",
            id="details",
        ),
        Binding(
            "f6",
            "find_models",
            "Models",
            key_display="F6",
            tooltip="Seat one of the models on this computer",
            id="models",
        ),
        Binding("escape", "back", "Back", tooltip="Back without starting", key_display="Esc"),
        Binding("down", "app.focus_next", "Next field", show=False),
        Binding("up", "app.focus_previous", "Field before", show=False),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
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

    def action_find_models(self) -> None:
        """List the models at hand for the focused seat, or else the first that no person has."""
        rows = list(self.query(SeatRow))
        inside = self.focused.ancestors if self.focused is not None else ()
        focused = [row for row in rows if row in inside]
        machines = [row for row in rows if row.kind not in ("human", *MODEL_KINDS)]
        self.seat_model((*focused, *machines, *rows)[0])

    @on(SeatRow.ModelsWanted)
    def list_models(self, event: SeatRow.ModelsWanted) -> None:
        """List the models at hand for a seat."""
        self.seat_model(event.row)

    def seat_model(self, row: SeatRow) -> None:
        """List the models at hand, and seat the one that is chosen."""

        def seat(spec: Spec | None) -> None:
            if spec is not None:
                row.seat_player(spec)

        self.app.push_screen(ModelList(self.settings), seat)

    def compose_bar(self) -> ComposeResult:
        """A summary of the form, and Start."""
        with Horizontal(id="bar"):
            with Vertical():
                yield EvenText(id="summary")
                yield Static(id="message", markup=False)
            yield Button(Content(self.START), id="start", classes="primary", action="screen.start")

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
        for row in self.query(SeatRow):
            if wrong := row.check():
                self.query_one("#form").scroll_to_widget(row)
                row.show_note(wrong, wrong=True)
                next(w for w in row.query("*") if w.focusable).focus()
                return
        self.dismiss(self.read_form())

    def action_back(self) -> None:
        """Dismiss with nothing."""
        self.dismiss(None)
