"""The moon smiles above a well, and weeps in its water."""

import math

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, hole, join, polygon, rectangle, shape, tube
from tools.deck.places.land import grass, hill
from tools.deck.places.sky import moon, sky, stars
from tools.deck.scene import Scene

X, Y = 152, 298
"""Middle of the well's mouth."""


def _face(s: Scene, mood: int, ink: str, blush: str) -> None:
    """A face of radius 50 about the origin: mood 1 smiles, -1 weeps."""
    for q in (-1, 1):
        brow = [
            (q * 8, -20 - 3 * mood + (4 if mood < 0 else 0)),
            (q * 18, -25 - mood),
            (q * 31, -18 + 2 * mood),
        ]
        s.flat(tube(brow, [0.8, 2.4, 0.6]), ink, 0.9)
        lid = [(q * 9, -8), (q * 19, -8 + 7 * -mood), (q * 30, -8)]
        s.flat(tube(lid, [0.8, 2.6, 0.8]), ink, 0.95)
        s.flat(ellipse(q * 26, 8, 9, 6), blush, 0.5, soft=2)
    s.fill(
        shape("-2,-14! -9,6 -6,12 0,13 6,12 9,6 2,-14!"), blush, volume=0.9, alpha=0.55, soft=0.6
    )
    curve = 11 * mood
    middle = 25 if mood > 0 else 29
    s.flat(
        tube(
            [(-20, middle - curve * 0.6), (0, middle + curve * 0.5), (20, middle - curve * 0.6)],
            [0.8, 3, 0.8],
        ),
        ink,
        0.95,
    )
    if mood < 0:
        for q, y in ((-20, 6), (21, 12)):
            s.fill(
                shape(f"{q},{y - 9}! {q + 5},{y + 3} {q},{y + 8} {q - 5},{y + 3}"),
                "#eafaff",
                "#8fc4dc",
                volume=0.7,
            )


def _rim(s: Scene) -> None:
    """The wall of the well and the ring of stones round its mouth."""
    rng = np.random.default_rng(3)
    half = np.linspace(0, math.pi, 24)
    foot = [(X - 128 * math.cos(t), Y + 84 * math.sin(t) + 66) for t in half]
    wall = polygon((X - 131, Y), *foot, (X + 131, Y))
    s.fill(wall, "#4a382c", "#241a18", volume=0.5)
    with s.group(clip=wall):
        for row in range(3):
            for k in range(-1, 11):
                a = math.pi * (k + 0.03 + 0.5 * (row % 2)) / 10
                b = a + math.pi * 0.094
                a, b = max(0.0, a), min(math.pi, b)
                turns, upper, lower = np.linspace(a, b, 5), row * 22 + 2, row * 22 + 22
                outline = [(X - 131 * math.cos(t), Y + 86 * math.sin(t) + upper) for t in turns]
                outline += [
                    (X - 129 * math.cos(t), Y + 85 * math.sin(t) + lower) for t in turns[::-1]
                ]
                tone = ("#8f7454", "#7c644a", "#a08460", "#6c5640")[int(rng.integers(4))]
                s.fill(
                    polygon(*outline),
                    tone,
                    s.darker(tone, 0.4),
                    volume=0.95,
                    radius=4,
                    hatch=0.14,
                    wobble=2,
                )
    s.fill(ellipse(X, Y, 133, 89), "#3a2c24", volume=0)
    for k in range(20):
        a, b = 2 * math.pi * (k + 0.04) / 20, 2 * math.pi * (k + 0.96) / 20
        turns = np.linspace(a, b, 5)
        outer = [(X + 132 * math.cos(t), Y + 88 * math.sin(t)) for t in turns]
        inner = [(X + 100 * math.cos(t), Y + 64 * math.sin(t)) for t in turns[::-1]]
        tone = ("#b8996e", "#a3865f", "#c9ab7e")[int(rng.integers(3))]
        s.fill(
            polygon(*outer, *inner),
            tone,
            s.darker(tone, 0.25),
            volume=0.95,
            radius=5,
            hatch=0.12,
            rim=0.3,
            wobble=1.5,
        )


