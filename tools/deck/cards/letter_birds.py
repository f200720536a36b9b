"""The handwriting of a letter lifts off the paper and flies away as a flock of swallows."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, ring, shape, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.birds import feather, gull

INK_BLUE = "#2a2f4a"


def _swallow(s: Scene, colour: str = INK_BLUE) -> None:
    """A swallow seen from above, flying to the upper right, about 100 wide."""
    s.fill(
        shape(
            "50,-46! 38,-44 28,-34 16,-40 -8,-58 -40,-62! -18,-46 0,-24 6,-10 -4,4 "
            "-26,16 -54,20! -32,24 "
            "-20,24 -26,34 -28,58! -20,36 -8,20 8,-2 20,2 34,22 38,54! 48,24 44,-6 36,-22 42,-34!"
        ),
        colour,
        "#4a5278",
        angle=45,
        volume=0.7,
        rim=0.3,
        hatch=0.1,
    )


def _line(s: Scene, x0: float, x1: float, y: float, seed: int, strength: float) -> None:
    """One line of handwriting: loops that mean nothing."""
    rng = np.random.default_rng(seed)
    x = x0
    while x < x1:
        width = min(rng.uniform(18, 40), x1 - x)
        n = max(4, int(width / 1.1))
        t = np.linspace(0, 1, n)
        tall = rng.choice([1.0, 1.0, 2.2], max(2, int(width / 5)))
        size = np.interp(t, np.linspace(0, 1, len(tall)), tall)
        points = np.stack(
            [
                x + width * t + 1.4 * np.sin(t * width * 1.3),
                y - 2.4 * size * np.cos(t * width * 1.3),
            ],
            1,
        )
        s.flat(tube(points, [0.7, 1.05, 0.6]), INK_BLUE, strength)
        x += width + rng.uniform(5, 9)


def _sheet(s: Scene) -> None:
    """The letter, lying askew: about 190 x 250 about the origin."""
    s.fill(
        polygon((-98, -122), (100, -124), (102, 128), (-96, 130)),
        "#4f3c80",
        volume=0,
        alpha=0.4,
        soft=4,
    )
    page = shape("-102,-128! 0,-126 96,-130! 98,0 96,124! 0,122 -100,126! -103,0")
    s.fill(page, "#fffcf2", "#f0e6d0", angle=70, volume=0.25, radius=8, rim=0.3, hatch=0.04)
    for y in (-44, 40):
        s.flat(tube([(-100, y), (0, y + 1), (96, y - 1)], [0.8]), "#d3c4a8", 0.6, soft=0.6)
    for i, y in enumerate(range(-24, 92, 17)):
        end = (10, 30, 48, 62, 74, 80, 78, 40)[i]
        _line(s, -84, end, y, 20 + i, 0.55 + 0.05 * i)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1207, light="#fffdf4", shade="#3a2f58", sun=(-0.6, -0.8), haze="#e6dcf3")
    sky(s, "#a892c6", "#b9a6d3", "#9a84ba", warp=0.08, cell=70, stretch=3)
    for x in (-10, 78, 166, 250):
        s.flat(tube([(x, -10), (x + 26, 480)], 0.8), "#7f68b0", 0.6)
    s.glow(190, 120, 180, "#efe4ff", 0.4, 1.4)
    with s.at(140, 308, 1.0, -9):
        _sheet(s)
    for x, y, width in (
        (126, 284, 4),
        (140, 282, 5),
        (146, 296, 5),
        (158, 290, 6),
        (172, 306, 6),
        (186, 312, 7),
        (196, 330, 6),
        (184, 294, 7),
    ):
        gull(s, x, y, width, INK_BLUE)
    # From the unfinished lines to the sky: first strokes, then wings, then swallows.
    flock = (
        (134, 262, 0.12, 30),
        (158, 274, 0.15, 12),
        (182, 280, 0.18, 20),
        (204, 296, 0.17, 0),
        (128, 234, 0.2, 20),
        (160, 240, 0.24, 0),
        (192, 248, 0.25, 14),
        (224, 262, 0.25, -8),
        (146, 200, 0.32, 14),
        (196, 206, 0.36, -4),
        (240, 214, 0.34, 10),
        (120, 152, 0.42, 20),
        (176, 150, 0.5, 2),
        (244, 150, 0.5, -10),
        (92, 84, 0.6, 12),
        (178, 74, 0.78, -4),
        (258, 62, 0.6, 8),
    )
    for x, y, size, turn in flock:
        with s.at(x + 7 + 34 * size, y + 10 + 44 * size, size, turn):
            s.flat(ellipse(0, 0, 40, 26), "#4f3c80", 0.22, soft=3)
        with s.at(x, y, size, turn):
            _swallow(s)
    with s.at(166, 400, 0.9, 54):
        s.flat(ellipse(6, -50, 12, 60), "#4f3c80", 0.3, soft=3)
        feather(s, "#e9c46a", "#b5582f")
    s.fill(ellipse(266, 428, 34, 30), "#4f3c80", volume=0, alpha=0.4, soft=4)
    s.fill(ellipse(262, 420, 30), "#d6dde0", "#8f9aa8", angle=50, volume=0.9, rim=0.4)
    s.fill(ring(262, 420, 22, 15), "#f3f6f6", "#a9b4c0", angle=230, volume=0.8)
    s.fill(ellipse(262, 420, 15.5), "#1c2038", volume=0.2)
    s.flat(ellipse(257, 415, 4, 2.4), "#8a94b8", 0.8, soft=0.5)
    s.fill(ellipse(75, 428, 17), "#4f3c80", volume=0, alpha=0.4, soft=2)
    s.fill(ellipse(72, 424, 15), "#c8382f", "#8a2028", angle=50, volume=0.9, rim=0.4)
    s.fill(ellipse(72, 424, 9.5), "#d84a3c", "#a02a2c", angle=230, volume=-0.5)
    s.keep(190, 150, 130, 140, 0.7)
    s.keep(130, 330, 110, 110, 0.6)
    return s.finish(grade=("#3a3f5c", "#fffaec", 0.06), vignette=0.15)
