"""The row that asks who plays a seat, and the dialog for the settings of that player."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, Select, Static

from engine.config.paths import get_vectors_folder
from engine.game import GameType
from engine.games.player_kinds import PRAGMATIC, USUAL_STRENGTH
from engine.options import Option
from engine.players.settings import list_settings
from engine.players.spec import (
    ARGUMENTS,
    MAX_NAME_LENGTH,
    MODEL_KINDS,
    LineupError,
    Spec,
    parse_spec,
    read_game_settings,
)
from screens.widgets.key_footer_and_guard import KeyFooter
from screens.widgets.setup_widgets import FieldHint, OptionRow, Row
from words.space.errors import SpaceError
from words.space.folder import find_space, list_spaces
from words.space.names import EMBEDDED_SPACES

if TYPE_CHECKING:
    from engine.config.settings import Settings


class FittingText(Widget):
    """The longest of several texts that fits into the line."""

    texts: reactive[tuple[str, ...]] = reactive(())

    def show(self, *texts: str) -> None:
        """Show the first of these that fits, or the last."""
        self.texts = texts

    def render(self) -> Content:
        fitting = (text for text in self.texts if cell_len(text) <= self.size.width)
        return Content(next(fitting, self.texts[-1] if self.texts else ""))


KINDS = {
    "human": "a person",
    "pragmatic": "Parlour's own player",
    "word2vec": "a machine (word2vec)",
    "glove": "a machine (GloVe)",
    "vectors": "your own word vectors",
    "llm": "a language model",
    "comet": "a model in steps (CoMet)",
    "exec": "a program",
    "py": "a player in Python",
    "player": "a player of a package",
    "random": "random moves",
    "script": "a script file",
}
"""Labels of the kinds of players."""
ASKS = {"human": "name (optional)", **ARGUMENTS}
"""Placeholders of the field for the name."""


class SeatRow(Row):
    """A row for a seat: a kind of player, and a name if the kind has one."""

    DEFAULT_CSS = """
    SeatRow > .label { width: 15; }
    SeatRow > .machine { width: 1fr; color: $muted; display: none; }
    SeatRow > .settings { width: 1fr; height: 1; color: $muted; }
    SeatRow.-simple > .settings { display: none; }
    SeatRow.-simple Select { display: none; }
    SeatRow.-simple.-machine Input { display: none; }
    SeatRow.-simple.-machine .machine { display: block; }
    SeatRow.-simple > .label { width: 15; }
    """

    def __init__(
        self,
        seat: str,
        spec: Spec,
        settings: "Settings",
        default_name: str = "",
        *,
        simple: bool = False,
    ) -> None:
        """Offer `spec` for `seat`.

        Args:
            seat: The seat.
            spec: The initial player.
            settings: The settings in force.
            default_name: The default name of a person.
            simple: Whether to ask people only for names, not for the kind of player.
        """
        super().__init__(seat.capitalize())
        self.seat = seat
        self.default_name = default_name
        self.set_class(simple, "-simple")
        self.first = spec
        self.in_force = settings
        """The settings in force."""
        self.arguments = {spec.kind: spec.argument}
        """By kind: the typed text, so that switching kinds loses nothing."""
        self.settings = {spec.kind: spec.settings}
        """By kind: its settings."""

    def compose_fields(self) -> ComposeResult:
        """Yield the kind and its argument."""
        kinds = [(label, kind) for kind, label in KINDS.items()]
        yield Select(kinds, value=self.first.kind, allow_blank=False, compact=True)
        yield Input(self.first.argument, compact=True)
        yield Static(classes="machine", markup=False)
        yield FittingText(classes="settings")

    @property
    def typed_name(self) -> str:
        """The name that was typed for a person."""
        return self.arguments.get("human", "").strip()

    @property
    def asks_for_text(self) -> bool:
        """Whether something can be typed here."""
        return bool(self.query_one(Input).display) and (
            self.kind == "human" or not self.has_class("-simple")
        )

    def fill_name(self, name: str) -> None:
        """Fill in a person's name."""
        self.arguments["human"] = name
        if self.kind == "human":
            self.query_one(Input).value = name

    def show_player(self, player: Content) -> None:
        """Show the player's mark before the label."""
        self.query_one(".label", Static).update(player)

    def on_mount(self) -> None:
        """Show the field for the first kind."""
        self.ask_for_argument()

    def seat_player(self, spec: Spec) -> None:
        """Select another player; a person's typed name is kept."""
        if spec.argument:
            self.arguments[spec.kind] = spec.argument
        self.set_settings(spec)
        self.query_one(Select).value = spec.kind

    def set_settings(self, spec: Spec) -> None:
        """Use the settings of `spec` for its kind."""
        self.settings[spec.kind] = spec.settings
        if spec.argument and spec.kind != "human" and spec.kind == self.kind:
            self.query_one(Input).value = spec.argument
        self.check()

    @property
    def kind(self) -> str:
        """The chosen kind."""
        return str(self.query_one(Select).value)

    @property
    def spec(self) -> Spec:
        """The player of the seat.

        Raises:
            LineupError: If a name is missing or unknown.
        """
        argument = self.query_one(Input).value if self.kind in ASKS else ""
        if self.kind == "human" and not argument.strip():
            argument = self.default_name
        spec = parse_spec(f"{self.kind}:{argument}" if argument.strip() else self.kind)
        settings = dict(self.settings.get(self.kind, ())) | dict(spec.settings)
        spec = replace(spec, settings=tuple(settings.items()))
        if spec.kind == "vectors":
            try:
                find_space(spec.argument, get_vectors_folder(self.in_force.data))
            except SpaceError as error:
                raise LineupError(str(error)) from None
        return spec

    def check(self) -> str | None:
        """Validate, and show an error or a hint beneath.

        Returns:
            The error, or `None`.
        """
        try:
            spec = self.spec
        except LineupError as error:
            typing = not self.query_one(Input).value and self.kind in ARGUMENTS
            self.show_note(
                _describe_argument(self.kind, get_vectors_folder(self.in_force.data))
                if typing
                else str(error),
                wrong=not typing,
            )
            return str(error)
        self.show_note(_find_missing(spec, self.in_force), wrong=False)
        chosen = "  ".join(f"{name}={value}" for name, value in spec.settings)
        count = f"{len(spec.settings)} set" if spec.settings else ""
        offered: tuple[str, ...] = ()
        if spec.kind == PRAGMATIC and not spec.settings:
            usual = f"strength {USUAL_STRENGTH} of 5"
            offered = (f"{usual}: F4 makes it weaker or stronger", f"{usual}: F4", "F4")
        self.query_one(".settings", FittingText).show(*offered, chosen, count)
        name = spec.display_name(self.seat)
        kind = "a machine" if spec.spaces else KINDS[self.kind]
        self.query_one(".machine", Static).update(f"{name}, {kind}")
        return None

    @on(Select.Changed)
    def ask_for_argument(self) -> None:
        """Ask for a name if the chosen kind has one."""
        field = self.query_one(Input)
        field.display = self.kind in ASKS
        self.set_class(self.kind != "human", "-machine")
        field.placeholder = ASKS.get(self.kind, "")
        field.max_length = MAX_NAME_LENGTH if self.kind == "human" else 0
        with self.prevent(Input.Changed):
            field.value = self.arguments.get(self.kind, "")
        self.validate()

    @on(Input.Changed)
    def validate(self) -> None:
        """Validate, and post `Changed`."""
        if self.query_one(Input).display:
            self.arguments[self.kind] = self.query_one(Input).value
        self.check()
        self.post_message(self.Changed())


