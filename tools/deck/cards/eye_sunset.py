"""The setting sun is an open eye that looks at a boat."""

import math

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, tube
from tools.deck.places.sky import sky
from tools.deck.places.water import sea
from tools.deck.scene import Scene
from tools.deck.subjects.body import eye
from tools.deck.subjects.vessels import boat


def paint() -> Picture:
    """Paint the card."""
    s = Scene(161, light="#ffe0a0", shade="#3a0f2c", sun=(0, -1), haze="#f0905a")
    sky(
        s,
        "#4a1438",
        "#a42f3c",
        "#e9683c",
        "#fbb35a",
        clouds=0.5,
        cloud_colour="#ffcf8a",
        bottom=300,
    )
    s.glow(152, 196, 210, "#ffcf6a", 0.8, 1.6)
    for i in range(28):
        a = math.radians(i * 360 / 28)
        r0, r1 = 118, 140 + i % 2 * 24
        with s.at(152, 196):
            s.fill(
                tube(
                    [(r0 * math.cos(a), r0 * math.sin(a)), (r1 * math.cos(a), r1 * math.sin(a))],
                    [3.4, 0.4],
                    False,
                ),
                "#ffd98a",
                volume=0.2,
                alpha=0.85,
            )
    s.fill(ellipse(152, 196, 108), "#ffcf6a", "#f0762c", angle=90, volume=0.5)
    with s.at(152, 196, 1.52):
        eye(s, "#b5362c", "#ffcf6a")
    s.keep(152, 196, 130, 110)
    sea(
        s,
        292,
        "#d9542f",
        "#3a1434",
        light="#ffd98a",
        light_x=152,
        light_width=62,
        waves=70,
        wave_colour="#ffcf9a",
    )
    with s.group(mirror=(410, 0.4)), s.at(152, 404, 1.05, -3):
        boat(s, "#3a1428", "#fbe0b0", "#b5303a")
    return s.finish(grade=("#4a1040", "#ffd080", 0.12), vignette=0.4)
