"""Bears."""

from tools.deck.paths import ellipse, join, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK


def polar_bear(s: Scene, colour: str = "#fbf6ea", low: str = "#b3c0c4") -> None:
    """A bear sits upright in profile, facing left: 90 wide, 110 tall, origin below its middle."""
    far = s.darker(colour, 0.16)
    s.fill(tube([(-6, -54), (-20, -38), (-26, -24)], [9, 8, 6.5]), far, low, volume=0.7)
    s.fill(
        join(tube([(14, -10), (-12, -8), (-22, -6)], [11, 8, 6]), ellipse(-24, -7, 7, 7)),
        far,
        low,
        volume=0.8,
    )
    body = shape(
        "-16,-4! -20,-22 -18,-42 -14,-58 -12,-72 -6,-84 8,-86 18,-78 26,-64 35,-44 41,-22 38,-4"
        " 28,1 -8,1"
    )
    s.fill(body, colour, low, angle=55, volume=0.95, radius=12, rim=0.5, grain=0.4)
    s.fill(ellipse(39, -5, 6, 5), colour, volume=0.8)
    head = shape(
        "-46,-86 -44,-92 -34,-95 -26,-102 -14,-107 -2,-104 8,-94 12,-80 4,-70 -10,-70 -24,-76"
        " -38,-78 -45,-81"
    )
    s.fill(ellipse(-16, -105, 4.6, 4.8), far, volume=0.7)
    s.fill(head, colour, low, angle=70, volume=0.9, radius=8, rim=0.5)
    s.fill(ellipse(-2, -105, 5.6, 5.8), colour, low, volume=0.8, rim=0.4)
    s.flat(ellipse(-2, -104, 2.8, 3), "#c99a94", 0.7)
    s.fill(shape("-47,-89 -44,-93 -39,-92 -40,-87 -45,-85"), INK, volume=0.4)
    s.flat(tube([(-44, -82), (-36, -81), (-30, -83)], [0.3, 0.9, 0.3]), INK, 0.8)
    s.flat(ellipse(-25, -94, 1.9, 2.1), INK)
    s.flat(ellipse(-25.6, -94.8, 0.6), "#ffffff")
    s.fill(
        tube([(4, -60), (-10, -44), (-22, -32)], [11.5, 10, 8]),
        colour,
        low,
        angle=60,
        volume=0.9,
        rim=0.4,
        radius=6,
    )
    s.fill(ellipse(-24, -30, 8.5, 7.5), colour, low, volume=0.8)
    s.fill(ellipse(20, -17, 21, 18), colour, low, angle=60, volume=0.8, radius=9)
    s.fill(
        join(tube([(16, -6), (-4, -5), (-14, -4)], [8, 7, 6.5]), ellipse(-18, -5, 8, 7.4)),
        colour,
        low,
        angle=70,
        volume=0.9,
        rim=0.3,
    )
    for x in (-24, -21, -18):
        s.flat(tube([(x, -6), (x - 2, -2)], [0.8, 0.3], False), INK, 0.7)
    for x in (-30, -27, -24):
        s.flat(tube([(x, -28), (x - 1.5, -24.5)], [0.8, 0.3], False), INK, 0.7)
