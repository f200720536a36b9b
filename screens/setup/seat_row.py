"""The row that asks who plays a seat."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Select, Static

from engine.config.paths import get_vectors_folder
from engine.game import GameType
from engine.llm.model import find_missing_setup
from engine.players.machine_names import plays_game
from engine.players.spec import (
    ARGUMENTS,
    MAX_NAME_LENGTH,
    MODEL_KINDS,
    NAMED,
    LineupError,
    Spec,
    parse_spec,
)
from engine.players.word_players import PRAGMATIC, USUAL_STRENGTH
from engine.seat_codes import name_role
from screens.setup.form_row import Row
from screens.shown_keys import show_key
from screens.widgets.fitting_text import FittingText
from words.space.errors import SpaceError
from words.space.folder import find_space, list_imported_spaces

if TYPE_CHECKING:
    from engine.config.settings import Settings


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


FIND_MODELS = "models"
"""The choice that is no kind of player: it opens the list of models."""


ASKS = {"human": "name (optional)", "pragmatic": "name (optional)", **ARGUMENTS}
"""Placeholders of the field for the name."""


class SeatRow(Row):
    """A row for a seat: a kind of player, and a name if the kind has one."""

    class ModelsWanted(Message):
        """A model of those at hand is to be chosen for the seat."""

        def __init__(self, row: "SeatRow") -> None:
            super().__init__()
            self.row = row

    DEFAULT_CSS = """
    SeatRow > .label { width: 15; }
    SeatRow > .settings { width: 1fr; height: 1; color: $muted; }
    SeatRow Input { display: none; }
    SeatRow.-asks Input { display: block; }
    """

    def __init__(
        self,
        seat: str,
        spec: Spec,
        settings: "Settings",
        game: GameType,
        default_name: str = "",
    ) -> None:
        """Offer `spec` for `seat`, and all kinds of player that know the game.

        Args:
            seat: The seat.
            spec: The initial player.
            game: The game.
            settings: The settings in force.
            default_name: The default name of a person.
        """
        super().__init__(name_seat(seat))
        self.seat = seat
        self.game = game
        self.default_name = default_name
        self.first = spec
        self.kind_before = spec.kind
        """The kind that was chosen before the list of models was opened."""
        self.in_force = settings
        """The settings in force."""
        self.arguments = {spec.kind: spec.argument}
        """By kind: the typed text, so that switching kinds loses nothing."""
        self.settings = {spec.kind: spec.settings}
        """By kind: its settings."""

    def compose_fields(self) -> ComposeResult:
        """Yield the kind and its argument."""
        kinds = [
            (label, kind)
            for kind, label in KINDS.items()
            if kind == self.first.kind or plays_game(kind, self.game)
        ]
        place = kinds.index((KINDS["llm"], "llm"))
        kinds.insert(place, ("models found on this computer", FIND_MODELS))
        yield Select(kinds, value=self.first.kind, allow_blank=False, compact=True)
        yield Input(self.first.argument, compact=True)
        yield FittingText(classes="settings")

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
        value = str(self.query_one(Select).value)
        return self.kind_before if value == FIND_MODELS else value

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
        for space in spec.spaces:
            try:
                find_space(space, get_vectors_folder(self.in_force.data))
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
            key = show_key(self.app, "details")
            offered = (f"{usual}: {key} makes it weaker or stronger", f"{usual}: {key}", key)
        self.query_one(".settings", FittingText).show(*offered, chosen, count)
        return None

    @on(Select.Changed)
    def ask_for_argument(self) -> None:
        """Ask for a name if the chosen kind has one, or open the list of models."""
        choice = self.query_one(Select)
        if choice.value == FIND_MODELS:
            choice.value = self.kind_before
            self.post_message(self.ModelsWanted(self))
            return
        self.kind_before = self.kind
        field = self.query_one(Input)
        self.set_class(self.kind in ASKS, "-asks")
        field.placeholder = ASKS.get(self.kind, "")
        field.max_length = MAX_NAME_LENGTH if self.kind in NAMED else 0
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
        if own := list_imported_spaces(vectors):
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

    return find_missing_setup(spec.argument, settings=settings)


def name_seat(seat: str) -> str:
    """`Player 3` for `p3`, `White 2` for `white2`, `Encoder` for `encoder`."""
    name = (name_role(seat) or "player").capitalize()
    number = seat.removeprefix(seat.rstrip("0123456789"))
    return f"{name} {number}".rstrip()
