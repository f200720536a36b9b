"""Text in letters so large that an audience reads them from the last row."""

from functools import lru_cache
from math import ceil
from string import ascii_letters, digits, punctuation
from typing import TYPE_CHECKING, ClassVar

from textual.color import Color
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

MAX_ROWS, MIN_ROWS = 8, 4
"""Rows of cells that a line takes with the largest letters, and with the smallest."""
FONT_CHARACTERS = frozenset(f"{ascii_letters}{digits}{punctuation} “”\u2018\u2019…«»°·±©™")
"""What is drawn of the font that comes with Pillow, a part of Aileron (CC0)."""
DESCENDERS = frozenset("Q,;@$()[]{}|_/\\")
"""What reaches below the line beside small letters."""
LOW, CAPITAL = 0.53, 0.72
"""How tall letters like x are in that font, and capitals and figures, by its size."""
LETTER_SHAPES = {4: (5, 7, 1), 5: (5, 7, 1), 6: (6, 9, 1), 7: (7, 10, 2), 8: (8, 12, 2)}
"""For each number of rows: pixels that an x is tall, pixels above the line, what strokes gain.

An x as tall as whole pixels has sharp edges, and an e its three bars from five pixels on. Strokes
gain that many parts of a pixel on each side: thin ones fade from afar.
"""
FINER = 8
"""How many times finer than a pixel letters are drawn before they are scaled down."""


@lru_cache(maxsize=64)
def fit_letters(text: str, columns: int, rows: int) -> tuple[int, tuple[str, ...]] | None:
    """How large a text can be: the rows of cells that a line takes, and the lines.

    Args:
        text: One or several words.
        columns: Cells that a line may take.
        rows: Rows of cells that all lines together may take.

    Returns:
        The largest letters with which it fits; nothing if the smallest do not, or if the font
        lacks one of its letters.
    """
    words = text.split()
    if not words or not FONT_CHARACTERS.issuperset(text):
        return None
    for size in range(min(MAX_ROWS, rows), MIN_ROWS - 1, -1):
        lines = _wrapped(words, columns, size)
        if lines and len(lines) * size <= rows:
            return size, lines
    return None


@lru_cache(maxsize=64)
def draw_ink(line: str, size: int) -> "Image":
    """How much ink is where, from 0 to 255; four pixels to a cell, two by two.

    Args:
        line: One or several words of letters that are `KNOWN`.
        size: Rows of cells that it takes.
    """
    from PIL import Image, ImageDraw

    font, above, stroke = _font(size, words=_has_words(line))
    columns = width(line, size)
    whole = Image.new("L", (columns * FINER, 2 * size * FINER))
    feet = above * FINER - stroke
    ImageDraw.Draw(whole).text((stroke, feet), line, 255, font, anchor="ls", stroke_width=stroke)
    return whole.resize((columns * 2, size * 2), Image.Resampling.BOX)


def width(line: str, size: int) -> int:
    """Cells that a line takes in letters of `size` rows."""
    font, _, stroke = _font(size, words=_has_words(line))
    return ceil((font.getbbox(line, anchor="ls")[2] + 2 * stroke) / FINER)


def _wrapped(words: list[str], columns: int, size: int) -> tuple[str, ...] | None:
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= columns:
            lines[-1] = longer
        elif width(word, size) <= columns:
            lines.append(word)
        else:
            return None
    return tuple(lines)


def _has_words(line: str) -> bool:
    """Whether a line needs room below; figures and capitals alone are drawn larger."""
    return any(c.islower() or c in DESCENDERS for c in line)


@lru_cache(maxsize=32)
def _font(size: int, *, words: bool) -> "tuple[FreeTypeFont, int, int]":
    """The font for lines of `size` rows, the pixels above the line, and what strokes gain."""
    from PIL import ImageFont

    low, above, stroke = LETTER_SHAPES[size]
    if words:
        points = low * FINER / LOW
    else:
        above = 2 * size
        points = (above * FINER - 2 * stroke) / CAPITAL
    font = ImageFont.load_default(points)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font, above, stroke


