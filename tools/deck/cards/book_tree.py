"""A tree in autumn grows out of an open book."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, shape, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.birds import bird
from tools.deck.subjects.household import book
from tools.deck.subjects.plants import tree


def paint() -> Picture:
    """Paint the card."""
    s = Scene(41, light="#fff0c0", shade="#40203a", sun=(-0.6, -0.8), haze="#f4c98a")
    sky(
        s,
        "#e9a85c",
        "#f4cf94",
        "#f7e3b8",
        "#d9996a",
        clouds=0.4,
        cloud_colour="#fff0d0",
        bottom=460,
    )
    s.glow(150, 170, 210, "#fff6d8", 0.75, 1.6)
    s.fill(
        polygon((-10, 386), (315, 372), (315, 480), (-10, 480)),
        "#6e4030",
        "#3f2226",
        volume=0.2,
        hatch=0.16,
        hatch_angle=0,
    )
    for y in (398, 424, 450):
        s.flat(tube([(-10, y), (150, y - 4), (315, y - 8)], [0.8]), "#2d1820", 0.5)
    s.fill(ellipse(152, 424, 128, 16), "#2a1422", volume=0, alpha=0.55, soft=5)
    with s.at(152, 412, 1.85):
        book(s, "#8c2f33", "#f9ecd0")
    with s.at(150, 358, 2.75):
        tree(
            s,
            colour=["#e9b23f", "#e8843a", "#d8502f", "#b5352f"],
            bark="#5b3a30",
            seed=7,
            blobs=13,
            spread=44,
            leaf=3.8,
            leaves=70,
        )
    for i, (x, y, k, a) in enumerate(
        ((258, 60, 0.36, 14), (280, 250, 0.3, 0), (34, 262, 0.34, -8))
    ):
        with s.at(x, y, k, a, flip=i < 2):
            bird(s, "#fffaf0", 1, "#e9d9b8")
    rng = np.random.default_rng(3)
    for i in range(22):
        with s.at(
            rng.uniform(20, 285), rng.uniform(250, 405), rng.uniform(3, 5.4), rng.uniform(0, 180)
        ):
            s.fill(
                shape("-1,0! 0,-.5 1,0! 0,.5"), ["#d8632f", "#e9a03c", "#a83a2c"][i % 3], volume=0.5
            )
    return s.finish(grade=("#5a2040", "#ffe2a8", 0.14))
