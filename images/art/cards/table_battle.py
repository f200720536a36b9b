"""On a dinner table forks and knives stand against each other as two armies."""

import math

import numpy as np

from images.art.finish import Picture
from images.art.paths import ellipse, polygon, rectangle, shape, tube
from images.art.places.sky import cumulus, sky
from images.art.scene import Scene
from images.art.subjects.cutlery import fork, knife, pepper_mill, salt_shaker, tureen

EDGE = 252


def _room(s: Scene) -> None:
    sky(s, "#4a1424", "#7a2230", "#9a3a38", warp=0.05, cell=110, stretch=1, bottom=EDGE)
    for row in range(6):
        for i in range(7):
            with s.at(8 + i * 48 + (row % 2) * 24, 20 + row * 44, 0.9):
                s.flat(shape("0,-20! 8,-8 14,0 8,8 0,20! -8,8 -14,0 -8,-8"), "#c9584a", 0.22)
                s.flat(shape("0,-11! 4,-4 7,0 4,4 0,11! -4,4 -7,0 -4,-4"), "#4a1424", 0.35)
    s.fill(
        polygon((-10, EDGE), (315, EDGE), (315, 480), (-10, 480)),
        "#fdf3e4",
        "#e0c9c0",
        angle=90,
        volume=0,
        hatch=0.05,
        hatch_angle=0,
    )
    for i in range(-7, 8):
        s.flat(
            polygon(
                (152 + i * 30, EDGE), (153 + i * 30, EDGE), (153 + i * 70, 470), (150 + i * 70, 470)
            ),
            "#b58f94",
            0.28,
        )
    for y in (262, 280, 308, 348, 400):
        s.flat(rectangle(-10, y, 330, 1 + (y - 250) * 0.008), "#b58f94", 0.28)
    s.fill(rectangle(-10, EDGE - 3, 330, 6, 2), "#fff8ea", "#cdb0ae", volume=0.6)


def _flag(s: Scene, x: float, y: float, height: float, colour: str, side: int) -> None:
    s.stroke([(x, y), (x, y - height)], 2, "#d9b884")
    cloth = (
        f"{x},{y - height}! {x + side * 16},{y - height - 4} {x + side * 30},{y - height + 3} "
        f"{x + side * 42},{y - height - 1}! {x + side * 38},{y - height + 22}! "
        f"{x + side * 22},{y - height + 25} {x},{y - height + 23}!"
    )
    s.fill(shape(cloth), colour, s.darker(colour, 0.4), angle=0, volume=0.8, rim=0.4)


def _spill(s: Scene) -> None:
    """A fallen glass between the lines, its wine run out over the cloth."""
    s.fill(
        shape(
            "150,372 176,360 196,376 190,398 210,414 196,434 160,430 140,444 104,440 "
            "96,424 116,408 106,392 124,378"
        ),
        "#a81f34",
        "#7a1228",
        volume=0.5,
        radius=5,
        rim=0.4,
    )
    for x, y, size in ((88, 410, 5), (214, 392, 4), (80, 432, 3.4), (222, 432, 4.6)):
        s.fill(ellipse(x, y, size, size * 0.62), "#a81f34", volume=0.6, rim=0.4)
    with s.at(206, 366, 1.0, -110):
        s.fill(ellipse(0, 2, 21, 5), "#f3f6f8", "#b5a8b8", volume=0.8, rim=0.7)
        s.fill(tube([(0, 0), (0, -34)], [2.4, 2], False), "#f3f6f8", "#b5a8b8", volume=0.9, rim=0.6)
        bowl = shape("0,-32 -16,-42 -24,-62 -20,-88! 20,-88! 24,-62 16,-42")
        s.fill(bowl, "#f3eef2", "#c4b0bc", angle=20, volume=0.9, radius=6, alpha=0.85, rim=0.8)
        with s.group(clip=bowl):
            s.fill(shape("30,-30! 2,-34 -8,-60 -6,-92! 34,-92!"), "#a81f34", volume=0.4, alpha=0.75)
        s.fill(ellipse(0, -88, 20, 5), "#a81f34", "#e0a4ac", angle=0, volume=0.2, alpha=0.9)
        s.stroke([(-15, -46), (-19, -62), (-16, -82)], [0.5, 1.8, 0.5], "#ffffff", 0.9)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1413, light="#fff0cc", shade="#3a1230", sun=(-0.35, -0.93), haze="#c98a78")
    _room(s)
    s.glow(152, 190, 170, "#ffc98a", 0.75, 1.5)
    with s.group(alpha=0.85):
        for x, y, width, seed in ((168, 128, 110, 4), (120, 92, 120, 7), (176, 54, 150, 3)):
            cumulus(s, x, y, width, "#f6d8c0", "#a8606a", seed, alpha=0.75)
    with s.group(haze=0.12):
        s.flat(ellipse(156, 274, 80, 9), "#6a2a3c", 0.5, soft=3)
        with s.at(152, 272, 1.12):
            tureen(s)
    _flag(s, 152, 160, 44, "#e9c04a", 1)
    _flag(s, 62, 150, 62, "#3f6fa0", 1)
    _flag(s, 243, 150, 62, "#d8452f", -1)
    rows = ((288, 0.72, 4, 0.22), (322, 0.92, 3, 0.08), (366, 1.14, 2, 0.0))
    for y, size, count, haze in rows:
        with s.group(haze=haze):
            for i in range(count):
                left = 22 + i * 25 * size + (4 - count) * 4
                for foot, draw in ((left, fork), (305 - left, knife)):
                    s.flat(
                        ellipse(foot + 10 * size, y + 2, 18 * size, 4 * size),
                        "#6a2a3c",
                        0.4,
                        soft=2,
                    )
                    with s.at(foot, y, size):
                        draw(s)
    _spill(s)
    rng = np.random.default_rng(6)
    for _ in range(17):
        a = rng.uniform(0, math.tau)
        px, py = 152 + 84 * math.cos(a) * rng.random(), 322 + 30 * math.sin(a)
        size = 3 + (py - 290) * 0.045
        s.flat(ellipse(px + 2, py + size * 0.8, size * 1.1, size * 0.4), "#6a2a3c", 0.4, soft=1)
        s.fill(ellipse(px, py, size), "#9abf4a", "#5a8434", angle=60, volume=1.0, rim=0.4)
    for foot, pot, size in ((48.0, salt_shaker, 1.12), (258.0, pepper_mill, 1.02)):
        s.flat(ellipse(foot + 12, 436, 48, 9), "#6a2a3c", 0.5, soft=3)
        with s.at(foot, 436, size):
            pot(s)
    s.keep(152, 300, 160, 160, 0.6)
    return s.finish(grade=("#4a1034", "#ffe8c4", 0.1), vignette=0.35)
