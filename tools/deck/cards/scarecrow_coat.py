"""In the rain a scarecrow opens its coat and shelters the crows it should frighten away."""

import math

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, rectangle, shape, tube
from tools.deck.places.land import hill
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK

PANEL = shape(
    "10,166! 60,176 112,180! 124,230 130,300 140,372 136,404! 118,398 104,408 86,396 66,404 50,392 "
    "30,396! 26,300 16,220"
)
"""The right front of the coat, held open, to the right of the post."""


def _crow(s: Scene, colour: str = "#23222f") -> None:
    """A standing crow facing left, about 70 high, its feet at the origin."""
    for x in (-3, 7):
        s.stroke([(x, -16), (x - 1, -2), (x - 7, 0)], [1.5, 1.3, 1], INK)
    s.fill(
        shape(
            "-36,-52! -24,-58 -19,-66 -8,-70 2,-63 7,-50 17,-36 30,-16 40,6! 27,0 19,-8 5,-9 "
            "-11,-15 -18,-31 -20,-46"
        ),
        colour,
        "#3f4564",
        angle=60,
        volume=0.9,
        rim=0.5,
    )
    s.fill(shape("-2,-48! 10,-40 22,-22 32,-2! 15,-8 1,-20 -5,-36"), "#3a3f5c", volume=0.7, rim=0.3)
    s.fill(shape("-36,-52! -26,-58 -19,-60! -20,-52!"), "#8a7a5c", volume=0.5)
    s.flat(ellipse(-12, -61, 2.5), "#f6d98a")
    s.flat(ellipse(-12.4, -61, 1.3), INK)


def _straw(s: Scene, x: float, y: float, towards: float, count: int, length: float) -> None:
    rng = np.random.default_rng(int(x + y))
    for i in range(count):
        a = math.radians(towards + rng.uniform(-34, 34))
        reach = length * rng.uniform(0.6, 1.1)
        tip = (x + reach * math.cos(a), y + reach * math.sin(a))
        s.flat(tube([(x, y), tip], [1.5, 0.5], False), ("#f0cf72", "#c9993f", "#e0b552")[i % 3])


def _front(s: Scene) -> None:
    """One front of the coat from inside, under its sleeve."""
    s.fill(PANEL, "#fbeee0", "#dfa898", angle=80, volume=0.35, radius=12, hatch=0.1, hatch_angle=90)
    with s.group(clip=PANEL):
        s.glow(66, 280, 90, "#fff8ea", 0.5)
        for top, foot, width in ((34, 50, 3), (62, 88, 4), (92, 118, 3.4)):
            fold = tube(
                [(top, 180), ((top + foot) / 2, 300), (foot, 410)], [0.5, width * 0.6, width]
            )
            s.flat(fold, "#9a5060", 0.35, soft=1.5)
        s.fill(
            shape(
                "104,176! 116,176! 128,230 136,300 152,372 146,412! 128,410! 126,372 "
                "118,300 112,230"
            ),
            "#43548a",
            "#2a3358",
            volume=0.7,
            hatch=0.1,
        )
    sleeve = tube([(6, 172), (60, 176), (112, 179)], [15, 16, 18])
    s.fill(sleeve, "#50639a", "#33406e", angle=60, volume=0.9, rim=0.4, hatch=0.1)
    s.fill(tube([(114, 166), (116, 193)], [4, 4], False), "#c8573c", volume=0.6)
    s.fill(shape("2,158! 24,160 34,176 22,204! 8,186"), "#5c70aa", "#384878", volume=0.8, rim=0.4)


def _shirt(s: Scene) -> None:
    body = shape(
        "130,162! 152,168 174,162! 184,200 182,262 186,318! 152,326 118,318! 122,262 120,200"
    )
    s.fill(body, "#c8503c", "#8f3234", angle=70, volume=0.8, hatch=0.08, hatch_angle=90)
    with s.group(clip=body):
        for x in (130, 146, 162, 178):
            s.flat(rectangle(x, 160, 5, 170), "#f0c08a", 0.35)
        for y in range(176, 330, 18):
            s.flat(rectangle(110, y, 90, 5), "#7a2430", 0.4)
    _straw(s, 140, 318, 96, 16, 34)
    _straw(s, 164, 318, 84, 16, 34)
    s.fill(tube([(120, 312), (152, 320), (184, 312)], [3, 3.4, 3]), "#c9a05c", volume=0.8)


