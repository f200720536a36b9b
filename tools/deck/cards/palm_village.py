"""An enormous hand keeps a small house out of the flood."""

import math

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import rectangle, shape, tube
from tools.deck.places.land import grass
from tools.deck.places.sky import sky
from tools.deck.places.water import sea
from tools.deck.scene import Scene
from tools.deck.subjects.buildings import house
from tools.deck.subjects.plants import tree


def paint() -> Picture:
    """Paint the card."""
    s = Scene(291, light="#fff0d0", shade="#26304f", sun=(-0.5, -0.85), haze="#b9c6cf")
    sky(
        s,
        "#4f6a86",
        "#8aa0ac",
        "#d9c9a8",
        "#f6dcae",
        clouds=0.8,
        cloud_colour="#6f8296",
        bottom=350,
    )
    s.glow(152, 150, 150, "#fff3cf", 0.8, 1.5)
    sea(s, 330, "#8fa8a8", "#2a4a62", light="#fff0d0", light_x=152, light_width=70, waves=70)
    s.fill(
        shape("104,490! 112,430 118,392 110,340 194,340 184,392 190,430 200,490!"),
        "#e0a884",
        "#8f5a5a",
        angle=0,
        volume=0.95,
        radius=11,
        rim=0.3,
    )
    for x, tx, ty, r in (
        (72, 40, 168, 13),
        (96, 80, 138, 14.5),
        (128, 124, 132, 14.5),
        (160, 166, 146, 13.5),
    ):
        s.fill(
            tube([(x, 320), ((x + tx) / 2 - 5, (320 + ty) / 2), (tx, ty)], [19, r + 2, r]),
            "#e8b48e",
            "#b57a68",
            angle=90,
            volume=0.95,
            rim=0.35,
        )
        s.fill(
            shape(
                f"{tx - 7},{ty + 6} {tx - 6},{ty - 9} {tx},{ty - 12} {tx + 6},{ty - 9} "
                f"{tx + 7},{ty + 6} {tx},{ty + 9}"
            ),
            "#f8dcc6",
            volume=0.4,
            alpha=0.8,
        )
    with s.at(84, 282, 0.8):
        tree(s, ["#7fae5a", "#a9c45f", "#5f964f"], seed=5, blobs=9, leaves=40)
    with s.at(166, 280, 1.25):
        house(s, "#fbeed2", "#c0483a")
    s.fill(
        shape("44,300! 80,274 120,268 160,271 200,267 236,272 262,300! 230,326 80,326"),
        "#8fb560",
        "#5a8a4a",
        volume=0.6,
        radius=8,
    )
    with s.group(clip=rectangle(58, 240, 196, 90)):
        grass(s, 278, 60, "#5a8a4a", "#b5cf74", (4, 8), 3, spread=18)
    s.fill(
        shape(
            "36,296! 60,308 110,304 152,308 196,304 236,310 262,300! 256,336 224,362 "
            "186,380 122,380 80,358 46,330"
        ),
        "#eebc96",
        "#a86a60",
        angle=80,
        volume=0.9,
        radius=15,
        rim=0.3,
    )
    s.fill(
        tube([(226, 344), (262, 300), (272, 258), (264, 226)], [24, 17, 13, 11]),
        "#eebc96",
        "#b57a68",
        angle=90,
        volume=0.95,
        rim=0.35,
    )
    s.flat(tube([(74, 326), (130, 344), (204, 334)], [0.4, 1.3, 0.4]), "#8f5a5a", 0.5)
    s.flat(tube([(104, 362), (124, 338), (186, 318)], [0.4, 1.2, 0.3]), "#8f5a5a", 0.45)
    for r, al in ((62, 0.5), (88, 0.35), (118, 0.22)):
        t = np.radians(np.linspace(0, 180, 24))
        s.flat(
            tube(
                np.stack([150 + r * np.cos(t), 424 + r * 0.2 * np.sin(t)], 1),
                [0.4, 1.5, 0.4],
                False,
            ),
            "#e6f0ee",
            al,
        )
    for _ in range(110):
        px, py = s.rng.uniform(-10, 320), s.rng.uniform(-10, 440)
        if math.hypot((px - 152) / 105, (py - 200) / 110) > 1:
            s.flat(tube([(px, py), (px - 5, py + 17)], [0.2, 0.7], False), "#e6eef4", 0.5)
    s.keep(152, 250, 110, 130, 0.7)
    return s.finish(grade=("#24406a", "#ffe9c0", 0.1), vignette=0.35)
