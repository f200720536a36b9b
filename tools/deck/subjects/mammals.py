"""Animals on four legs."""

from __future__ import annotations

import numpy as np

from tools.deck.colour import Colour, mix
from tools.deck.paths import ellipse, join, polygon, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK


def cat(s: Scene, colour: Colour = "#2a2733") -> None:
    """A sitting cat seen from behind."""
    s.fill(
        tube([(16, -8), (38, -3), (52, -16), (52, -36), (46, -42)], [6, 5.5, 5, 4.4, 3]),
        colour,
        volume=0.8,
        rim=0.4,
    )
    s.fill(
        shape(
            "-20,0! -27,-8 -26,-24 -19,-44 -12,-56 -18,-66 -18,-78 -17,-99! -14,-98 "
            "-6,-88 6,-88 14,-98 17,-99! 18,-78 18,-66 12,-56 19,-44 26,-24 27,-8 "
            "20,0!"
        ),
        colour,
        s.darker(colour, 0.4),
        angle=70,
        volume=0.95,
        rim=0.5,
        radius=9,
    )


def fox(s: Scene, colour: Colour = "#d0662b", pale: Colour = "#f6e8d4") -> None:
    """A sitting fox, facing left."""
    s.fill(
        tube([(18, -8), (44, -6), (62, -22), (62, -46), (50, -62)], [7, 12, 14, 10, 1]),
        colour,
        s.darker(colour),
        angle=90,
        volume=0.9,
        rim=0.35,
    )
    s.fill(tube([(61, -44), (60, -52), (50, -63)], [9.5, 6.5, 0.8]), pale, volume=0.6)
    s.fill(
        shape("-10,0! -16,-10 -17,-28 -16,-44 -8,-58 10,-60 22,-44 30,-24 30,-8 22,0!"),
        colour,
        s.darker(colour, 0.4),
        angle=70,
        volume=0.95,
        rim=0.35,
        radius=9,
    )
    s.fill(
        shape("-17,-50 -6,-56 0,-46 -4,-30 -10,-20 -16,-28"),
        pale,
        mix(pale, colour, 0.4),
        volume=0.5,
    )
    s.fill(
        join(tube([(-10, -34), (-13, -18), (-14, -3)], [6, 4.6, 4]), ellipse(-16, -2, 6, 3)),
        colour,
        "#3a2320",
        angle=90,
        volume=0.7,
    )
    s.fill(
        join(tube([(0, -34), (-2, -18), (-2, -3)], [6, 4.6, 4]), ellipse(-4, -2, 6, 3)),
        colour,
        "#3a2320",
        angle=90,
        volume=0.7,
    )
    s.fill(shape("6,-84! 15,-108! 20,-84 16,-70!"), s.darker(colour, 0.3), volume=0.6)
    s.fill(
        shape(
            "-42,-64! -28,-74 -16,-84 -13,-92 -8,-112! 2,-100 6,-88 18,-78 18,-66 "
            "8,-56 -10,-54 -28,-58"
        ),
        colour,
        s.darker(colour, 0.25),
        angle=70,
        volume=0.9,
        rim=0.35,
    )
    s.fill(
        shape("-42,-64! -28,-66 -14,-66 -2,-60 2,-54 -12,-53 -28,-57"),
        pale,
        mix(pale, colour, 0.3),
        volume=0.5,
    )
    s.flat(ellipse(-41, -64, 3, 2.4), INK)
    s.flat(ellipse(-15, -75, 2.1, 2.6), INK)
    s.flat(polygon((-7, -105), (-7, -90), (1, -90)), s.darker(colour, 0.5), 0.7, soft=0.4)


