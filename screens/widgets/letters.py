"""Draw letters in pixels."""

from functools import lru_cache
from itertools import pairwise, product
from math import ceil
from string import ascii_letters, ascii_uppercase, digits, punctuation
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import PIL.Image
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont


FONT_CHARACTERS = frozenset(f"{ascii_letters}{digits}{punctuation} “”\u2018\u2019…«»°·±©™")
"""The characters used of Pillow's default font, a part of Aileron (CC0)."""


DESCENDERS = frozenset("Q,;@$()[]{}|_/\\")
"""Characters that reach below the baseline, besides lower-case letters."""


LOW, CAPITAL = 0.53, 0.72
"""Height of an x, and of capitals and figures, as fractions of the font size."""


LETTER_SHAPES = {
    4: (5, 7, 1),
    5: (5, 7, 1),
    6: (6, 9, 1),
    7: (7, 10, 2),
    8: (8, 12, 2),
    9: (9, 13, 2),
    10: (10, 15, 3),
    11: (11, 16, 3),
    12: (12, 18, 4),
}
"""By rows: pixels of an x, pixels above the baseline, and how much thicker to draw strokes.

Whole pixels give an x sharp edges, and an e needs five for its three bars. Thin strokes fade
from afar, so each side gains that many parts (of `FINER`) of a pixel.
"""


FINER = 8
"""Letters are drawn this many times larger, then scaled down."""


NARROW = 0.66
"""The width of narrow letters as a share of the usual one: sentences fit that are too long else."""


HALF = 128
"""The coverage from which a pixel is full. None is in between: blended edges look ragged, as two
colours are all that a cell has."""


TALL, BAR = frozenset(ascii_uppercase + digits), 96
"""Characters of one height, and the coverage from which a row of pixels belongs to a narrow one: a
thin bar, as on a T, has no more."""


THRESHOLDS = (88, 104, HALF, 152, 168)
"""Coverages from which a pixel is full, where a letter would lose a gap or a hole."""


@lru_cache(maxsize=64)
def draw_ink(
    line: str, size: int, high: int = 2, *, words: bool = False, narrow: bool = False
) -> "Image":
    """Draw a line in pixels of 0 or 255, 2 x `high` to a cell.

    Args:
        line: Words of `FONT_CHARACTERS`.
        size: Rows of the line.
        high: Pixels down in a cell.
        words: Leave room below the baseline, as if it had lower-case letters: its neighbours do.
        narrow: Draw narrow letters.
    """
    from PIL import Image  # noqa: PLC0415 - Pillow, once it draws

    words = words or _has_words(line)
    columns = measure_width(line, size, words=words, narrow=narrow)
    ink = Image.new("L", (columns * 2, size * high))
    for x, character in zip(_place_letters(line, size, words, narrow), line, strict=False):
        ink.paste(255, (x - 2 * size, 0), _draw_letter(character, size, high, words, narrow))
    return ink


