"""Divers of the old kind, in canvas and brass."""

import numpy as np

from tools.deck.colour import Colour, mix
from tools.deck.paths import ellipse, rectangle, shape, tube
from tools.deck.scene import Scene

GLASS = "#142c33"


def brass_helmet(s: Scene, brass: Colour = "#d99a3e") -> None:
    """A diving helmet from the front: 64 wide, 74 tall, origin at the middle of its collar."""
    low = mix(brass, s.shade_colour, 0.55)
    s.fill(
        shape("-30,2! -32,-20 -30,-44 -16,-62 0,-66 16,-62 30,-44 32,-20 30,2! 0,8"),
        brass,
        low,
        angle=40,
        volume=0.95,
        radius=9,
        rim=0.6,
        hatch=0.05,
    )
    for side in (-1, 1):
        s.fill(ellipse(side * 29, -30, 6, 12), low, volume=0.8, rim=0.4)
        s.fill(ellipse(side * 31, -30, 3, 8), GLASS, volume=0.4)
    s.fill(ellipse(0, -58, 9, 4), low, volume=0.6)
    s.fill(rectangle(-5, -74, 10, 12, 3), brass, low, angle=0, volume=0.9, rim=0.5)
    s.fill(ellipse(0, -28, 22), low, volume=0.9, rim=0.4)
    s.fill(ellipse(0, -28, 19.5), brass, volume=0.9, rim=0.6)
    s.fill(ellipse(0, -28, 15.5), GLASS, "#3f7078", angle=70, volume=-0.4, radius=4)
    s.flat(shape("-11,-30 -7,-39 1,-41 -4,-36 -8,-27"), "#ffffff", 0.7, soft=0.5)
    s.flat(tube([(4, -17), (9, -21), (11, -27)], [0.3, 1, 0.3]), "#ffffff", 0.5)
    for x in (-6, 6):
        s.fill(tube([(x, -44), (x, -12)], [1.1], False), brass, volume=0.7)
    for y in (-36, -20):
        s.fill(tube([(-15, y), (15, y)], [1.1], False), brass, volume=0.7)
    for i in range(8):
        a = i * np.pi / 4 + 0.39
        s.fill(ellipse(20.6 * np.cos(a), -28 + 20.6 * np.sin(a), 1.7), low, volume=0.9)


def diver(s: Scene, canvas: Colour = "#6f7a6c", brass: Colour = "#d99a3e") -> None:
    """A helmet diver stands from the front: 110 wide, 214 tall, origin between the boots."""
    low = mix(canvas, s.shade_colour, 0.5)
    for side in (-1, 1):
        s.fill(
            tube([(side * 16, -84), (side * 20, -44), (side * 20, -12)], [17, 14, 12]),
            canvas,
            low,
            angle=0,
            volume=0.95,
            rim=0.3,
            radius=7,
        )
        s.fill(
            shape(f"{side * 8},-14! {side * 34},-14! {side * 36},2 {side * 6},2"),
            "#3f3028",
            volume=0.8,
            rim=0.3,
        )
    for side in (-1, 1):
        s.fill(
            tube([(side * 34, -130), (side * 46, -104), (side * 50, -74)], [13, 12, 9.5]),
            canvas,
            low,
            angle=0,
            volume=0.95,
            rim=0.35,
            radius=6,
        )
        s.fill(tube([(side * 50, -76), (side * 51, -66)], [10.5], False), "#b06a3a", volume=0.8)
        s.fill(
            shape(
                f"{side * 43},-66 {side * 60},-66 {side * 61},-52 {side * 54},-42 {side * 44},-48"
            ),
            "#4f3a2e",
            volume=0.9,
            rim=0.3,
        )
    s.fill(
        shape(
            "-38,-134! -24,-146 24,-146 38,-134! 39,-112 35,-82 30,-66! -30,-66! -35,-82 -39,-112"
        ),
        canvas,
        low,
        angle=50,
        volume=0.95,
        radius=10,
        rim=0.35,
    )
    for y in (-98, -84):
        s.flat(tube([(-30, y), (-10, y + 4), (6, y + 1)], [0.3, 1.1, 0.3]), low, 0.7)
    s.fill(rectangle(-37, -78, 74, 10, 3), "#4f3a2e", volume=0.7)
    s.fill(rectangle(-8, -80, 16, 14, 2), brass, volume=0.8)
    s.fill(
        shape("-34,-124! -40,-138 -26,-150! 26,-150! 40,-138 34,-124! 16,-114 -16,-114"),
        brass,
        mix(brass, s.shade_colour, 0.5),
        angle=60,
        volume=0.9,
        radius=7,
        rim=0.5,
    )
    for x, y in ((-31, -129), (-18, -120), (0, -117), (18, -120), (31, -129)):
        s.fill(ellipse(x, y, 2.6), mix(brass, "#fff2d0", 0.3), volume=0.9)
    s.fill(
        shape("-13,-116! 13,-116! 10,-92 0,-86 -10,-92"), "#6f7278", "#3a3d44", volume=0.8, rim=0.4
    )
    with s.at(0, -146):
        brass_helmet(s, brass)
