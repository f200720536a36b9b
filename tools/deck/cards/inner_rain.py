"""On a sunny day it rains only under a girl's umbrella."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, hole, join, shape, tube
from tools.deck.places.land import hill
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.household import umbrella
from tools.deck.subjects.people import person
from tools.deck.subjects.plants import flower


def paint() -> Picture:
    """Paint the card."""
    s = Scene(31, light="#fff3c2", shade="#3a3f6a", sun=(0.55, -0.83), haze="#fbe6b0")
    sky(s, "#f7cf6b", "#fbe3a0", "#fdf1cf", clouds=0.55, cloud_colour="#fffaf0", bottom=330)
    s.glow(250, 60, 170, "#fff6cf", 0.8)
    hill(s, 300, 18, "#b9c274", "#d9cf7c", seed=3)
    hill(s, 335, 14, "#8fae5a", "#6f9a4d", seed=6)
    rng = np.random.default_rng(4)
    with s.group():
        for i in range(46):
            y = 346 + 108 * (i / 46) ** 0.9
            k = 0.2 + (y - 335) / 112 * 0.42
            with s.at((i * 117.3 + rng.uniform(-16, 16)) % 330 - 12, y + 8, k):
                flower(
                    s,
                    ["#d8452f", "#e06a3a", "#f2efe0"][rng.integers(3)],
                    56,
                    "#5a8a3f",
                    "poppy",
                    rng.uniform(-8, 8),
                )
    col = shape("58,190! 247,190! 236,420 214,436 92,436 70,420")
    with s.group(alpha=0.9, clip=col):
        s.fill(col, "#51678f", "#6f8fb0", volume=0, alpha=0.72, hatch=0.1, hatch_angle=90)
        for _ in range(150):
            x, y = rng.uniform(50, 250), rng.uniform(185, 425)
            L = rng.uniform(10, 24)
            s.flat(
                tube([(x, y), (x - 2, y + L)], [0.35, 0.8], False),
                "#dcecf7",
                rng.uniform(0.4, 0.95),
            )
    s.fill(ellipse(152, 430, 74, 13), "#5f80a4", "#a9c6d8", volume=0.4, alpha=0.95)
    for _ in range(9):
        x = rng.uniform(96, 206)
        s.flat(join(ellipse(x, 430, 9, 2.4), hole(ellipse(x, 430, 7.6, 1.7))), "#e6f2f8", 0.8)
    with s.at(150, 430, 1.62):
        person(
            s,
            "hold",
            coat="#f0c23e",
            coat2="#c98a2b",
            legs="#394066",
            hair="#5a2f22",
            style="long",
            rim=0.2,
            shoe="#b6392f",
        )
    with s.at(172, 190, 1.72, 2):
        umbrella(s, "#c23a3c", "#e8654f", length=66)
    s.keep(150, 330, 60, 110)
    return s.finish(grade=("#3a4a80", "#ffe9a8", 0.1), vignette=0.2)
