"""In a hall of shut doors only the smallest, no higher than a knee, is ajar and full of light."""

import numpy as np

from tools.deck.colour import Colour, mix
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, rectangle, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.people import person

MIDDLE, EYE = 152.0, 196.0
"""The vanishing point."""
END = 0.44
"""How near the end wall is: 1 is the plane of the card."""
WOOD, WALL, BRASS = "#84593a", "#a07a50", "#e6b75c"

type Spot = tuple[float, float]


def _spot(side: float, near: float, height: float) -> Spot:
    """A point of the hall: side -1 to 1, nearness 0 to 1, height above the floor 0 to 560."""
    return MIDDLE + side * 212 * near, EYE + (286 - height) * near


def _panel(
    s: Scene,
    side: float,
    near: tuple[float, float],
    height: tuple[float, float],
    colour: Colour,
    low: Colour,
    depth: float = 0.4,
) -> None:
    """A flat piece of a side wall between two nearnesses and two heights."""
    (a, b), (h0, h1) = near, height
    s.fill(
        polygon(_spot(side, a, h0), _spot(side, b, h0), _spot(side, b, h1), _spot(side, a, h1)),
        colour,
        low,
        angle=0 if side < 0 else 180,
        volume=depth,
        hatch=0.1,
        hatch_angle=90,
        wobble=0.3,
    )


def _side_door(s: Scene, side: float, a: float, b: float) -> None:
    """A tall shut door in a side wall from nearness a to b."""
    dark = mix(WOOD, s.shade_colour, 0.6)
    span = b - a
    _panel(s, side, (a - span * 0.12, b + span * 0.14), (0, 432), "#a67c50", dark)
    _panel(s, side, (a, b), (0, 410), WOOD, mix(WOOD, dark, 0.7))
    for h0, h1 in ((30, 168), (198, 382)):
        for u, v in ((0.12, 0.44), (0.56, 0.88)):
            near = (a + span * u**1.1, a + span * v**1.1)
            _panel(s, side, near, (h0, h1), mix(WOOD, dark, 0.55), mix(WOOD, "#c98f58", 0.3), -0.7)
    x, y = _spot(side, a + span * 0.07, 186)
    s.fill(ellipse(x, y, 4.2 * a + 1), BRASS, volume=0.9, rim=0.5)


def _hall(s: Scene) -> None:
    dark = mix(WALL, s.shade_colour, 0.75)
    for side in (-1, 1):
        _panel(s, side, (END, 1.4), (0, 560), mix(WALL, dark, 0.15), dark, 0.1)
        _panel(s, side, (END, 1.4), (478, 500), "#b98f5c", dark)
        _side_door(s, side, 0.5, 0.62)
        _side_door(s, side, 0.72, 0.94)
    corners = [_spot(-1, END, 560), _spot(1, END, 560), _spot(1, 1.4, 560), _spot(-1, 1.4, 560)]
    s.fill(polygon(*corners), mix(WALL, dark, 0.6), dark, angle=270, volume=0)
    corners = [_spot(-1, END, 0), _spot(1, END, 0), _spot(1, 1.4, 0), _spot(-1, 1.4, 0)]
    s.fill(polygon(*corners), "#7a5536", "#2c1c18", angle=90, volume=0, hatch=0.12)
    for i in range(-7, 8):
        s.flat(
            tube([_spot(i / 7, END, 0), _spot(i / 7, 1.3, 0)], [0.4, 1.3], False), "#2c1c18", 0.6
        )


def _end_wall(s: Scene) -> None:
    dark = mix(WALL, s.shade_colour, 0.7)
    (x0, y0), (x1, y1) = _spot(-1, END, 560), _spot(1, END, 0)
    s.fill(rectangle(x0, y0, x1 - x0, y1 - y0), WALL, dark, angle=270, volume=0)
    s.fill(rectangle(x0, y0 + 26, x1 - x0, 8), "#b98f5c", volume=0.6)
    s.fill(rectangle(94, 104, 116, 218), "#d3a468", dark, angle=30, volume=0.8, radius=4)
    s.fill(rectangle(90, 96, 124, 13, 3), "#d9ae74", dark, angle=90, volume=0.8, rim=0.4)
    for x in (103, 153):
        s.fill(
            rectangle(x, 113, 48, 209),
            "#4a2c1c",
            "#3a241e",
            angle=270,
            volume=0.6,
            hatch=0.12,
            hatch_angle=90,
        )
        for y, h in ((124, 66), (202, 40)):
            s.fill(rectangle(x + 8, y, 32, h, 2), "#3a241e", "#7a5236", angle=60, volume=-0.8)
    for x in (146, 158):
        s.fill(ellipse(x, 256, 3.6), BRASS, volume=0.9, rim=0.5)


def _little_door(s: Scene) -> None:
    """The low door at the foot of the great one, open a hand's breadth."""
    opening = shape("131,322! 131,276 136,262 152,255 168,262 173,276 173,322!")
    s.glow(152, 300, 84, "#ffe79a", 0.75, 1.9)
    s.fill(
        shape("126,323! 126,274 132,257 152,249 172,257 178,274 178,323!"),
        "#c99a5f",
        "#7a5536",
        angle=20,
        volume=0.8,
    )
    with s.group(clip=opening):
        s.fill(opening, "#fff8d6", "#ffe590", angle=90, volume=0)
        s.glow(152, 300, 40, "#ffffff", 0.9)
    s.fill(
        polygon((131, 322), (131, 270), (116, 262), (116, 331)),
        "#a8323a",
        "#5f1c28",
        angle=180,
        volume=0.4,
        rim=0.5,
    )
    s.fill(ellipse(119.5, 298, 2.4), BRASS, volume=0.9)


def _light(s: Scene) -> None:
    """The light that falls out of the little door over the floor."""
    for spread, alpha, soft in ((1.35, 0.22, 9), (1.0, 0.4, 4), (0.7, 0.5, 2)):
        s.flat(
            polygon((133, 322), (172, 322), (172 + 92 * spread, 474), (120 - 52 * spread, 474)),
            "#ffe292",
            alpha,
            soft=soft,
            mode="screen",
        )
    s.glow(152, 340, 64, "#fff2b8", 0.55)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(8401, light="#ffe8a8", shade="#1f1418", sun=(0.05, -1), haze="#a87f50")
    s.fill(rectangle(-20, -20, 350, 510), "#3a281e", volume=0)
    _hall(s)
    _end_wall(s)
    _light(s)
    _little_door(s)
    foot = (206, 402)
    shadow = polygon((196, 400), (216, 402), (306, 470), (250, 474))
    s.flat(shadow, "#1f1418", 0.6, soft=2.5)
    with s.at(*foot, 1.42):
        person(
            s,
            "stand",
            coat="#2f2a3a",
            legs="#1f1a24",
            hair="#2a1a16",
            view="back",
            hat=("top", "#241c22"),
            length=1.4,
            rim=0.9,
        )
    rng = np.random.default_rng(5)
    for _ in range(40):
        x, y = 152 + rng.normal(0, 46), rng.uniform(240, 440)
        s.flat(ellipse(x, y, rng.uniform(0.5, 1.3)), "#fff3c4", rng.uniform(0.3, 0.9))
    s.keep(152, 290, 44, 54)
    return s.finish(grade=("#2a1420", "#ffe9a8", 0.12), vignette=0.5)
