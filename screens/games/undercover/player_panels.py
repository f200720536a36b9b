"""A panel for each player of Undercover, with descriptions, votes, and who is eliminated."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from textual import events
from textual.color import Color
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message

from engine.games.undercover.view import ROLE_NAMES, Line, Round, View
from engine.seat import Seat
from screens.games.board import ScrolledView
from screens.players.seat_names import SeatNames
from screens.widgets.large_text import build_large_lines
from screens.widgets.letter_size import MAX_ROWS, fit_letters
from screens.widgets.lines import ViewLines
from screens.widgets.text_layout import BLANK, lay_out_row

MIN_WIDTH = 46
"""Minimum width of a panel in cells; if two do not fit, players are in a list."""
MOST, FEW = 10, 2
"""Most panels beside one another, and in the first round, when letters may be large."""
GAP = 1
"""Cells between panels beside one another."""
LEAST_ROWS = 4
"""The fewest rows that the panels take."""
MAX_NAME = 22
"""Cells of the widest column of names."""
MAX_FILL, MAX_LARGE = 11, 28
"""Rows up to which boxes grow to fill the screen, and those with large letters."""
WIDE_ENTRY = 40
"""Cells from which the round of an entry is written in full."""
FRAME, CHOSEN_FRAME = "╭─╮│╰╯", "┏━┓┃┗┛"
LEGEND = "→ voted for   ← votes from"


class Place(NamedTuple):
    """A player's panel and its position."""

    seat: Seat
    region: Region


