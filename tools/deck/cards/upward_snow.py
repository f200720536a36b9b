"""Snow falls upwards from a spring meadow, and a snowman hangs from the drift overhead."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, join, rectangle, shape, tube
from tools.deck.places.land import grass, hill
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK
from tools.deck.subjects.people import person
from tools.deck.subjects.plants import flower, pine


def _drift(s: Scene, y: float, colour: str, colour2: str, seed: int) -> None:
    """Snow lying on the upper edge of the card."""
    with s.at(0, 0, 1, 0, scale_y=-1):
        hill(s, -y, 15, colour, colour2, seed=seed, bottom=40, volume=0.4, hatch=0.03)


def _snowman(s: Scene) -> None:
    """A snowman, 150 high, its foot at the origin."""
    s.fill(tube([(-26, -72), (-46, -88), (-62, -84)], [2, 1.6, 1.2]), "#6a4a3c", volume=0.6)
    s.fill(tube([(-50, -88), (-58, -98)], [1.2, 0.8]), "#6a4a3c", volume=0.6)
    s.fill(tube([(26, -72), (46, -92), (58, -106)], [2, 1.6, 1.2]), "#6a4a3c", volume=0.6)
    s.fill(tube([(48, -94), (60, -94)], [1.2, 0.8]), "#6a4a3c", volume=0.6)
    for y, r in ((-26, 36), (-74, 28), (-116, 22)):
        s.fill(
            ellipse(0, y, r, r * 0.94),
            "#fdfefe",
            "#c3d8e6",
            angle=70,
            volume=0.95,
            radius=12,
            rim=0.3,
        )
    for y in (-66, -80):
        s.fill(ellipse(3, y, 3), INK, volume=0.6)
    s.fill(ellipse(0, -97, 21, 6.4), "#d8402f", "#a02a34", volume=0.8, rim=0.3)
    s.fill(tube([(13, -97), (20, -80), (16, -62)], [6, 6.4, 5]), "#d8402f", "#a02a34", volume=0.8)
    for x in (-8, 8):
        s.fill(ellipse(x, -121, 2.8), INK, volume=0.6)
    s.fill(shape("-2,-118! -30,-110! 0,-111!"), "#f0822f", "#c85a24", volume=0.7)
    s.stroke([(-9, -107), (0, -104), (9, -108)], [0.6, 1.2, 0.6], INK)
    s.fill(
        join(ellipse(0, -134, 26, 4.4), rectangle(-16, -164, 32, 30, 2)),
        "#33405c",
        "#1f2844",
        volume=0.8,
        rim=0.4,
    )
    s.fill(rectangle(-16.4, -144, 32.8, 7), "#d8402f", volume=0.4)


def _flakes(s: Scene) -> None:
    """Flakes of many sizes, their faint trails below them, thicker the higher they are."""
    rng = np.random.default_rng(11)
    for _ in range(230):
        x, y = rng.uniform(2, 303), 112 + 310 * rng.random() ** 1.35
        r = 0.7 + 2.3 * rng.random() ** 2
        trail = [(x, y), (x + rng.uniform(-2, 2), y + r * 5), (x + rng.uniform(-3, 3), y + r * 11)]
        s.flat(tube(trail, [r * 0.7, r * 0.4, 0.1]), "#ffffff", 0.2, soft=0.5)
        s.fill(ellipse(x, y, r, r * 0.9), "#ffffff", volume=0.3, soft=0.25)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1210, light="#fffdf4", shade="#3a5a80", sun=(-0.5, -0.85), haze="#f0f6f8")
    sky(s, "#4a86b5", "#5f9ac2", "#82b2cf", "#b9d6d3", warp=0.04, bottom=400)
    _drift(s, 112, "#d3e4f0", "#b5cfe2", 6)
    with s.group(haze=0.3):
        for x, y, k in ((36, 106, 0.8), (70, 110, 0.55), (276, 106, 0.7)):
            with s.at(x, y, k, 0, scale_y=-k):
                pine(s, "#5f8a94", snow="#fdfefe")
    with s.group(haze=0.35):
        hill(s, 362, 20, "#a9cf8c", "#8fbf7c", seed=9)
    hill(s, 392, 10, "#9acb66", "#6fae58", seed=4)
    grass(s, 394, 110, "#7fb855", "#c3e07c", (5, 12), 3)
    _flakes(s)
    with s.at(190, 76, 1.2, -3, scale_y=-1.2):
        _snowman(s)
    _drift(s, 84, "#ffffff", "#f3f8fb", 13)
    s.fill(ellipse(92, 432, 26, 5), "#2f6a48", volume=0, alpha=0.45, soft=2)
    with s.at(92, 430, 1.42):
        person(
            s,
            "up",
            coat="#f0b52f",
            coat2="#d9862a",
            legs="#3a4a74",
            hair="#6a3424",
            view="back",
            style="pony",
            hat=("beret", "#d8402f"),
            rim=0.4,
        )
    rng = np.random.default_rng(8)
    for i in range(26):
        left, foot = rng.uniform(4, 300), rng.uniform(428, 464)
        if abs(left - 92) > 26:
            with s.at(left, foot, rng.uniform(0.24, 0.42)):
                flower(
                    s,
                    ("#8f6ac8", "#fff6e0", "#e873a0")[i % 3],
                    50,
                    "#5a9a4a",
                    "tulip",
                    rng.uniform(-6, 6),
                )
    s.keep(190, 150, 80, 100, 0.6)
    s.keep(92, 370, 50, 80, 0.6)
    return s.finish(grade=("#2a5a8a", "#fffbe4", 0.07), vignette=0.12)