HALF = 128
"""From how much ink on a pixel is taken for full where colours cannot be blended."""
SHARP = 1.4
"""The power by which pixels with little ink on them sink into the ground: they blur from afar."""

type Drawn = tuple[tuple[object, ...], list[Strip]]
"""All that the rows depend on, and the rows."""


class LargeText(Widget):
    """A word or a short line, as large as there is room for: 4 to 8 rows to a line of letters.

    It stands in the widget's colour upon its ground, and aligned as `text-align` says. Where even
    the smallest letters do not fit, or one of them is not in the font (which has English letters,
    figures and signs), it is plain bold text.
    """

    DEFAULT_CSS = """
    LargeText { width: 1fr; height: auto; color: $primary; text-style: bold; }
    """
    ALLOW_SELECT: ClassVar[bool] = False

    text: reactive[str] = reactive("", layout=True)
    """What it says. Shown as it stands, never as markup."""

    def __init__(
        self,
        text: str = "",
        rows: int = MAX_ROWS,
        *,
        id: str | None = None,  # noqa: A002
        classes: str | None = None,
    ) -> None:
        """Say `text`.

        Args:
            text: One or several words; they wrap.
            rows: The most rows of cells that all lines together take.
            id: As of every widget.
            classes: As of every widget.
        """
        super().__init__(id=id, classes=classes)
        self.rows = rows
        self.set_reactive(LargeText.text, text)
        self._drawn: Drawn | None = None

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows of large letters, or else of plain text."""
        fits = fit_letters(self.text, width, self.rows)
        if fits is None:
            return super().get_content_height(container, viewport, width)
        size, lines = fits
        return size * len(lines)

    def render(self) -> Content:
        """The text as it stands where it is not drawn."""
        return Content(self.text)

    def render_line(self, y: int) -> Strip:
        """A row of the letters."""
        columns = self.content_size.width
        fits = fit_letters(self.text, columns, self.rows)
        if fits is None:
            return super().render_line(y)
        strips = self.drawn(*fits, columns)
        return strips[y] if y < len(strips) else Strip.blank(columns, self.rich_style)

    def drawn(self, size: int, lines: tuple[str, ...], columns: int) -> list[Strip]:
        """All rows, drawn anew only if something has changed."""
        ground, colour = self.background_colors[1], self.colors[3]
        blended = self.app.console.color_system == "truecolor" and not self.app.no_color
        align = self.styles.text_align
        depends = (size, lines, columns, ground, colour, blended, align)
        if self._drawn is None or self._drawn[0] != depends:
            blank = Strip.blank(columns, self.rich_style)
            strips = []
            for line in lines:
                for strip in render_letters(line, size, ground, colour, blended=blended):
                    room = columns - strip.cell_length
                    left = {"center": room // 2, "right": room}.get(align, 0)
                    row = Strip.join([blank.crop(0, left), strip, blank.crop(0, room - left)])
                    strips.append(row.simplify())
            self._drawn = depends, strips
        return self._drawn[1]


def render_letters(
    line: str, size: int, ground: Color, colour: Color, *, blended: bool
) -> tuple[Strip, ...]:
    """One line in letters of `size` rows.

    Args:
        line: The words.
        size: Rows of cells.
        ground: What they stand on.
        colour: Their own.
        blended: With smooth edges, in colours between the two.
    """
    from PIL import Image

    from screens.pictures.blocks import draw_quadrants

    mask = draw_ink(line, size).point(
        lambda amount: round(255 * (amount / 255) ** SHARP) if blended else 255 * (amount >= HALF)
    )
    image = Image.new("RGB", mask.size, ground.rgb)
    image.paste(colour.rgb, mask=mask)
    return draw_quadrants(image)
