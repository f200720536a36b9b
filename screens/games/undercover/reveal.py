"""The reveal of a vote in Undercover."""

from collections import Counter

from textual.color import Color
from textual.content import Content
from textual.geometry import Size

from engine.games.undercover.story import describe_outcome, describe_tie
from engine.games.undercover.view import ROLE_NAMES, Role, Round, View
from engine.seat import Seat
from screens.games.undercover.player_panels import find_statement
from screens.players.seat_names import SeatNames
from screens.widgets.gradual_reveal import StagedLines
from screens.widgets.large_text import build_large_lines
from screens.widgets.letter_size import MIN_ROWS
from screens.widgets.text_layout import BLANK, centre_text, lay_out_row

BALLOT_PAUSE = 0.9
"""Seconds before each vote."""
VERDICT_PAUSE = 1.4
"""Seconds before the verdict, and before the end of the game."""
MANY = 6
"""With more votes than this, the reveal is twice as fast, and bars are narrower."""
AROUND_LARGE = 17
"""Rows of the screen that are not the candidates', if who is out stands in large letters."""
LONG = 70
"""Characters of a statement that may take two rows."""


WON = {"civilians": "The civilians win", "undercover": "Undercover wins", "draw": "A draw"}
"""Who has won, in a few words, by the outcome."""


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
        self.tells_role = len(self.build_verdict()) > 1 and self.done.out is not None
        """Whether the role of who is out comes after the name."""
        ends = [VERDICT_PAUSE] * (1 + self.tells_role + after.over)
        super().__init__([pause] * len(self.ballots) + ends)

    def layout_stage(self, width: int, stage: int) -> list[Content]:
        """The vote just revealed or the verdict, the tally, and what comes next."""
        count = len(self.ballots)
        heading = f"Round {len(self.view.rounds)} of {self.view.options.rounds}: the votes are in"
        parts = [centre_text(line, width) for line in self.build_verdict()]
        parts[0] = self.draw_out(width) or parts[0]
        verdict = [row for part in parts for row in part]
        if stage == 0:
            news = centre_text(Content.styled("One vote after another …", "$muted"), width)
        elif stage <= count:
            news = centre_text(self.build_ballot(self.ballots[stage - 1]), width)
        elif stage == count + 1 and self.tells_role:
            news = parts[0]
        else:
            news = verdict
        end = [row for line in self.build_end() for row in centre_text(line, width)]
        rest = len(verdict) - len(news)
        above = rest // 2 if stage <= count else 0
        return [
            *centre_text(Content.styled(heading, "$muted"), width),
            BLANK,
            *[BLANK] * above,
            *news,
            *[BLANK] * (rest - above),
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

    def draw_out(self, width: int) -> list[Content]:
        """Draw who is out in large letters, in their colour; nothing if there is no room."""
        if self.app.size.height < len(self.list_candidates()) + AROUND_LARGE:
            return []
        out = self.done.out
        text = "Nobody goes out" if out is None else f"{self.names.get_label(out)} is out"
        style = "foreground" if out is None else self.names.get_style(out)
        colour = Color.parse(self.app.theme_variables[style.removeprefix("$")])
        lines = build_large_lines(self, text, colour, Size(width, MIN_ROWS), narrow=True)
        left = max(width - max((line.cell_length for line in lines), default=0), 0) // 2
        return [line.pad_left(left) for line in lines]

    def build_tally(self, width: int, shown: list[Seat], *, decided: bool) -> list[Content]:
        """Build for each candidate: the votes so far, the voters, and the description."""
        seats = self.list_candidates()
        tallies = {seat: [one for one in shown if self.done.votes[one] == seat] for seat in seats}
        bar = 3 if len(self.ballots) <= MANY else 2
        most = max(len(self.done.list_voters(seat)) for seat in seats)
        left = max(self.names.format_player(seat).cell_length for seat in seats) + 2
        voters = [
            self.names.format_players(self.done.list_voters(seat)).cell_length for seat in seats
        ]
        votes = (bar * most + 1, 4)
        room = max(width // 3, width - sum(votes) - max(voters, default=0) - 1)
        columns = (min(left, room), *votes)
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
        return 2 * len(self.list_candidates()) + long + AROUND_LARGE - 1

    def build_end(self) -> list[Content]:
        """Build how the game ended, or who plays on and who watches."""
        view = self.view
        if view.over:
            return [Content.styled(describe_outcome(view), "bold $primary")]
        if view.hides_end:
            return [
                Content.styled(
                    "The game is over. Roles and words come after a last question.", "$muted"
                )
            ]
        left = self.names.format_players(view.living)
        lines = [Content.assemble(("Still in the game: ", "$muted"), left)]
        if self.done.out is not None and not view.roles[self.done.out]:
            lines.append(Content.styled("Roles stay secret until the end.", "$muted"))
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
