"""A needle sews a quilt whose far patches are already farmland seen from above."""

import math

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import Path, ellipse, hole, join, polygon, rectangle, shape
from tools.deck.scene import Scene
from tools.deck.subjects.buildings import house
from tools.deck.subjects.plants import leaf_ball

COLUMNS, ROWS = 6, 8
FIELDS = ("#a9c45f", "#f0d565", "#7fb060", "#e9b94a", "#c3d67a", "#8fc49a")
CLOTHS = ("#f2a0a4", "#8fb8e0", "#f9dc8a", "#c9a4dc", "#f6efe0", "#8fd0b8", "#ee7f6a")

type Point = tuple[float, float]


def _knots() -> dict[tuple[int, int], Point]:
    """Corners of the patches: nearly square below, wilder above."""
    rng = np.random.default_rng(16)
    knots = {}
    for j in range(ROWS + 1):
        for i in range(COLUMNS + 1):
            wild = 15 * max(0.0, 1 - j / (ROWS - 2)) + 2
            x = -24 + i * 60 + (j - 4) * -5 + rng.uniform(-wild, wild)
            y = -26 + j * 64 + i * 5 - 14 + rng.uniform(-wild, wild)
            knots[i, j] = (x, y)
    return knots


def _field(s: Scene, patch: Path, middle: Point, seed: int) -> None:
    """Farmland: a colour, furrows, and hedges round it."""
    rng = np.random.default_rng(seed)
    colour, angle = FIELDS[seed % len(FIELDS)], float(rng.uniform(0, 180))
    s.fill(
        patch,
        colour,
        s.darker(colour, 0.12),
        angle=30,
        volume=0.25,
        radius=4,
        hatch=0.12,
        hatch_angle=angle,
    )
    with s.group(clip=patch), s.at(*middle, 1, angle):
        for k in range(-9, 10):
            line = [(-70, k * 7.5), (-20, k * 7.5 + 2), (20, k * 7.5 - 2), (70, k * 7.5)]
            s.stroke(line, 2.2, s.darker(colour, 0.42), 0.55)
            s.stroke([(x, y - 2) for x, y in line], 1.2, s.lighter(colour, 0.6), 0.6)


