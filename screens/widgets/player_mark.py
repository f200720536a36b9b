"""Draw the marks of players in large."""

from functools import lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING

from screens.players.marks import FILLED, MARKS
from screens.widgets.letters import FINER, LETTER_SHAPES

if TYPE_CHECKING:
    from PIL.Image import Image


def measure_mark(size: int) -> int:
    """Measure a mark, which is square; a cell is half as wide as high."""
    return LETTER_SHAPES[size][1]


@lru_cache(maxsize=32)
def draw_mark(look: int, size: int, high: int = 2) -> "Image":
    """Draw a player's mark as coverage, `size` rows of `high` pixels, like a line of letters."""
    from PIL import Image, ImageDraw  # noqa: PLC0415 - Pillow, once it draws

    columns = measure_mark(size)
    width, above = columns * 2 * FINER, LETTER_SHAPES[size][1] * FINER
    whole = Image.new("L", (width, size * 2 * FINER))
    draw = ImageDraw.Draw(whole)

    def draw_shape(size: float, ink: int) -> None:
        """Draw the shape around its middle, in a part of the size."""

        def scale(*points: tuple[float, float]) -> list[tuple[float, float]]:
            return [
                ((0.5 + (x - 0.5) * size) * width, (MIDDLE + (y - MIDDLE) * size) * above)
                for x, y in points
            ]

        mark = FILLED[look % len(FILLED)]
        if mark in POLYGONS:
            draw.polygon(scale(*POLYGONS[mark]), ink)
        for x, y, radius in DOTS.get(mark, ()):
            draw.ellipse([*scale((x - radius, y - radius), (x + radius, y + radius))], ink)

    draw_shape(1.0, 255)
    if MARKS[look] not in FILLED:
        draw_shape(HOLE, 0)
    return whole.resize((columns * 2, size * high), Image.Resampling.BOX)


MIDDLE, HOLE = 0.55, 0.6
"""Where the middle of a mark is, from above; and the size of the hole in the mark of a machine."""


_STAR = tuple(
    (0.5 + r * sin(k * pi / 5), 0.54 - r * cos(k * pi / 5))
    for k in range(10)
    for r in ((0.24, 0.54)[k % 2 == 0],)
)


_STEM = ((0.5, 0.45), (0.68, 1.0), (0.32, 1.0))


POLYGONS: dict[str, tuple[tuple[float, float], ...]] = {
    "▲": ((0.5, 0.0), (1.0, 1.0), (0.0, 1.0)),
    "■": ((0.07, 0.07), (0.93, 0.07), (0.93, 0.93), (0.07, 0.93)),
    "◆": ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),
    "★": _STAR,
    "✚": (
        *((0.34, 0.0), (0.66, 0.0), (0.66, 0.34), (1.0, 0.34), (1.0, 0.66), (0.66, 0.66)),
        *((0.66, 1.0), (0.34, 1.0), (0.34, 0.66), (0.0, 0.66), (0.0, 0.34), (0.34, 0.34)),
    ),
    "▼": ((0.0, 0.0), (1.0, 0.0), (0.5, 1.0)),
    "♣": _STEM,
    "♠": (*((0.5, 0.0), (0.95, 0.55), (0.68, 0.72), (0.62, 0.7)), *_STEM[1:], (0.05, 0.55)),
    "♥": ((0.03, 0.42), (0.97, 0.42), (0.5, 1.0)),
}
"""The outlines of marks in a square from 0 to 1."""


DOTS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "●": ((0.5, 0.5, 0.5),),
    "♣": ((0.5, 0.26, 0.25), (0.25, 0.62, 0.25), (0.75, 0.62, 0.25)),
    "♠": ((0.28, 0.6, 0.24), (0.72, 0.6, 0.24)),
    "♥": ((0.26, 0.29, 0.26), (0.74, 0.29, 0.26)),
}
"""The round parts of marks: centres and radii."""
