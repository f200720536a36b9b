"""Camels."""

from tools.deck.colour import Colour, mix
from tools.deck.paths import ellipse, join, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK


def camel(s: Scene, colour: Colour = "#d9a05a", cloth: Colour = "#c8402f") -> None:
    """A camel stands in profile, facing left: 150 wide, 122 tall, origin between its feet."""
    low, far = s.darker(colour, 0.4), s.darker(colour, 0.42)
    wool = mix(colour, "#6a3a22", 0.45)
    for x in (-14, 32):
        s.fill(tube([(x, -50), (x - 3, -27), (x + 1, -3)], [8, 4.4, 3.2]), far, volume=0.8)
        s.fill(ellipse(x - 1, -2, 6, 3.2), far, volume=0.6)
    s.fill(tube([(48, -66), (55, -52), (54, -38)], [2.4, 1.8, 1.4]), far, volume=0.7)
    s.fill(ellipse(54, -34, 3, 6), wool, volume=0.8)
    body = join(
        shape(
            "-38,-58 -36,-70 -28,-78 -22,-92 -14,-100 -6,-96 0,-82 8,-80 14,-92 22,-99 31,-93"
            " 37,-80 48,-72 51,-58 44,-46 22,-44 0,-42 -22,-44 -34,-50"
        ),
        tube([(-27, -50), (-29, -27), (-25, -3)], [11, 5.4, 3.8]),
        tube([(42, -54), (46, -27), (42, -3)], [12, 5.4, 3.8]),
        tube([(-28, -62), (-46, -54), (-59, -68), (-63, -90), (-60, -106)], [14, 11.5, 9, 8, 7.4]),
    )
    s.fill(body, colour, low, angle=75, volume=0.95, radius=8, rim=0.45, grain=0.45)
    for x in (-27, 40):
        s.fill(ellipse(x, -2, 7.4, 3.8), low, volume=0.7)
    with s.group(clip=body):
        for top in (-14, 23):
            s.fill(
                shape(
                    f"{top - 14},-84 {top - 6},-104 {top + 6},-104 {top + 14},-82"
                    f" {top + 4},-88 {top - 4},-84"
                ),
                wool,
                volume=0.5,
                alpha=0.7,
                soft=1,
            )
        s.fill(
            tube([(-52, -58), (-66, -70), (-71, -92)], [5, 5, 4]),
            wool,
            volume=0.5,
            alpha=0.7,
            soft=1.2,
        )
    s.fill(
        shape("-2,-84! 6,-80 16,-88! 20,-70 18,-54! 6,-51 -6,-55! -8,-70"),
        cloth,
        s.darker(cloth, 0.45),
        angle=80,
        volume=0.8,
        rim=0.3,
    )
    for y in (-74, -62):
        s.flat(tube([(-6, y), (6, y + 3), (18, y - 1)], [1.2]), "#f6d98a", 0.9)
    for x in (-4, 2, 8, 14):
        s.fill(ellipse(x, -50, 2, 3), "#f6d98a", volume=0.8)
    head = shape(
        "-93,-101 -91,-108 -82,-113 -72,-119 -60,-120 -52,-113 -53,-103 -64,-97 -76,-95"
        " -84,-92 -91,-94"
    )
    s.fill(head, colour, low, angle=75, volume=0.9, radius=6, rim=0.45)
    s.fill(ellipse(-62, -119.5, 6, 3), wool, volume=0.8, wobble=1)
    s.fill(
        shape("-58,-116! -53,-125 -46,-127! -48,-118 -53,-112!"), colour, low, volume=0.7, rim=0.4
    )
    s.flat(tube([(-92, -98), (-84, -97.5), (-78, -100)], [0.4, 0.9, 0.3]), INK, 0.85)
    s.flat(ellipse(-89, -104, 1.5, 1.1), INK)
    s.flat(ellipse(-70, -109, 2.4, 2.2), INK)
    s.fill(shape("-74,-109! -70,-113 -66,-109! -70,-110.5"), low, volume=0.3)
    s.flat(ellipse(-70.8, -109.4, 0.7), "#ffffff")
