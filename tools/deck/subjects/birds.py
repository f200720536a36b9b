"""Birds, feathers and other wings."""

from __future__ import annotations

from tools.deck.colour import Colour, mix
from tools.deck.paths import ellipse, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK


def bird(
    s: Scene, colour: Colour = "#27324e", wing: float = 1.0, colour2: Colour | None = None
) -> None:
    """A flying bird about its middle, 115 wide, facing left."""
    colour2 = colour2 or s.darker(colour, 0.3)
    s.fill(
        shape(
            f"-6,-6! 8,{-26 * wing} 30,{-48 * wing} 56,{-56 * wing}! 44,{-36 * wing} "
            f"34,{-16 * wing} 22,-2!"
        ),
        colour2,
        s.darker(colour2),
        angle=60,
        volume=0.6,
    )
    s.fill(
        shape(
            "-56,-1! -44,-7 -34,-12 -16,-10 8,-8 34,-4 58,-10! 52,-2! 60,4! 34,5 6,10 "
            "-18,9 -36,3 -44,0"
        ),
        colour,
        s.darker(colour),
        volume=0.9,
        rim=0.3,
    )
    s.fill(
        shape(
            f"-18,-6! -14,{-30 * wing} 2,{-58 * wing} 26,{-74 * wing}! 24,{-48 * wing} "
            f"20,{-22 * wing} 12,-2!"
        ),
        colour,
        colour2,
        angle=60,
        volume=0.7,
        rim=0.3,
    )
    s.flat(ellipse(-38, -6, 1.5), "#fff")


def gull(
    s: Scene, x: float, y: float, width: float, colour: Colour = INK, alpha: float = 0.9
) -> None:
    """A far gull, two strokes of a brush."""
    s.flat(
        tube(
            [
                (x - width, y - width * 0.1),
                (x - width * 0.45, y - width * 0.42),
                (x, y),
                (x + width * 0.45, y - width * 0.42),
                (x + width, y - width * 0.1),
            ],
            [width * 0.02, width * 0.09, width * 0.11, width * 0.09, width * 0.02],
        ),
        colour,
        alpha,
    )


def owl(
    s: Scene, colour: Colour = "#7a5a44", face: Colour = "#efd9b4", eye: Colour = "#f4b63a"
) -> None:
    """A perched owl that looks at you."""
    s.fill(shape("-14,4! -12,-10! 12,-10! 14,4! 4,14 -4,14"), s.darker(colour, 0.3), volume=0.6)
    s.fill(
        shape(
            "-26,-6 -32,-36 -30,-62 -27,-80 -28,-98! -16,-88 0,-86 16,-88 28,-98! "
            "27,-80 30,-62 32,-36 26,-6 10,2 -10,2"
        ),
        colour,
        s.darker(colour, 0.3),
        angle=80,
        volume=0.95,
        rim=0.35,
    )
    s.fill(
        shape("-18,-8 -19,-34 -12,-50 12,-50 19,-34 18,-8 8,-1 -8,-1"),
        face,
        mix(face, colour, 0.4),
        volume=0.5,
    )
    for j in range(5):
        for i in range(-2, 3):
            x, y = i * 7 + j % 2 * 3.5, -42 + j * 8
            if abs(x) < 15:
                s.flat(shape(f"{x - 2},{y}! {x},{y + 4} {x + 2},{y}!"), colour, 0.7)
    for q in (-1, 1):
        s.fill(
            shape(f"{q * 24},-56 {q * 33},-36 {q * 30},-10 {q * 20},2! {q * 18},-22 {q * 19},-42"),
            s.darker(colour, 0.2),
            s.darker(colour, 0.5),
            volume=0.8,
            rim=0.25,
        )
        s.fill(ellipse(q * 12.5, -68, 13), face, mix(face, colour, 0.3), volume=0.5)
        s.fill(ellipse(q * 12, -68, 8.6), eye, mix(eye, "#a24d10", 0.4), volume=0.4)
        s.flat(ellipse(q * 11.5, -68, 4.6), INK)
        s.flat(ellipse(q * 11.5 - 1.6, -70, 1.5), "#fff")
    s.fill(shape("-3.5,-62! 0,-65 3.5,-62! 0,-52!"), "#d98a34", volume=0.6)


def feather(s: Scene, colour: Colour = "#f3ead8", colour2: Colour = "#6d8fb0") -> None:
    """An upright feather, 134 high, its quill at the origin."""
    s.fill(
        shape("0,-10! -12,-24 -16,-56 -10,-90 6,-120! 14,-92 14,-56 10,-26"),
        colour,
        colour2,
        angle=90,
        volume=0.6,
        rim=0.3,
        hatch_angle=60,
        hatch=0.12,
    )
    for i in range(9):
        y = -22 - i * 10
        s.flat(
            tube([(0, y + 4), (-9 + i * 0.4, y - 6)], [0.3, 0.5], False),
            s.darker(colour2, 0.3),
            0.5,
        )
        s.flat(
            tube([(0, y + 4), (9 - i * 0.3, y - 7)], [0.3, 0.5], False), s.darker(colour2, 0.3), 0.5
        )
    s.fill(
        tube([(-2, 14), (0, -40), (5, -112)], [1.5, 1.2, 0.3]), s.darker(colour, 0.3), volume=0.5
    )
