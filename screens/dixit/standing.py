"""How a game of Dixit stands: the round in one line, and everybody's points."""

from textual.content import Content

from engine.dixit.view import GOAL, Options, View
from engine.game import Seat
from screens.dixit.faces import short_names
from screens.front import Cast
from screens.widgets.lines import Lines, side_by_side, spread

BAR = "▏▎▍▌▋▊▉█"
"""A cell of a bar, filled by an eighth more each time."""
TELLS = "◆"
"""Stands before the storyteller's name."""
NUMBERS = 8
"""Cells beside a bar, for the points in all and those of the last round."""


class Standing(Lines):
    """The round, and the points of all seats, in one line where they fit."""

    DEFAULT_CSS = "Standing { border-bottom: solid $faint; }"

    def __init__(self, cast: Cast, view: View | None = None) -> None:
        """Show how `view` stands, and call the seats as `cast` does."""
        super().__init__()
        self.names = short_names(cast)
        self.view = view

    def show(self, view: View) -> None:
        """Show another view."""
        self.view = view
        self.refresh(layout=True)

    def lines(self, width: int) -> list[Content]:
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
    """A column for each seat: its name, over its points as a bar and as a number."""

    def __init__(self, cast: Cast, view: View | None = None, *, gains: bool = False) -> None:
        """Show the points of `view`, with the `gains` of the last round if they are wanted."""
        super().__init__()
        self.names = short_names(cast)
        self.view = view
        self.gains = gains

    def show(self, view: View, *, gains: bool = False) -> None:
        """Show other points."""
        self.view, self.gains = view, gains
        self.refresh(layout=True)

    def lines(self, width: int) -> list[Content]:
        """The names, and the points beneath."""
        view = self.view
        if view is None:
            return []
        count = len(self.names)
        each = min(width // count, 30)
        cells = [self.seat(view, Seat(seat), each - 2) for seat in range(count)]
        rows = (
            row for cell in zip(*cells, strict=True) for row in side_by_side(cell, [each] * count)
        )
        margin = (width - each * count + 1) // 2
        return [row.pad_left(margin) for row in rows]

    def seat(self, view: View, seat: Seat, width: int) -> tuple[Content, Content]:
        """A seat's name, and its points."""
        points, most = view.scores[seat], max(GOAL if view.options.boxed else 1, *view.scores)
        tells = not view.over and seat == view.storyteller
        name = Content.assemble(
            (f"{TELLS} " if tells else "", "$primary"),
            (self.names[seat], "bold" if tells else ""),
        ).truncate(width, ellipsis=True)
        gained = view.rounds[-1].points[seat] if self.gains and view.rounds else 0
        return name, Content.assemble(
            (bar(points / most, max(width - NUMBERS, 1)), "$primary"),
            (f" {points}" if points else f"{points}", "bold"),
            (f" +{gained}" if gained else "", "$success"),
        )


def bar(share: float, width: int) -> str:
    """A bar that fills so much of `width` cells."""
    whole, rest = divmod(round(share * width * len(BAR)), len(BAR))
    return BAR[-1] * whole + (BAR[rest - 1] if rest else "")
