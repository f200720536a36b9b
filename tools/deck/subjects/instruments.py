"""Instruments of music, time and travel."""

from __future__ import annotations

from tools.deck.colour import Colour, mix
from tools.deck.paths import ellipse, hole, join, polygon, rectangle, shape, tube
from tools.deck.scene import Scene


def clock_face(
    s: Scene,
    rim: Colour = "#c79a4b",
    face: Colour = "#f7ecd2",
    hour: float = 10,
    minute: float = 9,
    ink: Colour = "#2b2430",
) -> None:
    """A clock about its middle, of radius 50."""
    s.fill(
        ellipse(0, 0, 50),
        rim,
        s.darker(rim, 0.45),
        angle=50,
        volume=0.9,
        rim=0.5,
        radius=4,
        wobble=0,
    )
    s.fill(ellipse(0, 0, 43), s.darker(rim, 0.5), volume=0, wobble=0)
    s.fill(
        ellipse(0, 0, 41.5), face, mix(face, rim, 0.3), angle=60, volume=-0.3, radius=6, wobble=0
    )
    for i in range(12):
        with s.at(0, 0, 1, i * 30):
            s.flat(
                rectangle(-1.4 if i % 3 else -2.2, -38, 2.8 if i % 3 else 4.4, 6 if i % 3 else 9),
                ink,
            )
    for a, L, w in ((hour * 30 + minute * 2.5, 22, 2.6), (minute * 30, 33, 1.9)):
        with s.at(0, 0, 1, a):
            s.flat(shape(f"-{w},6! -{w * 1.2},-{L * 0.6} 0,-{L}! {w * 1.2},-{L * 0.6} {w},6!"), ink)
    s.flat(ellipse(0, 0, 3.4), ink)


def violin(s: Scene, colour: Colour = "#a4552c") -> None:
    """An upright violin, 140 high."""
    s.fill(
        shape(
            "0,0 -16,-1 -27,-12 -28,-28 -20,-40 -15,-48 -18,-56! -24,-66 -20,-80 "
            "-8,-86 8,-86 20,-80 24,-66 18,-56! 15,-48 20,-40 28,-28 27,-12 16,-1"
        ),
        colour,
        s.darker(colour, 0.45),
        angle=30,
        volume=0.9,
        rim=0.4,
    )
    for q in (-1, 1):
        s.flat(
            tube([(q * 11, -34), (q * 13, -42), (q * 9, -50), (q * 11, -58)], [1.4, 0.8, 0.8, 1.4]),
            "#1d1414",
        )
    s.fill(shape("-4,-38! -5,-110! 5,-110! 4,-38!"), "#241a1c", volume=0.5)
    s.fill(
        join(rectangle(-4, -132, 8, 24, 2), ellipse(-1, -136, 7, 6)),
        colour,
        s.darker(colour, 0.3),
        volume=0.8,
    )
    for y in (-116, -124):
        for q in (-1, 1):
            s.fill(tube([(q * 4, y), (q * 11, y)], [1.4, 2.2], False), "#241a1c", volume=0.5)
    s.fill(rectangle(-9, -33, 18, 3), "#e0b57a", volume=0.4)
    for x in (-2.4, -0.8, 0.8, 2.4):
        s.flat(tube([(x, -12), (x * 0.9, -118)], [0.3], False), "#f3ead6", 0.9)
    s.fill(shape("-5,-10! -3,-24! 3,-24! 5,-10! 0,-4"), "#241a1c", volume=0.4)


def anchor(s: Scene, colour: Colour = "#3a4150") -> None:
    """An anchor, 103 high."""
    s.fill(join(ellipse(0, -94, 9), hole(ellipse(0, -94, 5))), colour, volume=0.8, rim=0.3)
    s.fill(
        join(
            tube([(0, -86), (0, -8)], [4.4], False),
            tube([(-20, -74), (20, -74)], [3.4], False),
            tube([(-38, -34), (-28, -12), (0, -2), (28, -12), (38, -34)], [3, 5, 6, 5, 3]),
            polygon((-48, -30), (-38, -52), (-28, -28)),
            polygon((48, -30), (38, -52), (28, -28)),
        ),
        colour,
        s.darker(colour, 0.4),
        volume=0.9,
        rim=0.45,
        radius=4,
    )