@lru_cache(maxsize=512)
def _draw_letter(character: str, size: int, high: int, words: bool, narrow: bool) -> "Image":
    """Draw a character in whole pixels, with `size` empty columns before and after it.

    Where half-covered pixels would close a gap or a hole (the dot of an i, the holes of a g), the
    character is moved by parts of a pixel, or its strokes are made thinner. Of the drawings with
    the right gaps, holes and rows, the one closest to the true shape is returned.
    """
    from PIL import Image, ImageChops, ImageDraw  # noqa: PLC0415 - Pillow, once it draws

    font, above, stroke = _load_font(size, words=words)
    if narrow:
        stroke = 0  # the bars of a t are lost beside a thicker stem
    low = LETTER_SHAPES[size][0]
    row = low * FINER / (low * high // 2) if words else 2 * FINER / high
    """The height of a pixel: an x is a whole number of pixels high."""
    column = _measure_pixel(narrow=narrow)
    baseline = above * high // 2 * row
    pixels = 2 * (ceil(font.getlength(character) / column / 2) + 2 * size), size * high
    width, height = ceil(pixels[0] * column), ceil(pixels[1] * row)

    def draw(thick: int, right: float = 0, down: float = 0) -> "PIL.Image.Image":
        whole = Image.new("L", (width, height))
        place = 2 * size * column + stroke + right, baseline - thick + down
        ImageDraw.Draw(whole).text(place, character, 255, font, anchor="ls", stroke_width=thick)
        return whole

    def shrink(whole: "PIL.Image.Image") -> "PIL.Image.Image":
        part = 0, 0, pixels[0] * column, pixels[1] * row
        return whole.resize(pixels, Image.Resampling.BOX, part)

    bold = draw(stroke)
    true, goal = shrink(bold), _count_own_shapes(character)

    plain = true.point(lambda amount: 255 * (amount >= HALF))

    def find_ends(letter: "PIL.Image.Image") -> tuple[int, int]:
        """The first row with ink, and the first below all ink, which descenders may choose."""
        _, top, _, bottom = letter.getbbox() or (0, 0, 0, 0)
        return top, min(bottom, above * high // 2 + 1)

    least = BAR if narrow and character in TALL else HALF
    ends = find_ends(true.point(lambda amount: 255 * (amount >= least)))

    def judge(letter: "PIL.Image.Image") -> tuple[int, int]:
        wrong = 2 * abs(_count_shapes(letter) - goal) + (find_ends(letter) != ends)
        return wrong, sum(ImageChops.difference(letter, true).tobytes())

    letters = [plain]
    inked = [y for y, bits in enumerate(_read_rows(bold)) if bits]
    if gaps := [lower for upper, lower in pairwise(inked) if lower > upper + 1]:
        letters.append(apart := plain.copy())
        for lower in gaps:
            y = round(lower / row) - 1
            apart.paste(0, (0, y, apart.width, y + 1))
    if all(judge(letter)[0] for letter in letters):
        for thick, right, down in product(
            {stroke, max(stroke - 1, 0), 0}, (0, -2, 2), (0, -row / 3, row / 3)
        ):
            shades = shrink(draw(thick, right, down))
            letters += (shades.point(lambda a, t=t: 255 * (a >= t)) for t in THRESHOLDS)
    return min(letters, key=judge)


@lru_cache(maxsize=128)
def _count_own_shapes(character: str) -> int:
    """Count the shapes of a character less the holes in them, as the font draws it."""
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 - Pillow, once it draws

    whole = Image.new("L", (300, 200))
    font = ImageFont.load_default(100)
    ImageDraw.Draw(whole).text((50, 130), character, 255, font, anchor="ls")
    return _count_shapes(whole)


def _read_rows(image: "Image") -> list[int]:
    """Read each row of an image of coverage as bits: whether a pixel is covered by half."""
    from PIL.Image import Dither  # noqa: PLC0415 - Pillow, once it draws

    bits, width = image.convert("1", dither=Dither.NONE).tobytes(), (image.width + 7) // 8
    return [int.from_bytes(bits[at : at + width]) for at in range(0, len(bits), width)]


def _count_shapes(image: "Image") -> int:
    """Count the separate shapes of an image less the holes in them (its Euler number).

    It follows from how many of four neighbouring pixels are covered: one at outer corners, three
    at inner ones, two across where shapes touch at their corners.
    """
    rows, corners = _read_rows(image), 0
    for a, b in pairwise([0, *rows, 0]):
        c, d = a << 1, b << 1
        odd = a ^ b ^ c ^ d
        three = odd & (a & c | b & d)
        across = a & d & ~b & ~c | b & c & ~a & ~d
        corners += (odd ^ three).bit_count() - three.bit_count() - 2 * across.bit_count()
    return corners // 4


def measure_width(line: str, size: int, *, words: bool = False, narrow: bool = False) -> int:
    """Measure a line in letters of `size` rows, in cells; the rest is that of `draw_ink`."""
    return ceil(_place_letters(line, size, words or _has_words(line), narrow)[-1] / 2)


def _measure_pixel(*, narrow: bool) -> float:
    """Measure the width of a pixel in the units of the drawing."""
    return FINER / 2 / (NARROW if narrow else 1)


WORD_SPACE = 0.6
"""Width of a blank, in that of an n: in few pixels the font's own one parts no words."""


@lru_cache(maxsize=256)
def _place_letters(line: str, size: int, words: bool, narrow: bool) -> tuple[int, ...]:
    """Return where each letter of a line starts, and the end of the line, in half cells.

    Thicker strokes get as much more space between letters.
    """
    font, _, stroke = _load_font(size, words=words)
    half = _measure_pixel(narrow=narrow)
    starts = [max(0, ceil(-font.getbbox(line[0], anchor="ls")[0] / half))]
    for before, after in pairwise(line):
        advance = font.getlength(before + after) - font.getlength(after) + 2 * stroke
        if before == " ":
            advance = max(advance, WORD_SPACE * font.getlength("n") + 2 * stroke)
        starts.append(starts[-1] + round(advance / half))
    end = font.getbbox(line[-1], anchor="ls")[2] + 2 * stroke
    return *starts, starts[-1] + ceil(end / half)


def _has_words(line: str) -> bool:
    """Whether a line needs space below the baseline; if not, it is drawn larger."""
    return any(c.islower() or c in DESCENDERS for c in line)


@lru_cache(maxsize=32)
def _load_font(size: int, *, words: bool) -> "tuple[FreeTypeFont, int, int]":
    """Return the font for `size` rows, the pixels above the baseline, and the stroke width."""
    from PIL import ImageFont  # noqa: PLC0415 - Pillow, once it draws

    low, above, stroke = LETTER_SHAPES[size]
    if words:
        points = low * FINER / LOW
    else:
        above = 2 * size
        points = (above * FINER - 2 * stroke) / CAPITAL
    font = ImageFont.load_default(points)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font, above, stroke
