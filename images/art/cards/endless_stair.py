"""A traveller climbs a stair that leads back to where it began."""

import numpy as np

from images.art.finish import Picture
from images.art.paths import ellipse, polygon, rectangle, shape
from images.art.places.sky import cumulus, sky
from images.art.scene import Scene
from images.art.subjects.household import suitcase
from images.art.subjects.people import person

HALF, DEEP = 36.0, 25.0
"""Half the width and half the height of a step seen from the corner."""

SIDES = (4, 4, 2, 2)
RISE = 4 * DEEP / sum(SIDES)
"""Each step is so high that twelve of them make up for the longer sides: the stair closes."""

WALL = 250
STONE = "#e4d3e6"


def _steps() -> list[tuple[float, float, int]]:
    """Middle of each step and its side: to the right, to the front, to the left, and back."""
    x, y = 116.0, 160.0
    steps = []
    for side, ((dx, dy), count) in enumerate(
        zip(((1, 1), (-1, 1), (-1, -1), (1, -1)), SIDES, strict=True)
    ):
        for _ in range(count):
            steps.append((x, y, side))
            x, y = x + dx * HALF, y + dy * DEEP - RISE
    return steps


def _step(s: Scene, x: float, y: float, tread: str) -> None:
    for side, share in ((-1, 0.2), (1, 0.58)):
        wall = polygon(
            (x + side * HALF, y), (x, y + DEEP), (x, y + DEEP + WALL), (x + side * HALF, y + WALL)
        )
        s.fill(
            wall,
            s.darker(STONE, share),
            s.darker(STONE, share * 0.7 + 0.12),
            volume=0.1,
            hatch=0.1,
            hatch_angle=90,
            wobble=0,
        )
    top = polygon((x, y - DEEP), (x + HALF, y), (x, y + DEEP), (x - HALF, y))
    s.fill(top, tread, s.darker(tread, 0.1), angle=60, volume=0.3, radius=3, hatch=0.05, wobble=0)
    edge = [(x - HALF, y), (x, y + DEEP), (x + HALF, y)]
    s.stroke(edge[:2], 1.4, "#fffdf8", 0.9)
    s.stroke(edge[1:], 1.2, "#fffdf8", 0.55)


def _arch(s: Scene, x: float, y: float, side: int, size: float) -> None:
    """A window in an outer wall, sheared with it."""
    slope = -side * DEEP / HALF
    matrix = np.array([[size, 0, x], [size * slope, size, y], [0, 0, 1]])
    with s.through(matrix):
        s.fill(
            shape("-9,0! -9,-22 0,-33 9,-22 9,0!"),
            s.darker(STONE, 0.95),
            "#5a3f74",
            volume=-0.3,
            radius=3,
        )
        s.fill(
            shape("-9,0! -9,-22 0,-33! -1,-26 -4,-19 -4,0!")
            if side < 0
            else shape("9,0! 9,-22 0,-33! 1,-26 4,-19 4,0!"),
            s.darker(STONE, 0.3),
            volume=0.2,
        )
        s.fill(rectangle(-11, 0, 22, 3.4), "#f6eaf4", volume=0.5)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1411, light="#fff6ee", shade="#4a356a", sun=(-0.8, -0.6), haze="#efdcea")
    sky(
        s,
        "#a98fc0",
        "#c9b0d2",
        "#ecd6e2",
        "#fbeae6",
        clouds=0.5,
        cloud_colour="#f6e6ee",
        bottom=430,
    )
    s.glow(150, 170, 200, "#fff6f0", 0.6, 1.4)
    cumulus(s, 280, 96, 120, "#fdf1f2", "#b99ac6", 4, alpha=0.8)
    cumulus(s, 24, 140, 110, "#fdf1f2", "#b99ac6", 7, alpha=0.7)
    steps = _steps()
    first, second, third, last = ([step for step in steps if step[2] == side] for side in range(4))
    for step in [*first, *reversed(last), *second, *reversed(third)]:
        _step(s, step[0], step[1], ("#fffaf6", "#dcc6e2")[steps.index(step) % 2])
    front = min(third[0][0], second[-1][0])
    for i in range(3):
        _arch(s, front + 30 + i * 38, 380 - i * 26, 1, 1.0)
    cumulus(s, 40, 452, 190, "#fdf3f4", "#b598c4", 3)
    cumulus(s, 262, 440, 190, "#fdf3f4", "#b598c4", 9)
    cumulus(s, 150, 476, 230, "#fffafa", "#c4a8d0", 12)
    x, y, _ = second[2]
    s.flat(ellipse(x + 16, y + 3, 26, 6), "#4a356a", 0.5, soft=2)
    with s.at(x, y + 2, 0.98):
        person(
            s,
            "walk",
            coat="#e9b93a",
            coat2="#b5782c",
            legs="#33294a",
            hair="#a8643a",
            view="back",
            style="bun",
            rim=0.5,
        )
        with s.at(21, -24, 0.3):
            suitcase(s, "#8a3f3a")
    s.keep(150, 230, 140, 130, 0.6)
    return s.finish(grade=("#4f3a80", "#fff0e6", 0.1), vignette=0.25)
