"""The dialog for the settings of a player."""

from dataclasses import replace
from pathlib import Path

from textual.app import ComposeResult
from textual.widgets import Input, Select

from engine.config.paths import get_vectors_folder
from engine.game import GameType
from engine.joined_text import join_names
from engine.options import Option
from engine.players.seat_settings import list_settings
from engine.players.spec import LineupError, Spec, read_vector_settings
from screens.setup.form_row import FieldHint
from screens.setup.option_row import OptionRow
from screens.setup.options_dialog import OptionsDialog
from words.space.errors import SpaceError
from words.space.folder import list_imported_spaces


class SettingRow(OptionRow):
    """A row for a setting, which may have no default of its own."""

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


class SeatSettingsDialog(OptionsDialog[Spec]):
    """Asks for a player's settings; dismissed with the player that has them, or with `None`."""

    HELP = (
        "Settings of this player only. Leave a field blank to keep its default. What you change "
        "becomes part of the player's name."
    )

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
        player = replace(spec, settings=()).display_name(seat)
        self.heading = f"Settings of {seat}: {player}"

    def create_rows(self) -> list[OptionRow]:
        """Create a row for each setting."""
        given = dict(self.spec.settings)
        settings = list_settings(self.spec.kind, self.definition)
        return [SettingRow(option, given.get(name)) for name, option in settings.items()]

    def explain(self, option: Option) -> str:
        """Say what a setting means, and what holds without it."""
        unset = f" If it is not set: {option.usual}." if option.default is None else ""
        own = list_imported_spaces(get_vectors_folder(self.data)) if option.mark.spaces else []
        there = f" You have imported {join_names(own)}." if own else ""
        return f"{option.help}{unset}{there}"

    def action_apply(self) -> None:
        """Dismiss with the settings that differ from the default, or focus a wrong one."""
        settings = self.read_rows()
        if settings is None:
            return
        spec = replace(self.spec, settings=tuple(settings.items()))
        try:
            read_vector_settings(spec, self.definition, data=self.data)
        except (LineupError, SpaceError) as error:  # such as an unknown wording
            self.show_message(str(error), wrong=True)
            return
        self.dismiss(spec)


def describe_values(option: Option) -> str:
    """Describe in a few words what a setting accepts."""
    if option.value_type in {int, float}:
        return " or ".join((f"{option.low} to {option.high:,}", *option.words))
    return option.mark.form
