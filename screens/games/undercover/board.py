"""The board of Undercover."""

from collections.abc import Iterator

from textual.content import Content

from engine.games.undercover.story import describe_elimination, describe_outcome
from engine.games.undercover.view import Line, Round, Stage, View
from engine.seat import Seat
from screens.games.board import StackedBoard, StatusLine, TurnLine
from screens.games.undercover.player_panels import PanelScroll, PlayerPanels
from screens.players.seat_names import SeatNames
from screens.widgets.lines import ViewLines
from screens.widgets.text_layout import BLANK, lay_out_row, spread, wrap_parts

NAME_WIDTH = 20
"""Cells of the widest column for names."""


class UndercoverBoard(StackedBoard[View]):
    """The public table; in a replay, also a seat's view."""

    def __init__(self, names: SeatNames) -> None:
        """Show the players by these `names`."""
        panels = PanelScroll(PlayerPanels(names))
        super().__init__(UndercoverStatus(names), UndercoverTurn(names), panels)


class UndercoverStatus(StatusLine[View]):
    """The round, the number of living players, and who is out."""

    def __init__(self, names: SeatNames, view: View | None = None) -> None:
        """Show the players by these `names`."""
        super().__init__(view)
        self.names = names

    def build_lines(self, view: View, width: int) -> list[Content]:
        """One line; two where that is too narrow."""
        number = Content.assemble((f"Round {view.number}", "bold"), f" of {view.options.rounds}")
        gone = [Seat(seat) for seat in range(len(view.seats)) if seat not in view.living]
        living = f"{len(view.living)} of {len(view.seats)} still in the game"
        parts = [Content.styled(living, "$muted")]
        if gone:
            out = Content(", ").join([self.build_fate(view, seat) for seat in gone])
            parts.append(Content.assemble(("out: ", "$muted"), out))
        return spread(number, Content("   ").join(parts), width)

    def build_fate(self, view: View, seat: Seat) -> Content:
        """Build a player who is out, with the role if it is revealed: `Ada (civilian)`."""
        role = view.roles[seat]
        was = f" ({role})" if role and not view.over else ""
        return Content.assemble(self.names.format_player(seat, style=""), (was, "$muted"))


class UndercoverTurn(TurnLine[View]):
    """The current player, the seat's word if it is visible, and a note for players who are out."""

    def list_lines(self, view: View) -> Iterator[Content]:
        """The turn; a seat's own word, and whether it is out; who looks on from here."""
        if view.over:
            yield Content.styled(describe_outcome(view), "bold $primary")
        elif view.hides_end:
            yield Content("The game is over. Roles and words come after a last question.")
        elif view.speaker is not None:
            yield Content("Everybody describes their word, one after another.")
        else:
            yield Content.assemble(
                "All who are ", ("still in the game", "bold"), " vote in secret."
            )
        if view.word is not None:
            out = "   out of the game" if view.eliminated else ""
            yield Content.assemble(("Word  ", "$muted"), (view.word, "bold $primary"), out)
        elif watching := self.list_watching(view):
            be = "are" if len(watching) > 1 else "is"
            note = f" {be} out: watch from here on, the keyboard passes you by."
            yield Content.assemble(self.names.format_players(watching), (note, "$muted"))

    def list_watching(self, view: View) -> list[Seat]:
        """List the people who are out of a game in progress."""
        seats = [Seat(seat) for seat in range(len(view.seats))]
        return [
            seat
            for seat in seats
            if not (view.over or view.hides_end)
            and seat not in view.living
            and seat not in self.names.machines
        ]


class StatementList(ViewLines[View]):
    """The talk: for each round a heading, the descriptions, the votes and who was eliminated."""

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
        style = "bold underline" if self.view and seat == self.view.seat else "bold"
        name = self.names.format_player(seat, style=style)
        return build_table_row(name, text, self.measure_names(width), width)

    def measure_names(self, width: int) -> int:
        """Measure the column of names."""
        seats = range(len(self.names.seats))
        longest = max(self.names.format_player(Seat(seat)).cell_length for seat in seats)
        return min(longest + 2, NAME_WIDTH, width // 3)

    def build_votes(self, view: View, number: int, done: Round, width: int) -> list[Content]:
        """Build the votes of a round, and their result."""
        label, column = Content.styled("votes", "$muted"), self.measure_names(width)
        votes = wrap_parts(
            [
                Content.assemble(
                    self.names.format_player(Seat(seat), style=""),
                    (" → ", "$muted"),
                    self.names.format_player(vote, style=""),
                )
                for seat, vote in enumerate(done.votes)
                if vote is not None
            ],
            width - column,
        )
        out = self.names.format_sentence(describe_elimination(view, number))
        out = out.stylize("bold" if done.out is not None else "dim")
        return [
            *build_table_row(label, votes, column, width),
            *build_table_row(BLANK, out, column, width),
        ]

    def build_waiting(self, view: View, width: int) -> list[Content]:
        """Build who has yet to speak, or that everybody votes."""
        if view.stage is Stage.VOTE:
            return []
        waiting = self.names.format_players(view.order[len(view.lines) :])
        return build_table_row(
            Content.styled("to speak", "$muted"),
            waiting,
            self.measure_names(width),
            width,
        )


def format_heading(number: int) -> Content:
    """`Round 3`."""
    return Content.styled(f"Round {number}", "$primary")


def build_table_row(first: Content, second: Content, column: int, width: int) -> list[Content]:
    """Two cells side by side; the first is `column` wide with the blank after it."""
    return lay_out_row((first, second), (column, width - column + 1))
