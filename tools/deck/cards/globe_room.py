"""Inside a snow globe stands the room it stands in, and somebody there holds it up to the light."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, rectangle, shape, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.people import person

MIDDLE = (152, 192)
RADIUS = 134


def _lamp(s: Scene) -> None:
    """A standing lamp with a pleated shade, origin at its foot, about 60 wide and 170 tall."""
    s.glow(0, -132, 130, "#ffd9a0", 0.7)
    s.fill(tube([(0, 0), (0, -110)], [2.2], False), "#4a2a2c", volume=0.7)
    s.fill(ellipse(0, 0, 18, 5), "#4a2a2c", volume=0.7)
    s.fill(shape("-18,-168! 18,-168! 32,-108! 0,-102 -32,-108!"), "#ffe7b8", "#f0a860", volume=0.5)


def _casement(s: Scene) -> None:
    """A tall window on a snowy noon, origin at the middle of its sill, 76 wide and 130 tall."""
    s.fill(rectangle(-42, -136, 84, 142), "#6f3a3c", volume=0.6)
    s.fill(rectangle(-36, -130, 72, 130), "#dfe9ee", "#b3c9d6", angle=90, volume=0)
    s.fill(shape("-36,-34! -10,-46 14,-36 36,-44! 36,0! -36,0!"), "#f8fbfb", volume=0.4)
    s.fill(rectangle(-1.6, -130, 3.2, 130), "#6f3a3c", volume=0.6)
    s.fill(rectangle(-36, -74, 72, 3.2), "#6f3a3c", volume=0.6)
    s.fill(rectangle(-48, 0, 96, 7, 2), "#8f5450", volume=0.7)


def _room(s: Scene) -> None:
    """The room, seen whole: wall, window, lamp, floor at y=40, middle at 0, 0."""
    s.fill(rectangle(-170, -260, 340, 310), "#d98f7c", "#c06f62", angle=90, volume=0)
    for i in range(-8, 9):
        s.flat(rectangle(i * 21 - 4, -260, 8, 300), "#e6a892", 0.4)
    s.fill(rectangle(-170, 42, 340, 140), "#8a4a42", "#4f2830", angle=90, volume=0, hatch=0.1)
    s.fill(rectangle(-170, 34, 340, 9), "#f0c4a8", volume=0.6)
    with s.at(-66, -4):
        _casement(s)
    with s.at(74, 52):
        _lamp(s)


def _small_globe(s: Scene) -> None:
    s.glow(0, 0, 60, "#fff4d8", 0.9)
    s.fill(shape("-9,17! -7,10! 7,10! 9,17!"), "#4a2a2c", volume=0.7)
    s.fill(ellipse(0, 0, 13), "#fdf6ec", "#c3d9e2", angle=70, volume=0.5)
    s.flat(ellipse(-4, -5, 3.4, 2.4), "#ffffff", 0.9)


def _snow(s: Scene) -> None:
    rng = np.random.default_rng(8)
    for _ in range(120):
        x, y = MIDDLE[0] + rng.uniform(-125, 125), MIDDLE[1] + rng.uniform(-125, 120)
        s.flat(ellipse(x, y, rng.uniform(0.8, 2.4)), "#ffffff", rng.uniform(0.55, 0.95))


def _glass(s: Scene) -> None:
    x, y = MIDDLE
    ball = ellipse(x, y, RADIUS, n=80)
    with s.group(clip=ball):
        s.fill(ball, "#fff6ee", volume=1.1, radius=16, alpha=0.16)
        for reach, alpha in ((7, 0.4), (3, 0.5)):
            t = np.radians(np.linspace(0, 360, 90))
            rim = np.stack([x + (RADIUS - reach) * np.cos(t), y + (RADIUS - reach) * np.sin(t)], 1)
            s.flat(tube(rim, [reach], False), "#3f2434", alpha * 0.5, soft=3)
        s.flat(
            shape("58,140 78,106 110,84 128,80 104,104 84,134 70,168 58,184"),
            "#ffffff",
            0.5,
            soft=2.5,
        )
        s.flat(tube([(220, 284), (246, 256), (262, 220)], [0.5, 3, 0.6]), "#ffffff", 0.6, soft=1)


def _base(s: Scene) -> None:
    wood, dark = "#a8624a", "#54283a"
    s.fill(ellipse(156, 424, 132, 16), "#1d0c18", volume=0, alpha=0.5, soft=6)
    s.fill(
        shape("74,300! 66,318 60,332! 244,332! 238,318 230,300! 152,322"), wood, dark, volume=0.8
    )
    s.fill(
        shape("56,332! 50,350 44,392! 260,392! 254,350 248,332!"),
        wood,
        dark,
        angle=15,
        volume=0.9,
        rim=0.5,
        radius=9,
    )
    s.fill(
        shape("36,392! 32,414! 152,424 272,414! 268,392! 152,393"),
        wood,
        dark,
        angle=20,
        volume=0.9,
        rim=0.5,
    )
    s.fill(rectangle(52, 334, 200, 6, 3), "#e0a858", volume=0.8)
    s.fill(rectangle(42, 388, 220, 6, 3), "#e0a858", volume=0.8)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(7401, light="#fff0d8", shade="#3a1830", sun=(-0.6, -0.8), haze="#e9b8a0")
    sky(s, "#6a3444", "#54283a", warp=0.02)
    with s.group(blur=4.5, haze=0.62, haze_colour="#4a2236"), s.at(152, 250, 2.1):
        _room(s)
    s.fill(
        polygon((-10, 398), (315, 398), (315, 480), (-10, 480)),
        "#6a3a3c",
        "#2c1424",
        volume=0.1,
        hatch=0.14,
        hatch_angle=0,
    )
    s.glow(*MIDDLE, 215, "#ffd2b0", 0.55)
    ball = ellipse(*MIDDLE, RADIUS, n=80)
    with s.group(clip=ball):
        with s.at(152, 236, 1.12):
            _room(s)
        s.fill(
            shape("10,296! 70,280 150,276 240,282 300,296! 300,340! 10,340!"),
            "#fbfaf8",
            "#d3c3cc",
            volume=0.6,
            radius=8,
        )
        with s.at(146, 304, 1.62):
            person(s, "holdhi", coat="#27415f", legs="#2a2238", hair="#33201e", rim=0.5)
        with s.at(146 + 17 * 1.62, 304 - 118 * 1.62, 1.0):
            _small_globe(s)
        s.fill(
            shape("10,312! 80,298 150,300 230,298 300,310! 300,340! 10,340!"),
            "#ffffff",
            "#d9cbd3",
            volume=0.6,
            radius=6,
        )
        _snow(s)
    _glass(s)
    _base(s)
    s.keep(*MIDDLE, 130, strength=0.8)
    return s.finish(grade=("#4a1c48", "#ffe8c8", 0.1), vignette=0.35)
