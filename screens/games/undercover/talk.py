"""The talk of a game of Undercover, round by round, with the votes."""

from textual.content import Content

from engine.game import Seat
from engine.games.undercover.narration import describe_elimination
from engine.games.undercover.view import Line, Round, Stage, View
from screens.games.ui import SeatNames
from screens.games.undercover.standing import called
from screens.widgets.lines import BLANK, Lines, Scroll, side_by_side

WIDEST = 20
"""Cells of the widest column for names."""


class Talk(Scroll):
    """All that was said and voted; the last line is scrolled to."""

    DEFAULT_CSS = "Talk { height: 1fr; min-height: 4; }"

    def __init__(self, names: SeatNames, view: View | None = None) -> None:
        """Tell the talk of `view`."""
        self.said = Said(names, view)
        super().__init__(self.said)

    def on_mount(self) -> None:
        """Begin at the latest line."""
        self.scroll_end(animate=False)

    def show(self, view: View) -> None:
        """Tell the talk of another view."""
        self.said.view = view
        self.said.refresh(layout=True)
        if self.is_mounted:
            self.scroll_end(animate=False)


class Said(Lines):
    """A heading for each round, what was said in it, who voted for whom, and who went out."""

    def __init__(self, names: SeatNames, view: View | None = None) -> None:
        """Tell the talk of `view`."""
        super().__init__()
        self.names = names
        self.view = view

    def layout_lines(self, width: int) -> list[Content]:
        """The rounds, oldest first."""
        view = self.view
        if view is None:
            return []
        rows: list[Content] = []
        for number, done in enumerate(view.rounds, 1):
            rows += [heading(number), *self.spoken(done.lines, width)]
            rows += self.voted(view, number, done, width)
            rows.append(BLANK)
        if not view.over:
            rows.append(heading(view.number))
            rows += self.spoken(view.lines, width)
            rows += self.to_come(view, width)
        elif rows:
            rows.pop()
        return rows

    def spoken(self, lines: tuple[Line, ...], width: int) -> list[Content]:
        """A row for each description, more for a long one."""
        return [row for line in lines for row in self.row(line.seat, Content(line.text), width)]

    def row(self, seat: Seat, told: Content, width: int) -> list[Content]:
        """What is told of a seat, beside its name."""
        style = "bold $primary" if self.view and seat == self.view.seat else "bold"
        name = Content.styled(called(self.names, seat), style)
        return table_row(name, told, self.column(width), width)

    def column(self, width: int) -> int:
        """How wide the column of names is."""
        seats = range(len(self.names.seats))
        longest = max(Content(called(self.names, Seat(seat))).cell_length for seat in seats)
        return min(longest + 2, WIDEST, width // 3)

    def voted(self, view: View, number: int, done: Round, width: int) -> list[Content]:
        """The votes of a round, and what came of them."""
        votes = "  ".join(
            f"{name}→{view.seats[vote]}"
            for name, vote in zip(view.seats, done.votes, strict=True)
            if vote is not None
        )
        out = Content.styled(
            describe_elimination(view, number), "bold" if done.out is not None else "$muted"
        )
        column = self.column(width)
        return [
            *table_row(
                Content.styled("votes", "$muted"), Content.styled(votes, "$muted"), column, width
            ),
            *table_row(BLANK, out, column, width),
        ]

    def to_come(self, view: View, width: int) -> list[Content]:
        """Who is still to speak, or that all vote."""
        if view.stage is Stage.VOTE:
            return []
        waiting = [view.seats[seat] for seat in view.order[len(view.lines) :]]
        return table_row(
            Content.styled("to speak", "$muted"),
            Content.styled(", ".join(waiting), "$muted"),
            self.column(width),
            width,
        )


def heading(number: int) -> Content:
    """`Round 3`."""
    return Content.styled(f"Round {number}", "$primary")


def table_row(first: Content, second: Content, column: int, width: int) -> list[Content]:
    """Two cells side by side, the first of them `column` wide with the blank after it."""
    return side_by_side((first, second), (column, width - column + 1))