class PlayerPanels(ViewLines[View]):
    """The players in table order: a grid of boxes if there is room, else a list."""

    class Picked(Message):
        """A player was clicked."""

        def __init__(self, seat: Seat) -> None:
            super().__init__()
            self.seat = seat

    def __init__(
        self,
        names: SeatNames,
        view: View | None = None,
        *,
        suspects: tuple[Seat, ...] = (),
        boxed: bool = False,
    ) -> None:
        """Show the players of `view`.

        Args:
            names: The names of the players.
            view: The view; by default none yet.
            suspects: The seats that can be voted for, by digit.
            boxed: Whether players have boxes where only one fits into a row, if there is room.
        """
        super().__init__(view)
        self.names = names
        self.suspects = suspects
        self.boxed = boxed
        self.chosen: Seat | None = None
        """The seat of the current vote."""
        self.room = 0
        """Rows of the container of the panels."""
        self.places: list[Place] = []
        """The positions of the panels in the last layout."""
        self.entries: dict[tuple[Seat, int], list[Content]] = {}
        """The content of panels by seat and width."""
        self.short_votes: dict[int, bool] = {}
        """By width: whether votes are marks alone."""
        self.panels: dict[tuple[object, ...], list[Content]] = {}
        """Cached panels, as choosing another changes only two of them."""
        self.laid_out: tuple[object, list[Content], list[Place]] = (None, [], [])
        """All lines and positions of the last layout, with its key."""

    def show(self, view: View) -> None:
        """Show another view."""
        self.entries.clear()
        self.short_votes.clear()
        self.panels.clear()
        self.laid_out = (None, [], [])
        super().show(view)

    def choose(self, seat: Seat | None) -> None:
        """Mark the panel of a player."""
        self.chosen = seat
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        self.room = container.height
        return super().get_content_height(container, viewport, width)

    def find_region(self, seat: Seat) -> Region | None:
        """Find the region of a player's panel."""
        return next((place.region for place in self.places if place.seat == seat), None)

    def on_click(self, event: events.Click) -> None:
        """Post whose panel was clicked."""
        for seat, region in self.places:
            if region.contains(event.x, event.y):
                self.post_message(self.Picked(seat))

    def build_lines(self, view: View, width: int) -> list[Content]:
        """Build all panels and a legend of the arrows; cached if nothing has changed."""
        depends = (width, self.room, self.app.size.height, self.chosen)
        if self.laid_out[0] != depends:
            rows = self.build_panels(view, width)
            self.laid_out = (depends, rows, self.places)
        _, rows, self.places = self.laid_out
        return rows

    def build_panels(self, view: View, width: int) -> list[Content]:
        """Lay out all panels, and store their positions."""
        seats = [Seat(seat) for seat in range(len(view.seats))]
        room = (width + GAP) // (MIN_WIDTH + GAP)
        # One row for all, where it fits, rather than one with an empty place.
        most = MOST if view.rounds or (len(seats) % FEW and len(seats) <= room) else FEW
        columns = min(room, len(seats), most)
        columns = -(-len(seats) // -(-len(seats) // max(columns, 1)))  # as many in each row
        fits_boxes = self.boxed and self.fits_boxes(view, seats, width)
        if fits_boxes and len(seats) % columns:
            columns = 1  # rather than an empty place
        is_grid = columns > 1 or fits_boxes
        self.places = []
        if is_grid:
            rows = self.build_grid(view, seats, max(columns, 1), width)
        else:
            rows = self.build_list(view, seats, width)
            if len(rows) + bool(view.rounds) > self.room:  # a blank before the scroll bar
                self.places = []
                rows = self.build_list(view, seats, max(width - 1, 1))
        if view.rounds:
            rows += Content.styled(LEGEND, "$muted").wrap(width)
        return rows

    def fits_boxes(self, view: View, seats: list[Seat], width: int) -> bool:
        """Whether the first descriptions fit in boxes that lie below one another."""
        rows = sum(len(self.list_entries(view, seat, width - 4)) for seat in seats)
        return not view.rounds and rows + 2 * len(seats) <= self.room

    def build_grid(self, view: View, seats: list[Seat], columns: int, width: int) -> list[Content]:
        """Build a grid of boxes; those of a row have the same height."""
        wide = (width + GAP) // columns - GAP
        rest = width - columns * (wide + GAP) + GAP
        fill = min(self.room // -(-len(seats) // columns), MAX_LARGE) - 3
        if columns == 1:  # an odd number of rows: each statement is a line in the middle
            fill += fill % 2 == 0
        large = self.draw_statements(view, Size(wide - 4, fill))
        if not large and (view.lines or view.rounds):
            fill = min(fill, MAX_FILL - 3)
        rows: list[Content] = []
        for first in range(0, len(seats), columns):
            here = seats[first : first + columns]
            widths = [wide + rest * (place == columns - 1) for place in range(len(here))]
            bodies = [
                large.get(seat) or self.list_entries(view, seat, each - 4)
                for seat, each in zip(here, widths, strict=True)
            ]
            high = max(fill, *map(len, bodies))
            if not view.rounds:  # each player has one thing to say: it stands in the middle
                spare = high - max(map(len, bodies))
                above = [BLANK] * ((spare + bool(large)) // 2)  # letters have room below them
                bodies = [
                    [*above, *(body if seat in large else centre_lines(body, each - 4))]
                    for seat, body, each in zip(here, bodies, widths, strict=True)
                ]
            boxes = [
                self.build_box(view, seat, body, each, high)
                for seat, body, each in zip(here, bodies, widths, strict=True)
            ]
            for column, seat in enumerate(here):
                region = Region(column * (wide + GAP), len(rows), wide, high + 2)
                self.places.append(Place(seat, region))
            rows += [Content(" " * GAP).join(line) for line in zip(*boxes, strict=True)]
        return rows

    def draw_statements(self, view: View, room: Size) -> dict[Seat, list[Content]]:
        """Draw the first descriptions in large letters of one size; none unless all of them fit."""
        fits = [fit_letters(line.text, *room) for line in view.lines]
        if view.rounds or not all(fits):
            return {}
        colour = Color.parse(self.app.theme_variables["foreground"])
        size = min((fit[0] for fit in fits if fit), default=MAX_ROWS)
        drawn = {
            line.seat: build_large_lines(self, line.text, colour, room, size) for line in view.lines
        }
        return {seat: centre_lines(lines, room.width, size) for seat, lines in drawn.items()}

    def build_box(
        self, view: View, seat: Seat, body: list[Content], wide: int, high: int
    ) -> list[Content]:
        """A panel in a frame of the player's colour, with the name in the frame."""
        key = (seat, wide, high, seat == self.chosen)
        if key in self.panels:
            return self.panels[key]
        frame = CHOSEN_FRAME if seat == self.chosen else FRAME
        style = self.find_style(view, seat)
        title = Content.assemble(" ", self.build_name(view, seat), " ")
        title = title.truncate(wide - 4, ellipsis=True)
        rule = frame[1] * (wide - 3 - title.cell_length)
        blank = [BLANK] * (high - len(body))
        self.panels[key] = [
            Content.assemble((frame[0] + frame[1], style), title, (rule + frame[2], style)),
            *(
                Content.assemble(
                    (f"{frame[3]} ", style), fill_line(line, wide - 4), (f" {frame[3]}", style)
                )
                for line in (*body, *blank)
            ),
            Content.styled(frame[4] + frame[1] * (wide - 2) + frame[5], style),
        ]
        return self.panels[key]

    def build_list(self, view: View, seats: list[Seat], width: int) -> list[Content]:
        """Build a list of players: a bar in their colour, the name, and the entries beside it."""
        # Before a name stand its digit and the sign of the choice.
        sign = 3 * bool(self.suspects)
        longest = max(
            self.names.format_player(seat).cell_length + len(" (you)") * (seat == view.seat)
            for seat in seats
        )
        column = min(longest + sign + 2, MAX_NAME + sign, width // 3)
        panels = []
        for seat in seats:
            key = (seat, width, column, seat == self.chosen)
            if key not in self.panels:
                self.panels[key] = self.build_row(view, seat, column, width)
            panels.append(self.panels[key])
        blank = [BLANK] if sum(map(len, panels)) + len(panels) + 1 <= self.room else []
        rows: list[Content] = []
        for seat, panel in zip(seats, panels, strict=True):
            self.places.append(Place(seat, Region(0, len(rows), width, len(panel))))
            rows += [*panel, *blank]
        return rows

    def build_row(self, view: View, seat: Seat, column: int, width: int) -> list[Content]:
        """A player with the bar and the name in the first `column` cells."""
        chosen = seat == self.chosen
        name = self.build_name(view, seat)
        if self.suspects:
            name = name.pad_left(0 if chosen else 1 if seat in self.suspects else 3)
        bar = Content.styled("▌" if chosen else "▎", self.find_style(view, seat))
        body = self.list_entries(view, seat, width - column - 1)
        rows = [
            Content.assemble(bar, fill_line(left, column), fill_line(right, width - column - 1))
            for left, right in zip_longest(
                [name.truncate(column - 1, ellipsis=True)], body, fillvalue=BLANK
            )
        ]
        return [row.stylize_before("on $panel") for row in rows] if chosen else rows

    def find_style(self, view: View, seat: Seat) -> str:
        """Find the colour of a player's frame: dimmed if they are out, the accent if chosen."""
        if seat == self.chosen:
            return "bold $primary"
        return self.names.get_style(seat) if seat in view.living or view.over else "$muted"

    def build_name(self, view: View, seat: Seat) -> Content:
        """Build a player's name, with the digit that votes for them, and a mark for oneself."""
        name = self.names.format_player(seat, style="bold" if seat in view.living else "strike")
        if seat in self.suspects:
            key = "bold $primary" if seat == self.chosen else "$muted"
            sign = "▸" if seat == self.chosen else ""
            name = Content.assemble((f"{sign}{(seat + 1) % 10} ", key), name)
        return Content.assemble(name, (" (you)", "$muted")) if seat == view.seat else name

    def list_entries(self, view: View, seat: Seat, width: int) -> list[Content]:
        """The rows of a player's panel; one at least."""
        key = (seat, width)
        if key not in self.entries:
            rows = [row for entry in self.build_entries(view, seat, width) for row in entry]
            self.entries[key] = rows or [BLANK]
        return self.entries[key]

    def build_entries(self, view: View, seat: Seat, width: int) -> Iterator[list[Content]]:
        """Build each statement with its votes, then the player's status."""
        for number, done in enumerate(view.rounds, 1):
            line = find_statement(done.lines, seat)
            votes = self.build_votes(done, seat, short=self.needs_short_votes(view, width))
            if line is not None or votes:
                yield build_entry(number, Content(line or ""), votes, width)
        if view.hides_end and seat in view.living:
            return
        if seat in view.living and not view.over:
            line = find_statement(view.lines, seat)
            if line is not None:
                said = Content.styled(line, "bold")
                yield (
                    build_entry(view.number, said, None, width) if view.rounds else said.wrap(width)
                )
            elif view.rounds:
                yield build_entry(view.number, self.build_waiting(view, seat), None, width)
            else:
                yield self.build_waiting(view, seat).wrap(width)
        else:
            yield self.build_fate(view, seat).wrap(width)

    def needs_short_votes(self, view: View, width: int) -> bool:
        """Whether votes are marks alone, in all panels, as some names do not fit beside a line."""
        if width not in self.short_votes:
            self.short_votes[width] = any(
                not fits_beside(
                    lay_out_entry(
                        number, Content(find_statement(done.lines, Seat(seat)) or ""), width
                    ),
                    self.build_votes(done, Seat(seat)),
                    width,
                )
                for number, done in enumerate(view.rounds, 1)
                for seat in range(len(view.seats))
            )
        return self.short_votes[width]

    def build_votes(self, done: Round, seat: Seat, *, short: bool = False) -> Content:
        """Build the player's vote, and the votes they got: `→ ▲ Ben  ← ■ ◆`."""
        parts = []
        vote, voters = done.votes[seat], done.list_voters(seat)
        if vote is not None:
            whom = self.build_mark(vote) if short else self.names.format_player(vote, style="")
            parts.append(Content.assemble(("→ ", "$muted"), whom))
        if voters:
            marks = Content(" ").join([self.build_mark(voter) for voter in voters])
            parts.append(Content.assemble(("← ", "$muted"), marks))
        return Content("  ").join(parts)

    def build_mark(self, seat: Seat) -> Content:
        """Only a player's mark."""
        return Content.styled(self.names.get_mark(seat), self.names.get_style(seat))

    def build_waiting(self, view: View, seat: Seat) -> Content:
        """Build when the player speaks."""
        if seat == view.speaker:
            return Content.styled("▸ speaks now", "bold $primary")
        place = format_ordinal(view.order.index(seat) + 1)
        return Content.styled(f"… speaks {place}", "$muted")

    def build_fate(self, view: View, seat: Seat) -> Content:
        """Build since when the player is out, and their role and word if revealed."""
        out, role = view.find_exit_round(seat), view.roles[seat]
        fate = "survived" if out is None else f"✗ out in round {out}"
        parts = [Content.styled(fate, "$muted")]
        if role is not None:
            parts.append(Content(f"was {ROLE_NAMES[role]}"))
        if view.words is not None:
            parts.append(Content.styled(f"“{view.words[seat]}”", "bold"))
        return Content(", ").join(parts)


def measure_least_rows(view: View, width: int) -> int:
    """Measure about how many rows the panels need for short statements."""
    room = (width + GAP) // (MIN_WIDTH + GAP)
    rounds = len(view.rounds) + 1
    if room < FEW:
        return max(len(view.seats) * rounds, LEAST_ROWS)
    return -(-len(view.seats) // min(room, FEW)) * (rounds + 2)


class PanelScroll(ScrolledView[View]):
    """Panels that scroll; the player who spoke last is visible."""

    SCOPED_CSS = False
    DEFAULT_CSS = """
    PanelScroll { scrollbar-gutter: auto; }  /* boxes end where the rules do */
    .-tall PanelScroll { align-vertical: middle; }
    """

    def __init__(self, panels: PlayerPanels) -> None:
        """Scroll `panels`."""
        super().__init__(panels)
        self.panels = panels

    def on_mount(self) -> None:
        """Begin at the latest statement."""
        self.call_after_refresh(self.show_latest)

    def show(self, view: View) -> None:
        """Show another view, at its latest statement."""
        self.panels.show(view)
        if self.is_mounted:
            self.call_after_refresh(self.show_latest)

    def show_latest(self) -> None:
        """Scroll to the last speaker of this round; to the top for votes or before any line."""
        view = self.panels.view
        if view is not None and view.speaker is not None and view.lines:
            self.show_player(view.lines[-1].seat)
        else:
            self.scroll_home(animate=False)

    def show_player(self, seat: Seat) -> None:
        """Scroll to a player's panel."""
        if region := self.panels.find_region(seat):
            self.scroll_to_region(region, animate=False)


def centre_lines(body: list[Content], width: int, rows: int = 1) -> list[Content]:
    """Set each line of text in the middle; a line of letters takes `rows` rows."""
    lines: list[Content] = []
    for first in range(0, len(body), rows):
        here = body[first : first + rows]
        left = max(width - max(line.cell_length for line in here), 0) // 2
        lines += [line.pad_left(left) for line in here]
    return lines


def find_statement(lines: tuple[Line, ...], seat: Seat) -> str | None:
    """Find what a seat said in a round."""
    return next((line.text for line in lines if line.seat == seat), None)


def build_entry(number: int, text: Content, votes: Content | None, width: int) -> list[Content]:
    """A statement with the number of its round, and the votes at its right, or below."""
    rows = lay_out_entry(number, text, width)
    if not votes:
        return rows
    if fits_beside(rows, votes, width):
        return [*rows[:-1], fill_line(rows[-1], width - votes.cell_length).append(votes)]
    below = votes.wrap(max(width - len(label_round(number, width)) - 2, 1))
    return [*rows, *(line.pad_left(max(width - line.cell_length, 0)) for line in below)]


def lay_out_entry(number: int, text: Content, width: int) -> list[Content]:
    """A statement with the number of its round."""
    label = label_round(number, width)
    column = len(label) + 2
    return lay_out_row((Content.styled(label, "$muted"), text), (column, width - column + 1))


def label_round(number: int, width: int) -> str:
    """`Round 2`, or `R2` in a narrow panel."""
    return f"Round {number}" if width >= WIDE_ENTRY else f"R{number}"


def fits_beside(rows: list[Content], votes: Content, width: int) -> bool:
    """Whether the votes fit into the last of these rows."""
    return rows[-1].cell_length + 2 + votes.cell_length <= width


def fill_line(line: Content, width: int) -> Content:
    """Add blanks up to `width`."""
    return line.pad_right(max(width - line.cell_length, 0))


def format_ordinal(number: int) -> str:
    """`1st`, `2nd`, up to ten."""
    return f"{number}{('st', 'nd', 'rd')[number - 1] if number < 4 else 'th'}"
