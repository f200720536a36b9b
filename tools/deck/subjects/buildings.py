"""Houses, towers and their parts."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from tools.deck.colour import Colour, mix
from tools.deck.paths import Path, ellipse, join, rectangle, shape, tube
from tools.deck.scene import Scene


def ladder(
    s: Scene,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    width0: float,
    width1: float,
    colour: Colour = "#c79a5d",
    rungs: int = 18,
    thick: float = 1.0,
) -> None:
    """A ladder from one point to another, narrowing from width0 to width1."""
    dx, dy = x1 - x0, y1 - y0
    length = math.hypot(dx, dy)
    nx, ny = -dy / length, dx / length

    def f(t: float, q: int) -> tuple[float, float]:
        half = q * (width0 * (1 - t) + width1 * t) / 2
        return x0 + dx * t + nx * half, y0 + dy * t + ny * half

    for i in range(rungs):
        t = ((i + 0.6) / rungs) ** 0.92
        th = (width0 * (1 - t) + width1 * t) * 0.075 * thick
        s.fill(tube([f(t, -1), f(t, 1)], [th], False), s.darker(colour, 0.12), volume=0.7)
    for q in (-1, 1):
        s.fill(
            tube(
                [f(0, q), f(0.5, q), f(1, q)],
                [width0 * 0.085 * thick, width1 * 0.085 * thick],
                False,
            ),
            colour,
            volume=0.8,
            rim=0.3,
        )


def door(
    s: Scene,
    colour: Colour = "#a5432f",
    frame: Colour = "#e8d5b0",
    opened: float = 0.0,
    inside: Callable[[Scene], None] | None = None,
    knob: Colour = "#e6b955",
) -> Path:
    """A door in its frame, 108 high, shut (0) to wide open (1); returns the opening."""
    fr = shape("-32,0! -32,-72 -30,-90 -16,-104 0,-108 16,-104 30,-90 32,-72 32,0!")
    op = shape("-26,0! -26,-70 -24,-86 -13,-98 0,-101 13,-98 24,-86 26,-70 26,0!")
    s.fill(fr, frame, s.darker(frame, 0.4), angle=20, volume=0.8, rim=0.4, radius=4)
    if inside is None:
        s.fill(op, "#1a1626", volume=0)
    else:
        with s.group(clip=op):
            inside(s)
    if opened < 1:
        narrow = 1 - opened * 0.75
        leaf = np.array([[narrow, 0, 0], [-0.24 * opened, 1, 0], [0, 0, 1]])
        with s.group(), s.at(-26, 0), s.through(leaf), s.at(26, 0):
            s.fill(
                op,
                colour,
                s.darker(colour, 0.35),
                angle=20,
                volume=0.7,
                hatch=0.1,
                hatch_angle=90,
                rim=0.3,
                radius=4,
            )
            for y0, y1 in ((-46, -8), (-90, -54)):
                for x in (-11.5, 11.5):
                    panel = rectangle(x - 8, y0, 16, y1 - y0, 2)
                    dark = s.darker(colour, 0.3)
                    s.fill(panel, dark, colour, angle=60, volume=-0.7, radius=2.5)
            s.fill(ellipse(19, -50, 2.8), knob, volume=0.9)
    return op


def streetlamp(
    s: Scene, colour: Colour = "#24252f", light: Colour = "#ffd98a", height: float = 100
) -> None:
    """A lit street lamp."""
    s.fill(
        join(
            tube([(0, 0), (0, -height + 22)], [2.4, 1.8], False),
            rectangle(-6, -6, 12, 7, 2),
            rectangle(-4, -14, 8, 9, 2),
            rectangle(-5, -height + 22, 10, 3),
        ),
        colour,
        volume=0.8,
        rim=0.4,
    )
    s.fill(
        shape(f"-6,{-height + 22}! -9,{-height + 4}! 9,{-height + 4}! 6,{-height + 22}!"),
        light,
        "#fff3cf",
        volume=0,
    )
    s.fill(
        shape(f"-11,{-height + 5}! 0,{-height - 6}! 11,{-height + 5}!"), colour, volume=0.7, rim=0.4
    )
    s.glow(0, -height + 13, 70, light, 0.8, 2.2)


def window_frame(
    s: Scene,
    width: float,
    height: float,
    colour: Colour = "#efe0c2",
    inside: Callable[[Scene], None] | None = None,
    panes: tuple[int, int] = (2, 3),
) -> None:
    """A window with what is seen through it; the origin in the middle of its sill."""
    op = rectangle(-width / 2, -height, width, height)
    s.fill(
        rectangle(-width / 2 - 5, -height - 5, width + 10, height + 10),
        colour,
        s.darker(colour, 0.3),
        angle=60,
        volume=0.7,
        radius=4,
    )
    with s.group(clip=op):
        if inside:
            inside(s)
    for i in range(1, panes[0]):
        s.fill(
            rectangle(-width / 2 + width * i / panes[0] - 1.2, -height, 2.4, height),
            colour,
            volume=0.6,
        )
    for j in range(1, panes[1]):
        s.fill(
            rectangle(-width / 2, -height + height * j / panes[1] - 1.2, width, 2.4),
            colour,
            volume=0.6,
        )
    s.fill(
        rectangle(-width / 2 - 9, 3, width + 18, 6, 2),
        s.lighter(colour, 0.2),
        s.darker(colour, 0.4),
        volume=0.7,
    )


def lighthouse(
    s: Scene, colour: Colour = "#f2e6d2", colour2: Colour = "#b63b36", light: Colour = "#ffe6a0"
) -> None:
    """A lighthouse, 144 high."""
    tower = shape("-22,0! -15,-50 -12,-104! 12,-104! 15,-50 22,0!")
    s.fill(tower, colour, s.darker(colour, 0.4), angle=10, volume=0.8, rim=0.35, hatch_angle=90)
    with s.group(clip=tower):
        for y in (-24, -58, -92):
            s.fill(
                shape(f"-30,{y}! 0,{y + 4} 30,{y}! 30,{y - 16}! 0,{y - 12} -30,{y - 16}!"),
                colour2,
                s.darker(colour2, 0.45),
                angle=10,
                volume=0.3,
            )
    for y in (-46, -78):
        s.flat(rectangle(-2.5, y, 5, 8, 2), s.darker(colour, 0.85))
    s.fill(shape("-5,0! -5,-12 0,-16 5,-12 5,0!"), s.darker(colour2, 0.5), volume=0.3)
    s.fill(rectangle(-17, -109, 34, 6, 2), s.darker(colour2, 0.3), volume=0.7, rim=0.4)
    s.fill(rectangle(-9, -124, 18, 16), light, volume=0)
    for x in (-9, -1, 7):
        s.fill(rectangle(x, -124, 2, 16), "#2b2a33", volume=0.3)
    s.fill(
        shape("-12,-123! -9,-132 0,-138! 9,-132 12,-123!"),
        colour2,
        s.darker(colour2, 0.4),
        volume=0.8,
        rim=0.4,
    )
    s.flat(tube([(0, -137), (0, -144)], [0.8]), "#2b2a33")


def house(
    s: Scene,
    wall: Colour = "#e9d8b8",
    roof: Colour = "#a2453a",
    light: Colour = "#ffd27a",
    door_colour: Colour = "#6a4630",
) -> None:
    """A small house, 84 wide and 94 high."""
    s.fill(rectangle(16, -92, 10, 26), mix(roof, wall, 0.4), volume=0.7)
    s.fill(
        shape("-32,0! -33,-52! 0,-84! 33,-52! 32,0!"),
        wall,
        s.darker(wall, 0.35),
        angle=20,
        volume=0.5,
        hatch=0.08,
    )
    s.fill(
        shape("-42,-46! -2,-94! 2,-94! 42,-46! 36,-42! 0,-80! -36,-42!"),
        roof,
        s.darker(roof, 0.35),
        angle=30,
        volume=0.7,
        rim=0.35,
    )
    s.fill(shape("-8,0! -8,-22 0,-28 8,-22 8,0!"), door_colour, volume=0.6)
    for x, y in ((-21, -26), (21, -26), (0, -52)):
        s.flat(rectangle(x - 6, y - 8, 12, 14, 1), light)
        s.flat(rectangle(x - 0.6, y - 8, 1.2, 14), s.darker(wall, 0.7))
        s.flat(rectangle(x - 6, y - 1.4, 12, 1.2), s.darker(wall, 0.7))
        s.glow(x, y, 24, light, 0.3)


def castle(
    s: Scene, colour: Colour = "#b9a6b8", roof: Colour = "#5a4a7a", light: Colour = "#ffd88f"
) -> None:
    """A castle with five towers, 136 high."""

    def tower(x: float, w: float, h: float, rh: float) -> None:
        s.fill(rectangle(x - w / 2, -h, w, h), colour, s.darker(colour, 0.45), angle=5, volume=0.7)
        s.fill(
            rectangle(x - w * 0.6, -h - 4, w * 1.2, 7), s.darker(colour, 0.15), volume=0.6, rim=0.3
        )
        s.fill(
            shape(
                f"{x - w * 0.66},{-h - 3}! {x - w * 0.2},{-h - rh * 0.5} {x},{-h - rh}! "
                f"{x + w * 0.2},{-h - rh * 0.5} {x + w * 0.66},{-h - 3}!"
            ),
            roof,
            s.darker(roof, 0.4),
            angle=10,
            volume=0.8,
            rim=0.4,
        )
        s.flat(
            shape(
                f"{x - 2.5},{-h + 22}! {x - 2.5},{-h + 14} {x},{-h + 11} {x + 2.5},{-h + 14} "
                f"{x + 2.5},{-h + 22}!"
            ),
            light,
        )
        s.glow(x, -h + 17, 14, light, 0.3)

    tower(-26, 16, 66, 34)
    tower(26, 16, 60, 32)
    tower(2, 20, 92, 44)
    s.fill(
        rectangle(-34, -42, 68, 42), colour, s.darker(colour, 0.4), angle=20, volume=0.5, hatch=0.1
    )
    for i in range(7):
        s.fill(rectangle(-34 + i * 10, -48, 6, 8), colour, volume=0.4)
    tower(-40, 15, 50, 28)
    tower(40, 15, 46, 28)
    s.flat(shape("-8,0! -8,-16 0,-23 8,-16 8,0!"), s.darker(colour, 0.85))
