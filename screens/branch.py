"""Form for branching a saved game: choose who plays each seat from there."""

from collections.abc import Mapping
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.widgets import Static

from engine.games.catalog import find
from engine.games.definition import GameDefinition
from engine.journal_reader import Record
from engine.lineup import PROGRAMS, Spec
from engine.text import clean
from screens.setup_form import FormScroll, SetupForm
from screens.widgets.footer import KeyFooter
from screens.widgets.form_rows import SeatRow


@dataclass(frozen=True, slots=True)
class BranchSetup:
    """A new game that begins with moves of a saved one."""

    record: Record
    """The journal of the saved game."""
    over: bool
    """Whether the saved game is over, so that nothing in it is secret."""
    moves: int
    """How many of its moves the new game begins with."""
    seats: Mapping[str, Spec]
    """Who sits where in the new game: seat name to player, in table order."""


class BranchScreen(SetupForm[BranchSetup]):
    """Shows where the new game leaves the old one, and asks who sits where; shows no moves."""

    CSS_PATH = ["setup_form.tcss", "branch.tcss"]  # noqa: RUF012
    HELP = (
        "Start a new game from this step of a saved one: the same deal and the same moves so "
        "far. Choose who plays each seat from here; F5 starts it. The saved game does not "
        "change."
    )

    def __init__(self, setup: BranchSetup, *, complaint: str | None = None) -> None:
        """Fill the form with `setup`; `complaint` says why it could not be played."""
        super().__init__(complaint)
        self.setup = setup

    @property
    def definition(self) -> GameDefinition:
        return find(self.setup.record.header.game)

    def compose(self) -> ComposeResult:
        """The form, and a bar that does not scroll."""
        with FormScroll(id="form", can_focus=False):
            yield Static("A new game from here", id="title")
            yield Static(self.description, id="about", markup=False)
            yield Static("\n".join(map("! {}".format, self.warnings)), id="warning", markup=False)
            yield Static("Who plays from here", classes="heading")
            for seat, spec in self.setup.seats.items():
                yield SeatRow(seat, spec)
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
        """What the new players may learn, and what of the line-up was not copied."""
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
