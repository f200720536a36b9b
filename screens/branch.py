"""Branching off a kept game: who plays on in the new one."""

from collections.abc import Mapping
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from engine.games.catalog import find
from engine.lineup import PROGRAMS, Spec
from engine.record import Record
from engine.text import clean
from screens.setup_form import SetupForm
from screens.widgets.footer import KeyFooter
from screens.widgets.form_rows import SeatRow


@dataclass(frozen=True, slots=True)
class BranchSetup:
    """A new game that is to begin as a kept one did."""

    record: Record
    """The journal of the kept game."""
    over: bool
    """The kept game is over: all of it has been told."""
    moves: int
    """How many of its moves the new one takes over."""
    seats: Mapping[str, Spec]
    """Who sits where from there on: seat name to player, in table order."""


class BranchScreen(SetupForm[BranchSetup]):
    """Where the new game leaves the old one, and who sits where; tells nothing of the moves."""

    CSS_PATH = ["setup_form.tcss", "branch.tcss"]  # noqa: RUF012
    HELP = (
        "A new game with the same deal and the same moves as far as the step that you looked at. "
        "Say who plays on in each seat; F5 starts it. The old game stays as it is."
    )

    def __init__(self, branching: BranchSetup, *, complaint: str | None = None) -> None:
        """Offer `branching`, and say why it could not be played as it is."""
        super().__init__(complaint)
        self.branching = branching

    def compose(self) -> ComposeResult:
        """The form, and a bar that is always in sight."""
        with VerticalScroll(id="form", can_focus=False):
            yield Static("A new game from here", id="title")
            yield Static(self.about, id="about", markup=False)
            yield Static("\n".join(map("! {}".format, self.warnings)), id="warning", markup=False)
            yield Static("Who plays on", classes="heading")
            for seat, spec in self.branching.seats.items():
                yield SeatRow(seat, spec)
        yield from self.bar()
        yield KeyFooter()

    @property
    def about(self) -> str:
        """Which game begins here, and how."""
        record, moves = self.branching.record, self.branching.moves
        stood = f"as it stood after move {moves} of {len(record.moves)}" if moves else "as dealt"
        title = find(record.header.game).title
        return (
            f"{title}, {stood} in {clean(record.path.name)}. All that is played from here is new."
        )

    @property
    def warnings(self) -> list[str]:
        """What to mind of secrets, and what of the line-up was not taken over."""
        kept = self.branching
        said = ["That game goes on: its secrets are told here, by seat and at the end."]
        if kept.over:
            said = ["That game is over and told: who plays on may know its secrets."]
        if any(spec.kind in PROGRAMS and not spec.argument for spec in kept.seats.values()):
            said.append(
                "The journal may come from elsewhere, so no program is taken over from it: "
                "say again which one you want."
            )
        return said

    def agreed(self) -> BranchSetup:
        """What the form says, once every row of it is in order."""
        kept = self.branching
        seats = {row.seat: row.spec for row in self.query(SeatRow)}
        return BranchSetup(kept.record, kept.over, kept.moves, seats)