def _describe_argument(kind: str, vectors: Path) -> str:  # noqa: PLR0911 - a return for each kind
    """Describe the argument of a kind; `vectors` is the folder of imported spaces."""
    if kind == "vectors":
        own = [name for name in list_spaces(vectors) if name not in EMBEDDED_SPACES]
        if own:
            return f"Give the name of your vectors: {', '.join(own)}."
        return "You have none yet. Import some: parlour vectors import FILE --name NAME"
    if kind in MODEL_KINDS:
        return "Give the model's name, as its server knows it."
    if kind == "exec":
        return "Give the command, such as ./bot.sh: a program that speaks JSON lines."
    if kind == "py":
        return "Give module and factory, such as bots:make."
    if kind == "player":
        return "Give the name under which a package announces its player."
    return "Give the file with the moves, one JSON object a line."


def _find_missing(spec: Spec, settings: "Settings") -> str | None:
    """Find a requirement of a player that this form cannot provide."""
    if not spec.asks_model:
        return None
    from engine.llm.model import find_missing_setup

    return find_missing_setup(spec.argument, settings=settings)


class SettingRow(OptionRow):
    """A row for a setting, which may have no default of its own."""

    DEFAULT_CSS = """
    SettingRow .label { width: 18; }
    SettingRow Input, SettingRow Select { width: 24; }
    """

    def compose_fields(self) -> ComposeResult:
        """The field for its kind, blank if it is not set, and what is allowed."""
        option, text = self.option, self.first
        if option.choices:
            choices = [(choice, choice) for choice in option.choices]
            unset = [] if option.default is not None else [("not set", "")]
            value = text or str(option.default or "")
            yield Select([*unset, *choices], value=value, allow_blank=False, compact=True)
        else:
            default = "not set" if option.default is None else option.usual
            yield Input(text or "", placeholder=default, compact=True)
        yield FieldHint(describe_values(option))

    @property
    def text(self) -> str:
        if self.option.choices:
            return str(self.query_one(Select).value)
        return self.query_one(Input).value.strip()


