"""Hands, eyes, heads and hearts by themselves."""

from __future__ import annotations

import math

from tools.deck.colour import Colour, mix
from tools.deck.paths import Path, ellipse, placed, rectangle, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK


def profile_shape(x: float = 0, y: float = 0, scale: float = 1) -> Path:
    """A human head and shoulders in profile, facing left, about 200 high."""
    return placed(
        shape(
            "2,-103 -22,-98 -37,-84 -42,-68 -43,-60 -46,-52 -55,-38 -53,-34 -46,-33! "
            "-49,-27 -49,-24 -45,-21! -48,-16 -47,-12 -43,-9 -45,-1 -40,7 -28,9 "
            "-14,6! -10,16 -12,32 -24,44 -54,54 -70,66 -76,98! 80,98! 74,66 56,52 "
            "34,42 27,26 28,6 38,-14 46,-40 43,-72 28,-95"
        ),
        x,
        y,
        scale,
        0,
        False,
    )


def heart_shape(x: float = 0, y: float = 0, scale: float = 1) -> Path:
    """A heart about (x, y), 100 wide."""
    return placed(
        shape(
            "0,46! -24,22 -48,-4 -50,-30 -32,-48 -12,-44 0,-28! 12,-44 32,-48 50,-30 48,-4 24,22"
        ),
        x,
        y,
        scale,
    )


def hand(
    s: Scene, colour: Colour = "#e9bd98", sleeve: Colour = "#394066", cuff: Colour = "#f3ead8"
) -> None:
    """A hand that pinches downwards, its fingertips at the origin, or an open one upwards."""
    s.fill(
        shape("-26,-150! -24,-92! 26,-92! 30,-150!"),
        sleeve,
        s.darker(sleeve, 0.4),
        angle=0,
        volume=0.8,
        rim=0.3,
    )
    s.fill(rectangle(-27, -98, 54, 12, 4), cuff, volume=0.7)
    for pts, r in (
        ([(20, -66), (30, -40), (22, -18)], [8, 7, 5.5]),
        ([(10, -62), (20, -32), (14, -8)], [8.5, 7.6, 6]),
    ):
        s.fill(tube(pts, r), s.darker(colour, 0.18), volume=0.8)
    s.fill(
        shape("-22,-90! -25,-70 -18,-50 0,-44 20,-48 26,-66 22,-90!"),
        colour,
        s.darker(colour, 0.3),
        angle=20,
        volume=0.8,
        rim=0.3,
    )
    s.fill(tube([(4, -60), (12, -30), (2, -4)], [9.5, 8, 5.8]), colour, volume=0.85, rim=0.25)
    s.fill(tube([(-17, -68), (-20, -38), (-6, -6)], [10, 8.6, 6]), colour, volume=0.9, rim=0.3)
    s.flat(ellipse(-7, -6, 3, 4), s.lighter(colour, 0.5), 0.6)


def eye(
    s: Scene, iris: Colour = "#4b8fb0", lid: Colour = "#e7bd9a", white: Colour = "#faf3e4"
) -> None:
    """An eye about its middle, 120 wide; the pupil may hold a picture."""
    al = shape("-60,4! -34,-24 0,-34 34,-24 60,2! 34,22 0,30 -34,22")
    with s.group(clip=al):
        s.fill(al, white, mix(white, s.shade_colour, 0.3), volume=-0.5, radius=8)
        s.fill(ellipse(0, -2, 27), s.darker(iris, 0.55), volume=0, wobble=0)
        s.fill(ellipse(0, -2, 25), iris, s.lighter(iris, 0.5), angle=90, volume=0, wobble=0)
        for i in range(40):
            a = i * 2 * math.pi / 40 + s.rng.normal(0, 0.05)
            r0, r1 = (s.rng.uniform(11, 15), s.rng.uniform(19, 25))
            s.flat(
                tube(
                    [
                        (r0 * math.cos(a), -2 + r0 * math.sin(a)),
                        (r1 * math.cos(a), -2 + r1 * math.sin(a)),
                    ],
                    [0.9, 0.4],
                    False,
                ),
                s.lighter(iris, 0.6) if i % 2 else s.darker(iris, 0.4),
                0.6,
            )
        s.flat(ellipse(0, -2, 11.5), "#120f18")
        s.flat(ellipse(-8, -11, 5, 4), "#ffffff", 0.95)
        s.flat(
            shape("-62,0! -34,-28 0,-38 34,-28 62,0! 34,-16 0,-24 -34,-16"),
            s.shade_colour,
            0.35,
            soft=1.5,
        )
    s.fill(
        tube([(-63, 6), (-34, -25), (0, -35), (34, -25), (62, 1)], [1, 2.8, 3.4, 2.8, 1]),
        INK,
        volume=0,
    )
    s.fill(
        tube([(-56, 8), (-34, 23), (0, 31), (34, 23), (58, 5)], [0.4, 1, 1.2, 1, 0.4]),
        INK,
        volume=0,
        alpha=0.7,
    )
    s.flat(
        tube([(-58, -18), (-30, -40), (2, -48), (34, -40), (60, -18)], [0.3, 1.4, 1.8, 1.4, 0.3]),
        s.darker(lid, 0.6),
        0.7,
    )
