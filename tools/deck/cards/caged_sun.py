"""The sun hangs in a bird cage; fox and rabbit wait in the snow."""

import math

import numpy as np

from images.card_size import HEIGHT, WIDTH
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, shape, tube
from tools.deck.places.land import hill, trunks
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.household import cage
from tools.deck.subjects.mammals import fox, rabbit


def paint() -> Picture:
    """Paint the card."""
    s = Scene(71, light="#ffe0a0", shade="#1d2c4c", sun=(0.1, -0.95), haze="#9fb4c8")
    sky(s, "#54708f", "#8aa3b8", "#c3cfd6", "#dfe3e2", warp=0.05, bottom=420)
    trunks(s, 11, 20, 366, "#6d8298", (5, 10), 3, haze=0.55, haze_colour="#b9c8d2")
    trunks(s, 7, 10, 384, "#4a5a72", (8, 14), 8, haze=0.25, haze_colour="#b0c0cc")
    hill(s, 374, 10, "#e6ebee", "#b3c2d2", seed=5)
    s.fill(
        tube([(40, 430), (46, 230), (34, -20)], [30, 19, 17]),
        "#2f3a54",
        "#1f2740",
        angle=0,
        volume=0.95,
        hatch=0.16,
        hatch_angle=90,
        rim=0.3,
        radius=9,
    )
    s.fill(
        tube([(34, 84), (96, 58), (170, 44), (262, 58)], [11, 8, 5, 1.4]),
        "#2f3a54",
        volume=0.8,
        hatch=0.14,
        rim=0.3,
    )
    s.fill(
        tube([(60, 66), (100, 50), (170, 38), (252, 52)], [2, 3.2, 2.6, 0.6]), "#f6f8f8", volume=0.5
    )
    s.stroke([(160, 42), (160, 70)], 1.6, "#c8a25a")
    with s.at(160, 268, 1.5):
        cage(s, "#8a6a34", "back")
    s.glow(160, 178, 150, "#ffb23e", 0.95, 1.7)
    s.glow(160, 178, 70, "#fff0b0", 0.9, 1.2)
    for i in range(16):
        a = i * math.pi / 8
        with s.at(160 + 45 * math.cos(a), 180 + 45 * math.sin(a), 1, math.degrees(a)):
            s.fill(shape("-4,-5! 14,0! -4,5!"), "#ffc14a", volume=0.2)
    s.fill(ellipse(160, 180, 38), "#ffd76a", "#f08a2c", angle=70, volume=0.6)
    for q in (-1, 1):
        s.flat(
            tube([(160 + q * 20, 176), (160 + q * 13, 181), (160 + q * 6, 176)], [0.6, 1.5, 0.6]),
            "#a4481c",
        )
    s.flat(tube([(150, 196), (160, 192), (170, 196)], [0.6, 1.3, 0.6]), "#a4481c")
    with s.at(160, 268, 1.5):
        cage(s, "#e0b04e", "front")
    with s.at(222, 428, 1.12):
        fox(s)
    hill(s, 436, 9, "#f2f5f6", "#a9bbd0", seed=15)
    with s.at(112, 444, 0.86, flip=True):
        rabbit(s, "#b3a596", "#ffffff")
    rng = np.random.default_rng(2)
    for _ in range(90):
        s.flat(
            ellipse(rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT), rng.uniform(0.6, 1.7)),
            "#ffffff",
            rng.uniform(0.4, 0.9),
        )
    s.keep(160, 180, 80, 110)
    return s.finish(grade=("#1f3a66", "#ffe8c0", 0.1))
