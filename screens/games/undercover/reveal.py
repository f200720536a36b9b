"""What everybody looks at together in Undercover: the reveal of a round, and the result."""

from collections.abc import Mapping

from textual.content import Content

from engine.game import Seat
from engine.games.undercover.match_report import ROLE_NAMES, describe_outcome, describe_tie
from engine.games.undercover.view import Role, View
from screens.games.result import GameResult, Verdict, list_winners
from screens.games.undercover.board import StatementList
from screens.players import SeatNames
from screens.widgets.lines import BLANK, Lines, centred, side_by_side

MARK = "●"
"""One vote."""


class UndercoverReveal(Lines):
    """Who goes out, who voted for whom, and how the game ended if it did."""

    DEFAULT_CSS = "UndercoverReveal { width: 76; max-width: 100%; }"

    def __init__(self, after: View, names: SeatNames) -> None:
        """Show the last round of `after`, an onlooker's view."""
        super().__init__()
        self.view = after
        self.done = after.rounds[-1]
        self.names = names

    def layout_lines(self, width: int) -> list[Content]:
        """The verdict of the round in the middle, over the votes."""
        number = f"Round {len(self.view.rounds)} of {self.view.options.rounds}: the votes are open"
        return [
            *centred(Content.styled(number, "$muted"), width),
            BLANK,
            *(row for line in self.build_verdict() for row in centred(line, width)),
            BLANK,
            *self.build_votes(width),
            *(row for line in self.build_end() for row in centred(line, width)),
        ]

    def build_verdict(self) -> list[Content]:
        """Who goes out, with the role if it is public."""
        view, done = self.view, self.done
        if done.out is None:
            tie = self.names.write(f"{describe_tie(view, done)}.")
            return [Content.styled("Nobody goes out", "bold"), tie]
        lines = [Content.assemble(self.names.player(done.out), (" goes out", "bold"))]
        role = view.roles[done.out]
        if role and (view.options.reveal_role or view.over):
            lines.append(Content(f"and was {ROLE_NAMES[role]}."))
        return lines

    def build_votes(self, width: int) -> list[Content]:
        """A row for each who could be voted for, most votes first."""
        seats = map(Seat, range(len(self.view.seats)))
        voted = [seat for seat in seats if self.done.list_voters(seat) or self.has_spoken(seat)]
        voted.sort(key=lambda seat: -len(self.done.list_voters(seat)))
        rows = [self.build_row(seat) for seat in voted]
        left, marks, rest = (
            max(cell.cell_length for cell in column) + 2 for column in zip(*rows, strict=True)
        )
        left, rest = min(left, width // 3), min(rest, width - width // 3 - marks)
        margin = max(width - left - marks - rest, 0) // 2
        return [
            line.pad_left(margin) for row in rows for line in side_by_side(row, (left, marks, rest))
        ]

    def build_row(self, seat: Seat) -> tuple[Content, Content, Content]:
        """A seat, its votes as marks, and who they are from."""
        voters = self.done.list_voters(seat)
        style = "bold $primary" if seat == self.done.out else "bold" if voters else "$muted"
        names = self.names.players(voters)
        return (
            self.names.player(seat, style="bold" if voters else ""),
            Content.styled(MARK * len(voters), style),
            Content.assemble(("from ", "$muted"), names)
            if voters
            else Content.styled("no votes", "$muted"),
        )

    def has_spoken(self, seat: Seat) -> bool:
        """Was this seat in the game in this round?"""
        return any(line.seat == seat for line in self.done.lines)

    def build_end(self) -> list[Content]:
        """How the game ended, or who plays on."""
        view = self.view
        if view.over:
            return [BLANK, Content.styled(describe_outcome(view), "bold $primary")]
        left = self.names.players(view.living)
        return [BLANK, Content.assemble(("Still in the game: ", "$muted"), left)]


SIGNS = {Role.CIVILIAN: "○ civilian", Role.UNDERCOVER: "◆ undercover"}


class UndercoverResult(GameResult):
    """Winner and why, everybody's word and role, the whole talk and who voted for whom."""

    def __init__(self, view: View, names: SeatNames, score: Mapping[Seat, float]) -> None:
        """Show the end of the game that `view` is the last of."""
        super().__init__(RoleVerdict(view, names, score), StatementList(names, view))


class RoleVerdict(Verdict):
    """Who won and why, and who had which word."""

    DEFAULT_CSS = "RoleVerdict { margin: 1 0; }"

    def __init__(self, view: View, names: SeatNames, score: Mapping[Seat, float]) -> None:
        """Call the seats as `names` does."""
        self.view = view
        self.names = names
        seats = map(Seat, range(len(view.seats)))
        self.seats = sorted(seats, key=lambda seat: view.roles[seat] is Role.UNDERCOVER)
        """All seats, civilians first."""
        won = list_winners(score, view.outcome)
        winners = [names.short(seat) for seat in self.seats if seat in won]
        super().__init__(describe_outcome(view), winners)

    def build_details(self, width: int) -> list[Content]:
        """A row for each seat, those with one word together."""
        return [BLANK, *(row for seat in self.seats for row in self.build_row(seat, width))]

    def build_row(self, seat: Seat, width: int) -> list[Content]:
        """Name, role, word, and when the seat went out."""
        view = self.view
        role = view.roles[seat]
        assert role is not None
        assert view.words is not None
        out = view.find_exit_round(seat)
        style = "bold $primary" if role is Role.UNDERCOVER else ""
        cells = (
            self.names.player(seat),
            Content.styled(SIGNS[role], style),
            Content.styled(view.words[seat], style),
            Content.styled(f"out in round {out}" if out else "survived", "$muted"),
        )
        free = max(min(width, 90) - 30, 20)
        return side_by_side(cells, (free // 2, 14, free - free // 2, 16))
