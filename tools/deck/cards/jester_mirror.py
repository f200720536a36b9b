"""A king looks into his mirror and a jester looks back."""

import math

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, hole, join, rectangle, shape, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.emblems import crown

GOLD, PINK, TEAL = "#e2ae4c", "#d8607a", "#2f7f86"
MIRROR = (176.0, 150.0)
"""The middle of the glass."""


def _wall(s: Scene) -> None:
    """Dark damask behind a gilt rail."""
    sky(s, "#6a2444", "#8a3454", "#5a1c3c", warp=0.04, cell=90, stretch=1)
    for row in range(-1, 9):
        for column in range(-1, 7):
            with s.at(column * 52 + (26 if row % 2 else 0), row * 58, 0.5):
                s.flat(
                    shape("0,-46! 16,-22 26,0 14,22 0,44! -14,22 -26,0 -16,-22"), "#a84a68", 0.45
                )
                s.flat(shape("0,-26! 9,-6 0,24! -9,-6"), "#5a1c3c", 0.6)
    s.fill(rectangle(-10, 366, 330, 110), "#3a1230", "#220a20", angle=90, volume=0)
    s.fill(rectangle(-10, 358, 330, 12), GOLD, "#7a4a20", angle=90, volume=0.8, radius=4)


def _jester(s: Scene) -> None:
    """Head and shoulders of a jester from the front, about 170 tall, chin at the origin."""
    s.fill(tube([(0, -14), (0, 30)], [14, 17], False), "#e0ae8e", "#b5745c", volume=0.7)
    for q, near, far in ((-1, PINK, TEAL), (1, TEAL, PINK)):
        s.fill(
            shape(f"0,14! {q * 34},18 {q * 70},40 {q * 84},110! 0,110!"),
            near,
            s.darker(near, 0.4),
            volume=0.8,
        )
        for k in range(3):
            tip = (q * (22 + k * 28), 62 + k * 4)
            collar = shape(f"{q * k * 20},6! {q * (20 + k * 20)},12! {tip[0]},{tip[1]}!")
            s.fill(collar, (far, "#f3d06a", near)[k], volume=0.7, rim=0.4)
            s.fill(ellipse(tip[0], tip[1] + 4, 6), GOLD, volume=0.95, rim=0.4)
    s.fill(
        shape("-34,-58 -33,-24 -20,-4 0,2 20,-4 33,-24 34,-58 0,-80"),
        "#f6d0b0",
        "#dd9f86",
        volume=0.8,
        radius=9,
    )
    for q, colour in ((-1, TEAL), (1, PINK)):
        horn = [(q * 12, -96), (q * 48, -128), (q * 78, -104), (q * 82, -62)]
        s.fill(
            tube(horn, [22, 20, 12, 3]),
            colour,
            s.darker(colour, 0.4),
            volume=0.95,
            radius=8,
            rim=0.4,
        )
        s.fill(ellipse(q * 82, -54, 9), GOLD, volume=0.95, rim=0.5)
    s.fill(
        tube([(0, -92), (2, -130), (-6, -158)], [20, 16, 3]),
        "#f3d06a",
        "#b9862c",
        volume=0.95,
        radius=8,
        rim=0.4,
    )
    s.fill(ellipse(-7, -166, 9), GOLD, volume=0.95, rim=0.5)
    s.fill(
        shape("-39,-56! -40,-76 -22,-98 0,-102! 0,-64!"),
        TEAL,
        s.darker(TEAL, 0.4),
        volume=0.8,
        rim=0.3,
    )
    s.fill(
        shape("39,-56! 40,-76 22,-98 0,-102! 0,-64!"),
        PINK,
        s.darker(PINK, 0.4),
        volume=0.8,
        rim=0.3,
    )
    for q in (-1, 1):
        s.flat(ellipse(q * 14, -42, 6.4, 7), "#fffaf0")
        s.flat(ellipse(q * 14, -41, 3.6, 4.2), "#1c1a26")
        s.flat(tube([(q * 6, -53), (q * 15, -58), (q * 24, -53)], [0.8, 2, 0.6]), "#5a2f38")
        s.flat(ellipse(q * 21, -26, 8, 7), "#e0526a", 0.6, soft=2)
        diamond = shape(f"{q * 14},-34! {q * 17},-26! {q * 14},-18! {q * 11},-26!")
        s.flat(diamond, "#8a2f4a", 0.8)
    s.fill(ellipse(0, -30, 6.5, 6), "#e8604f", volume=0.95)
    s.flat(shape("-20,-20! -8,-13 8,-13 20,-20! 10,-5 -10,-5"), "#8a2a38")
    s.flat(shape("-15,-17! -8,-12.5 8,-12.5 15,-17! 8,-10 -8,-10"), "#fff6ea")


