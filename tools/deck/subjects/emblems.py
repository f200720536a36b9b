"""Crowns, chess pieces, masks, planets."""

from __future__ import annotations

import numpy as np

from tools.deck.colour import Colour, mix
from tools.deck.paths import Path, ellipse, join, rectangle, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK


def crown(
    s: Scene, x: float, y: float, scale: float, colour: Colour = "#e8b53c", gem: Colour = "#c53a4b"
) -> None:
    """A crown, 92 wide before scaling, its lower edge at (x, y)."""
    with s.at(x, y, scale):
        s.fill(
            shape("-40,0! -46,-40! -24,-20! -16,-54! 0,-24! 16,-54! 24,-20! 46,-40! 40,0! 0,6"),
            colour,
            s.darker(colour, 0.4),
            angle=80,
            volume=0.9,
            rim=0.4,
        )
        for q, h in ((-46, -42), (-16, -57), (16, -57), (46, -42)):
            s.fill(ellipse(q, h, 5), s.lighter(colour, 0.3), volume=0.9)
        s.fill(rectangle(-41, -8, 82, 9, 3), s.darker(colour, 0.15), volume=0.8)
        for q in (-24, 0, 24):
            s.fill(ellipse(q, -4, 4.4), gem, volume=0.9)


def chess_piece(s: Scene, kind: str = "king", colour: Colour = "#f1e3c6") -> None:
    """A chess piece: king, knight, pawn or rook."""
    base = join(
        rectangle(-27, -8, 54, 8, 3),
        shape("-24,-7! -23,-14 -15,-20 -12,-30! 12,-30! 15,-20 23,-14 24,-7!"),
        ellipse(0, -22, 17, 3),
    )
    if kind == "pawn":
        b = join(
            base,
            shape("-12,-26! -8,-38 -6,-56! 6,-56! 8,-38 12,-26!"),
            ellipse(0, -58, 13, 3.5),
            ellipse(0, -72, 14),
        )
    elif kind == "king":
        b = join(
            base,
            shape("-12,-26! -9,-46 -8,-74! 8,-74! 9,-46 12,-26!"),
            ellipse(0, -76, 15, 3.6),
            ellipse(0, -70, 11, 3),
            shape("-12,-78! -17,-100! 0,-105 17,-100! 12,-78!"),
            rectangle(-2.4, -120, 4.8, 18),
            rectangle(-7, -115, 14, 4.6),
        )
    elif kind == "rook":
        b = join(
            base,
            shape("-13,-26! -11,-46 -12,-72! 12,-72! 11,-46 13,-26!"),
            shape(
                "-19,-70! -19,-94! -11,-94! -11,-86! -4,-86! -4,-94! 4,-94! 4,-86! "
                "11,-86! 11,-94! 19,-94! 19,-70!"
            ),
        )
    else:
        b = join(
            base,
            shape(
                "-20,-18! -18,-36 -4,-54 -8,-60! -22,-52 -32,-54! -34,-64 -24,-78 -16,-92 "
                "-10,-108! -4,-98 12,-92 22,-72 24,-44 20,-18!"
            ),
        )
    s.fill(b, colour, s.darker(colour, 0.5), angle=15, volume=0.95, rim=0.45, radius=6)
    if kind == "knight":
        s.flat(ellipse(-12, -82, 2.2), INK)
        for i in range(4):
            s.flat(
                tube([(8 + i * 2.5, -88 + i * 12), (16 + i * 1.5, -80 + i * 12)], [1.4, 0.4]),
                s.darker(colour, 0.5),
                0.7,
            )


def mask(
    s: Scene, colour: Colour = "#f5ecdc", colour2: Colour = "#c53a4b", mood: float = 1
) -> None:
    """A mask about its middle, 76 by 106; its mood runs from -1 (sad) to 1."""
    s.fill(
        shape("-38,-20 -34,-44 0,-54 34,-44 38,-20 34,14 16,44 0,52 -16,44 -34,14"),
        colour,
        s.darker(colour, 0.4),
        angle=40,
        volume=0.9,
        rim=0.4,
    )
    for q in (-1, 1):
        s.flat(shape(f"{q * 6},-10! {q * 16},-22 {q * 29},-14! {q * 17},-6"), INK)
        s.flat(
            tube([(q * 6, -24), (q * 17, -33), (q * 30, -26)], [0.6, 1.8, 0.4]),
            s.darker(colour, 0.6),
        )
        s.flat(ellipse(q * 22, 8, 7, 5), colour2, 0.45, soft=1.5)
    s.fill(
        shape("-4,-12! -6,8 0,12 6,8 4,-12!"), colour, s.darker(colour, 0.25), angle=0, volume=0.5
    )
    m = 7 * mood
    s.flat(shape(f"-16,{26 - m}! 0,{26 + m} 16,{26 - m}! 0,{28 + m * 1.5}"), colour2)


def planet(
    s: Scene,
    radius: float = 40,
    colour: Colour = "#d98c5f",
    colour2: Colour = "#7d3f5a",
    ring: bool = True,
    ring_colour: Colour = "#f0d6a8",
) -> None:
    """A planet about its middle."""

    def half(a0: float, a1: float) -> Path:
        t = np.radians(np.linspace(a0, a1, 40))
        o = np.stack([radius * 1.75 * np.cos(t), radius * 0.42 * np.sin(t)], 1)
        i = np.stack([radius * 1.28 * np.cos(t[::-1]), radius * 0.27 * np.sin(t[::-1])], 1)
        return Path([(np.concatenate([o, i]), 1)])

    if ring:
        s.fill(half(180, 360), ring_colour, s.darker(ring_colour, 0.4), volume=0.3)
    b = ellipse(0, 0, radius)
    s.fill(b, colour, colour2, angle=60, volume=0.9, rim=0.4, wobble=0)
    with s.group(clip=b, alpha=0.6):
        for y, h in ((-0.55, 0.14), (-0.2, 0.2), (0.2, 0.12), (0.5, 0.2)):
            s.fill(
                tube(
                    [(-radius, radius * y), (0, radius * (y + 0.1)), (radius, radius * y)],
                    [radius * h * 0.5],
                ),
                mix(colour2, colour, 0.5),
                volume=0.2,
                alpha=0.7,
            )
    if ring:
        s.fill(half(0, 180), ring_colour, s.darker(ring_colour, 0.4), volume=0.3)
