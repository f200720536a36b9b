"""What everybody may know of the last moves, large enough to be read across a table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.color import Color
from textual.content import Content
from textual.geometry import Size

from engine.seat import Seat
from screens.players.seat_names import SeatNames
from screens.widgets.large_text import build_large_lines, count_pixel_rows, draw_line
from screens.widgets.letter_size import fit_alike
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, centre_text

LARGEST, LARGEST_LINE = 8, 16
"""The most rows of large letters for several texts side by side, and for a single one."""
GAP, WIDEST_GAP = 4, 12
"""The fewest and the most cells between texts side by side."""


@dataclass(frozen=True, slots=True)
class PublicMove:
    """What everybody may know of a move; its texts are outside text, never parsed as markup."""

    title: Content
    """Who did what: `● Ada says`; or the whole of it."""
    texts: tuple[str, ...] = ()
    """What was said: a line, or the hints."""
    colour: str = "$primary"
    """The colour of large letters."""


def build_spoken(names: SeatNames, seat: Seat, text: str) -> PublicMove:
    """Build the public move of a seat that has said something."""
    title = Content.assemble(names.format_player(seat), " says")
    return PublicMove(title, (text,), names.get_style(seat))


def build_remark(names: SeatNames, seat: Seat, text: str) -> PublicMove:
    """Build what a machine has said in the discussion, with the names of the players in it."""
    return PublicMove(format_remark(names, seat, text))


def format_remark(names: SeatNames, seat: Seat, text: str) -> Content:
    """Write a remark in a line: `◇ Otto: ● Ada, what did you mean by “it flies”?`."""
    return Content.assemble(names.format_player(seat), ": ", names.format_sentence(text))


def build_small_news(moves: Sequence[PublicMove], width: int) -> list[Content]:
    """Build public moves as text; the last has a paragraph of its own."""
    *earlier, last = moves
    lines = [line for move in earlier for line in build_small_move(move, width)]
    return [*lines, *([BLANK] if lines else []), *build_small_move(last, width, apart=True)]


def build_small_move(move: PublicMove, width: int, *, apart: bool = False) -> list[Content]:
    """Build a move as text: in one paragraph, or with its texts in lines below its title."""
    texts = [Content.styled(f"“{text}”", "bold") for text in move.texts]
    if not apart:
        return centre_text(Content("  ").join([move.title, *texts]), width)
    line = Content("   ").join(texts)
    rows = [line] if line.cell_length <= width else texts
    said = [row for text in rows for row in centre_text(text, width)] if texts else []
    return [*centre_text(move.title, width), *([BLANK] if said else []), *said]


class News(Lines):
    """Public moves, one below the other; the last in large letters if they fit."""

    def __init__(
        self, moves: Sequence[PublicMove], count_rows_around: Callable[[int], int]
    ) -> None:
        """Show `moves`, oldest first; `count_rows_around` counts the screen's other rows."""
        super().__init__()
        self.count_rows_around = count_rows_around
        self.moves = tuple(moves)
        self._laid_out: tuple[tuple[object, ...], list[Content]] | None = None

    def layout_lines(self, width: int) -> list[Content]:
        """The earlier moves as text, then the last; those of the last call if nothing has changed.

        Each layout of a screen asks several times, and large letters take milliseconds to draw.
        """
        app = self.app
        depends = width, app.size.height, app.theme, self.background_colors, count_pixel_rows(app)
        if self._laid_out is None or self._laid_out[0] != depends:
            self._laid_out = depends, self.build_moves(width, app.size.height)
        return self._laid_out[1]

    def build_moves(self, width: int, height: int) -> list[Content]:
        """Build the lines for a width, on a screen of this height."""
        if not self.moves:
            return []
        *earlier, last = self.moves
        lines = [line for move in earlier for line in build_small_move(move, width)]
        lines += [BLANK] if lines else []
        room = height - self.count_rows_around(width) - len(lines) - 2
        large = self.build_large(last, width, room)
        return [*lines, *large] if large else build_small_news(self.moves, width)

    def build_large(self, move: PublicMove, width: int, room: int) -> list[Content]:
        """A move with its texts in large letters; nothing if they do not fit."""
        colour = Color.parse(self.app.theme_variables[move.colour.removeprefix("$")])
        count = len(move.texts)
        drawn: list[list[Content]] = []
        if count == 1:
            drawn = [
                build_large_lines(
                    self,
                    move.texts[0],
                    colour,
                    Size(width, min(room, LARGEST_LINE)),
                    narrow=True,
                )
            ]
        fit = fit_alike(move.texts, width // count - GAP, min(room, LARGEST)) if count > 1 else None
        if fit is not None:
            drawn = [
                draw_line(self, text, colour, fit.size, narrow=fit.narrow) for text in fit.lines
            ]
        if not drawn or not all(drawn):
            return []
        spare = width - sum(max(line.cell_length for line in one) for one in drawn)
        gap = min(spare // count, WIDEST_GAP)
        letters = [Content(" " * gap).join(row) for row in zip(*drawn, strict=True)]
        centred = [line.pad_left((width - line.cell_length) // 2) for line in letters]
        return [*centre_text(move.title, width), BLANK, *centred]