def _water(s: Scene) -> None:
    mouth = ellipse(X, Y, 99, 63)
    with s.group(clip=mouth):
        s.fill(mouth, "#1c1412", volume=0)
        s.fill(join(mouth, hole(ellipse(X, Y + 16, 97, 62))), "#5c4836", "#2c201a", volume=0.4)
        s.fill(ellipse(X, Y + 16, 97, 62), "#24303a", "#141c26", volume=0)
        s.glow(X, Y + 8, 96, "#9fc4d8", 0.7, 1.5)
        with s.at(X, Y + 7, 1.02, scale_y=0.96):
            s.fill(ellipse(0, 0, 50), "#d9e9ee", "#8fb0c4", angle=60, volume=0.5)
            for left, low, r in ((-26, 26, 7), (34, -22, 6), (2, -38, 5), (-38, -6, 5)):
                s.flat(ellipse(left, low, r, r * 0.8), "#a9c4d2", 0.6, soft=0.6)
            _face(s, -1, "#2c3f56", "#7f9fc0")
        rng = np.random.default_rng(6)
        for _ in range(20):
            x, y = X + rng.uniform(-86, 86), Y + rng.uniform(-30, 60)
            half = rng.uniform(6, 18)
            s.flat(
                tube([(x - half, y), (x, y + 1), (x + half, y)], [0.1, 0.8, 0.1]), "#eef8fb", 0.4
            )


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1113, light="#ffeab8", shade="#1c1210", sun=(0.0, -1), haze="#a8825a")
    sky(
        s,
        "#2c1e1a",
        "#573a28",
        "#8f623a",
        "#c8945a",
        clouds=0.5,
        cloud_colour="#b5885c",
        bottom=250,
    )
    stars(s, 60, 170)
    moon(s, 152, 88, 66, "#fff3cc", "#e6b868", glow=0.8)
    with s.at(152, 88, 1.3):
        _face(s, 1, "#7a4a22", "#e08a4a")
    hill(s, 216, 12, "#6a4a30", "#4a3424", seed=5)
    hill(s, 232, 8, "#7a6438", "#3c3020", seed=9, rim=0.3)
    grass(s, 262, 110, "#3c3220", "#8f7a44", (6, 14), 3, spread=190)
    s.fill(ellipse(X, 432, 150, 24), "#120c0a", volume=0, alpha=0.5, soft=6)
    _rim(s)
    _water(s)
    for q in (-1, 1):
        post = rectangle(X + q * 116 - 8, 180, 16, 124, 3)
        s.fill(post, "#7a5634", "#4a3220", angle=0, volume=0.9, hatch=0.16, hatch_angle=90, rim=0.4)
    with s.at(0, -10):
        s.fill(
            rectangle(X - 138, 184, 276, 14, 5),
            "#8a643c",
            "#4a3220",
            volume=0.95,
            radius=5,
            hatch=0.14,
            hatch_angle=0,
            rim=0.5,
        )
        for k in range(7):
            s.fill(
                tube([(72 + k * 4, 181), (74 + k * 4, 201)], [2.4], False), "#d9b878", volume=0.9
            )
        s.stroke([(86, 198), (86, 246)], 2.2, "#d9b878")
        s.fill(
            tube([(72, 262), (76, 248), (86, 244), (96, 248), (100, 262)], [1.6]),
            "#c9a468",
            volume=0.8,
        )
        s.fill(
            shape("70,260! 74,298! 86,302 98,298! 102,260! 86,265"),
            "#9a7044",
            "#5a3c26",
            angle=0,
            volume=0.9,
            hatch=0.2,
            hatch_angle=90,
            rim=0.4,
        )
        for y in (270, 288):
            s.fill(tube([(71, y), (86, y + 4), (101, y)], [1.8]), "#3a2a20", volume=0.8)
        s.fill(ellipse(86, 260, 16, 4.4), "#2a1c16", volume=0)
    s.keep(152, 92, 80)
    s.keep(X, Y + 8, 100, 66)
    return s.finish(grade=("#2c1a14", "#ffe6a8", 0.12), vignette=0.45)
