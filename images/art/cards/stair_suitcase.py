"""An open suitcase on the floor, and a staircase going down into it."""

import math

import numpy as np

from images.art.colour import mix
from images.art.finish import Picture
from images.art.paths import ellipse, placed, polygon, rectangle, shape, tube
from images.art.places.sky import sky
from images.art.scene import Scene

LEATHER, TAN, LINING = "#a4512e", "#6e3220", "#c9586a"
LEFT, RIGHT, NEAR, FAR = 44.0, 262.0, 398.0, 214.0
DEPTH_X, DEPTH_Y = 153.0, 300.0
DEEPER = 0.66


def _winding(turn: float, inward: float = 1.0) -> tuple[float, float]:
    """A point of a stairway that has wound `turn` times round the case, deeper with each turn."""
    corners = ((LEFT, NEAR), (LEFT, FAR), (RIGHT, FAR), (RIGHT, NEAR))
    flight = math.floor(turn * 4 + 1e-6)
    side, along = flight % 4, max(0.0, turn * 4 - flight)
    (xa, ya), (xb, yb) = corners[side], corners[(side + 1) % 4]
    scale = DEEPER**turn * inward
    x, y = xa + (xb - xa) * along, ya + (yb - ya) * along
    return DEPTH_X + (x - DEPTH_X) * scale, DEPTH_Y + (y - DEPTH_Y) * scale


def _floor(s: Scene) -> None:
    """Pale herringbone boards, straight from above."""
    sky(s, "#f0dcd4", "#f3e4da", warp=0.03, cell=80, stretch=1)
    rng = np.random.default_rng(3)
    for row in range(-3, 16):
        for column in range(-2, 8):
            x, y = column * 56.0, row * 36.0
            for q in (0, 1):
                tone = ("#efd9cb", "#e6c8bb", "#f6e8dc", "#dcb9ae")[int(rng.integers(4))]
                board = (
                    polygon((0, 0), (28, 28), (28, 64), (0, 36))
                    if q
                    else polygon((28, 28), (56, 0), (56, 36), (28, 64))
                )
                moved = placed(board, x, y)
                s.fill(
                    moved, tone, volume=0.5, radius=1.6, hatch=0.16, hatch_angle=30 if q else 150
                )


def _lid(s: Scene) -> None:
    """The lid, thrown back towards the top."""
    s.fill(
        rectangle(LEFT - 12, 30, RIGHT - LEFT + 24, 172, 14),
        LEATHER,
        TAN,
        angle=60,
        volume=0.9,
        radius=7,
        rim=0.4,
    )
    s.fill(
        rectangle(LEFT, 42, RIGHT - LEFT, 150, 8),
        LINING,
        "#8f3550",
        angle=70,
        volume=-0.9,
        radius=8,
    )
    for row in range(4):
        for column in range(7):
            x, y = LEFT + 22 + column * 30 + (row % 2) * 15, 64 + row * 34
            if x < RIGHT - 12:
                s.fill(ellipse(x, y, 5, 5), "#e89a94", volume=0.3, alpha=0.8)
                s.fill(ellipse(x, y, 2, 2), "#fbe0c8", volume=0.3)
    s.fill(
        polygon((LEFT + 4, 146), (RIGHT - 4, 138), (RIGHT - 4, 190), (LEFT + 4, 190)),
        "#b04a60",
        "#7a2c48",
        volume=0.7,
        radius=4,
    )
    s.fill(tube([(LEFT + 4, 146), (DEPTH_X, 152), (RIGHT - 4, 138)], [2.4]), "#f0c878", volume=0.8)
    for x in (96, 210):
        s.fill(rectangle(x - 8, 20, 16, 26, 3), "#d9b25e", "#8f6a2c", volume=0.9, rim=0.4)


