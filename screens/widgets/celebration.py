"""The winners of a game in large letters, in their colours, with confetti."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip

from engine.seat import Seat
from screens.players.marks import MARKS
from screens.players.seat_names import SeatNames
from screens.widgets.confetti import Spark, scatter_confetti
from screens.widgets.gradual_reveal import StagedReveal
from screens.widgets.large_text import count_pixel_rows, render_ink
from screens.widgets.letter_size import MAX_ROWS, MIN_ROWS
from screens.widgets.letters import FONT_CHARACTERS, draw_ink, measure_width
from screens.widgets.player_mark import draw_mark, measure_mark
from screens.widgets.plus_sign import draw_plus, measure_plus

FEW = 3
"""Maximum number of winners shown by name in large letters; more are shown as a team."""


FRAMES, FRAME_TIME = 12, 0.07
"""Number of frames of the confetti, and the seconds between frames."""


SPACE = 2
"""Cells between two words."""


SHARE = 4
"""A headline that has the screen for itself takes one row in so many."""


SIZES = ((36, 7), (28, 5), (0, 4))
"""Rows of the letters, by the least rows of the screen."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A word of the headline, or a player's mark."""

    text: str
    colour: str
    """The colour's name in the theme."""
    mark: int | None = None
    """The look whose mark is drawn instead of the text, if any."""


