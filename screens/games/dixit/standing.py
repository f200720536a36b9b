"""How a game of Dixit stands: the round in one line, and everybody's points."""

from textual.content import Content

from engine.game import Seat
from engine.games.dixit.view import GOAL, Options, View
from screens.games.dixit.faces import short_names
from screens.games.ui import SeatNames
from screens.widgets.lines import Lines, side_by_side, spread

TELLS = "◆"
"""Stands before the storyteller's name."""


BAR, TRACK = "━", "─"
"""A cell of a bar, and one of what is left beside it."""
WIDEST = 32
"""Cells of the widest column."""
NARROW = 15
"""Cells of a column in which a name has a line of its own."""


class Standing(Lines):
    """The round, and the points of all seats, in one line where they fit."""

    DEFAULT_CSS = "Standing { border-bottom: solid $faint; }"

    def __init__(self, names: SeatNames, view: View | None = None) -> None:
        """Show how `view` stands, and call the seats as `names` does."""
        super().__init__()
        self.names = short_names(names)
        self.view = view

    def show(self, view: View) -> None:
        """Show another view."""
        self.view = view
        self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """One line; two where that is too narrow."""
        if self.view is None:
            return []
        parts: list[Content | tuple[str, str]] = []
        for name, points in zip(self.names, self.view.scores, strict=True):
            parts += [(f"{'   ' if parts else ''}{name} ", "$muted"), (f"{points}", "bold")]
        return spread(round_of(self.view), Content.assemble(*parts), width)


def round_of(view: View) -> Content:
    """`Round 3 of 24, phase 1 of 2`."""
    return Content.assemble((f"Round {view.number}", "bold"), rest_of(view.options, view.phase))


def rest_of(options: Options, phase: int) -> str:
    """How far the game goes: ` of 24, phase 1 of 2`."""
    limit, phases = options.round_limit, options.phase_count
    of = f" of {limit}" if limit else ""
    return (
        of
        + (f", phase {phase} of {phases}" if phases > 1 else "")
        + (f", to {GOAL} points" if options.boxed else "")
    )


class Scores(Lines):
    """A column for each seat: its name and points, over a bar as long as the points are many."""

    def __init__(self, names: SeatNames, view: View | None = None, *, gains: bool = False) -> None:
        """Show the points of `view`, with the `gains` of the last round if they are wanted."""
        super().__init__()
        self.names = short_names(names)
        self.view = view
        self.gains = gains

    def show(self, view: View, *, gains: bool = False) -> None:
        """Show other points."""
        self.view, self.gains = view, gains
        self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """The names with the points, and the bars beneath."""
        if self.view is None:
            return []
        each = min(width // len(self.names), WIDEST)
        columns = [self.column(self.view, Seat(seat), each - 2) for seat in range(len(self.names))]
        margin = (width - each * len(columns) + 2) // 2
        return [
            row.pad_left(margin)
            for cells in zip(*columns, strict=True)
            for row in side_by_side(cells, [each] * len(columns))
        ]

    def column(self, view: View, seat: Seat, width: int) -> list[Content]:
        """A seat's name and points, and its bar."""
        points, most = view.scores[seat], max(GOAL if view.options.boxed else 1, *view.scores)
        gained = view.rounds[-1].points[seat] if self.gains and view.rounds else 0
        tells = not view.over and seat == view.storyteller
        numbers = Content.assemble(
            (f"{points}", "bold"), (f" +{gained}" if gained else "", "$success"), " "
        )
        name = Content.assemble((f"{TELLS} " if tells else "", "$primary"), self.names[seat], " ")
        if width < NARROW:  # the numbers stand beside the bar
            room = max(width - numbers.cell_length, 1)
            filled = min(round(points / most * room), room)
            return [
                name.rstrip().truncate(width, ellipsis=True),
                Content.assemble(numbers, line(filled, room)),
            ]
        shown = name.truncate(width - numbers.cell_length, ellipsis=True)
        return [
            Content.assemble(shown, numbers),
            line(min(round(points / most * width), width), width),
        ]


def line(filled: int, width: int) -> Content:
    """A bar of that many cells of `width`."""
    return Content.assemble((BAR * filled, "$primary"), (TRACK * (width - filled), "$faint"))
