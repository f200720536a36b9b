"""Things found in a house."""

from __future__ import annotations

import numpy as np

from tools.deck.colour import Colour, mix
from tools.deck.paths import Path, ellipse, hole, join, placed, rectangle, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK


def key(s: Scene, colour: Colour = "#e0b04e") -> None:
    """A key, 120 long, its bow about (-45, 0), its teeth right."""
    s.fill(
        join(
            tube([(-28, 0), (52, 0)], [3.6], False),
            rectangle(36, 0, 6, 16),
            rectangle(46, 0, 6, 20),
            rectangle(41, 12, 6, 4),
            ellipse(-20, 0, 5.5, 7),
            ellipse(28, 0, 3.4, 5.5),
        ),
        colour,
        s.darker(colour, 0.4),
        angle=90,
        volume=0.95,
        rim=0.5,
        radius=3,
    )
    ring = join(
        ellipse(-40, -11, 13),
        ellipse(-40, 11, 13),
        ellipse(-54, 0, 13),
        join(hole(ellipse(-40, -11, 7)), hole(ellipse(-40, 11, 7)), hole(ellipse(-54, 0, 7))),
    )
    s.fill(ring, colour, s.darker(colour, 0.4), angle=90, volume=0.95, rim=0.5, radius=3)


def keyhole_shape(x: float, y: float, scale: float) -> Path:
    """A keyhole about (x, y), 86 high."""
    return placed(
        shape("-16,40! -9,-2 -19,-14 -20,-32 -8,-46 8,-46 20,-32 19,-14 9,-2 16,40!"), x, y, scale
    )


def umbrella(
    s: Scene,
    colour: Colour = "#c8423e",
    colour2: Colour = "#f0d9b8",
    ribs: int = 6,
    handle: Colour = "#4a3328",
    length: float = 78,
) -> None:
    """An open umbrella, 120 wide, the origin under the middle of its canopy."""
    s.fill(
        tube(
            [(0, -30), (0, length * 0.5), (0, length), (5, length + 8), (11, length + 3)],
            [1.5, 1.5, 1.5, 1.8, 1.8],
        ),
        handle,
        volume=0.7,
    )
    n = ribs
    xs = [-60 + 120 * i / n for i in range(n + 1)]
    for i in range(n):
        a, b = xs[i], xs[i + 1]
        q = shape(
            f"0,-52! {a * 0.55},-46 {a * 0.92},-24 {a},0! {(a + b) / 2},-9 "
            f"{b},0! {b * 0.92},-24 {b * 0.55},-46"
        )
        col = colour if i % 2 == 0 else colour2
        s.fill(q, col, s.darker(col, 0.35), angle=70, volume=0.55, radius=7, rim=0.25)
    s.fill(tube([(0, -50), (0, -60)], [1.8, 0.8], False), handle, volume=0.5)


def book(s: Scene, cover: Colour = "#8f3b34", page: Colour = "#f6e9cc") -> None:
    """An open book seen from above its foot, 136 wide, the origin at the foot of its spine."""
    s.fill(
        shape("-68,-2! -64,-36! 0,-30! 64,-36! 68,-2! 0,8!"),
        cover,
        s.darker(cover, 0.4),
        volume=0.7,
        rim=0.3,
    )
    for i in range(3):
        d = 3 - i * 1.4
        for q in (-1, 1):
            s.fill(
                shape(
                    f"0,{1 + d}! {q * 20},{-8 + d} {q * 44},{-6 + d} {q * 63},{-4 + d}! "
                    f"{q * 60},{-38 + d}! {q * 42},{-41 + d} {q * 18},{-41 + d} 0,{-31 + d}!"
                ),
                mix(page, cover, 0.28 - i * 0.1),
                volume=0.2,
            )
    for q in (-1, 1):
        s.fill(
            shape(
                f"0,0! {q * 20},-9 {q * 44},-8 {q * 62},-6! {q * 59},-40! "
                f"{q * 42},-43 {q * 18},-43 0,-32!"
            ),
            page,
            mix(page, s.shade_colour, 0.4),
            angle=180 if q > 0 else 0,
            volume=0.35,
            rim=0.2,
        )
        for j in range(5):
            y = -37 + j * 6
            s.flat(
                tube([(q * 10, y + 3), (q * 28, y - 2.2), (q * 52, y - 0.5 + j * 0.3)], [0.55]),
                mix(page, INK, 0.6),
                0.55,
            )


def lantern(
    s: Scene,
    colour: Colour = "#2b2a33",
    light: Colour = "#ffc866",
    glow: float = 0.9,
    reach: float = 80,
) -> None:
    """A hanging lantern, 57 long, its ring at the origin."""
    s.glow(0, 34, reach, light, glow, 2.1)
    s.fill(join(ellipse(0, 4, 5), hole(ellipse(0, 4, 3))), colour, volume=0.5)
    s.fill(shape("-14,18! 0,6! 14,18!"), colour, volume=0.7, rim=0.3)
    s.fill(rectangle(-12, 18, 24, 34), light, "#fff4d0", volume=0)
    s.flat(shape("0,26 5,38 0,46 -5,38"), "#fffbe8", soft=0.6)
    for x in (-12, -1, 10):
        s.fill(rectangle(x, 18, 2.2, 34), colour, volume=0.4)
    s.fill(rectangle(-15, 51, 30, 6, 2), colour, volume=0.7)


