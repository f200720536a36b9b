"""Rooms."""

from __future__ import annotations

from images.card_size import HEIGHT, WIDTH
from tools.deck.colour import Colour, mix
from tools.deck.paths import polygon, rectangle
from tools.deck.places.sky import sky
from tools.deck.scene import Scene


def room(
    s: Scene,
    wall: Colour,
    wall2: Colour,
    floor: Colour,
    floor2: Colour,
    y: float = 330,
    paper: Colour | None = None,
) -> None:
    """A wall down to y and a floor of boards; `paper` gives it stripes."""
    sky(s, wall, wall2, warp=0.03, bottom=y, cell=90, stretch=1)
    if paper:
        for i in range(16):
            s.flat(rectangle(i * 21 - 8, -5, 9, y + 5), paper, 0.22)
    s.fill(
        polygon((-10, y), (WIDTH + 10, y), (WIDTH + 60, HEIGHT + 20), (-60, HEIGHT + 20)),
        floor,
        floor2,
        angle=90,
        volume=0.0,
        hatch=0.08,
        grain=0.4,
    )
    for i in range(-9, 10):
        x0, x1 = (152 + i * 26, 152 + i * 62)
        s.flat(
            polygon((x0 - 0.4, y), (x0 + 0.4, y), (x1 + 1, HEIGHT + 10), (x1 - 1, HEIGHT + 10)),
            mix(floor2, s.shade_colour, 0.5),
            0.45,
        )
    s.fill(
        rectangle(-10, y - 11, WIDTH + 20, 12), mix(wall2, "#ffffff", 0.18), volume=0.6, radius=3
    )
    s.fill(rectangle(-10, y, WIDTH + 20, 14), s.shade_colour, volume=0, alpha=0.28, soft=4)
