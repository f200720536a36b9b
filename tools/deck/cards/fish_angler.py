"""A fish sits on a jetty and angles for a man, who swims up to a gold coin on its hook."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, rectangle, ring, shape, tube
from tools.deck.places.land import hill
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK
from tools.deck.subjects.people import person

SURFACE = 218


def _angler(s: Scene) -> None:
    """A plump fish sitting upright, facing right, its seat at the origin, about 130 high."""
    s.fill(
        shape("-6,-14! -30,-16 -54,-30! -46,-10 -58,10! -30,8 -4,0!"),
        "#c93f2c",
        "#8f2a30",
        angle=0,
        volume=0.8,
        rim=0.3,
    )
    body = shape(
        "-8,2! -30,-8 -42,-36 -40,-76 -22,-108 8,-122 34,-114 50,-98! 44,-88 "
        "48,-80! 36,-54 26,-22 14,2!"
    )
    s.fill(body, "#f4803c", "#d8452f", angle=110, volume=0.95, rim=0.4, radius=14)
    with s.group(clip=body):
        s.fill(
            shape("48,-84! 24,-74 10,-48 4,-10 8,10! 60,10! 70,-70!"),
            "#fde3b0",
            "#f3b574",
            angle=90,
            volume=0.4,
        )
        for i in range(7):
            for j in range(5):
                x, y = -36 + j * 11 + (i % 2) * 5, -82 + i * 13
                if x < 8 - (y + 70) * 0.12:
                    s.flat(
                        tube([(x - 5, y), (x, y + 5), (x + 5, y)], [0.4, 1, 0.4]), "#a8342c", 0.55
                    )
    s.fill(
        shape("-38,-66! -58,-76 -66,-58 -60,-40 -52,-26 -38,-32!"), "#d8452f", "#a02c30", volume=0.7
    )
    s.flat(tube([(50, -91), (38, -86), (30, -87)], [0.6, 1.3, 0.4]), "#7a2230")
    s.flat(ellipse(20, -98, 8.4, 9), "#fff9e8")
    s.flat(ellipse(23, -97, 5), INK)
    s.flat(ellipse(21.4, -99.4, 1.7), "#ffffff")
    # A straw hat, and a fin as a hand.
    with s.at(-2, -116, 1, -16):
        s.fill(
            shape("-18,2! -16,-14 -8,-20 8,-20 16,-14 18,2!"),
            "#f3d57e",
            "#c9983f",
            volume=0.8,
            rim=0.4,
            hatch=0.12,
        )
        s.fill(shape("-18,2! 18,2! 18,-5! -18,-5!"), "#2f6f7a", volume=0.4)
        s.fill(ellipse(0, 3, 34, 5), "#f0cc6c", "#b98636", volume=0.7, rim=0.4)


def _water(s: Scene) -> None:
    s.fill(
        rectangle(-10, SURFACE, 330, 260),
        "#b4ead6",
        "#1f8f98",
        angle=90,
        volume=0,
        hatch=0.07,
        hatch_angle=0,
    )
    with s.group(alpha=0.7):
        s.fill(
            rectangle(-10, 350, 330, 130),
            "#1f8f98",
            "#0c5268",
            angle=90,
            volume=0,
            alpha=0.6,
            soft=10,
        )
    for x, w, lean in ((40, 22, 30), (110, 30, 46), (214, 26, 50), (276, 16, 40)):
        s.flat(
            polygon((x, SURFACE), (x + w, SURFACE), (x + w * 2.2 + lean, 470), (x + lean, 470)),
            "#f3fff0",
            0.16,
            4,
            "screen",
        )
    s.fill(
        shape("-20,448! 40,434 120,446 200,436 260,444 330,430! 330,490! -20,490!"),
        "#e3cf96",
        "#8f9a78",
        volume=0.4,
    )
    rng = np.random.default_rng(3)
    for i in range(16):
        foot = (i * 47) % 300 + rng.uniform(-6, 10)
        h = rng.uniform(22, 62) * (0.4 if 110 < foot < 230 else 1)
        bends = ((0, 0.0), (7, 0.4), (-5, 0.75), (4, 1.0))
        s.fill(
            tube([(foot + dx, 456 - h * up) for dx, up in bends], [3.6, 3.4, 2.4, 0.4]),
            ("#1f6f62", "#2f8a66", "#c85a5a")[i % 3],
            volume=0.7,
        )
    s.flat(
        tube([(-10, SURFACE + 1), (80, SURFACE - 1), (180, SURFACE + 2), (315, SURFACE)], 1.4),
        "#ffffff",
        0.9,
    )


def _jetty(s: Scene) -> None:
    for x in (26, 118):
        s.fill(
            tube([(x, 186), (x + 1, 330), (x - 1, 452)], [7, 7, 8]),
            "#9a7358",
            "#3f5f5c",
            angle=90,
            volume=0.9,
            hatch=0.14,
            hatch_angle=90,
        )
    s.fill(
        polygon((-10, 182), (140, 178), (150, 190), (-10, 196)),
        "#d3a374",
        "#9a6a4a",
        volume=0.4,
        hatch=0.14,
        hatch_angle=0,
        rim=0.4,
    )
    s.fill(polygon((-10, 194), (150, 189), (148, 200), (-10, 206)), "#7a4f3c", volume=0.4)
    for x in (18, 50, 84, 116):
        s.flat(tube([(x, 182), (x + 4, 194)], 0.7), "#6a4434", 0.6)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1208, light="#fff8dc", shade="#1c3a58", sun=(-0.6, -0.8), haze="#eef3dc")
    sky(s, "#f6d98c", "#fbeab8", "#fdf6dc", clouds=0.4, cloud_colour="#fffdf2", bottom=230)
    cumulus(s, 250, 168, 130, "#ffffff", "#f0d9b8", 5, alpha=0.8)
    s.glow(104, 100, 120, "#fffdf0", 0.7)
    with s.group(haze=0.3):
        hill(s, 196, 9, "#a9c48c", "#8fae80", seed=5, bottom=SURFACE + 4)
    _water(s)
    s.glow(214, 330, 120, "#fff6c0", 0.5)
    _jetty(s)
    with s.at(92, 184, 1.14):
        _angler(s)
    rod = [(112, 128), (168, 78), (216, 36)]
    s.stroke(rod, [2.6, 1.9, 0.8], "#7a4a30")
    with s.at(92, 184, 1.14):
        s.fill(
            shape("6,-62! 22,-66 34,-58 30,-46 14,-42 2,-48!"),
            "#e8603a",
            "#b53a30",
            volume=0.8,
            rim=0.3,
        )
    s.stroke([(216, 36), (220, 150), (218, 268)], 1.1, "#fffdf0")
    s.stroke([(216, 36), (217, 100), (219, 180)], 0.7, "#5a4a3a")
    s.fill(ellipse(219, 212, 7, 8), "#f6f0dc", volume=0.8)
    s.fill(shape("212,214! 219,216 226,214! 224,221 219,223 214,221"), "#d8402f", volume=0.8)
    # The bait: a coin on a hook.
    s.glow(218, 284, 40, "#ffe58a", 0.8)
    s.fill(ellipse(219, 284, 15), "#ffd75a", "#d9962c", angle=50, volume=0.9, rim=0.5)
    s.fill(ring(219, 284, 11.5, 9.6), "#c8862a", volume=0.5)
    s.stroke(
        [(219, 264), (219, 300), (212, 311), (202, 304), (204, 295)],
        [1, 1.6, 1.8, 1.5, 0.4],
        "#33414f",
    )
    with s.at(164, 430, 1.3, 24):
        person(
            s,
            "fly",
            coat="#33385c",
            coat2="#1f2342",
            legs="#262a44",
            hair="#3a2519",
            view="back",
            length=0.1,
            dress=False,
            rim=0.6,
        )
    rng = np.random.default_rng(9)
    for _ in range(26):
        x, y, r = rng.uniform(10, 300), rng.uniform(SURFACE + 20, 430), rng.uniform(1, 3.6)
        s.flat(ring(x, y, r, r * 0.74), "#f3fff6", 0.7)
    s.keep(92, 110, 70, 90, 0.6)
    s.keep(205, 330, 60, 110, 0.6)
    return s.finish(grade=("#1c4a6a", "#fff0b8", 0.08), vignette=0.2)
