"""A giant sleeps, and his patchwork quilt is the hills a village stands on."""

import numpy as np

from tools.deck.colour import mix
from tools.deck.finish import Picture
from tools.deck.paths import Path, ellipse, polygon, rectangle, shape, tube
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.buildings import house
from tools.deck.subjects.plants import leaf_ball, pine

RIDGE = (
    (92, 316),
    (122, 280),
    (150, 238),
    (184, 203),
    (216, 192),
    (248, 206),
    (276, 224),
    (330, 204),
)
PATCHES = ("#d98a86", "#8fae74", "#e9c66e", "#f4e6c4", "#7fa39a", "#c86a5a", "#b9c486", "#e6a86a")


def _ridge(x: float) -> float:
    knots = tube(np.array(RIDGE, float), [0.1])[0][0]
    half = knots[: len(knots) // 2]
    return float(np.interp(x, half[:, 0], half[:, 1]))


def _ground(u: float, v: float) -> tuple[float, float]:
    """A point of the quilt: u along the ridge, v from the ridge (0) to the viewer (1)."""
    x = 96 + u * 215 - v**1.2 * (150 - u * 160)
    top = _ridge(96 + u * 215)
    y = top + (500 - top) * v**0.9 + 12 * np.sin(u * 7 + v * 5) * v
    return float(x), float(y)


def _patch(u0: float, u1: float, v0: float, v1: float) -> Path:
    t = np.linspace(0, 1, 6)
    around = (
        [(u0 + (u1 - u0) * k, v0) for k in t]
        + [(u1, v0 + (v1 - v0) * k) for k in t]
        + [(u1 - (u1 - u0) * k, v1) for k in t]
        + [(u0, v1 - (v1 - v0) * k) for k in t]
    )
    return polygon(*(_ground(u, v) for u, v in around))


def _quilt(s: Scene) -> None:  # noqa: C901 - a drawing, stroke by stroke
    rng = np.random.default_rng(6)
    rows = [0, 0.13, 0.28, 0.45, 0.63, 0.82, 1.02]
    for j in range(6):
        for i in range(-3, 7):
            u0, u1 = i / 6 - 0.04, (i + 1) / 6 - 0.04
            colour = PATCHES[(i * 3 + j * 5 + (i * j) % 3) % 8]
            path = _patch(u0, u1, rows[j], rows[j + 1])
            s.fill(path, colour, s.darker(colour, 0.2), angle=40, volume=0.85, radius=6, hatch=0.12)
            kind = rng.integers(3)
            for k in range(1, 6):
                a = _ground(u0 + (u1 - u0) * k / 6, rows[j] + 0.008)
                b = _ground(u0 + (u1 - u0) * k / 6, rows[j + 1] - 0.008)
                if kind == 0:
                    s.flat(tube([a, b], [0.7, 1.2], False), s.darker(colour, 0.35), 0.6)
                elif kind == 1:
                    for m in range(1, 4):
                        v = rows[j] + (rows[j + 1] - rows[j]) * m / 4
                        x, y = _ground(u0 + (u1 - u0) * k / 6, v)
                        s.fill(ellipse(x, y, 2.4, 1.8), s.darker(colour, 0.4), volume=0.6)
    for j in range(1, 6):
        for k in range(-40, 90):
            a, b = _ground(k / 80 - 0.04, rows[j]), _ground((k + 0.5) / 80 - 0.04, rows[j])
            s.flat(tube([a, b], [0.9], False), "#fffaf0", 0.9)
    for i in range(-2, 8):
        for k in range(60):
            a, b = _ground(i / 6 - 0.04, k / 60), _ground(i / 6 - 0.04, (k + 0.5) / 60)
            s.flat(tube([a, b], [0.9], False), "#fffaf0", 0.9)


def _knees(s: Scene) -> None:
    """The far end of the quilt, pale with distance."""
    with s.group(haze=0.42, haze_colour="#f6dcc0"):
        far = shape("130,330! 150,230 200,180 250,150 292,140 340,160! 340,330!")
        s.fill(far, "#8fae74", "#c9b46a", volume=0.8, radius=14)
        with s.group(clip=far):
            for i in range(7):
                x = 170 + i * 28
                colour = PATCHES[(i * 3) % 8]
                band = polygon((x, 130), (x + 28, 130), (x + 4, 340), (x - 24, 340))
                s.fill(band, colour, volume=0.6, radius=5)
                s.flat(tube([(x, 130), (x - 24, 340)], [0.8], False), "#fffaf0", 0.9)
            s.flat(tube([(130, 226), (200, 206), (320, 190)], [0.8]), "#fffaf0", 0.9)


def _giant(s: Scene) -> None:
    """His head on the pillow, the face turned to the sky."""
    skin = "#f0b99a"
    s.fill(
        shape("-30,330 -10,292 40,296 96,290 140,300 168,330 150,352 96,356 40,362 -20,366"),
        "#fdf6ea",
        "#cfc4d6",
        volume=0.9,
        radius=14,
        rim=0.3,
    )
    s.fill(ellipse(88, 262, 52, 45), skin, "#c9806e", angle=90, volume=0.9, rim=0.3)
    s.fill(
        shape("84,236! 88,219 92,206 104,198 116,202 121,213 116,226 112,240!"),
        skin,
        "#dd9480",
        volume=0.9,
        rim=0.4,
    )
    s.flat(ellipse(104, 250, 15, 9), "#e07a6a", 0.45, soft=3)
    s.flat(tube([(62, 238), (74, 246), (88, 240)], [0.8, 2, 0.8]), "#5a2f38")
    s.fill(tube([(60, 229), (70, 222), (83, 229)], [2.5, 5, 2]), "#ffffff", volume=0.9)
    s.fill(ellipse(76, 284, 11, 9), "#eeb094", volume=0.9)
    s.fill(ellipse(77, 285, 6, 4.6), "#c9806e", volume=0.3)
    s.fill(
        shape(
            "116,236 136,232 156,246 172,250! 160,268 166,282! 146,290 128,304! "
            "112,300 106,282 112,262"
        ),
        "#fdf8ee",
        "#d5cadb",
        volume=0.9,
        radius=9,
        rim=0.3,
    )
    s.fill(
        tube([(114, 226), (122, 246), (116, 268), (104, 278)], [6, 10, 8, 1]), "#ffffff", volume=0.9
    )
    s.fill(
        shape("66,214! 44,210 22,226 8,256 2,300 6,336! 20,330 34,306 46,304! 40,270 48,240"),
        "#4f6f9a",
        "#2f3f6a",
        volume=0.95,
        radius=10,
        rim=0.4,
    )
    s.fill(
        tube([(72, 212), (52, 236), (46, 268), (50, 306)], [6, 6.5, 6.5, 6]), "#e9b84a", volume=0.9
    )
    s.fill(ellipse(14, 342, 13, 12), "#e9b84a", volume=0.9, rim=0.3)


def _church(s: Scene) -> None:
    """A white church, about 80 tall, standing on the origin."""
    s.fill(shape("-34,2! -34,-26 -14,-44! 6,-26 6,2!"), "#fbf0dc", "#c9b0a4", angle=0, volume=0.4)
    s.fill(shape("-40,-24! -14,-48 12,-24! -14,-42"), "#a8483e", volume=0.6, rim=0.3)
    s.fill(rectangle(2, -58, 20, 60), "#fdf6e6", "#c9b0a4", angle=0, volume=0.5)
    s.fill(shape("-1,-56! 12,-92! 25,-56!"), "#a8483e", "#7a3440", angle=0, volume=0.7, rim=0.3)
    s.flat(ellipse(12, -42, 4.4, 4.4), "#5a4a58")
    s.flat(shape("7,2! 7,-12 12,-17 17,-12 17,2!"), "#6a4638")


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1102, light="#fff3cf", shade="#4a3560", sun=(-0.6, -0.8), haze="#fbe3cf")
    sky(
        s,
        "#c98fb0",
        "#f0b4a8",
        "#fbd8a0",
        "#fbe6a8",
        clouds=0.5,
        cloud_colour="#fffaf2",
        bottom=300,
    )
    s.glow(222, 150, 130, "#fff6cf", 0.55, 1.4)
    _knees(s)
    cumulus(s, 58, 118, 120, "#fffdf6", "#e6c9c4", 4)
    cumulus(s, 268, 76, 100, "#fffdf6", "#eccfc0", 7)
    _quilt(s)
    hollow = shape("236,200 262,214 300,236 320,330 300,420 250,330")
    s.flat(hollow, "#4a3560", 0.26, soft=12)
    s.flat(shape("96,330 130,300 170,320 150,400 60,440 30,400"), "#4a3560", 0.2, soft=14)
    s.glow(196, 250, 90, "#fff3c8", 0.4)
    _giant(s)
    for x, y, k, roof in (
        (172, 232, 0.36, "#b5503f"),
        (262, 240, 0.36, "#8a4a5a"),
        (234, 258, 0.46, "#c8743f"),
        (178, 272, 0.46, "#8a4a5a"),
        (268, 292, 0.52, "#b5503f"),
    ):
        with s.at(x, y, k):
            house(s, "#fbefd8", roof)
    with s.at(212, 226, 1.0):
        _church(s)
    for x, y, k in ((246, 222, 0.24), (152, 262, 0.26), (206, 290, 0.36), (284, 250, 0.26)):
        with s.at(x, y, k):
            pine(s, "#4f7a5c")
    for x, y, r in ((192, 256, 8), (248, 280, 9), (160, 300, 10), (236, 318, 11), (290, 316, 10)):
        leaf_ball(s, x, y, r, mix("#7fa35a", "#e9c66e", (x % 3) / 5), int(x), 22, 3)
    s.keep(88, 262, 80, 75)
    s.keep(222, 236, 80, 70, 0.7)
    return s.finish(grade=("#4a3a78", "#ffe9c0", 0.1), vignette=0.2)
