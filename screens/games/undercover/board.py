"""The public table of Undercover: who is in the game, whose turn it is, all that was said."""

from textual.content import Content

from engine.game import Seat
from engine.games.undercover.match_report import describe_elimination, describe_outcome
from engine.games.undercover.view import Line, Round, Stage, View
from screens.games.board import ScrolledView, StackedBoard, StatusLine, TurnLine
from screens.games.ui import SeatNames
from screens.widgets.lines import BLANK, ViewLines, side_by_side, spread

NAME_WIDTH = 20
"""Cells of the widest column for names."""


class UndercoverBoard(StackedBoard[View]):
    """The public table; also what one seat saw, in a replay."""

    def __init__(self, names: SeatNames) -> None:
        """Call the seats as `names` does."""
        statements = StatementList(names)
        super().__init__(UndercoverStatus(), UndercoverTurn(names), ScrolledView(statements))


class UndercoverStatus(StatusLine[View]):
    """The round, how many live, and who is out."""

    def build_lines(self, view: View, width: int) -> list[Content]:
        """One line; two where that is too narrow."""
        number = Content.assemble((f"Round {view.number}", "bold"), f" of {view.options.rounds}")
        gone = [Seat(seat) for seat in range(len(view.seats)) if seat not in view.living]
        parts = [f"{len(view.living)} of {len(view.seats)} still in the game"]
        if gone:
            parts.append("out: " + ", ".join(format_fate(view, seat) for seat in gone))
        return spread(number, Content.styled("   ".join(parts), "$muted"), width)


def format_fate(view: View, seat: Seat) -> str:
    """`p3`, with the role where it is open: `p3 (civilian)`."""
    role = view.roles[seat]
    return f"{view.seats[seat]} ({role})" if role and not view.over else view.seats[seat]


class UndercoverTurn(TurnLine[View]):
    """Whose turn it is, and the word for those who may know it."""

    def build_lines(self, view: View, width: int) -> list[Content]:
        """The turn; a seat's own word, and whether it is out."""
        if view.over:
            now = Content.styled(describe_outcome(view), "bold $primary")
        elif view.speaker is not None:
            now = Content.assemble((format_seat(self.names, view.speaker), "bold"), " is to speak.")
        else:
            now = Content.assemble("All who are ", ("still in the game", "bold"), " vote, sealed.")
        rows = [*now.wrap(width)]
        if view.word is not None:
            out = "   out of the game" if view.eliminated else ""
            own = Content.assemble(("Word  ", "$muted"), (view.word, "bold $primary"), out)
            rows += own.wrap(width)
        return rows


class StatementList(ViewLines[View]):
    """A heading for each round, what was said in it, who voted for whom, and who went out."""

    def __init__(self, names: SeatNames, view: View | None = None) -> None:
        """Show the talk of `view`."""
        super().__init__(view)
        self.names = names

    def build_lines(self, view: View, width: int) -> list[Content]:
        """The rounds, oldest first."""
        rows: list[Content] = []
        for number, done in enumerate(view.rounds, 1):
            rows += [format_heading(number), *self.build_statements(done.lines, width)]
            rows += self.build_votes(view, number, done, width)
            rows.append(BLANK)
        if not view.over:
            rows.append(format_heading(view.number))
            rows += self.build_statements(view.lines, width)
            rows += self.build_waiting(view, width)
        elif rows:
            rows.pop()
        return rows

    def build_statements(self, lines: tuple[Line, ...], width: int) -> list[Content]:
        """A row for each description, more for a long one."""
        rows = (self.build_row(line.seat, Content(line.text), width) for line in lines)
        return [line for row in rows for line in row]

    def build_row(self, seat: Seat, text: Content, width: int) -> list[Content]:
        """A line of text beside the name of its seat."""
        style = "bold $primary" if self.view and seat == self.view.seat else "bold"
        name = Content.styled(format_seat(self.names, seat), style)
        return build_table_row(name, text, self.measure_names(width), width)

    def measure_names(self, width: int) -> int:
        """Measure the column of names."""
        seats = range(len(self.names.seats))
        longest = max(Content(format_seat(self.names, Seat(seat))).cell_length for seat in seats)
        return min(longest + 2, NAME_WIDTH, width // 3)

    def build_votes(self, view: View, number: int, done: Round, width: int) -> list[Content]:
        """The votes of a round, and what came of them."""
        votes = "  ".join(
            f"{name}→{view.seats[vote]}"
            for name, vote in zip(view.seats, done.votes, strict=True)
            if vote is not None
        )
        style = "bold" if done.out is not None else "$muted"
        out = Content.styled(describe_elimination(view, number), style)
        label, column = Content.styled("votes", "$muted"), self.measure_names(width)
        return [
            *build_table_row(label, Content.styled(votes, "$muted"), column, width),
            *build_table_row(BLANK, out, column, width),
        ]

    def build_waiting(self, view: View, width: int) -> list[Content]:
        """Who is still to speak, or that all vote."""
        if view.stage is Stage.VOTE:
            return []
        waiting = [view.seats[seat] for seat in view.order[len(view.lines) :]]
        return build_table_row(
            Content.styled("to speak", "$muted"),
            Content.styled(", ".join(waiting), "$muted"),
            self.measure_names(width),
            width,
        )


def format_heading(number: int) -> Content:
    """`Round 3`."""
    return Content.styled(f"Round {number}", "$primary")


def build_table_row(first: Content, second: Content, column: int, width: int) -> list[Content]:
    """Two cells side by side; the first is `column` wide with the blank after it."""
    return side_by_side((first, second), (column, width - column + 1))


def format_seat(names: SeatNames, seat: Seat) -> str:
    """Format seat and player for the talk: `p1 Ada`."""
    name, label = names.seats[seat], names.labels[seat]
    return label if label.casefold() == name.casefold() else f"{name} {label}"