def _mirror(s: Scene) -> None:
    x0, y0 = MIRROR
    outer, inside = ellipse(x0, y0, 122, 144), ellipse(x0, y0, 101, 123)
    with s.group(drop=0.8):
        s.fill(join(outer, hole(inside)), GOLD, "#8a5a22", angle=40, volume=0.95, radius=7, rim=0.5)
        for i in range(34):
            a = i * math.tau / 34
            x, y = x0 + 111.5 * math.cos(a), y0 + 133.5 * math.sin(a)
            s.fill(ellipse(x, y, 5.6), "#f6d478", "#9a6a2a", volume=0.95, rim=0.5)
    with s.group(clip=inside):
        s.fill(inside, "#eefaf2", "#8fc4c4", angle=70, volume=-0.5, radius=6)
        s.glow(x0, y0 - 10, 110, "#ffffff", 0.7, 1.4)
        with s.at(x0 + 6, y0 + 64, 0.98):
            _jester(s)
        for x in (40, 74):
            band = shape(f"{x},-10! {x + 22},-10! {x + 150},320! {x + 128},320!")
            s.flat(band, "#ffffff", 0.15, soft=1)
    t = np.linspace(0, math.tau, 60)
    rim = np.stack([x0 + 101 * np.cos(t), y0 + 123 * np.sin(t)], 1)
    s.flat(tube(rim, [1.4], False), "#5a3a1c", 0.8)


def _king(s: Scene) -> None:
    """The king from behind: mantle, ermine, hair and crown, a sceptre in his right hand."""
    mantle = shape("-66,244! -78,150 -74,80 -50,44 -20,34 20,34 52,46 78,84 84,150 74,244!")
    s.fill(
        tube([(50, 96), (108, 124), (104, 56)], [22, 21, 14]),
        "#5f47a0",
        "#33226a",
        volume=1.0,
        rim=0.5,
    )
    s.fill(tube([(96, 66), (101, 44)], [15, 14], False), "#fff8ea", "#cdbcae", volume=0.9, rim=0.4)
    s.fill(
        tube([(104, 92), (102, 30), (99, -34)], [3.4, 3.4, 3], False),
        "#f6c84a",
        "#9a6a22",
        volume=1.0,
        rim=0.6,
    )
    s.fill(ellipse(98, -46, 11), "#d8344a", "#7a1228", volume=1.0, rim=0.6)
    for dx, dy, r in ((0, -14, 4.4), (-11, 2, 3), (11, 2, 3)):
        s.fill(ellipse(98 + dx, -46 + dy, r), "#f6d070", volume=0.9, rim=0.5)
    s.fill(ellipse(101, 32, 12, 11), "#f1cba8", "#c98f72", volume=0.9, rim=0.3)
    s.fill(
        mantle,
        "#5f47a0",
        "#2c1c5c",
        angle=60,
        volume=1.0,
        radius=16,
        hatch=0.12,
        hatch_angle=90,
        rim=0.6,
    )
    for x, bend in ((-40, -12), (-12, -4), (18, 4), (46, 14)):
        fold = [(x, 96), (x + bend * 0.5, 160), (x + bend, 240)]
        s.stroke(fold, [0.6, 3, 4], "#24164e", 0.5, soft=1.2)
    s.fill(
        shape("-80,104 -76,62 -46,30 0,22 46,30 78,64 86,106 60,122 26,112 0,120 -26,112 -56,120"),
        "#fff8ea",
        "#cdbcae",
        angle=80,
        volume=1.0,
        radius=12,
        rim=0.4,
    )
    for x, y in (
        (-60, 84),
        (-38, 62),
        (-28, 94),
        (-4, 74),
        (4, 104),
        (26, 62),
        (30, 92),
        (54, 72),
        (62, 100),
    ):
        s.flat(shape(f"{x},{y - 6}! {x + 4},{y + 3} {x},{y + 8}! {x - 4},{y + 3}"), "#2a1a22", 0.9)
    s.fill(
        shape(
            "-33,-30 -40,0 -46,24 -38,42 -24,46 -12,52 0,46 12,52 24,46 38,42 46,24 40,0 "
            "33,-30 0,-46"
        ),
        "#8a4a26",
        "#4f2414",
        angle=70,
        volume=1.0,
        radius=10,
        hatch=0.2,
        hatch_angle=90,
        rim=0.5,
    )
    for x in (-24, -10, 6, 20):
        lock = [(x, -20), (x * 1.15, 12), (x * 1.1 - 3, 40)]
        s.stroke(lock, [0.6, 1.8, 0.6], "#3a180c", 0.6)
        s.stroke([(px + 4, py) for px, py in lock], [0.4, 1.2, 0.4], "#c8824a", 0.7)
    crown(s, 0, -26, 0.98, "#f6c23c", "#c53a4b")


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1107, light="#fff2cc", shade="#2c1028", sun=(-0.6, -0.8), haze="#ecc8bc")
    _wall(s)
    s.glow(*MIRROR, 210, "#ffc8a0", 0.4)
    _mirror(s)
    with s.at(96, 296):
        s.flat(
            shape("-70,250! -66,110 -30,-40 4,-56 44,-30 84,60 128,120 104,250!"),
            "#1c0820",
            0.5,
            soft=6,
        )
        _king(s)
    s.keep(176, 150, 120, 150)
    s.keep(100, 330, 100, 120)
    return s.finish(grade=("#3a1440", "#ffeab8", 0.1), vignette=0.35)
