"""Somebody takes a bath in a tub that stands among the clouds."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import curve, ellipse, join, shape, tube
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.birds import bird
from tools.deck.subjects.bubbles import bubbles
from tools.deck.subjects.people import head

SKIN = "#f0b894"


def _tub_back(s: Scene) -> None:
    """The inner wall and far rim of the tub, 220 wide, rim at y=-84, origin below its middle."""
    s.fill(ellipse(0, -84, 110, 15), "#c9a9a8", "#f3dcd2", angle=90, volume=0)


def _tub(s: Scene) -> None:
    """The outer wall, the feet and the near rim."""
    brass = "#d9a04e"
    for x, flip in ((-64, False), (64, True)):
        with s.at(x, 0, 1, 0, flip):
            s.fill(
                shape("-14,-16! 14,-16! 10,-8 2,-2 -2,8 -14,14 -22,10! -10,4 -8,-6"),
                brass,
                s.darker(brass, 0.5),
                volume=0.9,
                rim=0.5,
            )
    s.fill(
        shape(
            "-112,-84! -104,-50 -88,-24 -62,-8 0,-4 62,-8 88,-24 104,-50 112,-84! 60,-71 0,-68"
            " -60,-71"
        ),
        "#8fcabb",
        "#4f8a90",
        angle=80,
        volume=0.8,
        radius=14,
        rim=0.4,
    )
    lip = np.radians(np.linspace(0, 180, 40))
    s.fill(
        tube(np.stack([112 * np.cos(lip), -84 + 16 * np.sin(lip)], 1), [5], False),
        "#fffdf6",
        "#e3c9c6",
        angle=90,
        volume=0.9,
        rim=0.3,
    )


def _bather(s: Scene) -> None:
    """Shoulders, head and an arm on the rim, seen from behind the left end of the tub."""
    s.fill(
        tube([(-46, -80), (-30, -100), (-22, -112)], [16, 19, 8]),
        SKIN,
        s.darker(SKIN, 0.3),
        angle=60,
        volume=0.8,
    )
    s.fill(tube([(-12, -98), (20, -112), (52, -94)], [9, 7.5, 6]), SKIN, volume=0.8, rim=0.3)
    s.fill(ellipse(54, -92, 7), SKIN, volume=0.6)
    head(s, -22, -134, 21, SKIN, "#8a3a24", "side", "bun")
    s.fill(
        shape("-46,-142 -40,-162 -18,-168 2,-156 6,-142 -18,-150"),
        "#e0574a",
        "#a83240",
        volume=0.9,
        rim=0.4,
    )


def _tap(s: Scene) -> None:
    brass = "#d9a04e"
    s.fill(
        tube(curve("96,-78 98,-118 92,-136 78,-138 72,-126"), [4.6, 4.4, 4.4, 4.4, 5]),
        brass,
        s.darker(brass, 0.4),
        volume=0.9,
        rim=0.5,
    )
    s.fill(
        join(
            tube([(88, -112), (108, -112)], [2.6], False),
            ellipse(86, -112, 4),
            ellipse(110, -112, 4),
        ),
        brass,
        volume=0.9,
    )


def _duck(s: Scene) -> None:
    """A toy duck, facing left: 34 wide, origin at the water."""
    s.fill(shape("-12,-2 -10,-12 0,-12 12,-16! 16,-8 10,2 -4,4"), "#f9c83a", "#d98a2a", volume=0.9)
    s.fill(ellipse(-8, -16, 8), "#f9c83a", "#e09a2e", volume=0.9)
    s.fill(shape("-22,-15! -14,-18 -14,-12"), "#e8683a", volume=0.5)
    s.flat(ellipse(-11, -18, 1.3), "#2a2030")


def _foam(s: Scene) -> None:
    rng = np.random.default_rng(9)
    for _ in range(70):
        x = rng.uniform(-100, 100)
        y = -84 + rng.uniform(-9, 7) - 8 * (1 - (x / 100) ** 2) * rng.random()
        s.fill(ellipse(x, y, rng.uniform(4, 10)), "#ffffff", "#f0d3d6", angle=90, volume=0.8)
    for x, y, r in ((-58, -72, 9), (-40, -66, 8), (36, -66, 9), (54, -68, 7), (44, -56, 6)):
        s.fill(ellipse(x, y, r), "#ffffff", "#f0d3d6", angle=90, volume=0.8)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(8001, light="#fff8e6", shade="#8a5a86", sun=(-0.6, -0.8), haze="#fdeee6")
    sky(s, "#e8848c", "#f2a59c", "#f9c6aa", "#fde3bc", clouds=0.6, cloud_colour="#fffaf4")
    s.glow(150, 210, 230, "#fffdf0", 0.55, 1.4)
    for x, y, w, seed, low in (
        (52, 96, 110, 3, "#f0bfc4"),
        (270, 150, 130, 6, "#ecb9c6"),
        (20, 216, 110, 9, "#e9b3c2"),
    ):
        cumulus(s, x, y, w, "#fffaf4", low, seed, alpha=0.85)
    for x, y, scale in ((196, 74, 0.3), (232, 58, 0.24), (238, 92, 0.22)):
        with s.at(x, y, scale, 6):
            bird(s, "#a8627a", 1.0)
    cumulus(s, 60, 404, 210, "#fff2ee", "#d98aa8", 12)
    cumulus(s, 250, 410, 220, "#fff2ee", "#d080a4", 15)
    bubbles(s, 22, 3, (40, 280), (90, 260))
    with s.at(152, 362, 1.16):
        _tub_back(s)
        _bather(s)
        _tap(s)
        _foam(s)
        with s.at(34, -90):
            _duck(s)
        _tub(s)
        for x, y, r in ((-70, -70, 8), (-58, -64, 6), (26, -64, 8), (40, -60, 6)):
            s.fill(ellipse(x, y, r), "#ffffff", "#f0d3d6", angle=90, volume=0.8)
    for x, y, w, seed in (
        (60, 402, 120, 18),
        (250, 404, 120, 20),
        (16, 440, 190, 21),
        (152, 468, 230, 24),
        (296, 442, 190, 27),
        (90, 478, 220, 30),
        (240, 480, 220, 33),
    ):
        cumulus(s, x, y, w, "#fff2f0", "#cf7a9c", seed)
    s.keep(152, 250, 110, 90)
    return s.finish(grade=("#7a3a7a", "#fff2dc", 0.08), vignette=0.1)
