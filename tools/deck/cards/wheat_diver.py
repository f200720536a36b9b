"""A diver in a brass helmet stands waist-deep in a field of ripe wheat."""

import math

import numpy as np

from tools.deck.colour import Colour, mix
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, rectangle, shape, tube
from tools.deck.places.land import hill
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.divers import diver
from tools.deck.subjects.ink import INK

RIPE, DRY, DEEP = "#e9b34a", "#f9dc8c", "#9a5f2a"


def _ear(s: Scene, x: float, y: float, height: float, lean: float, colour: Colour) -> None:
    """One stalk of wheat from its foot, with a nodding ear."""
    tip = (x + lean, y - height)
    s.flat(
        tube([(x, y), (x + lean * 0.3, y - height * 0.6), tip], [1.2, 0.9, 0.7]),
        mix(colour, DEEP, 0.35),
    )
    size = height * 0.05
    for i in range(6):
        q = i / 5
        cx, cy = tip[0] + lean * 0.22 * q, tip[1] - size * 6 * q
        for side in (-1, 1):
            with s.at(cx, cy, size, math.degrees(math.atan2(lean, height)) + side * 17):
                s.flat(shape("0,0.3! 0.42,-0.7 0,-2 -0.42,-0.7"), mix(colour, "#fff0b8", 0.3 * q))
    for side in (-1, 0, 1):
        top = (tip[0] + lean * 0.4 + side * size * 1.6, tip[1] - size * 11)
        s.flat(
            tube([(tip[0] + lean * 0.2, tip[1] - size * 4), top], [0.5, 0.15], False),
            mix(colour, "#fff0b8", 0.4),
            0.8,
        )


def _wheat(
    s: Scene,
    n: int,
    top: float,
    bottom: float,
    heights: tuple[float, float],
    seed: int,
    shade: float,
) -> None:
    rng = np.random.default_rng(seed)
    feet = sorted(rng.uniform(top, bottom, n))
    for y in feet:
        colour = mix(mix(RIPE, DRY, rng.random()), DEEP, shade * rng.uniform(0.5, 1))
        _ear(s, rng.uniform(-8, 313), y, rng.uniform(*heights), rng.normal(7, 5), colour)


def _crow(s: Scene) -> None:
    """A crow perched, facing left: 60 wide, 44 tall, origin at its feet."""
    for x in (-3, 4):
        s.fill(tube([(x, -8), (x - 1, 0)], [1.1], False), INK, volume=0.4)
    s.fill(
        shape(
            "-27,-35! -17,-38 -10,-42 -2,-36 8,-28 20,-18 38,-6! 20,-6 2,-5 -8,-12 -13,-24 -16,-32"
        ),
        "#232433",
        "#101019",
        angle=70,
        volume=0.9,
        rim=0.6,
    )
    s.fill(shape("-2,-28! 12,-24 24,-14 32,-8! 12,-8 0,-14"), "#31344a", volume=0.7)
    s.flat(ellipse(-12, -36, 1.3), "#fff3d0")


def paint() -> Picture:
    """Paint the card."""
    s = Scene(7901, light="#fff0c0", shade="#4a2c3a", sun=(0.7, -0.7), haze="#f9e6b8")
    sky(
        s,
        "#8fc0b4",
        "#c9dcb9",
        "#f6e6b4",
        "#fbdb94",
        clouds=0.5,
        cloud_colour="#fffaec",
        bottom=250,
    )
    s.glow(170, 110, 190, "#fffbe2", 0.95, 1.4)
    hill(s, 214, 9, "#b9a94f", "#d9b458", seed=5)
    with s.group(haze=0.35, haze_colour="#f9e0a0"):
        s.fill(
            polygon((-10, 232), (315, 226), (315, 300), (-10, 300)),
            "#e0b054",
            "#d39a40",
            volume=0,
            hatch=0.25,
            hatch_angle=90,
        )
        _wheat(s, 130, 240, 290, (14, 24), 3, 0.2)
    hose = [(182, 104), (216, 92), (262, 136), (248, 196), (276, 232), (300, 238), (330, 236)]
    s.fill(tube(hose, [4.6, 4.4, 4, 3.4, 2.8, 2.4, 2]), "#7a3a34", volume=0.9, rim=0.5)
    _wheat(s, 120, 296, 360, (40, 62), 5, 0.35)
    with s.group(clip=rectangle(0, 0, 305, 376)), s.at(152, 452, 1.72):
        diver(s, "#5f6f6c")
    with s.at(150, 77, 0.9):
        _crow(s)
    s.keep(152, 160, 74, 110)
    _wheat(s, 90, 396, 440, (64, 96), 8, 0.5)
    s.fill(
        shape("-20,424! 60,416 150,424 240,414 330,424! 330,500! -20,500!"),
        "#a8702c",
        "#6a3f24",
        angle=90,
        volume=0,
        hatch=0.3,
        hatch_angle=90,
        soft=9,
        alpha=0.93,
    )
    _wheat(s, 80, 446, 500, (64, 104), 11, 0.6)
    _wheat(s, 40, 480, 530, (78, 116), 13, 0.9)
    return s.finish(grade=("#4a2a4a", "#fff0b4", 0.1), vignette=0.28)
