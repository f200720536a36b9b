"""Whale, fish and other soft or shelled animals."""

from __future__ import annotations

import math

import numpy as np

from tools.deck.colour import Colour, mix
from tools.deck.paths import ellipse, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK


def whale(s: Scene, colour: Colour = "#3d5a80", belly: Colour = "#d8dfe6") -> None:
    """A whale about its middle, 300 long, facing left."""
    with s.group():
        s.fill(
            shape(
                "124,-10! 132,-26 118,-48 98,-58! 124,-62 142,-50 147,-40! 156,-53 "
                "176,-62 198,-57! 174,-42 160,-22 142,-6!"
            ),
            colour,
            s.darker(colour, 0.5),
            angle=20,
            volume=0.9,
            rim=0.3,
        )
        body = shape(
            "-104,4 -100,-18 -84,-36 -52,-48 -10,-48 34,-40 70,-27 98,-14 118,-7 "
            "128,-14! 144,-8! 136,8 114,20 86,31 52,42 12,48 -34,47 -76,38 -98,22"
        )
        s.fill(
            body,
            colour,
            s.darker(colour, 0.35),
            angle=80,
            volume=0.95,
            radius=17,
            rim=0.35,
            grain=0.4,
            hatch=0.08,
        )
        with s.group(clip=body):
            s.fill(
                shape(
                    "-108,10! -84,14 -50,14 -18,14 14,26 44,32 84,33 110,30! 60,60! -60,70! "
                    "-112,50!"
                ),
                belly,
                mix(belly, colour, 0.55),
                angle=70,
                volume=0.5,
                radius=10,
                grain=0.4,
            )
            for i in range(9):
                y = 18 + i * 4.2
                s.flat(
                    tube(
                        [(-100 + i * 3.4, y - 3), (-50, y + 1), (0, y + 6 + i * 0.4), (36, y + 8)],
                        [0.3, 0.8, 0.8, 0.2],
                    ),
                    mix(belly, colour, 0.75),
                    0.7,
                )
            for _ in range(26):
                x, y = (s.rng.uniform(-80, 110), s.rng.uniform(-46, -4))
                s.flat(
                    ellipse(x, y, s.rng.uniform(0.8, 2.6), s.rng.uniform(0.6, 1.6)),
                    s.lighter(colour, 0.4),
                    0.35,
                )
        s.flat(
            tube([(-105, 8), (-84, 13), (-62, 12), (-52, 7)], [0.5, 1.2, 1.1, 0.3]),
            s.darker(colour, 0.7),
        )
        s.fill(
            shape("-28,30 -30,52 -20,76 -2,92! 2,74 6,54 6,34"),
            s.darker(colour, 0.12),
            s.darker(colour, 0.5),
            volume=0.8,
            rim=0.3,
        )
        s.flat(ellipse(-57, 2, 4.4, 3.6), mix(colour, belly, 0.45))
        s.flat(ellipse(-57, 2, 2.7), INK)
        s.flat(ellipse(-58, 1, 0.9), "#ffffff")


def fish(s: Scene, colour: Colour = "#e2703a", colour2: Colour = "#f6c26b") -> None:
    """A fish about its middle, 110 long, facing left."""
    s.fill(
        shape("34,-2! 44,-12 60,-24 62,-22 54,-2 62,20 60,22 44,10 34,2!"),
        colour,
        s.darker(colour),
        angle=0,
        volume=0.7,
    )
    s.fill(shape("-14,-20 0,-36 22,-34 26,-30 20,-14"), colour, s.darker(colour), volume=0.6)
    s.fill(shape("-8,18 2,30 14,30 10,16"), colour, s.darker(colour), volume=0.6)
    b = shape("-48,2 -36,-14 -14,-24 10,-20 36,-3! 36,3! 10,20 -14,23 -36,15")
    s.fill(b, colour2, colour, angle=0, volume=0.95, rim=0.3)
    with s.group(clip=b):
        for i in range(8):
            for j in range(-3, 4):
                x, y = (-18 + i * 7, j * 7 + i % 2 * 3.5)
                s.flat(
                    tube([(x + 2, y - 3), (x + 4.5, y), (x + 2, y + 3)], [0.3, 0.8, 0.3]),
                    s.darker(colour, 0.3),
                    0.55,
                )
    s.flat(tube([(-26, -15), (-21, 0), (-26, 14)], [0.4, 1.2, 0.4]), s.darker(colour, 0.45), 0.7)
    s.flat(ellipse(-35, -3, 5), "#fff7e4")
    s.flat(ellipse(-36, -3, 3), INK)
    s.flat(ellipse(-37, -4.3, 1), "#fff")
    s.fill(shape("-12,4 4,0 10,8 0,14 -10,12"), colour, s.darker(colour), volume=0.6)