def rabbit(s: Scene, colour: Colour = "#b9a48f", pale: Colour = "#f4ece0") -> None:
    """A sitting rabbit, facing left."""
    s.fill(ellipse(31, -12, 9, 8), pale, volume=0.8)
    s.fill(
        shape("-16,0! -18,-16 -12,-36 4,-46 20,-40 32,-22 30,-4 22,0!"),
        colour,
        s.darker(colour, 0.4),
        angle=70,
        volume=0.95,
        rim=0.35,
        radius=9,
    )
    s.fill(ellipse(16, -14, 15, 14), colour, s.darker(colour, 0.3), volume=0.7)
    s.fill(shape("-12,-44 -14,-28 -8,-16 -2,-26 0,-40"), pale, mix(pale, colour, 0.5), volume=0.4)
    s.fill(
        join(tube([(-8, -26), (-12, -10), (-13, -3)], [5, 4, 3.4]), ellipse(-15, -2, 5, 2.8)),
        colour,
        volume=0.7,
    )
    s.fill(
        shape("4,-64! 4,-84 12,-108 20,-112 22,-98 16,-76 12,-62!"),
        s.darker(colour, 0.25),
        volume=0.7,
    )
    s.fill(
        shape("-6,-64! -10,-86 -8,-112 0,-118 6,-106 6,-82 4,-62!"), colour, volume=0.8, rim=0.35
    )
    s.fill(shape("-3,-70! -6,-88 -3,-106 1,-104 2,-86 1,-70!"), "#d99a8c", volume=0.3, alpha=0.7)
    s.fill(
        shape("-28,-50 -22,-62 -8,-70 6,-66 12,-54 6,-42 -8,-40 -22,-42"),
        colour,
        s.darker(colour, 0.25),
        angle=70,
        volume=0.9,
        rim=0.35,
    )
    s.flat(ellipse(-12, -56, 2.3, 2.8), INK)
    s.flat(ellipse(-12.7, -57, 0.8), "#fff")
    s.flat(ellipse(-27.5, -51, 2, 1.6), "#a85a55")


def elephant(s: Scene, colour: Colour = "#8d8ea3", tusk: Colour = "#f4ead6") -> None:
    """A standing elephant, 140 long, facing left."""
    far = s.darker(colour, 0.35)
    for x in (34, 92):
        s.fill(
            shape(f"{x - 9},-40! {x - 8},-14 {x - 9},0! {x + 9},0! {x + 8},-14 {x + 10},-40!"),
            far,
            s.darker(far, 0.4),
            volume=0.8,
        )
    s.fill(tube([(112, -70), (120, -56), (119, -38)], [3, 2, 1.4]), far, volume=0.5)
    s.fill(
        join(
            shape(
                "0,-84 12,-98 34,-100 64,-102 96,-96 114,-78 116,-50 110,-34 88,-28 "
                "56,-26 34,-30 16,-44 2,-62"
            ),
            shape("14,-48! 14,-16 12,0! 34,0! 34,-18 38,-40!"),
            shape("88,-48! 86,-16 84,0! 107,0! 107,-18 114,-50!"),
        ),
        colour,
        s.darker(colour, 0.35),
        angle=75,
        volume=0.95,
        radius=11,
        rim=0.3,
        grain=0.45,
        hatch=0.09,
    )
    s.fill(
        tube(
            [(2, -72), (-14, -58), (-18, -36), (-18, -16), (-27, -6), (-36, -10)],
            [13, 10.5, 7.5, 5.5, 4.4, 3.6],
        ),
        colour,
        s.darker(colour, 0.3),
        volume=0.9,
        rim=0.3,
        grain=0.4,
    )
    s.fill(
        shape("-12,-66 -16,-88 -2,-102 18,-104 32,-92 32,-70 20,-56 2,-54"),
        colour,
        s.darker(colour, 0.2),
        angle=75,
        volume=0.8,
        rim=0.3,
        radius=8,
    )
    s.fill(tube([(-4, -52), (-14, -42), (-26, -42)], [4, 3, 0.6]), tusk, volume=0.7)
    s.fill(
        shape("14,-98 34,-102 50,-90 52,-70 44,-52 32,-46 22,-58 14,-76"),
        s.lighter(colour, 0.08),
        s.darker(colour, 0.45),
        angle=20,
        volume=0.7,
        rim=0.3,
    )
    s.flat(ellipse(-3, -80, 2, 2.4), INK)
    for i in range(5):
        s.flat(
            tube([(-23 + i, -50 + i * 8), (-18, -49 + i * 8), (-12, -51 + i * 8)], [0.2, 0.6, 0.2]),
            s.darker(colour, 0.6),
            0.6,
        )
    for x in (14, 20, 26, 87, 94, 101):
        s.flat(ellipse(x + 2, -1.5, 2.4, 2.2), s.lighter(colour, 0.5), 0.8)


