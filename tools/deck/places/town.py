"""Houses and streets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from images.card_size import WIDTH
from tools.deck.colour import Colour, mix
from tools.deck.paths import polygon, rectangle, shape
from tools.deck.scene import Scene


def building(
    s: Scene,
    x: float,
    y: float,
    width: float,
    height: float,
    colour: Colour,
    roof: Colour,
    light: Colour = "#ffd27a",
    seed: int = 0,
) -> None:
    """One house of a street, its foot at y, its left at x."""
    rng = np.random.default_rng(seed)
    roof_height = width * rng.uniform(0.5, 0.9)
    s.fill(
        polygon((x, y - height), (x + width, y - height), (x + width, y + 40), (x, y + 40)),
        colour,
        mix(colour, s.shade_colour, 0.45),
        angle=70,
        volume=0.25,
        hatch=0.08,
        hatch_angle=90,
    )
    s.fill(
        polygon(
            (x + width * 0.72, y - height),
            (x + width, y - height),
            (x + width, y + 40),
            (x + width * 0.72, y + 40),
        ),
        s.shade_colour,
        volume=0,
        alpha=0.28,
        soft=0.6,
    )
    cx = x + width * rng.choice([0.2, 0.7])
    s.fill(
        rectangle(cx, y - height - roof_height * 0.95, width * 0.13, roof_height * 0.8),
        mix(roof, colour, 0.5),
        volume=0.6,
    )
    s.fill(
        rectangle(
            cx - width * 0.02, y - height - roof_height * 0.98, width * 0.17, roof_height * 0.1
        ),
        mix(roof, s.shade_colour, 0.3),
        volume=0.3,
    )
    s.fill(
        shape(
            f"{x - width * 0.1},{y - height + 2}! {x + width * 0.5},{y - height - roof_height}! "
            f"{x + width * 1.1},{y - height + 2}!"
        ),
        roof,
        mix(roof, s.shade_colour, 0.4),
        angle=35,
        volume=0.5,
        hatch=0.09,
        hatch_angle=60,
        rim=0.25,
    )
    nx, ny = (max(1, int(width / 13)), max(1, int(height / 19)))
    for i in range(nx):
        for j in range(ny):
            wx, wy = (x + (i + 0.5) * width / nx, y - height + (j + 0.55) * height / ny + 2)
            on = rng.random() < 0.55
            ww, wh = (min(5.2, width / nx * 0.42), min(8.5, height / ny * 0.45))
            s.flat(
                rectangle(wx - ww / 2, wy - wh / 2, ww, wh),
                light if on else mix(colour, s.shade_colour, 0.75),
                0.96,
            )
            if on:
                s.glow(wx, wy, 13, light, 0.28, 2)
            s.flat(rectangle(wx - 0.3, wy - wh / 2, 0.6, wh), mix(colour, s.shade_colour, 0.6), 0.8)
            s.flat(rectangle(wx - ww / 2, wy - 0.3, ww, 0.6), mix(colour, s.shade_colour, 0.6), 0.8)


def town(
    s: Scene,
    y: float,
    walls: Sequence[Colour],
    roofs: Sequence[Colour],
    seed: int = 2,
    heights: tuple[float, float] = (50, 110),
    widths: tuple[float, float] = (34, 58),
    light: Colour = "#ffd27a",
    haze: float = 0.0,
) -> None:
    """A street of houses from edge to edge."""
    rng = np.random.default_rng(seed)
    x = -14.0
    bs = []
    while x < WIDTH + 10:
        ww = rng.uniform(*widths)
        bs.append(
            (
                x,
                ww,
                rng.uniform(*heights),
                walls[int(rng.integers(len(walls)))],
                roofs[int(rng.integers(len(roofs)))],
                int(rng.integers(9999)),
            )
        )
        x += ww * rng.uniform(0.86, 1.0)
    with s.group(haze=haze):
        for b in bs:
            building(s, b[0], y, b[1], b[2], b[3], b[4], light, b[5])
