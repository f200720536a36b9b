"""How a game of Undercover stands, in one line."""

from textual.content import Content

from engine.game import Seat
from engine.games.undercover.view import View
from screens.games.ui import SeatNames
from screens.widgets.lines import ViewLines, spread


class Standing(ViewLines[View]):
    """The round, how many live, and who is out."""

    DEFAULT_CSS = "Standing { border-bottom: solid $faint; }"

    def build_lines(self, view: View, width: int) -> list[Content]:
        """One line; two where that is too narrow."""
        number = Content.assemble((f"Round {view.number}", "bold"), f" of {view.options.rounds}")
        gone = [Seat(seat) for seat in range(len(view.seats)) if seat not in view.living]
        parts = [f"{len(view.living)} of {len(view.seats)} still in the game"]
        if gone:
            parts.append("out: " + ", ".join(fate(view, seat) for seat in gone))
        return spread(number, Content.styled("   ".join(parts), "$muted"), width)


def fate(view: View, seat: Seat) -> str:
    """`p3`, with the role where it is open: `p3 (civilian)`."""
    role = view.roles[seat]
    return f"{view.seats[seat]} ({role})" if role and not view.over else view.seats[seat]


def called(names: SeatNames, seat: Seat) -> str:
    """What a seat is called in the talk: `p1 Ada`."""
    name, label = names.seats[seat], names.labels[seat]
    return label if label.casefold() == name.casefold() else f"{name} {label}"