def _cloth(s: Scene, patch: Path, middle: Point, seed: int) -> None:
    """A patch of printed cotton, padded."""
    colour = CLOTHS[seed % len(CLOTHS)]
    s.fill(
        patch, colour, s.darker(colour, 0.16), angle=50, volume=1.1, radius=9, hatch=0.07, grain=0.5
    )
    light = s.lighter(colour, 0.75) if seed % 7 != 4 else "#e0706a"
    with s.group(clip=patch, alpha=0.9), s.at(*middle, 1, seed * 17 % 40 - 20):
        if seed % 3 == 0:
            for k in range(-30, 31):
                x, y = (k % 6 - 2.5) * 13, (k // 6) * 12
                s.fill(ellipse(x + (k // 6 % 2) * 6, y, 2.8), light, volume=0.3)
        elif seed % 3 == 1:
            for k in range(-5, 6):
                s.flat(rectangle(-60, k * 12, 120, 3.2), light, 0.8)
                s.flat(rectangle(k * 12, -60, 3.2, 120), light, 0.45)
        else:
            for k in range(-12, 13):
                x, y = (k % 4 - 1.5) * 18, (k // 4) * 17
                for petal in range(5):
                    a = petal * math.tau / 5
                    s.flat(ellipse(x + 3.2 * math.cos(a), y + 3.2 * math.sin(a), 2.5), light)
                s.flat(ellipse(x, y, 1.7), "#f0b63c")


def _hedge(s: Scene, a: Point, b: Point, seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(math.dist(a, b) / 8)
    for k in range(n):
        t = (k + rng.uniform(0, 0.8)) / n
        x, y = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
        r = rng.uniform(3.4, 6.4)
        s.flat(ellipse(x + 4, y + 3, r, r * 0.8), "#2a4a3a", 0.45, soft=1)
        leaf_ball(s, x, y, r, "#4f8a4a", seed * 40 + k, 14, 2.6)


def _seam(s: Scene, a: Point, b: Point) -> None:
    s.stroke([a, b], 2.2, "#8a6a7a", 0.4, soft=0.6)
    length = math.dist(a, b)
    for k in range(int(length / 9)):
        t0, t1 = (k * 9 + 2) / length, (k * 9 + 7) / length
        ends = [(a[0] + (b[0] - a[0]) * t + 3.4, a[1] + (b[1] - a[1]) * t + 3.4) for t in (t0, t1)]
        s.stroke(ends, 1.6, "#fffaf0", 0.95)


def _farm(s: Scene) -> None:
    """A house and its barn."""
    for x, y, size, wall, roof in (
        (0, 0, 0.62, "#fff3d6", "#d8382f"),
        (46, 20, 0.5, "#e9b98a", "#8a4a34"),
    ):
        s.flat(
            polygon((x - 18, y), (x + 20, y - 4), (x + 56, y + 22), (x + 22, y + 28)),
            "#2a4a3a",
            0.5,
            soft=2,
        )
        with s.at(x, y, size):
            house(s, wall, roof)


def _needle(s: Scene) -> None:
    """A needle 190 long, its point at the origin, its eye above."""
    with s.group(drop=0.7):
        body = join(
            shape("0,0! -4,-30 -5.5,-150 -6,-178 0,-190 6,-178 5.5,-150 4,-30"),
            hole(shape("0,-150 -2.4,-160 -2.2,-176 0,-181 2.2,-176 2.4,-160")),
        )
        s.fill(body, "#f4f6f8", "#7f8696", angle=0, volume=1.0, radius=3, rim=0.7)
        s.stroke([(-1.6, -140), (-1.2, -24)], [0.4, 1.0, 0.3], "#ffffff", 0.95)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1414, light="#fffbe0", shade="#4a3f70", sun=(-0.75, -0.66), haze="#f6f0c8")
    s.fill(rectangle(-20, -20, 345, 500), "#a9c45f", volume=0)
    knots = _knots()
    for j in range(ROWS):
        for i in range(COLUMNS):
            corners = [knots[i, j], knots[i + 1, j], knots[i + 1, j + 1], knots[i, j + 1]]
            middle = (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)
            draw = _field if i * 0.35 + j < 4.6 else _cloth
            draw(s, polygon(*corners), middle, i * 5 + j * 8 + (i * j) % 3)
    for j in range(ROWS):
        for i in range(COLUMNS):
            for end in ((i + 1, j), (i, j + 1)):
                between = (i + end[0]) * 0.175 + (j + end[1]) / 2
                if between < 4.4:
                    _hedge(s, knots[i, j], knots[end], 300 + i * 20 + j * 2 + end[0])
                else:
                    _seam(s, knots[i, j], knots[end])
    with s.at(84, 104, 1.1):
        _farm(s)
    road = [(330, 30), (262, 64), (214, 60), (176, 104), (190, 160), (158, 206), (150, 250)]
    s.stroke(road, [7, 6, 5, 4, 3, 2.4], "#8a4a3a", 0.4, soft=2)
    s.stroke(road, [5.5, 5, 4.4, 3.4, 2.4, 1.7], "#d8382f")
    thread = [(150, 250), (132, 290), (158, 316), (204, 296), (232, 258), (253, 246)]
    s.stroke([(x + 4, y + 5) for x, y in thread], 3, "#3a2a50", 0.35, soft=1.4)
    s.stroke(thread, 3.2, "#d8382f")
    s.stroke([(x - 0.8, y - 0.8) for x, y in thread], 1, "#f6a08a", 0.8)
    with s.at(118, 424, 1.2, 37):
        _needle(s)
    s.glow(80, 90, 200, "#fffbd8", 0.3)
    s.keep(152, 230, 150, 230, 0.4)
    return s.finish(grade=("#4a3f80", "#fff6c8", 0.07), vignette=0.14, saturation=1.0)