def _wheat(s: Scene, y: float, count: int, size: float, colours: tuple[str, ...]) -> None:
    rng = np.random.default_rng(int(y))
    for i in range(count):
        x, foot = rng.uniform(-8, 313), y + rng.uniform(0, 20)
        h, lean = size * rng.uniform(0.7, 1.15), rng.normal(7, 3)
        colour = colours[i % len(colours)]
        s.flat(
            tube([(x, foot), (x + lean * 0.4, foot - h * 0.6), (x + lean, foot - h)], 0.8), colour
        )
        with s.at(x + lean, foot - h, size / 40, 14 + lean):
            s.fill(shape("0,6! -3.4,0 -3,-10 0,-20! 3,-10 3.4,0"), colour, volume=0.7)


def _head(s: Scene) -> None:
    _straw(s, 152, 166, 90, 26, 26)
    s.fill(
        shape("122,128 126,100 152,90 178,100 182,128 174,152 160,162! 144,162! 130,152"),
        "#e6c48c",
        "#b58a58",
        angle=60,
        volume=0.9,
        rim=0.3,
        hatch=0.1,
    )
    for x in (139, 165):
        s.stroke([(x - 7, 126), (x, 131), (x + 7, 126)], [1, 2, 1], "#4a2f24")
    s.stroke([(133, 140), (142, 148), (154, 151), (166, 147), (173, 139)], 1.6, "#6a4030")
    for i in range(6):
        s.stroke(
            [
                (136 + i * 6.6, 141 + 7 * math.sin(i * 0.62)),
                (137 + i * 6.5, 149 + 6 * math.sin(i * 0.62)),
            ],
            1.2,
            "#6a4030",
        )
    s.fill(polygon((148, 134), (157, 134), (152, 143)), "#c8643a", volume=0.5)
    s.fill(
        shape("98,108 122,98 152,95 184,98 208,110 184,114 152,110 122,113"),
        "#b98636",
        "#7a5426",
        volume=0.8,
        rim=0.4,
        hatch=0.12,
    )
    s.fill(
        shape("122,103! 128,72 146,56 166,60 178,78 184,104! 152,110"),
        "#d9a94e",
        "#8f6530",
        angle=40,
        volume=0.9,
        rim=0.4,
        hatch=0.14,
    )
    s.fill(shape("123,99! 152,105 183,100! 184,90! 152,96 124,90!"), "#9a3b32", volume=0.6)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1201, light="#fff0c4", shade="#262a44", sun=(-0.5, -0.85), haze="#c9c4ac")
    sky(
        s,
        "#5a6880",
        "#8793a0",
        "#b9b8a6",
        "#e3d6a8",
        clouds=0.6,
        cloud_colour="#6c778a",
        bottom=330,
    )
    for x, y, w, seed in ((52, 66, 190, 3), (258, 58, 200, 8), (150, 24, 190, 5)):
        cumulus(s, x, y, w, "#8f99a8", "#4d586e", seed, alpha=0.4)
    s.glow(152, 240, 190, "#fff3c8", 0.65, 1.5)
    hill(s, 292, 8, "#c9b878", "#b59a55", seed=4)
    hill(s, 316, 8, "#d9b65c", "#b98a3c", seed=9)
    _wheat(s, 330, 120, 20, ("#d6ac50", "#b98c3e", "#e6c46c"))
    s.fill(tube([(152, 150), (152, 446)], [7, 8], False), "#6a4a36", volume=0.8, hatch=0.16)
    _straw(s, 30, 178, 176, 22, 30)
    _straw(s, 274, 178, 4, 22, 30)
    for q in (-1, 1):
        with s.at(152, 0, 1, 0, flip=q < 0):
            _front(s)
    s.fill(tube([(50, 288), (152, 290), (254, 288)], [3, 3.4, 3]), "#6a4a36", volume=0.8)
    _shirt(s)
    with s.at(84, 286, 1.1):
        _crow(s)
    with s.at(232, 286, 1.0, flip=True):
        _crow(s, "#2a2838")
    with s.at(98, 426, 1.4):
        _crow(s, "#292838")
    with s.at(224, 430, 1.15):
        _crow(s)
    with s.at(158, 438, 0.95):
        _crow(s, "#302f42")
    _head(s)
    s.keep(152, 250, 120, 190, 0.7)
    _wheat(s, 446, 90, 36, ("#c99a40", "#e9c568", "#a8782e"))
    rng = np.random.default_rng(7)
    for _ in range(150):
        left, top = rng.uniform(-10, 315), rng.uniform(-10, 450)
        if not (40 < left < 265 and top > 100):
            s.flat(tube([(left, top), (left - 5, top + 19)], [0.3, 0.9], False), "#eef2ee", 0.6)
    return s.finish(grade=("#2a3462", "#ffe6a8", 0.1), vignette=0.35)