def candle(s: Scene, colour: Colour = "#f3e6cd", height: float = 60) -> None:
    """A candle with or without its flame."""
    s.fill(
        rectangle(-9, -height, 18, height, 2), colour, s.darker(colour, 0.45), angle=0, volume=0.6
    )
    s.fill(
        shape(
            f"-9,{-height + 2}! -9,{-height - 3} 9,{-height - 3} 9,{-height + 2}! "
            f"7,{-height + 14} 4,{-height + 4} 0,{-height + 8} -4,{-height + 22} "
            f"-7,{-height + 6}"
        ),
        s.lighter(colour, 0.3),
        volume=0.5,
    )
    s.flat(tube([(0, -height - 2), (1, -height - 9)], [1]), INK)
    s.glow(0, -height - 18, 90, "#ffb84d", 0.9, 2.2)
    s.fill(
        shape(
            f"0,{-height - 36}! 6,{-height - 18} 4,{-height - 8} -4,{-height - 8} -6,{-height - 18}"
        ),
        "#ffb23e",
        "#fff0b8",
        angle=90,
        volume=0,
        soft=0.3,
    )


def teacup(s: Scene, colour: Colour = "#f3ead8", colour2: Colour = "#3f6f8f") -> Path:
    """A cup on its saucer, 120 wide and 87 high; returns its opening."""
    s.fill(ellipse(0, -2, 66, 11), colour, s.darker(colour, 0.45), volume=0.7, rim=0.3)
    s.fill(ellipse(0, -5, 34, 5), s.darker(colour, 0.5), volume=0, soft=1)
    s.fill(
        join(
            tube([(46, -62), (76, -64), (82, -42), (62, -26), (40, -22)], [5.5, 5.5, 5, 4.5, 4.5])
        ),
        colour,
        s.darker(colour, 0.4),
        volume=0.9,
        rim=0.35,
    )
    s.fill(
        shape("-54,-74! -50,-46 -38,-20 -22,-6! 22,-6! 38,-20 50,-46 54,-74! 0,-66"),
        colour,
        s.darker(colour, 0.5),
        angle=10,
        volume=0.7,
        rim=0.3,
        radius=9,
    )
    s.fill(
        tube([(-47, -44), (-20, -36), (20, -36), (47, -44)], [2.4]), colour2, volume=0.3, alpha=0.9
    )
    for i in range(-3, 4):
        s.fill(ellipse(i * 12, -26 + abs(i) * -1.4, 3.2, 4.6), colour2, volume=0.3, alpha=0.85)
    s.fill(ellipse(0, -74, 54, 13), s.lighter(colour, 0.3), volume=0.5, radius=3)
    s.fill(ellipse(0, -73, 50, 11), s.darker(colour, 0.35), volume=0)
    return ellipse(0, -73, 50, 11)


def cage(s: Scene, colour: Colour = "#c8a25a", part: str = "back") -> None:
    """The back or the front of a bird cage, 128 high; paint the prisoner in between."""
    if part == "back":
        for q in (-0.75, -0.45, -0.15, 0.15, 0.45, 0.75):
            s.flat(
                tube([(q * 40, -4), (q * 40, -64), (q * 34, -94), (0, -117)], [0.8]),
                s.darker(colour, 0.5),
                0.9,
            )
        s.fill(ellipse(0, -4, 42, 8), s.darker(colour, 0.5), volume=0.3)
    else:
        for q in (-1, -0.62, -0.22, 0.22, 0.62, 1):
            s.fill(
                tube([(q * 42, -4), (q * 42, -64), (q * 37, -94), (q * 10, -116)], [1.3]),
                colour,
                volume=0.8,
                rim=0.4,
            )
        for y, r in ((-64, 42), (-94, 36)):
            t = np.radians(np.linspace(0, 180, 20))
            s.fill(
                tube(np.stack([r * np.cos(t), y + 6 * np.sin(t)], 1), [1.2], False),
                colour,
                volume=0.7,
            )
        s.fill(
            shape("-46,-6! -44,4! 0,12 44,4! 46,-6! 0,3"),
            colour,
            s.darker(colour, 0.4),
            volume=0.9,
            rim=0.4,
        )
        s.fill(ellipse(0, -119, 7, 4), colour, volume=0.8)
        s.fill(join(ellipse(0, -128, 7), hole(ellipse(0, -128, 4.4))), colour, volume=0.7, rim=0.4)


def suitcase(s: Scene, colour: Colour = "#9a5b34", strap: Colour = "#5b3420") -> None:
    """A suitcase, 84 wide and 70 high."""
    s.fill(join(tube([(-12, -58), (-10, -70), (10, -70), (12, -58)], [2.4])), strap, volume=0.7)
    s.fill(
        rectangle(-42, -58, 84, 58, 7),
        colour,
        s.darker(colour, 0.4),
        angle=60,
        volume=0.8,
        rim=0.35,
        hatch=0.08,
    )
    for x in (-26, 18):
        s.fill(rectangle(x, -58, 8, 58), strap, volume=0.5)
    for x, y in ((-38, -54), (38, -54), (-38, -4), (38, -4)):
        s.fill(ellipse(x, y, 5), "#d9a94e", volume=0.8)
