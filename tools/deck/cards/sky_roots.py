"""A lemon tree grows downwards: its roots hold on to the clouds, its crown hangs over the field."""

import math

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, shape, tube
from tools.deck.places.land import grass, hill
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.people import person
from tools.deck.subjects.plants import leaf_ball

ROOTS = (
    ([(152, 150), (132, 118), (96, 100), (60, 92), (30, 72)], (15, 10, 7, 5, 1)),
    ([(156, 150), (176, 120), (210, 100), (246, 90), (280, 64)], (15, 10, 7, 5, 1)),
    ([(150, 150), (140, 108), (118, 70), (112, 30)], (14, 9, 6, 1.2)),
    ([(158, 150), (166, 108), (190, 68), (200, 26)], (14, 9, 6, 1.2)),
    ([(154, 150), (152, 100), (158, 58), (154, 20)], (13, 9, 5, 1)),
    ([(96, 100), (78, 76), (72, 46)], (6, 4, 0.8)),
    ([(212, 99), (232, 74), (236, 40)], (6, 4, 0.8)),
    ([(126, 84), (96, 64), (90, 34)], (5, 3.4, 0.8)),
    ([(182, 82), (206, 64), (224, 30)], (5, 3.4, 0.8)),
    ([(60, 92), (40, 96), (20, 104)], (4.4, 3, 0.8)),
    ([(246, 90), (266, 94), (286, 104)], (4.4, 3, 0.8)),
)
CROWN = (
    (92, 246, 38),
    (214, 244, 38),
    (150, 234, 38),
    (118, 262, 38),
    (184, 262, 40),
    (66, 268, 28),
    (240, 266, 28),
    (152, 282, 38),
    (104, 288, 28),
    (204, 290, 28),
    (152, 304, 26),
)
LEMONS = (
    (74, 286),
    (104, 304),
    (128, 276),
    (150, 318),
    (176, 292),
    (212, 306),
    (240, 280),
    (96, 256),
    (206, 256),
    (160, 252),
)


def _lemon(s: Scene, x: float, y: float, size: float = 1.0) -> None:
    s.stroke([(x, y - 12 * size), (x, y - 6 * size)], 1.2, "#3f6a44")
    with s.at(x, y, size):
        s.fill(
            shape("0,-9! 4,-7 8,0 4,8 0,11! -4,8 -8,0 -4,-7"),
            "#ffe14a",
            "#e0a81e",
            angle=70,
            volume=0.9,
            rim=0.5,
        )


def _tree(s: Scene) -> None:
    bark, deep = "#8a6a54", "#4f3a38"
    for points, radii in ROOTS:
        s.fill(tube(points, radii), bark, deep, angle=90, volume=0.9, rim=0.4, hatch=0.14)
    trunk = shape("138,140 144,170 142,200 132,236! 174,236! 164,200 162,170 168,140 154,124")
    s.fill(trunk, bark, deep, angle=0, volume=0.9, rim=0.3, hatch=0.16, hatch_angle=90)
    for i, (x, y, r) in enumerate(CROWN):
        leaf_ball(s, x, y, r, ("#5f9a5c", "#7fb45c", "#4a8a5c")[i % 3], 40 + i, 70, 4.6, deep=0.9)
    for x, y in LEMONS:
        _lemon(s, x, y, 1.05)


def _basket(s: Scene) -> None:
    """A basket of lemons, about 40 wide, its foot at the origin."""
    t = np.linspace(math.pi, 2 * math.pi, 14)
    s.flat(tube(np.stack([17 * np.cos(t), -20 + 20 * np.sin(t)], 1), 1.5, False), "#7a5230")
    for x, y in ((-9, -21), (0, -24), (9, -21)):
        s.fill(ellipse(x, y, 6.4, 5.4), "#ffe14a", "#e0a81e", volume=0.9)
    s.fill(
        shape("-20,-20! 0,-17 20,-20! 15,0! 0,2 -15,0!"),
        "#c8935a",
        "#8a5a38",
        volume=0.8,
        rim=0.3,
        hatch=0.14,
    )


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1213, light="#fffbe6", shade="#2f4a5a", sun=(0.6, -0.8), haze="#f6ead8")
    sky(
        s,
        "#efbfae",
        "#f5d3c0",
        "#f9e6d3",
        "#fdf4e2",
        clouds=0.3,
        cloud_colour="#ffffff",
        bottom=380,
    )
    s.glow(150, 250, 200, "#fffdf0", 0.8, 1.4)
    for x, y, w, seed in ((60, 62, 190, 3), (250, 60, 190, 8), (152, 44, 200, 5)):
        cumulus(s, x, y, w, "#fff6ee", "#e6c0b4", seed, alpha=0.8)
    with s.group(haze=0.45):
        hill(s, 352, 18, "#b9cf9c", "#a3c08c", seed=6)
    hill(s, 378, 9, "#c3d488", "#a9c470", seed=12)
    hill(s, 402, 7, "#b5cd74", "#8fb560", seed=3)
    grass(s, 404, 120, "#8fb55c", "#d3e088", (5, 12), 3)
    _tree(s)
    for x, y, w, seed in (
        (28, 90, 120, 11),
        (284, 90, 120, 14),
        (92, 56, 120, 16),
        (222, 54, 130, 18),
        (156, 40, 110, 21),
    ):
        cumulus(s, x, y, w, "#ffffff", "#f0d8d0", seed)
    s.fill(ellipse(124, 440, 44, 7), "#3f6a4a", volume=0, alpha=0.4, soft=2.5)
    with s.at(112, 438, 1.12):
        person(
            s,
            "holdhi",
            coat="#d8583f",
            coat2="#a83a38",
            legs="#f3d9bc",
            hair="#4a2a22",
            view="back",
            style="bun",
            rim=0.4,
            length=1.3,
        )
    with s.at(176, 440, 1.1):
        _basket(s)
    s.keep(152, 210, 120, 130, 0.5)
    s.keep(130, 390, 60, 70, 0.6)
    return s.finish(grade=("#2f5a6a", "#fff8cc", 0.08), vignette=0.15)
