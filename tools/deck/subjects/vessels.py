"""Trains, balloons, boats."""

from __future__ import annotations

from collections.abc import Sequence

from tools.deck.colour import Colour, mix
from tools.deck.paths import ellipse, polygon, rectangle, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.body import heart_shape


def train(
    s: Scene,
    colour: Colour = "#7d2f35",
    colour2: Colour = "#23232e",
    brass: Colour = "#d9a94e",
    cars: int = 3,
    car_colours: Sequence[Colour] = ("#3f6b6f", "#b77b3b", "#4b4f78"),
) -> None:
    """A steam locomotive and its coaches, facing left; the origin is the engine's left foot."""
    for i in range(cars):
        x = 104 + i * 74
        cc = car_colours[i % len(car_colours)]
        s.fill(rectangle(x, -40, 68, 32, 4), cc, s.darker(cc, 0.4), volume=0.7, rim=0.3)
        s.fill(rectangle(x - 2, -46, 72, 8, 4), s.darker(cc, 0.35), volume=0.7, rim=0.35)
        for j in range(4):
            s.flat(rectangle(x + 6 + j * 15.5, -34, 10, 12, 1.5), "#ffdf94")
        s.glow(x + 34, -28, 46, "#ffcf7a", 0.3)
        for wx in (x + 14, x + 54):
            s.fill(ellipse(wx, -6, 7), colour2, volume=0.7)
            s.flat(ellipse(wx, -6, 2.4), brass)
        s.fill(rectangle(x - 7, -12, 8, 3), colour2, volume=0)
    s.fill(rectangle(66, -58, 32, 50, 3), colour, s.darker(colour, 0.4), volume=0.7, rim=0.3)
    s.fill(rectangle(62, -64, 40, 8, 3), colour2, volume=0.7, rim=0.35)
    s.flat(rectangle(74, -52, 16, 15, 2), "#ffdf94")
    s.fill(
        rectangle(10, -46, 60, 30, 8),
        colour,
        s.darker(colour, 0.5),
        volume=0.95,
        rim=0.45,
        radius=8,
    )
    for x in (24, 42, 58):
        s.fill(rectangle(x, -46, 3, 30), brass, volume=0.6)
    s.fill(shape("14,-44! 12,-60! 8,-70! 30,-70! 26,-60! 24,-44!"), colour2, volume=0.8, rim=0.4)
    s.fill(shape("40,-44! 40,-54 46,-58 52,-54 52,-44!"), brass, volume=0.9)
    s.fill(shape("12,-18! -8,0! 14,0! 18,-18!"), colour2, volume=0.6, rim=0.3)
    s.fill(rectangle(8, -18, 90, 8), colour2, volume=0.6)
    for x, r in ((24, 8), (48, 12), (78, 12)):
        s.fill(ellipse(x, -r, r), colour2, volume=0.8, rim=0.4)
        s.flat(ellipse(x, -r, r * 0.62), mix(colour, brass, 0.3))
        s.flat(ellipse(x, -r, r * 0.25), colour2)
    s.fill(ellipse(8, -32, 4.5), "#fff2c4", volume=0.3)
    s.glow(2, -32, 50, "#ffdf94", 0.6)


def heart_balloon(s: Scene, colour: Colour = "#c8443f", basket: Colour = "#9a6a3c") -> None:
    """A hot-air balloon in the shape of a heart, about the heart; its basket hangs at 104."""
    env = heart_shape()
    for x in (-11, -4, 4, 11):
        s.flat(tube([(x * 0.25, 42), (x, 86)], [0.5], False), s.darker(basket, 0.5))
    s.fill(env, colour, s.darker(colour, 0.4), angle=65, volume=0.95, radius=13, rim=0.4)
    with s.group(clip=env):
        for q in (-30, -10, 10, 30):
            s.flat(
                tube([(q * 0.9, -50), (q * 1.1, -16), (q * 0.5, 16), (0, 46)], [0.5]),
                s.darker(colour, 0.6),
                0.6,
            )
        s.fill(
            shape("-40,-20 -34,-38 -22,-40 -26,-28 -34,-12"),
            "#ffffff",
            volume=0,
            alpha=0.38,
            soft=1.6,
        )
    s.fill(
        shape("-13,86! 13,86! 10,104! -10,104!"),
        basket,
        s.darker(basket, 0.4),
        volume=0.7,
        hatch=0.15,
    )
    s.fill(rectangle(-14, 84, 28, 4, 2), s.darker(basket, 0.3), volume=0.6)


def boat(
    s: Scene, hull: Colour = "#8d3b2e", sail: Colour = "#f4e6c8", flag: Colour = "#c8443f"
) -> None:
    """A sailing boat, 92 high, the origin at the waterline."""
    s.fill(tube([(2, 0), (2, -84)], [1.7, 1.1], False), "#5a3d2a", volume=0.7)
    s.fill(
        shape("5,-80! 26,-52 36,-14! 20,-11 5,-12!"),
        sail,
        s.darker(sail, 0.35),
        angle=20,
        volume=0.6,
        rim=0.3,
    )
    s.fill(
        shape("-1,-74! -16,-48 -30,-14! -14,-10 -1,-12!"),
        s.darker(sail, 0.12),
        s.darker(sail, 0.45),
        angle=20,
        volume=0.6,
    )
    s.fill(shape("2,-92! 18,-88 2,-82!"), flag, volume=0.5)
    s.fill(
        shape("-44,-8! 0,-4 46,-10! 36,10 20,14 -22,14 -36,8"),
        hull,
        s.darker(hull, 0.45),
        angle=80,
        volume=0.8,
        rim=0.4,
    )
    s.flat(tube([(-42, -5), (0, -1), (44, -7)], [1.3]), s.lighter(hull, 0.5), 0.8)


def paper_boat(s: Scene, colour: Colour = "#f7f0de") -> None:
    """A folded paper boat, 104 wide."""
    s.fill(
        polygon((-14, -18), (2, -58), (18, -18)),
        colour,
        s.darker(colour, 0.35),
        angle=0,
        volume=0.5,
        rim=0.3,
    )
    s.fill(polygon((2, -58), (18, -18), (6, -18)), s.darker(colour, 0.4), volume=0.2)
    s.fill(
        polygon((-52, -26), (-30, 6), (32, 6), (52, -26), (20, -14), (-18, -14)),
        colour,
        s.darker(colour, 0.3),
        angle=80,
        volume=0.6,
        rim=0.3,
    )
    s.fill(
        polygon((52, -26), (32, 6), (4, 6), (20, -14)),
        s.darker(colour, 0.35),
        volume=0.2,
        alpha=0.8,
    )
