"""The dialog for the settings of a player."""

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Select, Static

from engine.game import GameType
from engine.options import Option
from engine.players.settings import list_settings
from engine.players.spec import LineupError, Spec, read_game_settings
from screens.setup.option import OptionRow
from screens.setup.row import FieldHint
from screens.widgets.footer import KeyFooter


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
