"""Paths: smooth closed outlines from strings of points, tubes, and the plain figures.

A string of points reads `x,y x,y! x,y; - x,y x,y`: every point lies on the outline, `!` makes it a
corner, `;` begins another outline of the same path, `-` at its beginning makes it a hole.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

import numpy as np

from tools.deck.colour import Array

type Points = Sequence[tuple[float, float]] | Array


class Path(list[tuple[Array, int]]):
    """Outlines of shape (n, 2) in card units, each with its sign: 1 fills, -1 cuts a hole."""


def _spline(points: Points, corners: Sequence[bool], closed: bool, steps: int = 7) -> Array:
    """Cubic pieces through all points, their tangents weighted by the nearer neighbour."""
    pts = np.asarray(points, float)
    n = len(pts)
    tangents = np.zeros((n, 2))
    for i in range(n):
        if not closed and i in (0, n - 1):
            continue
        before, here, after = pts[i - 1], pts[i], pts[(i + 1) % n]
        d1, d2 = np.hypot(*(here - before)) + 1e-9, np.hypot(*(after - here)) + 1e-9
        t = (here - before) / d1 * d2 + (after - here) / d2 * d1
        tangents[i] = t / (np.hypot(*t) + 1e-9)
    pieces = []
    u = np.linspace(0, 1, steps, endpoint=False)[:, None]
    for i in range(n) if closed else range(n - 1):
        j = (i + 1) % n
        a, d = pts[i], pts[j]
        reach = np.hypot(*(d - a)) / 3
        straight_out = corners[i] or (not closed and i == 0)
        straight_in = corners[j] or (not closed and j == n - 1)
        b = a + (d - a) / 3 if straight_out else a + tangents[i] * reach * 1.12
        c = d - (d - a) / 3 if straight_in else d - tangents[j] * reach * 1.12
        pieces.append(
            (1 - u) ** 3 * a + 3 * u * (1 - u) ** 2 * b + 3 * u * u * (1 - u) * c + u**3 * d
        )
    if not closed:
        pieces.append(pts[-1:])
    return np.concatenate(pieces)


@functools.cache
def _outlines(text: str, closed: bool) -> tuple[tuple[Array, int], ...]:
    outlines = []
    for part in text.split(";"):
        tokens = part.split()
        sign = 1
        if tokens[0] == "-":
            sign, tokens = -1, tokens[1:]
        corners = [token.endswith("!") for token in tokens]
        pairs = [token.rstrip("!").split(",") for token in tokens]
        points = [(float(x), float(y)) for x, y in pairs]
        outlines.append((_spline(points, corners, closed), sign))
    return tuple(outlines)


def shape(text: str) -> Path:
    """The smooth closed path of a string of points."""
    return Path((outline.copy(), sign) for outline, sign in _outlines(text, closed=True))


def curve(text: str) -> Array:
    """The smooth open line of a string of points."""
    return _outlines(text, closed=False)[0][0]


def polygon(*points: tuple[float, float]) -> Path:
    """A path with straight edges."""
    return Path([(np.array(points, float), 1)])


def ellipse(
    x: float,
    y: float,
    rx: float,
    ry: float | None = None,
    n: int = 40,
    start: float = 0,
    end: float = 360,
) -> Path:
    """An ellipse about (x, y), or the part of it from one angle to another, in degrees."""
    t = np.radians(np.linspace(start, end, n, endpoint=end - start < 360))
    return Path([(np.stack([x + rx * np.cos(t), y + (ry or rx) * np.sin(t)], 1), 1)])


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0) -> Path:
    """A rectangle from its upper left corner, with round corners if asked."""
    if not radius:
        return polygon((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    left, right, top, bottom = x + radius, x + width - radius, y + radius, y + height - radius
    corners = ((right, top, -90), (right, bottom, 0), (left, bottom, 90), (left, top, 180))
    arcs = []
    for cx, cy, angle in corners:
        t = np.radians(np.linspace(angle, angle + 90, 7))
        arcs.append(np.stack([cx + radius * np.cos(t), cy + radius * np.sin(t)], 1))
    return Path([(np.concatenate(arcs), 1)])


def tube(
    points: str | Points, radii: float | Sequence[float] | Array, smoothed: bool = True
) -> Path:
    """A limb along a line: its radii are spread evenly over the length, its ends are round."""
    if isinstance(points, str):
        centre = curve(points)
    else:
        centre = np.asarray(points, float)
        if smoothed and len(centre) > 2:
            centre = _spline(centre, [False] * len(centre), closed=False)
    given = np.atleast_1d(np.asarray(radii, float))
    along = np.linspace(0, 1, len(centre))
    radius = np.interp(along, np.linspace(0, 1, len(given)), given)
    direction = np.gradient(centre, axis=0)
    direction /= np.hypot(direction[:, 0], direction[:, 1])[:, None] + 1e-9
    normal = np.stack([-direction[:, 1], direction[:, 0]], 1) * radius[:, None]
    path = Path([(np.concatenate([centre + normal, (centre - normal)[::-1]]), 1)])
    for i in (0, len(centre) - 1):
        path += ellipse(centre[i][0], centre[i][1], radius[i], n=16)
    if len(centre) > 4:
        for i in range(3, len(centre) - 1, 3):
            path += ellipse(centre[i][0], centre[i][1], radius[i], n=12)
    return path


def join(*paths: Path) -> Path:
    """All outlines of several paths as one."""
    return Path(outline for path in paths for outline in path)


def hole(path: Path) -> Path:
    """The same outlines, cut out instead of filled."""
    return Path((outline, -1) for outline, _ in path)


def ring(x: float, y: float, rx: float, inner: float, squash: float = 1) -> Path:
    """A flat ring about (x, y) between two radii, `squash` times as high as it is wide."""
    return join(ellipse(x, y, rx, rx * squash), hole(ellipse(x, y, inner, inner * squash)))


def placed(
    path: Path,
    x: float = 0,
    y: float = 0,
    scale: float = 1,
    turn: float = 0,
    flip: bool = False,
    scale_y: float | None = None,
) -> Path:
    """The path scaled, flipped left to right, turned by degrees and moved, in this order."""
    a = math.radians(turn)
    cos, sin = math.cos(a), math.sin(a)
    sx, sy = (-scale if flip else scale), (scale if scale_y is None else scale_y)
    matrix = np.array([[cos * sx, -sin * sy], [sin * sx, cos * sy]])
    return Path((outline @ matrix.T + (x, y), sign) for outline, sign in path)