def _stairs(s: Scene) -> None:
    """A stairway that winds down inside the case towards a light."""
    well = rectangle(LEFT, FAR, RIGHT - LEFT, NEAR - FAR)
    with s.group(clip=well):
        s.fill(well, "#3a1630", volume=0)
        steps = 28
        for k in range(-20, 5 * steps):
            turns = np.linspace(k / steps, (k + 1) / steps, 5)
            outer = [_winding(float(t), 1.0) for t in turns]
            inner = [_winding(float(t), 0.73) for t in turns[::-1]]
            deep = min(1.0, max(0.0, k / (4.4 * steps)))
            tone = mix(mix("#fbe6d2", "#f2b98a", deep), "#ffe39a", deep**2)
            dark = mix("#a8605a", "#d98a4a", deep)
            turned = (270, 0, 90, 180)[int(k // (steps / 4)) % 4]
            s.fill(
                polygon(*outer, *inner),
                dark,
                tone,
                angle=turned,
                volume=0.25,
                radius=1.5,
                hatch=0.06,
            )
            lip = [_winding(float(turns[-1]), 1.0), _winding(float(turns[-1]), 0.73)]
            s.flat(tube(lip, [0.9 * DEEPER ** (k / steps) + 0.2], False), "#fffaf0", 0.95)
        for start in (-1, 0, 1, 2, 3, 4):
            rail = [_winding(float(t), 0.73) for t in np.linspace(start, start + 1, 61)]
            shade = [_winding(float(t), 0.695) for t in np.linspace(start, start + 1, 61)]
            width = 2.4 * DEEPER**start
            s.flat(tube(shade, [width * 1.6, width], False), "#3a1630", 0.5, soft=1.2)
            s.fill(
                tube(rail, [width, width * DEEPER], False),
                "#d98a34",
                "#f0c25e",
                volume=0.9,
                rim=0.4,
            )
        s.glow(DEPTH_X, DEPTH_Y, 120, "#ffdc80", 0.7, 1.6)
        s.glow(DEPTH_X, DEPTH_Y, 34, "#fffbe6", 1.0, 1.1)
        s.flat(rectangle(LEFT, FAR - 6, RIGHT - LEFT, 14), "#3a1830", 0.5, soft=4)
        s.flat(rectangle(LEFT - 6, FAR, 14, NEAR - FAR), "#3a1830", 0.4, soft=4)


def _shoe(s: Scene, x: float, y: float, turn: float, flip: bool) -> None:
    """A shoe from above, its toe up, 44 long."""
    with s.group(drop=0.7), s.at(x, y, 0.86, turn, flip):
        s.fill(
            shape("-9,22 -11,6 -12,-10 -7,-24 2,-27 10,-20 11,-6 9,8 9,22 0,26"),
            "#2f6f78",
            "#1d4650",
            volume=0.95,
            radius=5,
            rim=0.5,
        )
        s.fill(shape("-6,19 -7,6 -4,-2 4,-2 7,6 6,19 0,22"), "#1c2a3a", volume=-0.6)
        for k in range(3):
            s.flat(tube([(-6, -6 - k * 4.5), (6, -6 - k * 4.5)], [1], False), "#fbeed8")


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1111, light="#fff6e4", shade="#4a2a44", sun=(-0.6, -0.8), haze="#f6e6dc")
    _floor(s)
    s.glow(60, 40, 260, "#fffaf0", 0.5)
    with s.group(drop=0.75):
        _lid(s)
        s.fill(
            rectangle(LEFT - 16, FAR - 14, RIGHT - LEFT + 32, NEAR - FAR + 32, 14),
            LEATHER,
            TAN,
            angle=60,
            volume=0.9,
            radius=7,
            rim=0.5,
        )
        s.fill(rectangle(DEPTH_X - 28, NEAR + 16, 56, 22, 9), TAN, "#4a2018", volume=0.9, rim=0.5)
    _stairs(s)
    _shoe(s, 40, 436, -14, False)
    _shoe(s, 66, 438, -4, True)
    s.keep(DEPTH_X, 300, 120, 110)
    return s.finish(grade=("#5a2a58", "#fff0dc", 0.08), vignette=0.15)