class SeatSettingsDialog(ModalScreen[Spec | None]):
    """Asks for a player's settings; dismissed with the player that has them, or with `None`."""

    CSS = """
    SeatSettingsDialog .dialog { width: 76; }
    SeatSettingsDialog #settings { height: auto; max-height: 14; margin-top: 1; }
    SeatSettingsDialog .note { height: auto; padding-left: 2; color: $error; }
    SeatSettingsDialog #means { height: 3; margin-top: 1; width: 1fr; color: $muted; }
    SeatSettingsDialog #means.-wrong { color: $error; }
    """
    HELP = (
        "Settings of this player only. Leave a field blank to keep its default. What you change "
        "becomes part of the player's name."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "apply", "Apply", key_display="F5"),
        Binding("escape", "cancel", "Back", key_display="Esc"),
        Binding("down", "app.focus_next", "Next field", show=False),
        Binding("up", "app.focus_previous", "Field before", show=False),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def __init__(self, definition: GameType, seat: str, spec: Spec, data: Path) -> None:
        """Offer the settings of `spec`, who has `seat` in the game of `definition`.

        Args:
            definition: The game.
            seat: The seat.
            spec: Its player.
            data: The data folder, with wordings of prompts.
        """
        super().__init__()
        self.definition = definition
        self.seat = seat
        self.spec = spec
        self.data = data

    def compose(self) -> ComposeResult:
        """Yield a row for each setting, and an explanation of the focused one."""
        player = replace(self.spec, settings=()).display_name(self.seat)
        given = dict(self.spec.settings)
        with Vertical(classes="dialog"):
            yield Static(f"Settings of {self.seat}: {player}", classes="title", markup=False)
            with VerticalScroll(id="settings", can_focus=False):
                for name, option in list_settings(self.spec.kind, self.definition).items():
                    yield SettingRow(option, given.get(name))
            yield Static(id="means", markup=False)
        yield KeyFooter()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Explain the focused setting."""
        row = next((w for w in event.widget.ancestors if isinstance(w, SettingRow)), None)
        if row is not None:
            option = row.option
            unset = f" If it is not set: {option.usual}." if option.default is None else ""
            self.show_message(f"{option.help}{unset}")

    def show_message(self, message: str, *, wrong: bool = False) -> None:
        """Show a sentence beneath the rows."""
        means = self.query_one("#means", Static)
        means.set_class(wrong, "-wrong")
        means.update(f"✗ {message}" if wrong else message)

    @on(Input.Submitted)
    def next_field(self) -> None:
        """Enter goes on to the next field."""
        self.focus_next()

    def action_apply(self) -> None:
        """Dismiss with the settings that differ from the default, or focus a wrong one."""
        settings = []
        for row in self.query(SettingRow):
            if row.check() is not None:
                next(w for w in row.query("*") if w.focusable).focus()
                return
            if row.differs:
                settings.append((row.option.name, row.option.format(row.option.parse(row.text))))
        spec = replace(self.spec, settings=tuple(settings))
        try:
            read_game_settings(spec, self.definition, data=self.data)
        except LineupError as error:  # such as an unknown wording
            self.show_message(str(error), wrong=True)
            return
        self.dismiss(spec)

    def action_cancel(self) -> None:
        """Dismiss with nothing."""
        self.dismiss(None)


def describe_values(option: Option) -> str:
    """Describe in a few words what a setting accepts."""
    if option.value_type in {int, float}:
        return " or ".join((f"{option.low} to {option.high:,}", *option.words))
    return option.mark.form
