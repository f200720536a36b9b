"""A rope rises from its basket, bends over and climbs up itself."""

import math

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, hole, join, placed, polygon, rectangle, shape, tube
from tools.deck.places.land import hill
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.rope import rope

STEM = 118
LOW, PITCH = 334.0, 84.0
"""Where the climb begins, and how much each winding rises."""
HEMP = "#f0cf8a"


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
    s.fill(shape(arch), "#176a86", "#a8d8cc", angle=90, volume=0)
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


def _winding(turn: float) -> list[tuple[float, float]]:
    """Half a winding round the stem from an angle in turns: 0 is right, then in front."""
    angles = np.linspace(turn - 0.1, turn + 0.6, 11) * math.tau
    reach = 24 - angles / math.tau
    x = STEM + reach * np.cos(angles)
    y = LOW - angles / math.tau * PITCH + 3 * np.sin(angles)
    return list(zip(x.tolist(), y.tolist(), strict=True))


def _stem(s: Scene) -> None:
    """Out of the basket, up, over and down again, to where the climb begins."""
    for i in range(2):
        rope(s, _winding(i + 0.5), 9.5, HEMP)
    rope(
        s,
        [
            (STEM - 2, 372),
            (STEM + 3, 300),
            (STEM - 2, 200),
            (STEM, 110),
            (STEM + 8, 66),
            (STEM + 46, 34),
            (STEM + 92, 52),
            (STEM + 112, 110),
            (STEM + 112, 190),
            (STEM + 106, 262),
            (STEM + 80, 318),
            (STEM + 31, LOW + 1),
        ],
        13.5,
        HEMP,
    )


def _climb(s: Scene) -> None:
    """The windings before the stem, and the free end: a knot and a tuft that reach upwards."""
    for i in range(3):
        with s.group(drop=0.4):
            rope(s, _winding(i), 10, HEMP)
    x, y = _winding(2)[-2]
    with s.group(drop=0.6):
        rope(s, [(x, y + 2), (x - 8, y - 8), (x - 14, y - 22), (x - 15, y - 34)], 9.5, HEMP)
        for dx, turn in ((-13, -24), (-6, -8), (1, 8), (8, 22)):
            with s.at(x - 15, y - 44, 1, turn):
                tuft = tube([(0, 4), (dx * 0.3, -14), (dx * 0.5, -34)], [4.4, 4, 0.6])
                s.fill(tuft, "#fdeec0", s.darker(HEMP, 0.35), volume=0.9, rim=0.5)
        s.fill(ellipse(x - 15, y - 39, 13.5, 10), "#c8323f", "#7a1a30", volume=1.0, rim=0.5)
        for dy in (-4, 3):
            band = [(x - 27, y - 37 + dy), (x - 15, y - 40 + dy), (x - 3, y - 38 + dy)]
            s.stroke(band, 1.2, "#5f1426", 0.7)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1409, light="#fff2c8", shade="#4a1f44", sun=(-0.7, -0.7), haze="#f3c8a8")
    _court(s)
    s.glow(110, 170, 190, "#fff0cc", 0.3, 1.5)
    with s.at(STEM, 440, 1.08):
        _basket_mouth(s)
    with s.group(drop=0.5):
        _stem(s)
    _climb(s)
    with s.at(STEM, 440, 1.08):
        _basket_front(s)
    s.keep(160, 230, 130, 220, 0.7)
    return s.finish(grade=("#5a1f50", "#ffe8b8", 0.1), vignette=0.3)
