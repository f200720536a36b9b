"""The reveal of a vote in Undercover in large type, for the last row of a hall."""

from textual.color import Color
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from engine.games.undercover.view import ROLE_NAMES
from engine.seat import Seat
from screens.games.undercover.reveal import WON, UndercoverReveal
from screens.widgets.large_name import draw_player_mark
from screens.widgets.large_text import build_large_lines
from screens.widgets.letter_size import MIN_ROWS, fit_letters
from screens.widgets.player_mark import measure_mark
from screens.widgets.text_layout import BLANK, centre_text, lay_out_row

AIRY = 28
"""From this many rows of the screen on there is a blank row above the news."""
HALL = 40
"""From this many rows of the screen on everything is said in large letters."""
AROUND = 9
"""Rows of the screen that are not the reveal's, as long as it does not know its own."""
FADED = 0.5
"""How far colours fade of who is not out."""
MOST_NEWS, MOST_ROWS = 9, 7
"""The most rows of the news, and of a candidate."""
WIDEST_VOTE, COUNT = 12, 4
"""The most cells of a vote with the blank after it, and of the number of votes."""
BESIDE = 2
"""Cells between the marks of two voters."""


class LargeUndercoverReveal(UndercoverReveal):
    """The votes fall in large type: each vote, the verdict, and high bars for the candidates."""

    DEFAULT_CSS = "LargeUndercoverReveal { width: 100%; max-width: 160; }"

    def layout_stage(self, width: int, stage: int) -> list[Content]:
        """The vote just revealed or the verdict in large letters, the votes, and what is next."""
        news_rows, rows = self.share_rows()
        heading = self.build_heading(width)
        end = [row for line in self.list_end() for row in centre_text(line, width)]
        role = [row for line in self.list_role() for row in centre_text(line, width)]
        shows_role = stage > len(self.ballots) + self.tells_role
        return [
            *heading,
            *self.draw_news(width, news_rows, stage),
            *(role if shows_role else [BLANK] * len(role)),
            BLANK,
            *self.lay_out_candidates(width, rows, stage),
            *([] if rows > 1 else [BLANK]),
            *(end if self.is_last(stage) else [BLANK] * len(end)),
        ]

    @property
    def in_hall(self) -> bool:
        """Whether the screen has room to say everything in large letters."""
        return self.is_mounted and self.screen.size.height >= HALL

    def list_role(self) -> list[Content]:
        """List what follows who is out in small letters: in a hall large ones say the role."""
        return [] if self.in_hall and self.tells_role else self.build_verdict()[1:]

    def list_end(self) -> list[Content]:
        """List what comes next in small letters; in a hall only what people have to know."""
        if not self.in_hall or self.view.hides_end:
            return self.build_end()
        out = self.done.out
        is_person = out is not None and out not in self.names.machines
        return self.build_end()[-1:] if is_person and not self.view.over else []

    def build_heading(self, width: int) -> list[Content]:
        """Build the line above the news; in a hall they have its row."""
        heading = f"Round {len(self.view.rounds)} of {self.view.options.rounds}"
        if self.in_hall:
            return []
        is_airy = self.is_mounted and self.screen.size.height >= AIRY
        return [*centre_text(Content.styled(heading, "$muted"), width), *[BLANK] * is_airy]

    def share_rows(self) -> tuple[int, int]:
        """Share the rows of the screen among the news and the candidates, a blank row below each.

        Returns:
            The rows of the news, and those of each candidate.
        """
        screen = self.screen.size.height if self.is_mounted else 0
        page = self.parent.size.height if isinstance(self.parent, Widget) else 0
        height = page or screen - AROUND
        below = [*self.list_role(), *self.list_end()]
        width = max(self.size.width, 1)
        others = len(self.build_heading(width)) + 1
        others += sum(len(line.wrap(width)) for line in below)
        room, count = height - others, len(self.list_candidates())
        for rows in range(MOST_ROWS, MIN_ROWS, -1):  # letters for the names, and a blank row
            if room - rows * count >= MIN_ROWS + (not self.in_hall):
                return min(room - rows * count, MOST_NEWS), rows
        news = min(room - 2 * count, MOST_NEWS)
        if news >= MIN_ROWS:
            return news, min((room - news) // count, MOST_ROWS)
        news = min(room - count - 1, MOST_NEWS)  # a row each, and a blank one below all
        if news >= MIN_ROWS:
            return news, 1
        return 1, 2 if room > 2 * count else 1

    def draw_news(self, width: int, rows: int, stage: int) -> list[Content]:
        """Draw the vote just revealed, or who is out, in that player's colour.

        In a hall the role and the end of the game follow in the same place.
        """
        told = self.list_news(stage)
        most = min(MOST_NEWS, rows)
        gap = int(most > len(told) * MIN_ROWS)
        size = (most - gap * (len(told) - 1)) // len(told)
        lines: list[Content] = []
        for text, small, style in told:
            colour = self.find_colour(style)
            drawn = (
                build_large_lines(self, text, colour, Size(width, size), narrow=True)
                if size > 1
                else []
            )
            left = max(width - max((one.cell_length for one in drawn), default=0), 0) // 2
            lines += [BLANK] * (gap if lines else 0)
            lines += [line.pad_left(left) for line in drawn] or centre_text(small, width)
        above = max(rows - len(lines), 0) // 2
        lines = [*[BLANK] * above, *lines]
        return [*lines, *[BLANK] * (rows - len(lines))]

    def list_news(self, stage: int) -> list[tuple[str, Content, str]]:
        """List the news of a stage: each in large letters, in small ones, and its colour."""
        count, out = len(self.ballots), self.done.out
        if stage == 0:
            return [("The votes are in", Content("The votes are in"), "foreground")]
        if stage <= count:
            voter = self.ballots[stage - 1]
            vote = self.done.votes[voter]
            assert vote is not None
            text = f"{self.names.get_label(voter)} votes for {self.names.get_label(vote)}"
            return [(text, self.build_ballot(voter), self.names.get_style(voter))]
        verdict = self.build_verdict()
        text = "Nobody goes out" if out is None else f"{self.names.get_label(out)} is out"
        style = "foreground" if out is None else self.names.get_style(out)
        news = [(text, verdict[0], style)]
        if not self.in_hall:
            return news
        role = None if out is None else self.view.roles[out]
        if out is not None and role is not None and self.tells_role and stage > count + 1:
            text = f"{self.names.get_label(out)} was {ROLE_NAMES[role]}"
            news = [(text, verdict[1], style)]
        if self.view.outcome is not None and self.is_last(stage):
            news.append((WON[self.view.outcome], self.build_end()[0], "primary"))
        return news

    def lay_out_candidates(self, width: int, rows: int, stage: int) -> list[Content]:
        """Lay out each candidate in `rows` rows: the name, the votes so far, who cast them."""
        seats, high = self.list_candidates(), max(rows - 1, 1)
        decided = stage > len(self.ballots)
        most = max(len(self.done.list_voters(seat)) for seat in seats)
        size = self.fit_names(width // 3, high)
        fades = decided and self.done.out is not None
        names = {
            seat: self.draw_name(seat, size, pale=fades and seat != self.done.out) for seat in seats
        }
        name = max(line.cell_length for lines in names.values() for line in lines) + 3
        voters = max(
            self.names.format_players(self.done.list_voters(seat)).cell_length for seat in seats
        )
        count = max(COUNT, 2 * size + 2)
        mark = measure_mark(size) + BESIDE if size else 0
        has_marks = bool(size) and name + mark * most + count + BESIDE <= width
        voters = 0 if has_marks else min(voters, (width - name - count) // 2)
        unit = max(min((width - name - count - voters) // max(most, 1), WIDEST_VOTE), 2)
        unit = mark if has_marks else unit
        widths = (name, unit * most + 2, count, voters + 1)
        lines: list[Content] = []
        for seat in seats:
            shown = [one for one in self.ballots[:stage] if self.done.votes[one] == seat]
            pale = "dim" if decided and self.done.out not in (None, seat) else ""
            style = f"{self.names.get_style(seat)} {pale}".strip()
            bar = [
                Content.styled(f"{block * (unit - 1)} " * len(shown), style)
                for block in list_blocks(high)
            ]
            if has_marks:
                bar = self.draw_marks(shown, size, pale=bool(pale))
            middle = [BLANK] * ((high - 1) // 2)
            cells = (
                Content("\n").join([*[BLANK] * ((high - len(names[seat])) // 2), *names[seat]]),
                Content("\n").join([*[BLANK] * ((high - len(bar)) // 2), *bar]),
                self.draw_count(len(shown), size, high, pale=bool(pale)),
                BLANK
                if has_marks
                else Content("\n").join([*middle, self.names.format_players(shown, style=pale)]),
            )
            drawn = lay_out_row(cells, widths)[:high]
            lines += [*drawn, *[BLANK] * (rows - len(drawn))]
        left = max(width - sum(widths) + 1, 0) // 2
        return [line.pad_left(left) for line in lines]

    def fit_names(self, width: int, rows: int) -> int:
        """Find the most rows of letters in which all names fit; 0 if there are none."""
        fits = [fit_letters(self.names.get_label(s), width, rows) for s in self.list_candidates()]
        return min(fit[0] if fit else 0 for fit in fits)

    def draw_name(self, seat: Seat, rows: int, *, pale: bool) -> list[Content]:
        """Draw a player's name in large letters of that many rows; in small ones for 0."""
        colour = self.find_colour(self.names.get_style(seat), pale=pale)
        size = Size(self.size.width, rows)
        drawn = build_large_lines(self, self.names.get_label(seat), colour, size) if rows else []
        return drawn or [self.names.format_player(seat, style="dim" if pale else "bold")]

    def draw_marks(self, voters: list[Seat], rows: int, *, pale: bool) -> list[Content]:
        """Draw the marks of those who voted in large, each in its colour."""
        colours = [self.find_colour(self.names.get_style(seat), pale=pale) for seat in voters]
        drawn = [
            draw_player_mark(self, self.names.looks[seat], rows, colour)
            for seat, colour in zip(voters, colours, strict=True)
        ]
        return [Content(" " * BESIDE).join(parts) for parts in zip(*drawn, strict=True)]

    def draw_count(self, count: int, rows: int, high: int, *, pale: bool) -> Content:
        """Draw the number of votes as large as the names, in the middle of `high` rows."""
        colour, size = self.find_colour("foreground", pale=pale), Size(2 * rows, rows)
        drawn = build_large_lines(self, str(count), colour, size, narrow=True) if rows else []
        lines = drawn or [Content.styled(str(count), "dim" if pale else "bold")]
        return Content("\n").join([*[BLANK] * ((high - len(lines)) // 2), *lines])

    def find_colour(self, style: str, *, pale: bool = False) -> Color:
        """Find the colour of a style that is a variable of the theme.

        Args:
            style: The style.
            pale: Whether to fade it: a dim style would fade only parts of large letters.
        """
        colour = Color.parse(self.app.theme_variables[style.removeprefix("$")])
        return colour.blend(self.background_colors[1], FADED) if pale else colour


def list_blocks(high: int) -> list[str]:
    """List the block of each row of a bar; high ones have half rows at the edges."""
    return ["█"] * high if high < 3 else ["▄", *["█"] * (high - 2), "▀"]
