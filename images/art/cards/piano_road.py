"""Seen from above, a cat crosses the street on a crossing whose stripes are piano keys."""

import numpy as np

from images.art.finish import Picture
from images.art.paths import ellipse, join, polygon, rectangle, shape, tube
from images.art.places.sky import sky
from images.art.scene import Scene

_KEY = 34
_FIRST = 62
_LEFT, _RIGHT = 34, 271


def _pavement(s: Scene, y: float, kerb: float) -> None:
    """Flagstones above or below the street."""
    s.fill(rectangle(-10, y, 325, 62), "#e3c79c", "#d0a97c", volume=0.2, hatch=0.08)
    for x in range(-20, 320, 44):
        s.flat(tube([(x, y), (x + 2, y + 62)], [0.8], False), "#9a7a5c", 0.6)
    s.flat(tube([(-10, y + 30), (315, y + 31)], [0.8], False), "#9a7a5c", 0.6)
    s.fill(rectangle(-10, kerb, 325, 9, 2), "#f6ead2", "#c9ac86", volume=0.8, radius=3)


def _keyboard(s: Scene) -> None:
    """Ten white keys across the street, their black ones from the left."""
    for i in range(10):
        y = _FIRST + i * _KEY
        pressed = i in (4, 6)
        white = "#d8cdbd" if pressed else "#fdf8ec"
        s.fill(
            rectangle(_LEFT, y + 1.5, _RIGHT - _LEFT - 6 * pressed, _KEY - 3, 4),
            white,
            "#eadfce",
            angle=0,
            volume=0.5,
            radius=3,
            shadow=0.5,
        )
    for i in (0, 1, 3, 4, 5, 7, 8):
        y = _FIRST + (i + 1) * _KEY
        key = rectangle(_LEFT, y - 10, 132, 20, 4)
        s.flat(rectangle(_LEFT, y - 4, 138, 20, 4), s.shade_colour, 0.4, soft=1.5)
        s.fill(key, "#2a2436", "#1a1626", angle=0, volume=0.9, radius=3, rim=0.5)


def _cat(s: Scene, colour: str, stripes: str) -> None:
    """A walking cat from above, its head up, 150 long, the origin in the middle of its back."""
    for x, y, reach in ((-15, -34, -1), (17, -24, 1), (-17, 34, -1), (14, 40, 1)):
        s.fill(tube([(x * 0.7, y + 6), (x + reach * 4, y - 6)], [7, 6], False), colour, volume=0.8)
    s.fill(
        tube([(0, 52), (6, 80), (26, 96), (30, 120), (18, 132)], [8, 7, 6.4, 5.6, 3]),
        colour,
        s.darker(colour),
        volume=0.9,
        rim=0.3,
    )
    body = "-13,-44 -20,-22 -19,6 -22,32 -16,54 0,62 16,54 22,32 19,6 20,-22 13,-44 0,-50"
    s.fill(shape(body), colour, s.darker(colour, 0.25), volume=0.95, radius=10, rim=0.3)
    for y, half in ((-20, 13), (-4, 14), (12, 14), (28, 16), (44, 13)):
        for side in (-1, 1):
            mark = [(side * half, y + 4), (side * half * 0.5, y - 1), (side * 2, y + 1)]
            s.flat(tube(mark, [2.4, 2, 0.4]), stripes, 0.8)
    head = join(
        shape("-20,-62 -16,-48 0,-42 16,-48 20,-62 14,-76 0,-80 -14,-76"),
        polygon((-20, -60), (-19, -84), (-6, -76)),
        polygon((20, -60), (19, -84), (6, -76)),
    )
    s.fill(head, colour, s.darker(colour, 0.15), volume=0.95, radius=8, rim=0.35, shadow=0.4)
    for x in (-6, 0, 6):
        s.flat(tube([(x, -72), (x * 0.8, -58)], [1.6, 0.5], False), stripes, 0.85)
    for side in (-1, 1):
        s.flat(polygon((side * 17, -66), (side * 17, -79), (side * 9, -74)), "#d98a7a", 0.8)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(171, light="#fff2cc", shade="#2a2444", sun=(-0.75, -0.6), haze="#d9c9b8")
    sky(s, "#8a869a", "#7a768e", "#86809a", warp=0.08, cell=70, stretch=1)
    rng = np.random.default_rng(7)
    for _ in range(420):
        x, y, r = rng.uniform(0, 305), rng.uniform(40, 420), rng.uniform(0.6, 1.8)
        s.flat(ellipse(x, y, r), ("#a9a4b4", "#5f5b74")[int(rng.integers(2))], 0.5)
    _pavement(s, -14, 44)
    _pavement(s, 414, 408)
    _keyboard(s)
    s.keep(152, 230, 130, 180)
    with s.at(214, 236, 1.12, 5):
        with s.group(alpha=0.45, blur=2), s.at(22, 12):
            s.flat(tube([(0, -70), (0, -10), (0, 56)], [18, 20, 20]), s.shade_colour)
            s.flat(tube([(6, 60), (26, 96), (30, 120)], [7, 6, 4]), s.shade_colour)
        _cat(s, "#eb9440", "#a8501f")
    return s.finish(grade=("#2a2058", "#ffe9c0", 0.1), vignette=0.28)
