"""The rocking horse."""

import numpy as np

from tools.deck.colour import Colour, mix
from tools.deck.paths import ellipse, rectangle, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK


def rocking_horse(
    s: Scene, colour: Colour = "#d6d3cd", mane: Colour = "#2a2a30", saddle: Colour = "#a8323a"
) -> None:
    """A rocking horse in profile, facing left: 150 wide, 150 tall, origin where it rocks."""
    low, far = mix(colour, s.shade_colour, 0.6), mix(colour, s.shade_colour, 0.5)
    wood = "#5a3f33"
    arc = np.radians(np.linspace(48, 132, 24))
    for lift, tone in ((-9, mix(wood, s.shade_colour, 0.4)), (0, wood)):
        bow = np.stack([114 * np.cos(arc), 114 * np.sin(arc) - 118 + lift], 1)
        s.fill(tube(bow, [3.2, 4.2, 3.2], False), tone, volume=0.9, rim=0.4)
        if lift:
            for legs in (((-26, -58), (-44, -40), (-52, -28)), ((34, -56), (44, -42), (56, -30))):
                s.fill(tube(legs, [8, 5, 4]), far, volume=0.8)
    s.fill(
        tube([(56, -76), (74, -70), (80, -46), (72, -28)], [3, 7, 8, 1]),
        mane,
        volume=0.8,
        hatch=0.15,
        hatch_angle=90,
    )
    s.fill(
        shape(
            "-34,-52 -40,-68 -44,-86 -50,-100 -48,-118 -34,-126 -22,-116 -12,-98 0,-86 22,-84"
            " 44,-88 60,-76 60,-58 48,-48 24,-44 -8,-44 -24,-46"
        ),
        colour,
        low,
        angle=75,
        volume=0.95,
        radius=10,
        rim=0.6,
    )
    for legs in (((-24, -56), (-36, -38), (-46, -18)), ((44, -58), (52, -40), (62, -22))):
        s.fill(tube(legs, [10, 6, 5]), colour, low, angle=70, volume=0.9, rim=0.4)
        s.fill(ellipse(legs[2][0], legs[2][1] + 4, 6.4, 4.6), mane, volume=0.7)
    s.fill(
        shape(
            "-80,-94 -76,-104 -62,-114 -54,-126 -42,-130 -30,-124 -30,-112 -44,-102 -56,-94"
            " -68,-86 -77,-87"
        ),
        colour,
        low,
        angle=70,
        volume=0.9,
        radius=6,
        rim=0.6,
    )
    s.fill(shape("-44,-126! -42,-144! -32,-126!"), colour, low, volume=0.7, rim=0.4)
    for i in range(9):
        q = i / 8
        x, y = -40 + 34 * q, -132 + 42 * q
        s.fill(
            tube([(x, y), (x + 14, y - 1 + 4 * q), (x + 17, y + 14)], [4.6, 4, 0.8]),
            mane,
            volume=0.7,
            rim=0.3,
        )
    s.fill(tube([(-44, -132), (-52, -124), (-55, -116)], [4, 3.4, 0.8]), mane, volume=0.7)
    s.flat(ellipse(-54, -112, 3.2, 3.4), mix(colour, "#fff6e4", 0.6))
    s.flat(ellipse(-54, -112, 2.2, 2.6), INK)
    s.flat(ellipse(-54.8, -113, 0.8), "#ffffff")
    s.flat(ellipse(-74, -95, 1.4), INK)
    strap = mix(saddle, s.shade_colour, 0.3)
    s.flat(tube([(-68, -107), (-60, -98), (-59, -90)], [1.4], True), strap)
    s.flat(tube([(-62, -100), (-44, -104), (-32, -116)], [1.3], True), strap)
    s.flat(tube([(-62, -98), (-34, -84), (2, -84)], [1.1], True), strap)
    s.fill(
        shape("0,-88 10,-92 24,-86 40,-94 46,-88 44,-72 34,-64 12,-64 4,-72"),
        saddle,
        mix(saddle, s.shade_colour, 0.5),
        angle=70,
        volume=0.9,
        rim=0.4,
    )
    s.fill(rectangle(18, -66, 8, 22, 2), strap, volume=0.5)
