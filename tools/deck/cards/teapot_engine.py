"""A teapot pulls a train of teacups through the hills where the tea grows."""

import math

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, join, polygon, rectangle, ring, shape, tube
from tools.deck.places.land import ridge
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.plants import leaf_ball
from tools.deck.subjects.teapot import teapot

RAIL = 396


def _wheel(s: Scene, x: float, radius: float) -> None:
    y = RAIL - radius
    s.fill(ellipse(x, y, radius), "#c9963f", "#7a4a24", angle=60, volume=0.9, rim=0.5)
    s.fill(ring(x, y, radius * 0.84, radius * 0.74), "#5a3420", volume=0.3)
    s.fill(ellipse(x, y, radius * 0.72), "#a8323a", "#6f1f30", angle=60, volume=0.5)
    for i in range(8):
        a = i * math.pi / 4 + 0.2
        s.fill(
            tube(
                [(x, y), (x + radius * 0.76 * math.cos(a), y + radius * 0.76 * math.sin(a))],
                [radius * 0.07],
                False,
            ),
            "#e0b055",
            volume=0.6,
        )
    s.fill(ellipse(x, y, radius * 0.22), "#e8bd62", "#9a6a2c", volume=0.9, rim=0.5)


def _terraces(s: Scene) -> None:
    """Hills in steps, each step a row of tea bushes."""
    for y, height, colour, haze, seed in (
        (250, 46, "#a8ad5a", 0.62, 4),
        (286, 38, "#8fa048", 0.36, 9),
        (330, 26, "#6f8f3f", 0.1, 15),
    ):
        x, top = ridge(s, y, height, 2, 170, seed)
        with s.group(haze=haze, haze_colour="#fbd9a0"):
            for step in range(7):
                line = top + step * (13 + step * 1.6)
                edge = [
                    (float(a), float(b) + 3 * math.sin(a * 0.21 + step))
                    for a, b in zip(x, line, strict=True)
                ]
                s.fill(
                    polygon(*edge, (330, 500), (-30, 500)),
                    s.darker(colour, 0.02 + (step % 2) * 0.06),
                    s.darker(colour, 0.34),
                    angle=90,
                    volume=0.95,
                    radius=6,
                    hatch=0.1,
                    hatch_angle=0,
                    grain=0.5,
                    rim=0.25,
                )


def _track(s: Scene) -> None:
    s.fill(
        shape("-20,400! 80,394 200,396 325,394! 325,480! -20,480!"),
        "#9a6a48",
        "#5f3a34",
        angle=90,
        volume=0.5,
        radius=8,
        hatch=0.16,
        hatch_angle=0,
        grain=0.8,
    )
    for x in range(-12, 320, 27):
        s.fill(
            polygon((x, RAIL + 4), (x + 15, RAIL + 4), (x + 12, RAIL + 17), (x - 5, RAIL + 17)),
            "#6a4434",
            "#40272a",
            volume=0.6,
            rim=0.3,
        )
    for y, size in ((RAIL, 5), (RAIL + 11, 6)):
        s.fill(rectangle(-10, y, 330, size, 1), "#cfc2b4", "#5f5560", angle=90, volume=0.8, rim=0.5)
    rng = np.random.default_rng(7)
    for i in range(15):
        bush = -6 + i * 22.5 + rng.uniform(-7, 7)
        leaf_ball(s, bush, 452 + rng.uniform(-6, 10), rng.uniform(15, 24), "#7f9a3c", i, 46, 4.4)


def _wagon(s: Scene) -> None:
    """A teacup on wheels, full of tea, behind the engine."""
    cup = shape("228,328! 231,350 240,370 250,376! 284,376! 294,370 303,350 306,328! 267,336")
    s.fill(rectangle(214, 372, 22, 5, 2), "#5f3a34", volume=0.6)
    s.fill(cup, "#fdf8ec", "#b9a8b4", angle=60, volume=0.95, radius=8, rim=0.4)
    with s.group(clip=cup):
        s.stroke([(226, 344), (267, 352), (308, 344)], [2], "#2f5fa0")
        s.stroke([(226, 364), (267, 372), (308, 364)], [1.2], "#2f5fa0")
    s.fill(ellipse(267, 328, 39, 7.5), "#fffaf0", volume=0.5)
    s.fill(ellipse(267, 329, 35, 5.6), "#b5642c", "#7a3a20", angle=0, volume=0.2)
    for x in (248, 286):
        _wheel(s, x, 12)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1407, light="#fff0c0", shade="#4a2340", sun=(-0.8, -0.6), haze="#fbd49a")
    sky(
        s,
        "#d8562f",
        "#ee8642",
        "#f9b862",
        "#fde2a4",
        clouds=0.4,
        cloud_colour="#ffd99a",
        bottom=310,
    )
    s.glow(60, 210, 200, "#fff2c0", 0.6)
    s.fill(ellipse(52, 214, 27), "#fff8dc", volume=0, soft=0.8)
    _terraces(s)
    for x, y, width, seed, alpha in (
        (312, 40, 150, 8, 0.75),
        (250, 58, 150, 6, 0.85),
        (186, 84, 130, 3, 0.9),
        (130, 110, 108, 12, 0.95),
        (88, 138, 84, 2, 1.0),
        (56, 166, 62, 7, 1.0),
    ):
        cumulus(s, x, y, width, "#fffaf0", "#e9b0a0", seed, alpha=alpha)
    _track(s)
    s.flat(ellipse(150, RAIL + 4, 150, 6), "#2f1a24", 0.5, soft=2)
    with s.at(15, RAIL * 0.07, 0.93):
        _wagon(s)
    s.fill(rectangle(48, 344, 166, 12, 4), "#a8323a", "#6f1f30", volume=0.8, rim=0.4)
    s.fill(
        shape("50,352! 22,394! 60,394! 66,356!"),
        "#8a2a34",
        "#5a1a2a",
        angle=60,
        volume=0.8,
        rim=0.4,
    )
    for i in range(4):
        s.stroke([(50 + i * 3, 356), (30 + i * 9, 391)], 1.5, "#e0b055", 0.9)
    with s.at(128, 350, 0.98):
        mouth = teapot(s)
    mx, my = 128 + mouth[0] * 0.98, 350 + mouth[1] * 0.98
    for dx, dy, width, seed in ((3, 5, 24, 4), (8, -10, 34, 5), (16, -32, 46, 9)):
        cumulus(s, mx + dx, my + dy, width, "#ffffff", "#f0c4b0", seed)
    _wheel(s, 74, 19)
    for wheel in (124, 182):
        _wheel(s, wheel, 27)
    s.fill(
        tube([(74, RAIL - 12), (124, RAIL - 16), (182, RAIL - 16)], [3.2], False),
        "#efc873",
        "#9a6a2c",
        volume=0.9,
        rim=0.5,
    )
    for wheel, height in ((124, 16), (182, 16)):
        s.fill(ellipse(wheel, RAIL - height, 4.6), "#fbe0a0", volume=0.9)
    s.fill(join(ellipse(46, 330, 10, 11)), "#e0b055", "#8a5a2c", volume=0.9, rim=0.5)
    s.fill(ellipse(42, 330, 7, 8), "#fff6d0", volume=0.3)
    s.glow(40, 330, 46, "#fff0b0", 0.6)
    s.keep(140, 290, 130, 110, 0.6)
    return s.finish(grade=("#5a2050", "#ffe4a8", 0.1), vignette=0.28)
