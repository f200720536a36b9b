"""A porcelain teapot."""

from __future__ import annotations

import math

from tools.deck.colour import Colour
from tools.deck.paths import ellipse, shape, tube
from tools.deck.scene import Scene

BODY = "-62,-4! -78,-22 -86,-56 -74,-90 -44,-110! 44,-110! 74,-90 86,-56 78,-22 62,-4! 0,2"


def _flower(s: Scene, x: float, y: float, size: float, blue: Colour) -> None:
    for i in range(6):
        with s.at(x, y, size, i * 60):
            s.fill(shape("0,0! 5,-5 4,-12 -4,-12 -5,-5"), blue, s.lighter(blue, 0.3), volume=0.3)
    s.fill(ellipse(x, y, size * 3.4), "#f2c14a", volume=0.7)


def teapot(s: Scene, colour: Colour = "#fdf8ec", blue: Colour = "#2f5fa0") -> tuple[float, float]:
    """A teapot 250 wide and 150 high on its foot, spout left; returns the mouth of the spout."""
    low = s.darker(colour, 0.42)
    handle = [(66, -92), (104, -106), (128, -78), (116, -40), (74, -26)]
    s.fill(tube(handle, [9, 8.4, 8, 7.4, 8]), colour, low, volume=0.95, rim=0.4)
    spout = "-66,-28! -92,-34 -104,-56 -108,-88 -124,-112! -98,-118! -88,-98 -80,-84 -70,-84!"
    s.fill(shape(spout), colour, low, angle=60, volume=0.95, radius=8, rim=0.4)
    s.fill(ellipse(-111, -115, 14, 4.4), low, volume=0.3)
    s.stroke([(-84, -44), (-94, -62), (-98, -88), (-108, -106)], [1.2, 2.4, 2.2, 1.2], blue, 0.9)
    s.fill(shape(BODY), colour, low, angle=65, volume=1.0, radius=16, rim=0.4)
    with s.group(clip=shape(BODY)):
        for y, width in ((-98, 2.2), (-92, 1), (-14, 3), (-20, 1)):
            s.stroke([(-90, y - 2), (0, y + 5), (90, y - 2)], [width], blue, 0.9)
        for i in range(19):
            left = -84 + i * 9.4
            top = -84 + 6 * math.cos(left / 60)
            s.stroke([(left, top), (left + 4.7, top + 6), (left + 9.4, top)], [1.1], blue, 0.75)
        for points in ([(-66, -34), (-40, -54), (-6, -50), (28, -60), (66, -44)],):
            s.stroke(points, [0.8, 1.7, 1.6, 0.8], blue)
        for x, y, turn in (
            (-50, -46, 40),
            (-36, -58, -40),
            (-12, -44, 70),
            (16, -62, -30),
            (40, -50, 60),
            (56, -54, -20),
        ):
            with s.at(x, y, 1, turn):
                s.fill(shape("0,0! 5,-8 0,-18! -5,-8"), blue, volume=0.4)
    for x, y, size in ((-26, -52, 1.15), (6, -50, 1.45), (34, -58, 1.0)):
        _flower(s, x, y, size, blue)
    s.fill(
        shape("-52,-108! -46,-120 -24,-130 0,-134 24,-130 46,-120 52,-108! 0,-102"),
        colour,
        low,
        angle=60,
        volume=0.95,
        rim=0.4,
    )
    s.stroke([(-48, -112), (0, -107), (48, -112)], [1.8], blue, 0.9)
    s.fill(ellipse(0, -140, 10, 9), colour, low, volume=0.95, rim=0.4)
    s.fill(
        shape("-66,-88 -74,-64 -70,-40 -63,-42 -64,-64 -56,-86"),
        "#ffffff",
        volume=0,
        alpha=0.6,
        soft=1.6,
    )
    return (-111, -118)