class Celebration(StagedReveal):
    """The winners, as large as possible, with confetti, which is static with `--motion off`.

    A draw, or a game that everybody has lost, is shown in the same size, without confetti.
    """

    DEFAULT_CSS = "Celebration { width: 1fr; height: auto; }"

    def __init__(
        self, names: SeatNames, winners: Sequence[Seat], team: str = "", nobody: str = "A draw"
    ) -> None:
        """Celebrate the `winners`.

        Args:
            names: The names of the players.
            winners: The winners; empty in a draw, or if all have lost.
            team: The headline for many winners, or if their names do not fit in large letters:
                `Civilians win`.
            nobody: The headline if there are no winners.
        """
        self.winners = tuple(winners)
        self.colours = [names.get_style(seat).removeprefix("$") for seat in winners]
        self.signs = [names.get_mark(seat) for seat in winners]
        self.lines = list(_build_headlines(names, self.winners, team, nobody))
        """The headline and its shorter forms."""
        self.team = (Piece(team or "They win", "primary"),)
        """The headline if the names do not fit."""
        self.is_team = bool(team) and len(self.winners) > 1
        self.is_alone = False
        """Whether it has the screen for itself, so that its letters may be larger."""
        super().__init__((FRAME_TIME,) * FRAMES if winners else ())

    @property
    def plain(self) -> str:
        """The headline as text, with the marks."""
        pieces = (p.text if p.mark is None else MARKS[p.mark] for p in self.lines[0])
        return " ".join(pieces)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Return the height of the letters, and a row for confetti on either side."""
        return self.fit_headline(width)[1] + 2

    def render(self) -> Content:
        return Content(self.plain)

    def fit_headline(self, width: int) -> tuple[Sequence[Piece], int]:
        """Find the longest form of the headline that fits, and its rows of letters; 1 for text."""
        height = self.app.size.height
        most = next(rows for least, rows in SIZES if height >= least)
        if self.is_alone:
            most = max(most, min(height // SHARE, MAX_ROWS))
        for size in range(most, MIN_ROWS - 1, -1):
            for line in self.lines:
                is_long = size > MIN_ROWS and line is not self.lines[0]
                narrow = size == MIN_ROWS and (self.is_team or line is not self.lines[-1])
                fits = _measure(line, size, narrow=narrow) <= width - 4
                if not is_long and fits and _is_drawable(line):
                    return line, size
        if self.is_team and _measure(self.team, MIN_ROWS, narrow=True) <= width:
            return self.team, MIN_ROWS
        return self.lines[0], 1

    def is_narrow(self, line: Sequence[Piece], size: int, width: int) -> bool:
        """Whether a line fits in narrow letters only."""
        return size == MIN_ROWS and _measure(line, size) > width - 4

    def watch_stage(self) -> None:
        """Draw the next frame."""
        super().watch_stage()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """A row of the letters, or of what is above and below, with the confetti of this stage."""
        width, rows = self.content_size.width, self.content_size.height
        line, size = self.fit_headline(width)
        strips = self.draw_headline(tuple(line), size, width)
        letters = strips[y - 1] if 1 <= y <= size else Strip([])
        left = (width - letters.cell_length) // 2
        sparks = {spark.x: spark for spark in self.place_sparks(width, rows) if spark.y == y}
        ends = (0, left), (left + letters.cell_length, width)
        before, after = (self.draw_sparks(sparks, *end) for end in ends)
        return Strip.join([before, letters, after])

    def draw_headline(self, line: tuple[Piece, ...], size: int, width: int) -> list[Strip]:
        """Draw the headline: in large letters, or as a line of bold text if `size` is 1."""
        background = self.background_colors[1]
        if size == 1:
            ground, segments = background.rich_color, []
            for piece in line:
                colour = self.find_piece_colour(piece).rich_color
                text = piece.text if piece.mark is None else MARKS[piece.mark]
                segments.append(Segment(f"{text} ", Style(color=colour, bgcolor=ground, bold=True)))
            return [Strip(segments).crop(0, width)]
        high = count_pixel_rows(self.app)
        blank = Strip.blank(SPACE, Style(bgcolor=background.rich_color))
        drawn = [
            _draw_piece(
                piece,
                size,
                high,
                background,
                self.find_piece_colour(piece),
                narrow=self.is_narrow(line, size, width),
            )
            for piece in line
        ]
        rows = []
        for parts in zip(*drawn, strict=True):
            spaced = [strip for part in parts for strip in (blank, part)][1:]
            rows.append(Strip.join(spaced).simplify())
        return rows

    def draw_sparks(self, sparks: dict[int, Spark], start: int, end: int) -> Strip:
        """Draw the confetti of a row between two columns."""
        ground = self.background_colors[1].rich_color
        blank = Style(bgcolor=ground)
        segments: list[Segment] = []
        column = start
        for x in sorted(x for x in sparks if start <= x < end):
            if x > column:
                segments.append(Segment(" " * (x - column), blank))
            colour = self.find_colour(sparks[x].colour).rich_color
            segments.append(Segment(sparks[x].sign, Style(color=colour, bgcolor=ground)))
            column = x + 1
        if end > column:
            segments.append(Segment(" " * (end - column), blank))
        return Strip(segments)

    def find_piece_colour(self, piece: Piece) -> Color:
        """Find the colour of a piece; without colours, names are the brightest."""
        if not self.app.no_color:
            return self.find_colour(piece.colour)
        return self.find_colour(
            "muted" if piece.colour in ("foreground", "muted") else "foreground"
        )

    def find_colour(self, name: str) -> Color:
        """A colour of the theme by its name."""
        return Color.parse(self.app.theme_variables[name])

    def place_sparks(self, width: int, rows: int) -> list[Spark]:
        """Place the confetti at this stage."""
        if not self.winners:
            return []
        return scatter_confetti(
            tuple(self.signs), tuple(self.colours), width, rows, self.stage / FRAMES
        )


def _build_headlines(
    names: SeatNames, winners: Sequence[Seat], team: str, nobody: str
) -> "list[tuple[Piece, ...]]":
    """The headline, and shorter forms of it."""
    if not winners:
        return [(Piece(nobody, "primary"),)]
    if len(winners) > FEW:
        return [(Piece(team or "They win", "primary"),)]
    long: list[Piece] = []
    short: list[Piece] = []
    for place, seat in enumerate(winners):
        if place:
            short.append(Piece(AND, "muted"))
            long.append(Piece(AND, "muted"))
        name = Piece(names.get_label(seat), names.get_style(seat).removeprefix("$"))
        long += [Piece("", name.colour, names.looks[seat] % len(MARKS)), name]
        short.append(name)
    verb = Piece("wins" if len(winners) == 1 else "win", "foreground")
    told = [(*long, verb), (*short, verb)]
    return told if team else [*told, tuple(short)]  # a team's headline says that it wins


AND = "&"
"""Between names; drawn as a plus, as it looks like a 6 in few pixels."""


def _is_drawable(line: Sequence[Piece]) -> bool:
    return all(FONT_CHARACTERS.issuperset(piece.text) for piece in line)


def _measure(line: Sequence[Piece], size: int, *, narrow: bool = False) -> int:
    """The width of a line in large letters, in cells."""
    if not _is_drawable(line):
        return 0
    widths = (_measure_piece(piece, size, narrow=narrow) for piece in line)
    return sum(widths) + SPACE * (len(line) - 1)


def _measure_piece(piece: Piece, size: int, *, narrow: bool) -> int:
    if piece.mark is not None:
        return measure_mark(size)
    if piece.text == AND:
        return measure_plus(size)
    return measure_width(piece.text, size, words=True, narrow=narrow)


@lru_cache(maxsize=64)
def _draw_piece(
    piece: Piece, size: int, high: int, background: Color, colour: Color, *, narrow: bool = False
) -> tuple[Strip, ...]:
    if piece.mark is not None:
        ink = draw_mark(piece.mark, size, high)
    elif piece.text == AND:
        ink = draw_plus(size, high)
    else:
        ink = draw_ink(piece.text, size, high, words=True, narrow=narrow)
    return render_ink(ink, background, colour, high)
