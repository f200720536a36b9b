"""On a grey plain stands a rocking horse, and the tracks of its rockers come from the horizon."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import curve, ellipse, polygon, tube
from tools.deck.places.land import hill
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.rocking_horse import rocking_horse

HORIZON = 214


def _tracks(s: Scene) -> None:
    """Two grooves that wind from the horizon to the rockers."""
    far = curve(
        f"92,{HORIZON + 2} 108,224 150,234 196,250 180,268 226,296 282,334 268,380 206,408 130,410"
    )
    for side in (-1, 1):
        depth = (far[:, 1] - HORIZON) / 180
        path = far + np.stack([side * 7 * depth * 0.6, side * 9 * depth], 1)
        width = list(np.linspace(0.3, 3.8, 12))
        s.flat(tube(path + np.array([0.6, 1.4]), width, False), "#f3f1ec", 0.7)
        s.flat(tube(path, width, False), "#4d4d55", 0.75)


def _plain(s: Scene) -> None:
    s.fill(
        polygon((-10, HORIZON), (315, HORIZON), (315, 480), (-10, 480)),
        "#f3f0ea",
        "#b5b2ae",
        angle=90,
        volume=0,
        hatch=0.2,
        hatch_angle=0,
        grain=0.5,
    )
    rng = np.random.default_rng(7)
    for _ in range(90):
        q = rng.random() ** 1.6
        x, y = rng.uniform(-10, 315), HORIZON + 5 + 236 * q
        w = 3 + 26 * q
        dab = tube([(x - w, y), (x, y - 1), (x + w, y)], [0.1, 0.4 + 1.2 * q, 0.1])
        s.flat(dab, ("#e3e1dc", "#55545c")[rng.integers(2)], 0.3)
    for _ in range(26):
        q = rng.random() ** 1.3
        x, y = rng.uniform(0, 305), HORIZON + 12 + 220 * q
        s.fill(ellipse(x, y, 1 + 4 * q, 0.6 + 2.4 * q), "#7a7880", "#3f3e46", angle=60, volume=0.9)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(8104, light="#fbf7ee", shade="#2b2b33", sun=(0.72, -0.69), haze="#e9e7e2")
    sky(
        s,
        "#17171d",
        "#26262d",
        "#4a4a51",
        "#c9c7c2",
        clouds=0.5,
        cloud_colour="#3a3a42",
        bottom=222,
        stretch=3.4,
    )
    s.glow(236, 200, 170, "#fffdf6", 0.9, 1.4)
    cumulus(s, 60, 96, 190, "#6f6e76", "#202027", 4, alpha=0.8)
    cumulus(s, 270, 60, 150, "#77767e", "#24242b", 8, alpha=0.8)
    with s.group(haze=0.5, haze_colour="#d9d7d2"):
        hill(s, HORIZON - 4, 7, "#5f5e66", "#85848a", seed=5, peak=0.4)
    _plain(s)
    _tracks(s)
    s.glow(120, 300, 170, "#fffdf6", 0.5)
    s.fill(ellipse(130, 415, 70, 6), "#2b2b33", volume=0, alpha=0.5, soft=3)
    with s.group(cast=(412, -0.6, 0.2, 0.6)), s.at(134, 416, 1.38, -4):
        rocking_horse(s, "#34343c", "#efeae0", "#a8323a")
    for x, y, n in ((28, 452, 5), (276, 446, 6), (60, 462, 4)):
        for i in range(n):
            lean = (i - n / 2) * 3.4
            s.flat(
                tube(
                    [(x + i * 1.6, y), (x + lean, y - 12), (x + lean * 2.2, y - 20)], [1, 0.8, 0.2]
                ),
                "#33333b",
                0.9,
            )
    s.keep(132, 320, 112, 104)
    return s.finish(grade=("#2a2c3a", "#fff6e6", 0.05), vignette=0.42, saturation=0.9)
