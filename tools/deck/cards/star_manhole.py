"""A manhole stands open in the paving, and it is full of stars."""

import math

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, hole, join, placed, polygon, rectangle, ring, tube
from tools.deck.places.sky import sky, star
from tools.deck.scene import Scene
from tools.deck.subjects.buildings import ladder

STONES = ("#c9a27c", "#b98f6e", "#d6b48c", "#a98268", "#c4a58a")


def _paving(s: Scene) -> None:
    """Small stones laid in fans, straight from above."""
    rng = np.random.default_rng(5)
    for row in range(-1, 9):
        for column in range(-1, 4):
            cx = column * 122 + (61 if row % 2 else 0)
            cy = 500 - row * 61
            for ring_number in range(7, 0, -1):
                radius = ring_number * 12.4
                count = max(3, round(math.pi * radius / 13.5))
                for k in range(count):
                    a = math.pi * (1 + (k + 0.5) / count)
                    x, y = cx + radius * math.cos(a), cy + radius * math.sin(a)
                    if not (-14 < x < 319 and -14 < y < 474):
                        continue
                    stone = rectangle(-6.2, -5.6, 12.4, 11.2, 3.4)
                    path = placed(stone, x, y, rng.uniform(0.88, 1.0), math.degrees(a) + 90)
                    tone = STONES[rng.integers(5)]
                    s.fill(path, tone, volume=0.9, radius=2.6, hatch=0.1, wobble=1)


def _lid(s: Scene, x: float, y: float, radius: float) -> None:
    """The iron lid, cast with a sun, leaning half over the rim."""
    with s.group(drop=0.9):
        s.fill(ellipse(x, y, radius), "#5a5658", "#35323a", angle=50, volume=0.9, radius=3, rim=0.4)
        s.fill(ring(x, y, radius * 0.9, radius * 0.83), "#3a363e", volume=-0.6, radius=1.5)
        for i in range(16):
            with s.at(x, y, 1, i * 22.5):
                ray = polygon((-4.6, -radius * 0.4), (0, -radius * 0.78), (4.6, -radius * 0.4))
                s.fill(ray, "#77707a", volume=0.9, radius=1.5, rim=0.3)
        s.fill(ring(x, y, radius * 0.36, radius * 0.27), "#77707a", volume=0.9, rim=0.3)
        for q in (-1, 1):
            s.fill(ellipse(x + q * radius * 0.62, y + radius * 0.62, 4, 4), "#232026", volume=-0.4)


def _heaven(s: Scene, x: float, y: float, radius: float) -> None:
    """What is under the street."""
    inside = ellipse(x, y, radius)
    with s.group(clip=inside):
        s.fill(inside, "#131a4a", "#0a0f2c", volume=0)
        for dx, dy, r, colour in (
            (-30, 40, 90, "#3a4fb0"),
            (34, -26, 80, "#8a4fb5"),
            (-6, 4, 66, "#e07a9a"),
            (14, 26, 46, "#ffd9a0"),
        ):
            s.glow(x + dx, y + dy, r, colour, 0.75, 1.6)
        rng = np.random.default_rng(21)
        arm = np.linspace(0.5, 7.5, 150)
        for a in arm:
            for turn in (0, math.pi):
                far = a * 11 + rng.normal(0, 5)
                px, py = x + far * math.cos(a + turn), y + far * 0.8 * math.sin(a + turn)
                s.flat(ellipse(px, py, rng.uniform(0.4, 1.5), n=8), "#fff4dc", rng.uniform(0.4, 1))
        s.glow(x, y, 34, "#fffbe8", 1.0, 1.4)
        for dx, dy, size in (
            (-52, -40, 8),
            (48, -52, 6),
            (60, 30, 9),
            (-30, 62, 7),
            (10, -66, 5),
            (-70, 18, 5),
        ):
            star(s, x + dx, y + dy, size, glow=0.9, turn=dx)
        wall = join(ellipse(x, y, radius + 4), hole(ellipse(x + 6, y + 12, radius)))
        s.fill(wall, "#5a4038", "#2c2030", volume=0.4)


def _helmet(s: Scene, x: float, y: float) -> None:
    """A workman's helmet, put down beside the hole."""
    with s.group(drop=0.7):
        s.fill(ellipse(x, y, 35, 39), "#e0492f", "#a82f2c", angle=50, volume=0.7, rim=0.4)
        s.fill(
            ellipse(x, y + 3, 28, 29),
            "#f0603a",
            "#b8382e",
            angle=50,
            volume=0.95,
            radius=10,
            rim=0.5,
        )
        for dx in (-9, 0, 9):
            rib = tube([(x + dx, y - 20), (x + dx * 1.2, y + 2), (x + dx, y + 28)], [2, 3, 2])
            s.fill(rib, "#f4764a", volume=0.9, rim=0.4)
        s.fill(ellipse(x, y - 30, 8, 5), "#fbe3a0", volume=0.8, rim=0.4)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1104, light="#ffe6b4", shade="#3a2038", sun=(-0.6, -0.8), haze="#f0d2a4")
    sky(s, "#7a5a4c", "#6a4c48", warp=0.05, cell=80, stretch=1)
    _paving(s)
    s.glow(50, 40, 260, "#ffe9b8", 0.35)
    x, y, radius = 140, 284, 102
    s.fill(
        ellipse(x, y, radius + 15), "#8f7f78", "#5c5058", angle=50, volume=0.9, radius=4, rim=0.5
    )
    s.fill(ring(x, y, radius + 7, radius + 4), "#4a4048", volume=-0.5)
    _heaven(s, x, y, radius)
    _lid(s, 218, 104, 78)
    with s.group(drop=0.6):
        ladder(s, 84, 430, 134, 300, 52, 14, "#e8b866", 8, 1.2)
    _helmet(s, 236, 412)
    s.keep(x, y, radius + 18)
    s.keep(218, 104, 84)
    return s.finish(grade=("#2a1a58", "#ffdfa8", 0.1), vignette=0.35)