def snail(s: Scene, colour: Colour = "#c9a777", shell: Colour = "#a4553b") -> None:
    """A snail, 120 long, facing left."""
    s.fill(
        shape("-56,-2! -60,-10 -56,-26 -46,-30 -38,-22 -30,-12 10,-10 44,-8 62,0! 0,3"),
        colour,
        s.darker(colour, 0.3),
        angle=80,
        volume=0.9,
        rim=0.3,
    )
    for q in (-54, -44):
        s.fill(tube([(q, -26), (q - 3, -38), (q - 7, -46)], [2, 1.5, 1.3]), colour, volume=0.6)
        s.fill(ellipse(q - 7, -47, 2.4), colour, volume=0.6)
        s.flat(ellipse(q - 7.6, -47.4, 1.1), INK)
    s.fill(ellipse(6, -38, 36, 34), shell, s.darker(shell, 0.5), angle=60, volume=0.95, rim=0.35)
    t = np.linspace(0, 5.6 * math.pi, 60)
    r = 31 * (1 - t / t[-1]) ** 0.8 + 1.5
    pts = np.stack([8 + r * np.cos(t + 0.4), -37 + r * 0.93 * np.sin(t + 0.4)], 1)
    s.flat(tube(pts, np.linspace(2.2, 0.8, 12), False), s.darker(shell, 0.65), 0.75)


def jellyfish(s: Scene, colour: Colour = "#e7a6c7", alpha: float = 0.9) -> None:
    """A jellyfish, its bell above the origin, its arms 100 below."""
    with s.group(alpha=alpha):
        for i in range(7):
            x = -24 + i * 8
            s.fill(
                tube(
                    [
                        (x, -4),
                        (x + 6 * math.sin(i), 30),
                        (x - 6 * math.cos(i * 2), 64),
                        (x + 7 * math.sin(i * 3), 96 + 8 * math.cos(i)),
                    ],
                    [2.4, 1.8, 1.4, 0.3],
                ),
                s.lighter(colour, 0.2),
                colour,
                volume=0.5,
            )
        s.fill(
            shape(
                "-34,2! -38,-16 -28,-42 0,-54 28,-42 38,-16 34,2! 24,-4 16,4 8,-3 0,5 "
                "-8,-3 -16,4 -24,-4"
            ),
            s.lighter(colour, 0.35),
            colour,
            angle=80,
            volume=0.9,
            rim=0.4,
        )
        s.fill(
            shape("-20,-10 -16,-34 0,-44 6,-40 -6,-30 -12,-12"),
            "#ffffff",
            volume=0,
            alpha=0.4,
            soft=1,
        )


def shell(s: Scene, colour: Colour = "#f0c8a8") -> None:
    """A scallop shell, 100 wide."""
    for i in range(9):
        a = math.radians(-160 + i * 17.5)
        s.fill(
            tube(
                [
                    (0, 0),
                    (24 * math.cos(a), 24 * math.sin(a)),
                    (50 * math.cos(a), 50 * math.sin(a)),
                ],
                [3, 6, 8.4],
            ),
            colour if i % 2 else s.lighter(colour, 0.3),
            s.darker(colour, 0.3),
            volume=0.8,
            rim=0.3,
        )
    s.fill(shape("-14,4! -8,-8 8,-8 14,4!"), colour, volume=0.7)
