"""A polar bear waits in the laundry for its wash."""

import numpy as np

from tools.deck.colour import mix
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, join, polygon, rectangle, shape, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.bears import polar_bear
from tools.deck.subjects.bubbles import bubbles


def _machine(s: Scene, colour: str, wash: str, lit: bool = False) -> None:
    """A washing machine from the front, origin at the middle of its foot, 92 wide, 128 tall."""
    dark = mix(colour, "#123236", 0.5)
    s.fill(rectangle(-46, -128, 92, 128, 5), colour, dark, angle=80, volume=0.6, rim=0.3)
    s.fill(rectangle(-46, -128, 92, 24, 5), mix(colour, "#ffffff", 0.25), volume=0.5)
    s.fill(ellipse(-30, -116, 6), "#f3ead2", volume=0.8)
    s.fill(rectangle(-12, -121, 42, 10, 3), dark, volume=0.3)
    for x in (34, 40):
        s.flat(ellipse(x, -116, 1.8), "#f0784a" if x < 36 else "#f6d977")
    s.fill(ellipse(0, -54, 41), "#e9eee6", "#8fa9a4", angle=60, volume=0.9, radius=4)
    drum = ellipse(0, -54, 32)
    with s.group(clip=drum):
        s.fill(drum, "#163a42", "#2f6a70", angle=90, volume=0)
        if lit:
            s.glow(0, -54, 40, "#d9fff0", 0.5)
        for i in range(5):
            a = i * 1.26 + 0.5
            turn = [
                (24 * np.cos(a + d), -54 + 24 * np.sin(a + d) * (1 - 0.1 * d)) for d in (0, 0.5, 1)
            ]
            s.fill(tube(turn, [4, 8.5, 3]), (wash, "#f6efdc", wash)[i % 3], volume=0.8)
        for x, y, r in ((-12, -38, 5), (2, -32, 6), (14, -36, 4.4), (-20, -46, 3.6)):
            s.fill(ellipse(x, y, r), "#f4fbf6", volume=0.6, alpha=0.85)
    s.flat(shape("-22,-66 -8,-80 8,-82 -10,-70 -20,-54"), "#ffffff", 0.5, soft=0.8)


def _basket(s: Scene) -> None:
    """A laundry basket heaped with clothes, origin at the middle of its foot, 76 wide."""
    for x, y, rx, ry, colour in (
        (-20, -44, 17, 11, "#d8492f"),
        (16, -46, 20, 12, "#f2b63c"),
        (-2, -54, 19, 11, "#31607f"),
        (24, -38, 12, 9, "#f3ead2"),
    ):
        s.fill(ellipse(x, y, rx, ry), colour, s.darker(colour, 0.4), angle=60, volume=0.9, wobble=2)
    s.fill(tube([(-14, -40), (-26, -32), (-28, -16)], [6, 6, 5]), "#d8492f", volume=0.8)
    s.fill(shape("-38,-38! 38,-38! 30,0! -30,0!"), "#f0d9a0", "#b98a4a", angle=30, volume=0.7)
    for i in range(5):
        for j in range(2):
            hole = rectangle(-27 + i * 12, -28 + j * 13, 6, 8, 2)
            s.flat(hole, "#8a5f34", 0.7)
    s.fill(rectangle(-41, -42, 82, 8, 4), "#f6e4b4", volume=0.8)


def _floor(s: Scene, y: float) -> None:
    s.fill(rectangle(-10, y, 330, 480 - y), "#fdf0cc", "#f6dc94", angle=90, volume=0)
    rows = [y + (470 - y) * (j / 6) ** 1.5 for j in range(7)]

    def across(u: float, at: float) -> float:
        return 130 + u * (26 + 0.26 * (at - y))

    for j in range(6):
        for i in range(-9, 10):
            if (i + j) % 2:
                tile = polygon(
                    (across(i, rows[j]), rows[j]),
                    (across(i + 1, rows[j]), rows[j]),
                    (across(i + 1, rows[j + 1]), rows[j + 1]),
                    (across(i, rows[j + 1]), rows[j + 1]),
                )
                s.fill(tile, "#f2a63c", "#ea8a2c", volume=0, wobble=0.2)
    s.fill(rectangle(-10, y, 330, 12), "#3a5a58", volume=0, alpha=0.4, soft=5)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(7501, light="#fffbe8", shade="#23484e", sun=(-0.5, -0.86), haze="#e6f0dc")
    sky(s, "#e9f3e2", "#d3e6d6", "#bcd8ca", warp=0.03, cell=90, stretch=1, bottom=330)
    for x in range(-6, 320, 24):
        s.flat(tube([(x, -10), (x, 330)], [0.5], False), "#a9c9ba", 0.6)
    for y in range(6, 330, 24):
        s.flat(tube([(-10, y), (315, y)], [0.5], False), "#a9c9ba", 0.6)
    s.fill(rectangle(40, 12, 226, 9, 4), "#fffdf2", volume=0.4)
    s.glow(152, 20, 150, "#fffff0", 0.6)
    _floor(s, 322)
    for i, left in enumerate((-8, 84, 176, 268)):
        with s.at(left, 206, 1.0):
            _machine(s, "#52a89e", ("#f2b63c", "#4a7fa0", "#d8492f", "#f2b63c")[i])
        with s.at(left, 334, 1.0):
            _machine(s, "#3f968f", ("#4a7fa0", "#d8492f", "#f2b63c", "#8a5f9a")[i], lit=i == 1)
    s.fill(rectangle(-10, 72, 330, 9, 3), "#fdf6e0", "#b9a67c", angle=90, volume=0.6)
    with s.at(62, 73, 0.8):
        s.fill(
            join(rectangle(-17, -46, 34, 46, 4), rectangle(-9, -56, 18, 12, 2)),
            "#d8492f",
            volume=0.7,
        )
        s.flat(ellipse(0, -24, 11), "#fff3d8")
    with s.at(30, 73, 0.8):
        s.fill(rectangle(-12, -34, 24, 34, 3), "#f2b63c", volume=0.7)
    with s.at(250, 73, 0.8):
        for low, cloth in ((-11, "#fff6e4"), (-23, "#9cc9c4"), (-34, "#fff6e4")):
            s.fill(rectangle(-30, low, 60, 11, 5), cloth, volume=0.8)
    s.glow(150, 230, 190, "#f6fff2", 0.35)
    bubbles(s, 16, 2, (60, 200), (90, 290))
    s.fill(ellipse(188, 436, 110, 13), "#5f4a30", volume=0, alpha=0.42, soft=5)
    with s.at(180, 440, 2.6):
        polar_bear(s)
    s.fill(ellipse(56, 446, 46, 7), "#5f4a30", volume=0, alpha=0.4, soft=4)
    with s.at(54, 446, 1.1):
        _basket(s)
    return s.finish(grade=("#1c4a54", "#fff6d0", 0.08), vignette=0.2)