def deer(
    s: Scene,
    colour: Colour = "#8a5a3c",
    pale: Colour = "#eadbc4",
    antler: Colour = "#d9c3a0",
    antlers: float = 1.0,
) -> list[tuple[float, float]]:
    """A standing stag, facing left; returns the tips of the antlers."""
    for pts in ([(26, -46), (30, -26), (27, 0)], [(-16, -46), (-13, -24), (-13, 0)]):
        s.fill(tube(pts, [5, 3, 2.2]), s.darker(colour, 0.45), volume=0.7)
    body = join(
        shape("-27,-58 -20,-69 -2,-66 18,-67 34,-63 41,-52 37,-40 22,-42 8,-39 -8,-35 -21,-39"),
        tube([(33, -50), (35, -36), (38, -25), (35, -1)], [10, 6, 3.2, 2.3]),
        tube([(-16, -48), (-19, -32), (-19, -18), (-21, -1)], [8, 4.6, 3, 2.2]),
        tube([(-16, -54), (-27, -72), (-32, -92)], [14, 9, 6.4]),
    )
    s.fill(body, colour, s.darker(colour, 0.4), angle=75, volume=0.95, radius=8, rim=0.35)
    with s.group(clip=body):
        s.fill(
            shape("-40,-92 -34,-74 -28,-58 -26,-44 -34,-44 -44,-70"),
            pale,
            mix(pale, colour, 0.4),
            volume=0.3,
            alpha=0.85,
            soft=0.5,
        )
        s.fill(shape("-20,-34 0,-40 26,-42 10,-34"), pale, volume=0.2, alpha=0.5, soft=0.8)
        for _ in range(11):
            s.flat(ellipse(s.rng.uniform(-12, 32), s.rng.uniform(-64, -52), 1.5, 1.1), pale, 0.6)
    s.fill(
        shape("-54,-88! -50,-94 -38,-102 -28,-102 -24,-94 -30,-86 -42,-83"),
        colour,
        s.darker(colour, 0.2),
        volume=0.8,
        rim=0.3,
    )
    s.fill(shape("-24,-100! -10,-108 -8,-102 -18,-94"), colour, volume=0.6)
    s.fill(shape("38,-60! 46,-62 44,-50 40,-48"), pale, volume=0.5)
    s.flat(ellipse(-38, -95, 1.8, 2), INK)
    s.flat(ellipse(-53.5, -88.5, 1.9, 1.6), INK)
    tips = []
    for q, base in ((1, (-27, -102)), (-1, (-33, -102))):
        bx, by = base
        main = [
            (bx, by),
            (bx + q * 10 * antlers, by - 14 * antlers),
            (bx + q * 8 * antlers, by - 32 * antlers),
            (bx + q * 20 * antlers, by - 50 * antlers),
        ]
        s.fill(tube(main, [2.4, 2.2, 1.8, 0.5]), antler, volume=0.7, rim=0.3)
        for i, (dx, dy) in enumerate(((16, -10), (-8, -16), (16, -8))):
            t = (0.32, 0.62, 0.72)[i]
            c0 = np.array(main[1]) * (1 - t) + np.array(main[3]) * t
            e = (c0[0] + q * dx * antlers * 0.8, c0[1] + dy * antlers)
            s.fill(
                tube(
                    [tuple(c0), ((c0[0] + e[0]) / 2 + q * 2, (c0[1] + e[1]) / 2 + 2), e],
                    [1.7, 1.4, 0.4],
                ),
                antler,
                volume=0.6,
            )
            tips.append(e)
        tips.append(main[3])
    return tips
