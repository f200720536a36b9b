"""A camel waits for the bus in the rain, and somebody under an umbrella waits beside it."""

import numpy as np

from tools.deck.colour import mix
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, join, polygon, rectangle, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.camels import camel
from tools.deck.subjects.household import suitcase
from tools.deck.subjects.people import person

KERB = 392


def _street(s: Scene) -> None:
    """The far side of the street: tall fronts in the rain, their lamps blurred."""
    rng = np.random.default_rng(4)
    with s.group(blur=1.6, haze=0.3, haze_colour="#b0dcc0"):
        for left, w, top in (
            (-12, 74, 60),
            (60, 58, 118),
            (116, 80, 30),
            (194, 52, 96),
            (244, 76, 8),
        ):
            s.fill(rectangle(left, top, w, 400), "#4a968c", "#2f6f70", angle=90, volume=0.2)
            s.fill(rectangle(left - 2, top - 5, w + 4, 8), "#6f958a", volume=0.5)
            for column in range(w // 17):
                for row in range(9):
                    lit = rng.random() < 0.3
                    pane = rectangle(left + 7 + column * 17, top + 16 + row * 30, 9, 16)
                    s.flat(pane, "#f9dc9a" if lit else "#357a78", 0.9 if lit else 0.5)
    with s.group(blur=3):
        for _ in range(16):
            x, y, r = rng.uniform(0, 305), rng.uniform(230, 356), rng.uniform(4, 9)
            s.flat(ellipse(x, y, r), ("#ffe3a0", "#ffb98a", "#fff3d6")[rng.integers(3)], 0.6)


def _shelter(s: Scene) -> None:
    """A glass shelter with a bench at the left of the card, its roof at y=250."""
    frame = "#3f4a58"
    s.fill(
        polygon((6, 256), (98, 256), (98, KERB - 4), (6, KERB - 4)), "#e6ecf0", volume=0, alpha=0.3
    )
    for a, b in (((18, 266), (40, 350)), ((66, 264), (90, 352))):
        s.flat(tube([a, b], [3], False), "#ffffff", 0.22, soft=1.5)
    for x in (8, 98):
        s.fill(rectangle(x - 2, 252, 4, KERB - 252), frame, volume=0.7, rim=0.4)
    s.fill(rectangle(14, 356, 80, 6, 2), "#a8704a", "#6a4236", angle=90, volume=0.7)
    for x in (22, 82):
        s.fill(rectangle(x, 361, 4, KERB - 361), frame, volume=0.6)
    s.fill(rectangle(-8, 244, 120, 12, 5), frame, "#27303e", angle=90, volume=0.8, rim=0.6)


def _sign(s: Scene, x: float) -> None:
    s.fill(rectangle(x - 2, 96, 4, KERB - 92), "#3f4a58", volume=0.7, rim=0.5)
    s.fill(ellipse(x, 92, 23), "#fdf6e6", "#d9cdb8", angle=60, volume=0.6, rim=0.3)
    s.fill(ellipse(x, 92, 18.5), "#d9a52f", "#b5741f", angle=60, volume=0.4)
    s.fill(
        join(
            rectangle(x - 11, 82, 22, 15, 3),
            rectangle(x - 9, 95, 5, 6, 1),
            rectangle(x + 4, 95, 5, 6, 1),
        ),
        "#2f2a33",
        volume=0,
    )
    s.flat(rectangle(x - 8.5, 84.5, 17, 6, 1), "#fdf6e6")


def _rain(s: Scene) -> None:
    rng = np.random.default_rng(9)
    for _ in range(170):
        x, y, length = rng.uniform(-10, 330), rng.uniform(-20, 440), rng.uniform(9, 22)
        drop = tube([(x, y), (x - 3.5, y + length)], [0.15, 0.6], False)
        s.flat(drop, "#f6f6fb", rng.uniform(0.25, 0.6))
    for _ in range(34):
        x, y = rng.uniform(0, 305), rng.uniform(KERB + 14, 456)
        w = 3 + (y - KERB) * 0.08
        s.flat(tube([(x - w, y), (x, y - 1.2), (x + w, y)], [0.15, 0.6, 0.15]), "#f6eef2", 0.7)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(8301, light="#fff0d8", shade="#1f3a42", sun=(0.45, -0.9), haze="#cfdcc0")
    sky(
        s,
        "#3f9a92",
        "#7cc4ac",
        "#cfe3a8",
        "#f6eaa0",
        clouds=0.5,
        cloud_colour="#3a8a86",
        bottom=380,
    )
    _street(s)
    s.glow(150, 260, 180, "#ffeccb", 0.7, 1.5)
    s.fill(
        polygon((-10, KERB - 22), (315, KERB - 22), (315, 480), (-10, 480)),
        "#8fa898",
        "#2c4a50",
        angle=90,
        volume=0,
        hatch=0.16,
        hatch_angle=0,
    )
    with s.group(mirror=(KERB + 10, 0.4)):
        s.fill(
            polygon((-10, KERB - 24), (315, KERB - 24), (315, KERB + 2), (-10, KERB + 2)),
            "#b5c3a6",
            "#7f9a8c",
            angle=90,
            volume=0.1,
            alpha=0.9,
        )
        _shelter(s)
        _sign(s, 268)
        with s.at(46, KERB, 1.25):
            person(
                s,
                "stand",
                coat="#2f4a6a",
                legs="#241f33",
                hair="#5a2f22",
                view="back",
                scarf="#f2c83f",
                length=1.3,
                rim=0.5,
            )
        with s.at(204, KERB + 2, 1.62):
            camel(s)
    s.fill(
        rectangle(-10, KERB + 2, 330, 9),
        "#dfe0c4",
        mix("#8a7d93", "#3a2f50", 0.4),
        angle=90,
        volume=0.4,
    )
    with s.at(120, KERB + 3, 0.5):
        suitcase(s, "#7a3f33")
    _rain(s)
    s.keep(180, 290, 120, 110, strength=0.8)
    return s.finish(grade=("#1c4a52", "#fff0cc", 0.1), vignette=0.25)
