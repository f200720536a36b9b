"""A rope rises from its basket, bends over and climbs up itself."""

import math

import numpy as np

from images.art.finish import Picture
from images.art.paths import ellipse, hole, join, placed, polygon, rectangle, shape, tube
from images.art.places.land import hill
from images.art.places.sky import cumulus, sky
from images.art.scene import Scene
from images.art.subjects.rope import rope

STEM = 136
HEMP = "#f0d79a"


def _court(s: Scene) -> None:
    """A rose-coloured wall with a pointed window, tiles on the floor."""
    sky(s, "#c9656f", "#d98682", "#e3a08e", warp=0.1, cell=120, stretch=1, bottom=380)
    rng = np.random.default_rng(3)
    for _ in range(20):
        x, y = rng.uniform(-10, 300), rng.uniform(0, 340)
        s.flat(
            ellipse(x, y, rng.uniform(16, 46), rng.uniform(8, 20)),
            "#f0b8a0" if rng.random() < 0.6 else "#a84a5c",
            0.2,
            soft=7,
        )
    frame = "22,366! 22,190 40,120 100,52 160,8! 220,52 280,120 298,190 298,366!"
    arch = "40,366! 40,194 56,130 110,70 160,34! 210,70 264,130 280,194 280,366!"
    s.fill(shape(frame), "#f6dcb8", "#c98a70", angle=20, volume=0.9, radius=6, rim=0.4)
    s.fill(shape(arch), "#2f8a96", "#c9e6cc", angle=90, volume=0)
    with s.group(clip=shape(arch)):
        cumulus(s, 210, 250, 120, "#f3f6e0", "#8fc4c0", 4, alpha=0.7)
        cumulus(s, 60, 190, 90, "#f3f6e0", "#8fc4c0", 8, alpha=0.5)
        hill(s, 318, 16, "#d9b07a", "#b5785a", seed=4)
        hill(s, 340, 10, "#e9c48a", "#c98a60", seed=9)
        shadow = hole(placed(shape(arch), 14, 18))
        s.fill(join(rectangle(0, 0, 305, 380), shadow), "#5a2444", volume=0, alpha=0.5, soft=1)
    s.fill(
        polygon((-10, 366), (315, 366), (315, 480), (-10, 480)),
        "#f3d29a",
        "#b5705a",
        angle=90,
        volume=0,
    )
    for j, (y0, y1) in enumerate(((366, 380), (380, 400), (400, 428), (428, 470))):
        for i in range(-7, 8):
            x0, x1 = (152 + i * 25 * (1 + (y - 366) / 90) for y in (y0, y1))
            w0, w1 = (25 * (1 + (y - 366) / 90) for y in (y0, y1))
            if (i + j) % 2:
                s.fill(
                    polygon((x0, y0), (x0 + w0, y0), (x1 + w1, y1), (x1, y1)),
                    "#8f3f4c",
                    "#b5584f",
                    volume=0.1,
                    alpha=0.8,
                    hatch=0.08,
                )
    s.fill(rectangle(-10, 352, 330, 15), "#f6dcb8", "#c07f6c", volume=0.8, radius=3)


def _basket_mouth(s: Scene) -> None:
    """The far rim of the basket and the dark within, the foot at the origin."""
    s.fill(ellipse(6, 0, 66, 10), "#4a1f34", volume=0, alpha=0.5, soft=3)
    s.fill(ellipse(0, -72, 54, 13), "#d9a45a", "#8a5630", volume=0.9, rim=0.4)
    s.fill(ellipse(0, -71, 47, 9.4), "#3f1f24", volume=0)


def _basket_front(s: Scene) -> None:
    """The woven side, 116 wide, and the near rim."""
    body = shape(
        "-46,0! -58,-24 -60,-48 -50,-72! -26,-62 0,-60 26,-62 50,-72! 60,-48 58,-24 46,0! 0,7"
    )
    s.fill(body, "#c98f4a", "#7a4a2c", angle=20, volume=1.0, radius=12, rim=0.4)
    with s.group(clip=body):
        for row in range(8):
            for i in range(13):
                x, y = -62 + i * 10 + (row % 2) * 5, -66 + row * 9.4
                straw = tube([(x - 4, y + 1), (x, y - 1.6), (x + 5, y + 1)], [3.2])
                s.fill(straw, "#c48d4a" if (i + row) % 2 else "#9a6a38", volume=0.6)
    rim = [(-51, -71), (-36, -63), (0, -60), (36, -63), (51, -71)]
    s.fill(tube(rim, [3.4, 4, 4.4, 4, 3.4]), "#e3b068", "#8a5630", volume=0.9, rim=0.4)


def _winding(low: float, turn: float) -> list[tuple[float, float]]:
    """Half a winding round the stem from an angle in turns: 0 is right, then in front."""
    angles = np.linspace(turn - 0.03, turn + 0.53, 9) * math.tau
    x = STEM + 27 * np.cos(angles)
    y = low - angles / math.tau * 44 + 14 * np.sin(angles)
    return list(zip(x.tolist(), y.tolist(), strict=True))


def _climber(s: Scene) -> None:
    for i in range(4):
        rope(s, _winding(330, i + 0.5), 12, HEMP)
    rope(
        s,
        [
            (STEM - 3, 368),
            (STEM + 3, 300),
            (STEM - 2, 200),
            (STEM + 1, 110),
            (STEM + 8, 62),
            (STEM + 42, 32),
            (STEM + 82, 48),
            (STEM + 98, 100),
            (STEM + 94, 180),
            (STEM + 86, 260),
            (STEM + 62, 316),
            (STEM + 29, 331),
        ],
        12.5,
        HEMP,
    )
    for i in range(5):
        rope(s, _winding(330, i), 12, HEMP)


def _tip(s: Scene) -> None:
    """The frayed end, closing round the stem like a hand."""
    x, y = STEM - 27, 330 - 4.5 * 44
    rope(s, [(x, y + 4), (x - 7, y - 8), (x - 9, y - 26), (x - 6, y - 40)], 12, HEMP)
    for points in (
        [(x - 2, y - 38), (x + 14, y - 40), (x + 32, y - 34), (x + 46, y - 24)],
        [(x - 4, y - 42), (x + 12, y - 52), (x + 32, y - 50), (x + 49, y - 39)],
        [(x - 8, y - 44), (x + 8, y - 64), (x + 30, y - 66), (x + 48, y - 56)],
        [(x - 12, y - 42), (x - 8, y - 68), (x + 12, y - 82), (x + 36, y - 78)],
    ):
        strand = tube(points, [6.5, 5.8, 5, 3])
        s.fill(strand, "#fdf0c4", s.darker(HEMP, 0.3), volume=1.0, rim=0.5)
    s.fill(tube([(x - 20, y - 30), (x + 7, y - 34)], [6.5], False), "#b5323f", volume=0.8, rim=0.3)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1409, light="#fff2c8", shade="#4a1f44", sun=(-0.7, -0.7), haze="#f3c8a8")
    _court(s)
    s.glow(110, 170, 190, "#fff0cc", 0.5, 1.5)
    with s.at(STEM, 440, 1.08):
        _basket_mouth(s)
    with s.group(drop=0.5):
        _climber(s)
    with s.at(STEM, 440, 1.08):
        _basket_front(s)
    with s.group(drop=0.8):
        _tip(s)
    s.keep(170, 230, 110, 210, 0.6)
    return s.finish(grade=("#5a1f50", "#ffe8b8", 0.1), vignette=0.3)
