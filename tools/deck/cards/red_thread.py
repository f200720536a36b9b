"""A red thread leads through the maze from a child to a cat with the ball of yarn."""

import math

import numpy as np

from tools.deck.colour import Array
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, shape, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.mammals import cat
from tools.deck.subjects.people import person

_X, _Y = 152, 186
_HEIGHT = 1.2
_HEDGES = (42, 64, 86, 108, 130)
_GAPS = (90, 255, 40, 190, 330)
_WALKS = (30, 53, 75, 97, 119)
_LEAVES = ("#5f9a54", "#7fb55f", "#2f6a48", "#a9cf74")


def _at(radius: float, angle: float) -> tuple[float, float]:
    """A point of the maze by its distance from the middle and its direction in degrees."""
    a = math.radians(angle)
    return _X + radius * math.cos(a), _Y + radius * _HEIGHT * math.sin(a)


def _hedge(s: Scene, radius: float, gap: float, rng: np.random.Generator) -> None:
    half = 700 / radius
    angles = np.linspace(gap + half, gap + 360 - half, 60)
    points = np.array([_at(radius, angle) for angle in angles])
    s.flat(tube(points + np.array([4, 6]), [6.5], False), s.shade_colour, 0.45, soft=1.6)
    wall = tube(points, [6.4], False)
    s.fill(wall, "#3f7a4c", "#2a5a48", volume=0.95, rim=0.3, radius=4, wobble=1.4, hatch=0.1)
    for angle in np.arange(angles[0], angles[-1], 240 / radius):
        x, y = _at(radius, angle)
        dx, dy = rng.normal(0, 2.4, 2)
        with s.at(x + dx, y + dy, rng.uniform(1.6, 2.9), rng.uniform(0, 180)):
            s.flat(shape("-1,0! 0,-.6 1,0! 0,.6"), rng.choice(_LEAVES), 0.85, wobble=0)


def _way() -> Array:
    """The thread: round each walk to the next gap, out, and round to where the child stands."""
    points, here = [], 90.0
    for walk, hedge, gap in zip(_WALKS, _HEDGES, _GAPS, strict=True):
        turn = (gap - here + 540) % 360 - 180
        points += [_at(walk, here + turn * t) for t in np.linspace(0, 1, 14)]
        points.append(_at(hedge, gap))
        here = gap
    turn = (80 - here + 540) % 360 - 180
    points += [_at(144, here + turn * t) for t in np.linspace(0.05, 1, 18)]
    return np.array(points)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(271, light="#fff2c8", shade="#12302c", sun=(-0.6, -0.8), haze="#d9e0a8")
    sky(s, "#e9d9a4", "#e0c98c", "#d2b478", warp=0.1, cell=70, stretch=1)
    s.glow(_X, _Y, 220, "#fff6d8", 0.6)
    rng = np.random.default_rng(9)
    for radius, gap in zip(_HEDGES, _GAPS, strict=True):
        _hedge(s, radius, gap, rng)
    way = _way()
    s.flat(tube(way + np.array([1.5, 2.5]), [1.9]), s.shade_colour, 0.4, soft=0.8)
    s.fill(tube(way, [2.1]), "#d8303a", volume=0.6)
    with s.at(_X - 3, _Y + 30, 0.7):
        cat(s, "#3a3040")
    ball_x, ball_y = _X + 30, _Y + 22
    s.fill(ellipse(ball_x, ball_y, 12), "#d8303a", "#9a1c34", volume=0.95, rim=0.4)
    for dy in (-6, 0, 6):
        y = ball_y + dy
        s.flat(tube([(ball_x - 9, y), (ball_x, y - 5), (ball_x + 9, y + 1)], [0.6]), "#f07a74", 0.8)
    end_x, end_y = way[-1]
    with s.at(end_x - 25, end_y + 91, 1.06):
        person(s, "hold", coat="#3a5f9a", hair="#5a2f22", hat=("cone", "#e9b23f"), rim=0.4)
    s.keep(_X, _Y, 170, 220, 0.6)
    return s.finish(grade=("#123a4a", "#fff0b8", 0.08), vignette=0.35)
