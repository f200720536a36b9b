"""In the head of a person seen from the side there is a forest with a stag."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import placed, tube
from tools.deck.places.land import grass, hill, trunks
from tools.deck.places.sky import sky, stars
from tools.deck.scene import Scene
from tools.deck.subjects.birds import bird
from tools.deck.subjects.body import profile_shape
from tools.deck.subjects.mammals import deer
from tools.deck.subjects.plants import pine


def paint() -> Picture:
    """Paint the card."""
    s = Scene(151, light="#fff3d4", shade="#18283c", sun=(0.5, -0.85), haze="#e9d9b8")
    sky(
        s,
        "#f3e4c4",
        "#f0d9b0",
        "#e6c49a",
        clouds=0.3,
        cloud_colour="#fff8e8",
        cell=120,
        stretch=1.3,
    )
    hp = profile_shape(176, 268, 2.5)
    s.flat(placed(hp, 5, 6), "#7a5a48", 0.4, soft=5)
    with s.group(clip=hp):
        sky(s, "#0b2a48", "#1a5a74", "#3f9a94", "#c3dcae", bottom=330, warp=0.06)
        stars(s, 60, 120)
        s.glow(200, 190, 130, "#fff0b8", 0.75)
        trunks(s, 12, 90, 300, "#4f8f98", (3, 6), 4, haze=0.3, haze_colour="#4f9a9a")
        hill(s, 286, 8, "#2a6a68", "#1d4a4e", seed=8)
        for x, y, k in (
            (82, 296, 0.6),
            (266, 300, 1.15),
            (236, 296, 0.8),
            (106, 292, 0.45),
            (288, 306, 0.9),
        ):
            with s.at(x, y, k):
                pine(s, "#1f5f5a")
        hill(s, 306, 6, "#184a48", "#0a1c28", seed=12)
        with s.at(176, 310, 1.0):
            deer(s, "#d8945a", antler="#fbe6b8")
        grass(s, 308, 60, "#123c3c", "#3f8a6a", (6, 14), 3)
        rng = np.random.default_rng(6)
        for _ in range(15):
            left = rng.uniform(120, 250)
            s.fill(
                tube(
                    [
                        (left, 312),
                        (left + rng.uniform(-18, 18), 350),
                        (left * 0.6 + 80 + rng.uniform(-20, 20), 400),
                        (left + rng.uniform(-60, 60), 462),
                    ],
                    [3.2, 2.2, 1.4, 0.3],
                ),
                "#2f6a66",
                volume=0.6,
                alpha=0.8,
            )
        s.fill(hp, "#ffffff", volume=1.0, radius=9, alpha=0.1)
    s.keep(172, 250, 130, 220, 0.7)
    for _i, (x, y, k, a) in enumerate(((38, 66, 0.4, 8), (22, 128, 0.28, -6), (70, 22, 0.3, 16))):
        with s.at(x, y, k, a):
            bird(s, "#1d3f52", 1)
    return s.finish(grade=("#18304c", "#fff0c8", 0.08), vignette=0.2)
