"""A sheep in bed."""

import math

from tools.deck.paths import ellipse, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK


def waking_sheep(s: Scene) -> None:
    """A sheep sitting up in bed, seen from the front; its chin at the origin, about 150 high."""
    for r, n, y in ((60, 15, 34), (40, 11, 30)):
        for i in range(n):
            a = 2 * math.pi * i / n
            x, v = r * math.cos(a) * 1.1, y + r * 0.8 * math.sin(a)
            s.fill(
                ellipse(x, v, 20, 18),
                "#fff9ee",
                "#d9c8d6",
                angle=90,
                volume=0.85,
                radius=8,
                wobble=1.5,
            )
    s.fill(ellipse(0, 28, 44, 36), "#fbf3e8", "#e0d0da", volume=0.3, soft=2)
    for q in (-1, 1):
        with s.at(q * 30, -44, 1, q * 12, flip=q < 0):
            s.fill(
                shape("-6,-8! 14,-14 34,-6 42,8! 22,12 0,8"),
                "#5a4658",
                "#3a2c42",
                volume=0.8,
                rim=0.4,
            )
            s.fill(shape("2,-3 16,-7 30,2! 18,5 4,4"), "#c88a94", volume=0.5)
    s.fill(
        shape("-30,-56 -32,-30 -22,-6 -12,8 0,12 12,8 22,-6 32,-30 30,-56 0,-70"),
        "#6a5464",
        "#44344a",
        angle=90,
        volume=0.9,
        radius=10,
        rim=0.4,
    )
    for i in range(7):
        a = math.pi * (1.1 + 0.8 * i / 6)
        s.fill(
            ellipse(32 * math.cos(a), -50 + 18 * math.sin(a), 13, 12),
            "#fff9ee",
            "#e3d3dc",
            volume=0.85,
            radius=6,
            wobble=1.5,
        )
    for q in (-1, 1):
        s.fill(ellipse(q * 14, -32, 11, 12), "#fffdf4", "#e0d6d0", volume=0.4)
        s.flat(ellipse(q * 14 + 1, -37, 5.4), INK)
        s.flat(ellipse(q * 14 - 1, -39.5, 1.8), "#ffffff")
        s.fill(
            shape(
                f"{q * 14 - 13},-30! {q * 14},-22 {q * 14 + 13},-30! "
                f"{q * 14 + 10},-20 {q * 14 - 10},-20"
            ),
            "#5a4658",
            volume=0.3,
        )
        s.flat(ellipse(q * 5, -1, 2, 1.6), "#2a1c30")
    s.stroke([(-6, 5), (0, 7.4), (7, 4)], [0.5, 1, 0.5], "#2a1c30")
    # A nightcap that falls to one side.
    s.fill(
        shape("-30,-62! -26,-88 -6,-104 22,-102 48,-88 64,-62! 52,-66 40,-76 30,-62! 0,-70"),
        "#7a6ac0",
        "#54479a",
        angle=40,
        volume=0.9,
        rim=0.4,
    )
    s.fill(tube([(-31, -62), (0, -72), (31, -62)], 6), "#fff4e0", "#e0cfd6", volume=0.8)
    s.fill(ellipse(64, -56, 9), "#fff4e0", volume=0.9)
