"""A wardrobe stands open, and inside it is a wood under snow."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, rectangle, shape, tube
from tools.deck.places.room import room
from tools.deck.scene import Scene
from tools.deck.subjects.plants import pine

WOOD, DARK = "#6a4a38", "#3a2620"


def _wood(s: Scene) -> None:
    """What is where the back of the wardrobe should be."""
    s.fill(rectangle(70, 60, 170, 330), "#a89a8c", "#f3ebdd", angle=90, volume=0, hatch=0.06)
    s.glow(160, 250, 130, "#fffaf0", 0.9, 1.3)
    with s.group(haze=0.7, haze_colour="#e9dfd2"):
        for x, y, k in (
            (92, 300, 0.9),
            (124, 292, 1.2),
            (210, 296, 1.1),
            (226, 306, 0.8),
            (182, 290, 0.7),
        ):
            with s.at(x, y, k):
                pine(s, "#7a6a5e", "#5a4a40", snow="#fffaf2")
    s.fill(
        shape("60,300 110,288 160,296 210,286 250,298! 250,400! 60,400!"),
        "#f6efe4",
        "#d9cbbb",
        volume=0.7,
    )
    with s.group(haze=0.25, haze_colour="#e9dfd2"):
        for x, y, k in ((98, 334, 1.35), (216, 330, 1.5)):
            with s.at(x, y, k):
                pine(s, "#6a5a50", "#4a3a32", snow="#fffaf2")
    s.fill(
        shape("60,334 120,322 170,332 250,318! 250,410! 60,410!"), "#fdf8ee", "#e0d2c2", volume=0.8
    )
    rng = np.random.default_rng(4)
    for i in range(9):
        low = 304 + i * i * 1.25
        step = 160 + (7 if i % 2 else -7) * (0.4 + i * 0.11) + np.sin(i * 0.7) * 8
        s.fill(ellipse(float(step), low, 2 + i * 0.5, 1.1 + i * 0.3), "#b5a594", volume=-0.5)
    for _ in range(110):
        left, low = rng.uniform(74, 238), rng.uniform(70, 330)
        s.flat(ellipse(left, low, rng.uniform(0.7, 2.1)), "#ffffff", rng.uniform(0.6, 1))


def _coat(s: Scene, x: float, colour: str, length: float) -> None:
    """A coat on its hanger, the rail at y=82."""
    s.flat(tube([(x, 82), (x, 92)], [1], False), "#c9b9a4")
    s.fill(
        shape(
            f"{x - 4},92! {x - 16},98 {x - 21},118 {x - 18},{92 + length}! {x},{96 + length} "
            f"{x + 17},{92 + length}! {x + 20},118 {x + 15},98 {x + 4},92!"
        ),
        colour,
        s.darker(colour, 0.4),
        angle=0,
        volume=0.95,
        radius=6,
        hatch=0.12,
        hatch_angle=90,
        rim=0.3,
    )
    for q in (-1, 1):
        sleeve = tube([(x + q * 15, 104), (x + q * 20, 136), (x + q * 18, 164)], [5.5, 6, 6.5])
        s.fill(sleeve, s.darker(colour, 0.15), s.darker(colour, 0.45), volume=0.95, rim=0.4)
        s.fill(ellipse(x + q * 5, 104, 5, 10), s.lighter(colour, 0.12), volume=0.7)
    s.flat(tube([(x, 112), (x, 92 + length)], [0.8], False), s.darker(colour, 0.7), 0.8)
    s.fill(tube([(x - 17, 101), (x, 92), (x + 16, 101)], [1.6, 3.4, 1.4]), "#fffaf2", volume=0.7)


def _leaf(s: Scene, flip: bool) -> None:
    """One open door, seen from its edge on; the hinge is the origin."""
    with s.at(0, 0, flip=flip):
        s.fill(
            polygon((0, 66), (-52, 44), (-52, 424), (0, 392)),
            WOOD,
            DARK,
            angle=0,
            volume=0.5,
            hatch=0.14,
            hatch_angle=90,
        )
        for a, b in ((70, 196), (216, 376)):
            panel = polygon((-10, a + 4), (-42, a - 8), (-42, b + 12), (-10, b))
            s.fill(panel, DARK, "#7f5c46", angle=0, volume=-0.8, radius=3)
        s.fill(ellipse(-46, 222, 3.6, 6), "#d9b878", volume=0.9, rim=0.4)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1108, light="#fff4e2", shade="#1c120f", sun=(0.1, -0.99), haze="#d9cbb9")
    room(s, "#6e5848", "#85695a", "#6a5240", "#3a2a22", y=372, paper="#5c4a3e")
    s.glow(152, 260, 210, "#f0dfc8", 0.5, 1.6)
    s.fill(ellipse(152, 408, 130, 16), "#120a08", volume=0, alpha=0.6, soft=5)
    s.fill(
        shape("48,44! 60,26 110,30 152,8 196,30 246,26 258,44!"),
        WOOD,
        DARK,
        volume=0.9,
        radius=5,
        rim=0.5,
    )
    s.fill(ellipse(152, 29, 13, 8), "#a8845e", volume=0.9, rim=0.4)
    s.fill(
        rectangle(50, 42, 206, 358, 3),
        WOOD,
        DARK,
        angle=20,
        volume=0.8,
        radius=5,
        hatch=0.14,
        hatch_angle=90,
        rim=0.4,
    )
    for x in (62, 226):
        s.fill(shape(f"{x},396! {x + 20},396! {x + 16},418 {x + 4},418!"), DARK, volume=0.8)
    opening = rectangle(68, 62, 170, 326)
    with s.group(clip=opening):
        _wood(s)
        s.flat(polygon((68, 62), (80, 62), (80, 400), (68, 400)), "#1c120f", 0.5, soft=3)
        s.flat(rectangle(60, 56, 190, 18), "#1c120f", 0.55, soft=4)
        s.fill(tube([(60, 82), (246, 82)], [2.6], False), "#c9a878", volume=0.9)
        for x, colour, length in (
            (92, "#8a6a54", 110),
            (214, "#5a4438", 124),
            (120, "#a68a70", 84),
            (190, "#77594a", 92),
        ):
            _coat(s, x, colour, length)
    for x, flip in ((66, False), (240, True)):
        with s.at(x, 0):
            _leaf(s, flip)
    s.glow(152, 330, 130, "#fff6e6", 0.35)
    drift = shape(
        "60,384 92,372 130,380 160,374 200,382 246,372 258,392 276,412 296,430 262,444 216,440 "
        "180,452 130,448 88,456 40,446 12,434 36,410"
    )
    s.fill(drift, "#fdf9f0", "#cbbba9", volume=0.95, radius=12, rim=0.3)
    for x, y, r in ((286, 450, 7), (20, 452, 6), (268, 456, 4)):
        s.fill(ellipse(x, y, r * 1.3, r * 0.8), "#f3eadc", volume=0.9)
    for k, (x, y) in enumerate(((150, 436), (168, 424), (152, 410), (168, 398), (156, 386))):
        s.fill(ellipse(x, y, 7.5 - k * 0.9, 4.6 - k * 0.5), "#a8988a", volume=-0.7, radius=2)
    rng = np.random.default_rng(11)
    for _ in range(46):
        left, low = rng.uniform(10, 296), rng.uniform(230, 440)
        s.flat(ellipse(left, low, rng.uniform(0.6, 1.8)), "#ffffff", rng.uniform(0.5, 0.95))
    s.keep(152, 230, 100, 170)
    return s.finish(grade=("#2c1c14", "#fff0dc", 0.3), vignette=0.45, saturation=0.8)
