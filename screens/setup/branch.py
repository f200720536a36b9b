"""The form for a game that branches off a saved one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.widgets import Static

from engine.game import GameType
from engine.games.catalog import find
from engine.journal.record import Record
from engine.players.spec import ARGUMENTS, Spec
from engine.text import clean
from screens.setup.form_scroll import FormScroll
from screens.setup.seat_row import SeatRow
from screens.setup.setup_form import SetupForm
from screens.widgets.footer import KeyFooter

if TYPE_CHECKING:
    from engine.config.settings import Settings


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

    CSS_PATH = ["form.tcss", "branch.tcss"]  # noqa: RUF012
    HELP = (
        "Start a new game from this step of a saved one: the same deal and the same moves so "
        "far. Choose who plays each seat from here; {start} starts it. The saved game does not "
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
                yield SeatRow(seat, spec, self.settings, self.definition)
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
        if any(spec.kind in ARGUMENTS and not spec.argument for spec in setup.seats.values()):
            warnings.append(
                "This game may come from somebody else, so players that start programs or read "
                "files are not copied: type the player that you want."
            )
        return warnings

    def read_form(self) -> BranchSetup:
        setup = self.setup
        seats = {row.seat: row.spec for row in self.query(SeatRow)}
        return BranchSetup(setup.record, setup.over, setup.moves, seats)
