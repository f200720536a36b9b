"""In a bright room a candle burns with a black flame and sheds darkness."""

import math

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, rectangle, shape, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene

TIP = (150, 128)


def _darkness(s: Scene) -> None:
    """Night round the flame, in rings and rays, as light would spread."""
    x, y = TIP
    for radius, alpha in ((150, 0.16), (118, 0.22), (88, 0.32), (62, 0.45), (40, 0.6)):
        s.flat(ellipse(x, y, radius, radius * 1.02), "#2a2c4c", alpha, soft=radius * 0.11)
    rng = np.random.default_rng(4)
    for i in range(22):
        a = (i + rng.uniform(0.2, 0.8)) * math.tau / 22
        reach, half = rng.uniform(120, 200), math.radians(rng.uniform(1.2, 3.4))
        ends = [
            (x + reach * math.cos(a + q * half), y + reach * math.sin(a + q * half))
            for q in (-1, 1)
        ]
        s.flat(polygon((x, y), *ends), "#1f2244", 0.2, soft=3)


def _candle(s: Scene) -> None:
    """The candle in its dish, its foot at (0, 0), 250 high."""
    s.fill(ellipse(0, -6, 84, 19), "#c99a4a", "#7a5226", angle=70, volume=0.9, rim=0.5)
    s.fill(ellipse(0, -11, 68, 13), "#9a6f34", "#d9b064", angle=70, volume=0.4)
    s.fill(
        tube([(78, -10), (104, -22), (110, -4), (92, 4)], [5, 4.4, 4.4, 5]),
        "#c99a4a",
        "#8a5f2c",
        volume=0.9,
        rim=0.5,
    )
    s.fill(rectangle(-33, -46, 66, 38, 8), "#d4a656", "#8a5f2c", angle=0, volume=0.95, rim=0.4)
    s.fill(ellipse(0, -45, 33, 8), "#b98a40", volume=0.5)
    s.fill(
        shape("-27,-46! -28,-130 -27,-236! -14,-244 6,-238 16,-246 27,-236! 28,-130 27,-46! 0,-40"),
        "#fdf6e2",
        "#cdb79a",
        angle=0,
        volume=0.9,
        radius=10,
        hatch=0.08,
        hatch_angle=90,
    )
    s.fill(ellipse(0, -238, 27, 8), "#fffaf0", "#d9c6a8", volume=0.5)
    s.fill(ellipse(0, -238, 15, 4.4), "#b5a088", volume=0)
    for x, top, length, width in (
        (-24, -234, 74, 6),
        (-12, -231, 36, 5),
        (20, -234, 96, 6.5),
        (8, -230, 24, 4.4),
    ):
        s.fill(
            tube(
                [(x, top), (x - 0.6, top + length * 0.6), (x, top + length)],
                [width * 0.8, width * 0.55, width],
            ),
            "#fffaee",
            "#dccaae",
            volume=0.95,
            rim=0.3,
        )
    s.fill(tube([(0, -236), (1, -248), (-1, -258)], [2.2, 2, 1.6]), "#3a2a2a", volume=0.5)


def _flame(s: Scene) -> None:
    s.flat(shape("0,10 -21,-10 -20,-34 -6,-62 2,-94! 10,-66 22,-38 21,-10"), "#0a0b1c", 0.5, soft=5)
    s.fill(
        shape("0,8 -17,-8 -16,-30 -5,-54 2,-84! 8,-58 18,-34 17,-8"),
        "#15152e",
        "#05050f",
        angle=90,
        volume=0.8,
        rim=0.5,
        rim_colour="#8a8fc0",
    )
    s.fill(
        shape("0,3 -8,-8 -7,-22 0,-40! 7,-24 8,-8"),
        "#3f4478",
        "#23264c",
        angle=90,
        volume=0,
        soft=1.5,
        alpha=0.9,
    )


def _pear(s: Scene) -> None:
    """A pear, 74 high, dark on the side of the candle."""
    s.fill(
        shape("0,0 -26,-4 -33,-24 -22,-44 -13,-66 0,-72 12,-66 20,-44 32,-24 26,-4"),
        "#4f5a2c",
        "#e6d86a",
        angle=10,
        volume=0.7,
        radius=9,
        rim=0.3,
    )
    s.fill(tube([(1, -70), (4, -80), (10, -86)], [2.2, 1.8, 2.4]), "#5a3d26", volume=0.6)
    s.fill(shape("4,-78! 18,-92 32,-88! 20,-78"), "#8fa348", volume=0.6)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1404, light="#fffbe6", shade="#2f2c4c", sun=(0.45, -0.9), haze="#fdf3d0")
    sky(
        s,
        "#fdf3c8",
        "#fff8dc",
        "#fbeec2",
        clouds=0.3,
        cloud_colour="#fffef4",
        cell=120,
        stretch=1,
        bottom=330,
    )
    for i in range(12):
        s.flat(rectangle(i * 28 - 14, -5, 11, 330), "#f0dc98", 0.35)
    s.glow(40, 300, 130, "#fffef2", 0.5)
    s.glow(280, 300, 130, "#fffef2", 0.5)
    _darkness(s)
    s.fill(
        polygon((-10, 322), (315, 322), (315, 480), (-10, 480)),
        "#fbe7b8",
        "#c9604f",
        angle=90,
        volume=0.1,
        hatch=0.1,
        hatch_angle=0,
    )
    s.fill(rectangle(-10, 320, 330, 8), "#ffd9c0", "#d98a72", volume=0.7)
    for y, alpha in ((352, 0.25), (392, 0.28), (440, 0.3)):
        s.flat(tube([(-10, y), (150, y - 3), (315, y + 1)], [0.7]), "#a84a44", alpha)
    s.flat(ellipse(150, 398, 150, 38), "#2a2c4c", 0.34, soft=12)
    s.flat(ellipse(150, 398, 106, 26), "#2a2c4c", 0.4, soft=8)
    with s.at(150, 408, 1.04):
        _candle(s)
    with s.at(TIP[0], 142, 1.12):
        _flame(s)
    with s.at(246, 446, 1.0):
        _pear(s)
    s.keep(150, 230, 80, 190, 0.5)
    return s.finish(grade=("#2a2850", "#fff6cc", 0.1), vignette=0.12)
