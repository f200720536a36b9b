"""A violin in a spring wood grows back into the tree it was made from."""

import math

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, shape, tube
from tools.deck.places.land import grass, hill, trunks
from tools.deck.places.sky import rays, sky
from tools.deck.scene import Scene
from tools.deck.subjects.birds import bird
from tools.deck.subjects.instruments import violin
from tools.deck.subjects.plants import leaf_ball

BARK = "#8a5234"
BOUGHS = (
    ([(152, 150), (140, 120), (104, 96), (74, 84)], (9, 7, 5, 2)),
    ([(152, 150), (166, 118), (204, 104), (236, 88)], (9, 7, 5, 2)),
    ([(152, 156), (150, 110), (158, 74), (152, 44)], (10, 8, 5, 2)),
    ([(110, 98), (92, 70), (88, 50)], (5, 3, 1.2)),
    ([(198, 106), (208, 78), (204, 56)], (5, 3, 1.2)),
)
LEAVES = (
    (62, 92, 30),
    (246, 92, 30),
    (84, 52, 34),
    (214, 54, 36),
    (150, 38, 36),
    (116, 84, 26),
    (184, 82, 25),
    (48, 66, 22),
    (262, 66, 22),
    (118, 40, 26),
    (184, 36, 26),
)


def _roots(s: Scene) -> None:
    for points, radii in (
        ([(136, 384), (112, 398), (82, 404), (52, 424)], (13, 9, 6, 1.5)),
        ([(168, 384), (194, 398), (226, 404), (258, 422)], (13, 9, 6, 1.5)),
        ([(146, 390), (134, 410), (118, 424), (110, 444)], (13, 9, 6, 1.5)),
        ([(160, 390), (172, 410), (190, 424), (196, 442)], (12, 9, 6, 1.5)),
    ):
        s.fill(tube(points, radii), "#9a5a38", "#4f3428", angle=90, volume=0.9, rim=0.3, hatch=0.14)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1206, light="#fff8d0", shade="#1c3a3c", sun=(0.55, -0.83), haze="#e6f0c0")
    sky(s, "#bfe0b4", "#def0c4", "#f6f8d8", "#e3efbc", warp=0.06, bottom=400, cell=110)
    s.glow(176, 190, 220, "#fffff0", 0.85, 1.5)
    trunks(s, 10, -20, 356, "#8fae88", (4, 8), 4, haze=0.62, haze_colour="#e6f2cc")
    trunks(s, 5, -20, 378, "#5f8a70", (8, 12), 12, haze=0.42, haze_colour="#dcecc0")
    rays(s, 280, -60, 96, 136, 7, 520, "#fffff0", 0.3, seed=2)
    hill(s, 372, 8, "#b9d47c", "#8fb560", seed=5)
    grass(s, 378, 120, "#8fb55c", "#d3e68a", (5, 12), 3)
    s.fill(ellipse(152, 412, 96, 17), "#2a4a34", volume=0, alpha=0.45, soft=5)
    _roots(s)
    for points, radii in BOUGHS:
        s.fill(tube(points, radii), BARK, "#5a3a2c", angle=90, volume=0.9, rim=0.4, hatch=0.14)
    with s.at(152, 398, 2.05):
        violin(s, "#c06a30")
    # The scroll and the pegs have turned to wood with the bark still on.
    s.fill(
        shape("140,186! 142,160 138,136! 168,136! 162,160 164,186! 152,196"),
        "#9a5f3a",
        BARK,
        angle=270,
        volume=0.9,
        hatch=0.2,
        hatch_angle=90,
        soft=0.8,
    )
    for x, y, r in LEAVES:
        leaf_ball(
            s, x, y, r, ("#7fc060", "#a9d45c", "#5fa95a")[int(x) % 3], int(x + y), 60, 4.4, deep=0.7
        )
    rng = np.random.default_rng(6)
    for foot_x, foot_y, turn in (
        (175, 176, -30),
        (130, 168, 205),
        (176, 142, -50),
        (128, 152, 220),
    ):
        tip_x = foot_x + 9 * math.cos(math.radians(turn))
        tip_y = foot_y + 9 * math.sin(math.radians(turn))
        s.stroke([(foot_x, foot_y), (tip_x, tip_y)], [1.8, 0.8], "#6f9a48")
        for aside in (-26, 18):
            with s.at(tip_x, tip_y, rng.uniform(9, 12), turn + aside):
                leaf = shape("0,0! 0.6,-0.4 1.5,0! 0.6,0.4")
                s.fill(leaf, "#8fca5a", "#5fa04a", volume=0.7, rim=0.3)
    with s.at(70, 168, 0.4, -8, flip=True):
        bird(s, "#e2683c", 1, "#a83c34")
    for _ in range(24):
        place = 152 + rng.choice([-1, 1]) * rng.uniform(70, 145), rng.uniform(130, 400)
        with s.at(*place, rng.uniform(2.4, 4), rng.uniform(0, 180)):
            s.flat(shape("-1,0! 0,-0.5 1,0! 0,0.5"), "#a9d06a", 0.9)
    hill(s, 440, 6, "#7fa850", "#4f7f48", seed=14)
    grass(s, 436, 150, "#4f8048", "#b9d870", (8, 22), 5)
    s.keep(152, 270, 70, 150, 0.7)
    return s.finish(grade=("#1c4a44", "#fffac8", 0.1), vignette=0.22)
