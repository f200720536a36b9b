"""A traveller climbs a stair that leads back to where it began."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, rectangle, shape, tube
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.household import suitcase
from tools.deck.subjects.people import person

HALF, DEEP = 28.0, 23.0
"""Half the width and half the height of a step seen from the corner."""

SIDES = (5, 5, 3, 3)
RISE = 4 * DEEP / sum(SIDES)
"""Each step is so high that sixteen of them make up for the longer sides: the stair closes."""

WALL = 260
TREADS = ("#fff6e2", "#f3cfa0")
LEFT_WALL, RIGHT_WALL = "#e8876a", "#6f3a68"


def _steps() -> list[tuple[float, float, int]]:
    """Middle of each step and its side: to the right, to the front, to the left, and back."""
    x, y = 124.0, 122.0
    steps = []
    for side, ((dx, dy), count) in enumerate(
        zip(((1, 1), (-1, 1), (-1, -1), (1, -1)), SIDES, strict=True)
    ):
        for _ in range(count):
            steps.append((x, y, side))
            x, y = x + dx * HALF, y + dy * DEEP - RISE
    return steps


def _step(s: Scene, x: float, y: float, side: int, tread: str) -> None:
    for q, colour in ((-1, LEFT_WALL), (1, RIGHT_WALL)):
        wall = polygon(
            (x + q * HALF, y), (x, y + DEEP), (x, y + DEEP + WALL), (x + q * HALF, y + WALL)
        )
        s.fill(wall, colour, s.darker(colour, 0.3), volume=0, hatch=0.06, hatch_angle=90, wobble=0)
    top = polygon((x, y - DEEP), (x + HALF, y), (x, y + DEEP), (x - HALF, y))
    s.fill(top, tread, volume=0.2, radius=2, hatch=0.03, wobble=0)
    if side < 2:
        out = -1 if side == 0 else 1
        slope = DEEP / HALF
        near = (x + out * HALF, y)
        far = (x + out * RISE / 2 / slope, y - DEEP + RISE / 2)
        edge = [(px + out * 4, py - 4 * slope) for px, py in (far, near)]
        s.flat(polygon(near, far, *edge), "#7a3a54", 0.6, soft=0.4)
    s.flat(tube([(x - HALF, y), (x, y + DEEP)], [0.7], False), "#ffffff", 0.95)
    s.flat(tube([(x, y + DEEP), (x + HALF, y)], [0.7], False), "#ffffff", 0.95)


def _arch(s: Scene, x: float, y: float, side: int, size: float) -> None:
    """A window in an outer wall, sheared with it."""
    slope = -side * DEEP / HALF
    with s.through(np.array([[size, 0, x], [size * slope, size, y], [0, 0, 1]])):
        dark = "#3a1c4c" if side > 0 else "#8a3f52"
        s.fill(shape("-9,0! -9,-22 0,-33 9,-22 9,0!"), dark, volume=-0.3, radius=3)
        s.flat(shape("-5,-2! -5,-20 0,-27 5,-20 5,-2!"), "#ffd98a", 0.95)
        s.fill(rectangle(-11, 0, 22, 3.4), "#ffe9cc", volume=0.5)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1411, light="#fff2d8", shade="#3a2458", sun=(-0.8, -0.6), haze="#f0c8b8")
    sky(
        s,
        "#1f5f74",
        "#4f9a9c",
        "#a8d0bc",
        "#f3e0b8",
        clouds=0.4,
        cloud_colour="#f6e6d0",
        bottom=430,
    )
    cumulus(s, 284, 70, 110, "#fdf1e2", "#8fb8b8", 4, alpha=0.8)
    cumulus(s, 16, 120, 90, "#fdf1e2", "#8fb8b8", 7, alpha=0.7)
    steps = _steps()
    first, second, third, last = ([step for step in steps if step[2] == side] for side in range(4))
    for step in [*first, *reversed(last), *second, *reversed(third)]:
        _step(s, step[0], step[1], step[2], TREADS[steps.index(step) % 2])
    x, y, _ = second[-1]
    for i in range(3):
        _arch(s, x + 50 + i * 37, y + 74 - i * 32, 1, 1.0)
    s.fill(rectangle(-10, 436, 330, 40), "#f6e6e2", "#d4b8be", volume=0, soft=6)
    cumulus(s, 40, 446, 190, "#fff8ee", "#c9a8b4", 3)
    cumulus(s, 270, 440, 180, "#fff8ee", "#c9a8b4", 9)
    cumulus(s, 150, 478, 230, "#fffdf6", "#d4b8be", 12)
    x, y, _ = last[1]
    s.flat(ellipse(x + 12, y + 2, 22, 6), "#4a2a4c", 0.5, soft=2)
    with s.at(x - 2, y + 3, 1.02):
        person(
            s,
            "walk",
            coat="#2a6f8a",
            coat2="#1c4468",
            legs="#2a2040",
            hair="#8a3f24",
            view="back",
            style="bun",
            rim=0.5,
        )
        with s.at(21, -24, 0.3):
            suitcase(s, "#8a3f3a")
    s.keep(150, 220, 150, 140, 0.7)
    return s.finish(grade=("#3a2a70", "#fff0d6", 0.1), vignette=0.25)
