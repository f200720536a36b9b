"""The board of Undercover with the conversation, the reveal of a round's votes, and the result."""

from collections import Counter
from collections.abc import Iterator, Mapping

from rich.cells import cell_len
from textual.content import Content

from engine.games.undercover.highlights import find_highlights
from engine.games.undercover.report import ROLE_NAMES
from engine.games.undercover.story import describe_elimination, describe_outcome, describe_tie
from engine.games.undercover.view import Line, Role, Round, Stage, View
from engine.match import list_winners
from engine.seat import Seat
from screens.games.board_and_result_widgets import GameResult, StackedBoard, StatusLine, TurnLine
from screens.games.undercover.panels import PanelScroll, PlayerPanels, find_statement
from screens.player_names_and_colours import SeatNames
from screens.round_summary_and_staged_reveals import StagedLines
from screens.widgets.line_widgets_and_text_layout import (
    BLANK,
    Lines,
    ViewLines,
    centre_text,
    join_fitting,
    lay_out_row,
    spread,
)

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
        elif view.speaker is not None:
            yield Content.assemble(self.names.format_player(view.speaker), " speaks.")
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
            if not view.over and seat not in view.living and seat not in self.names.machines
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
        votes = join_fitting(
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


BALLOT_PAUSE = 0.9
"""Seconds before each vote."""
VERDICT_PAUSE = 1.4
"""Seconds before the verdict, and before the end of the game."""
MANY = 6
"""With more votes than this, the reveal is twice as fast, and bars are narrower."""
LONG = 70
"""Characters of a statement that may take two rows."""


class UndercoverReveal(StagedLines):
    """The votes of a round, one by one with a tally; then the elimination and the game's end."""

    DEFAULT_CSS = "UndercoverReveal { width: 84; max-width: 100%; }"

    def __init__(self, after: View, names: SeatNames) -> None:
        """Show the last round of `after`, an onlooker's view."""
        self.view = after
        self.done = after.rounds[-1]
        self.names = names
        self.ballots = order_ballots(self.done)
        """The voters, in the order of the reveal."""
        pause = BALLOT_PAUSE if len(self.ballots) <= MANY else BALLOT_PAUSE / 2
        ends = [VERDICT_PAUSE] * (1 + after.over)
        super().__init__([pause] * len(self.ballots) + ends)

    def layout_stage(self, width: int, stage: int) -> list[Content]:
        """The vote just revealed or the verdict, the tally, and what comes next."""
        count = len(self.ballots)
        heading = f"Round {len(self.view.rounds)} of {self.view.options.rounds}: the votes are in"
        verdict = [row for line in self.build_verdict() for row in centre_text(line, width)]
        if stage == 0:
            news = centre_text(Content.styled("One vote after another …", "$muted"), width)
        elif stage <= count:
            news = centre_text(self.build_ballot(self.ballots[stage - 1]), width)
        else:
            news = verdict
        end = [row for line in self.build_end() for row in centre_text(line, width)]
        return [
            *centre_text(Content.styled(heading, "$muted"), width),
            BLANK,
            *news,
            *[BLANK] * (len(verdict) - len(news)),
            BLANK,
            *self.build_tally(width, self.ballots[:stage], decided=stage > count),
            BLANK,
            *(end if self.is_last(stage) else [BLANK] * len(end)),
        ]

    def is_last(self, stage: int) -> bool:
        """Whether this stage shows everything."""
        return stage >= len(self.pauses)

    def build_ballot(self, voter: Seat) -> Content:
        """`■ Cleo votes for ▲ Ben`."""
        vote = self.done.votes[voter]
        assert vote is not None
        return Content.assemble(
            self.names.format_player(voter), " votes for ", self.names.format_player(vote)
        )

    def build_verdict(self) -> list[Content]:
        """Build who is eliminated, with the role if it is public."""
        view, done = self.view, self.done
        if done.out is None:
            tie = self.names.format_sentence(f"{describe_tie(view, done)}.")
            return [Content.styled("Nobody goes out", "bold"), tie]
        who = f" {self.names.get_mark(done.out)} {self.names.get_label(done.out)} is out "
        lines = [Content.styled(who, f"{self.names.get_style(done.out)} bold reverse")]
        role = view.roles[done.out]
        if role and (view.options.reveal_role or view.over):
            style = "bold $primary" if role is Role.UNDERCOVER else ""
            lines.append(Content.assemble("and was ", (ROLE_NAMES[role], style), "."))
        return lines

    def build_tally(self, width: int, shown: list[Seat], *, decided: bool) -> list[Content]:
        """Build for each candidate: the votes so far, the voters, and the description."""
        seats = self.list_candidates()
        tallies = {seat: [one for one in shown if self.done.votes[one] == seat] for seat in seats}
        bar = 3 if len(self.ballots) <= MANY else 2
        most = max(len(self.done.list_voters(seat)) for seat in seats)
        left = max(self.names.format_player(seat).cell_length for seat in seats) + 2
        columns = (min(left, width // 3), bar * most + 1, 4)
        widths = (*columns, width - sum(columns) + 1)
        blocks = "█" * (bar - 1) + " "
        high = self.app.size.height
        quoted = high >= self.measure_statements()
        spaced = high >= self.measure_statements() + len(seats) - 1
        rows: list[Content] = []
        for place, seat in enumerate(seats):
            if place and spaced:
                rows.append(BLANK)
            pale = decided and self.done.out not in (None, seat)
            cells = (
                self.names.format_player(seat, style="dim" if pale else "bold"),
                Content.styled(blocks * len(tallies[seat]), self.names.get_style(seat)),
                Content.styled(str(len(tallies[seat])), "dim" if pale else "bold"),
                self.names.format_players(tallies[seat], style="dim" if pale else ""),
            )
            rows += lay_out_row(cells, widths)
            if quoted:
                quote = Content.styled(f"“{find_statement(self.done.lines, seat) or ''}”", "$muted")
                rows += [line.pad_left(2) for line in quote.wrap(width - 2)]
        voters = [
            self.names.format_players(self.done.list_voters(seat)).cell_length for seat in seats
        ]
        widest = max((line.cell_length for line in rows), default=0)
        block = max(widest, sum(columns) + max(voters, default=0))
        return [line.pad_left(max(width - block, 0) // 2) for line in rows]

    def list_candidates(self) -> list[Seat]:
        """List the seats that were in the game in this round or got a vote, in table order."""
        spoke = {line.seat for line in self.done.lines}
        voted = {vote for vote in self.done.votes if vote is not None}
        return sorted(spoke | voted)

    def measure_statements(self) -> int:
        """Measure the height of a terminal that also shows the descriptions."""
        long = sum(len(line.text) > LONG for line in self.done.lines)
        return 2 * len(self.list_candidates()) + long + 13

    def build_end(self) -> list[Content]:
        """Build how the game ended, or who plays on and who watches."""
        view = self.view
        if view.over:
            return [Content.styled(describe_outcome(view), "bold $primary")]
        left = self.names.format_players(view.living)
        lines = [Content.assemble(("Still in the game: ", "$muted"), left)]
        if self.done.out is not None and self.done.out not in self.names.machines:
            note = " watches from now on; the keyboard goes to the others."
            lines.append(
                Content.assemble(self.names.format_player(self.done.out), (note, "$muted"))
            )
        return lines


def order_ballots(done: Round) -> list[Seat]:
    """Order the votes of a round so that the result stays open as long as possible.

    The next vote is always for the candidate with the fewest votes so far.
    """
    left = [line.seat for line in done.lines if done.votes[line.seat] is not None]
    count: Counter[Seat | None] = Counter()
    ordered = []
    while left:
        voter = min(left, key=lambda seat: count[done.votes[seat]])
        left.remove(voter)
        count[done.votes[voter]] += 1
        ordered.append(voter)
    return ordered


SIGNS = {Role.CIVILIAN: "○ civilian", Role.UNDERCOVER: "◆ undercover"}
TEAMS = {Role.CIVILIAN: "Civilians win", Role.UNDERCOVER: "Undercover wins", None: ""}
"""The headline of winners whose names are too long for large letters."""


class UndercoverResult(GameResult):
    """The winners, everybody's word and role, the whole talk and who voted for whom."""

    def __init__(self, view: View, names: SeatNames, score: Mapping[Seat, float]) -> None:
        """Show the result of the game, whose last view is `view`."""
        won = list_winners(score, view.outcome)
        super().__init__(
            names,
            won,
            find_highlights(view),
            Roles(view, names),
            StatementList(names, view),
            team=TEAMS[view.roles[won[0]]] if won else "",
        )


class Roles(Lines):
    """Who had which word, those with one word together."""

    DEFAULT_CSS = "Roles { margin-bottom: 1; }"

    def __init__(self, view: View, names: SeatNames) -> None:
        """Show the result of the game, whose last view is `view`."""
        super().__init__()
        self.view = view
        self.names = names
        seats = map(Seat, range(len(view.seats)))
        self.seats = sorted(seats, key=lambda seat: view.roles[seat] is Role.CIVILIAN)
        """All seats, those undercover first."""

    def layout_lines(self, width: int) -> list[Content]:
        """A row for each seat."""
        assert self.view.words is not None
        free = max(min(width, 90) - 30, 20)
        name = max(self.names.format_player(seat).cell_length for seat in self.seats) + 2
        word = max(cell_len(word) for word in self.view.words) + 3
        widths = (min(name, free // 2), 14, min(word, free - free // 2), 16)
        return [row for seat in self.seats for row in self.build_row(seat, widths)]

    def build_row(self, seat: Seat, widths: tuple[int, ...]) -> list[Content]:
        """Name, role, word, and when the seat went out."""
        view = self.view
        role = view.roles[seat]
        assert role is not None
        assert view.words is not None
        out = view.find_exit_round(seat)
        style = "bold $primary" if role is Role.UNDERCOVER else ""
        cells = (
            self.names.format_player(seat),
            Content.styled(SIGNS[role], style),
            Content.styled(view.words[seat], style),
            Content.styled(f"out in round {out}" if out else "survived", "$muted"),
        )
        return lay_out_row(cells, widths)
