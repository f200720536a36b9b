"""The form for what researchers set: the player of each seat, its settings, and the seed."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, Static

from engine.distinct_names import distinguish_names
from engine.game import GameType
from engine.players.spec import LineupError, Spec
from engine.seat_codes import SEAT_CODE
from engine.text import clean
from screens.players.history import load_player_history
from screens.players.look import assign_looks, write_look
from screens.setup.form_row import Row
from screens.setup.form_scroll import FormScroll
from screens.setup.seat_row import SeatRow
from screens.setup.seed_row import MAX_SEED, SeedRow
from screens.setup.setup_form import SetupForm
from screens.widgets.breakpoints import apply_breakpoints
from screens.widgets.footer import KeyFooter

if TYPE_CHECKING:
    from engine.config.settings import Settings

DEFAULT_NAME = "Player {}"
"""The default name of a person, by the number of their seat."""


class DetailsScreen(SetupForm[tuple[Mapping[str, Spec], str]]):
    """Asks for the player of each seat and for the seed; dismissed with both."""

    CSS_PATH = ["form.tcss", "details.tcss"]  # noqa: RUF012
    AUTO_FOCUS = "SeatRow Select"
    START = "Done"
    HELP = (
        "Choose the player of each seat: people, machines, language models, programs. {details} "
        "opens the settings of the seat with the focus, {models} lists the models on this "
        "computer. The same seed deals the same game again."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "start", "Done", key_display="F5", tooltip="Keep these players", id="start"),
        Binding("escape", "back", "Back", tooltip="Back without changes", key_display="Esc"),
    ]

    def __init__(
        self, game: GameType, seats: Mapping[str, Spec], seed: str, settings: "Settings"
    ) -> None:
        """Offer the players of these seats, and a seed."""
        super().__init__(None, settings)
        self.chosen_game = game
        self.seats = seats
        self.seed = seed
        self.looks = load_player_history(settings.data).looks

    @property
    def definition(self) -> GameType:
        return self.chosen_game

    def compose(self) -> ComposeResult:
        """The form, and a bar that does not scroll."""
        apply_breakpoints(self)
        with FormScroll(id="form", can_focus=False):
            yield Static(f"{self.definition.title}: players in detail", id="title", markup=False)
            for place, (seat, spec) in enumerate(self.seats.items(), 1):
                yield SeatRow(
                    seat, spec, self.settings, self.definition, DEFAULT_NAME.format(place)
                )
            yield SeedRow(self.seed)
        yield from self.compose_bar()
        yield KeyFooter()

    def on_mount(self) -> None:
        self.show_looks()

    def on_row_changed(self, event: Row.Changed) -> None:  # noqa: ARG002
        self.show_looks()

    def show_looks(self) -> None:
        """Show the mark and colour of each player."""
        rows = list(self.query(SeatRow))
        try:
            specs = [row.spec for row in rows]
        except LineupError:  # a name is missing as yet
            return
        labels = [spec.display_name(row.seat) for row, spec in zip(rows, specs, strict=True)]
        machines = [not spec.is_human for spec in specs]
        looks = assign_looks(distinguish_names(labels), self.looks, machines)
        for number, (row, look) in enumerate(zip(rows, looks, strict=True), 1):
            code = SEAT_CODE.fullmatch(row.seat)
            label = DEFAULT_NAME.format(number) if code else row.seat.capitalize()
            row.show_player(write_look(label, look, ""))

    def read_form(self) -> tuple[Mapping[str, Spec], str]:
        seats = {row.seat: row.spec for row in self.query(SeatRow)}
        return seats, clean(self.query_one("#seed", Input).value, MAX_SEED)
