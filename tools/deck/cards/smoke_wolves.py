"""The smoke of a train turns into wolves that race away over the winter hills."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, join, rectangle, shape, tube
from tools.deck.places.land import hill
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK
from tools.deck.subjects.plants import pine
from tools.deck.subjects.vessels import train

RAIL = 424


def _wolf(s: Scene, colour: str, belly: str) -> None:
    """A wolf in full gallop to the right, about 200 long, the origin in its middle."""
    far = s.darker(colour, 0.4)
    s.fill(tube([(40, 0), (62, 8), (84, -3), (106, 2)], [10, 6, 3.4, 2.2]), far, volume=0.6)
    s.fill(tube([(-34, -2), (-44, 20), (-66, 22), (-82, 38)], [11, 7, 3.6, 2]), far, volume=0.6)
    s.fill(
        tube([(-44, -12), (-66, -20), (-88, -14), (-112, -24)], [6, 12, 12, 2]),
        colour,
        belly,
        angle=180,
        volume=0.8,
        soft=0.8,
    )
    body = join(
        shape(
            "91,-21! 93,-16 87,-11 74,-9! 66,-7! 62,4! 56,2! 50,14! 44,12! 36,22! 24,18 0,11 -22,9 "
            "-40,10 -56,0 -50,-18 -30,-26 -4,-23 14,-28! 20,-34! 30,-36! 36,-42! "
            "44,-42! 56,-47 65,-43 "
            "74,-34!"
        ),
        shape("45,-41! 37,-64! 57,-47!"),
        shape("55,-45! 52,-69! 66,-43!"),
    )
    s.fill(body, colour, belly, angle=80, volume=0.95, radius=9, rim=0.5, grain=0.5, hatch=0.1)
    s.fill(shape("64,-9! 72,-14 88,-12 74,-8!"), belly, volume=0.4, soft=0.4)
    s.flat(shape("46,-46! 43,-57 54,-48!"), far, 0.6, soft=0.3)
    for leg, radii in (
        ([(34, 6), (56, 22), (80, 15), (102, 22)], [12, 7, 3.8, 2.4]),
        ([(-38, -2), (-62, 14), (-84, 11), (-106, 26)], [16, 9, 4, 2.2]),
    ):
        s.fill(tube(leg, radii), colour, belly, angle=60, volume=0.8, rim=0.3)
    s.flat(ellipse(67, -30, 2.4, 1.7), "#ffe9a0")
    s.flat(ellipse(90, -18, 2.6, 2.1), INK)
    s.stroke([(88, -12), (80, -15), (73, -13)], [0.4, 0.9, 0.3], INK, 0.7)


def _puffs(
    s: Scene,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    n: int,
    size: tuple[float, float],
    seed: int,
    colour: str,
) -> None:
    """Soft balls of smoke from one point to another."""
    rng = np.random.default_rng(seed)
    for i in range(n):
        t = i / max(1, n - 1)
        r = size[0] + (size[1] - size[0]) * t
        x = x0 + (x1 - x0) * t + rng.normal(0, r * 0.3)
        y = y0 + (y1 - y0) * t + rng.normal(0, r * 0.25)
        s.fill(
            ellipse(x, y, r * rng.uniform(0.9, 1.2), r * 0.85),
            colour,
            s.darker(colour, 0.3),
            volume=0.9,
            radius=r * 0.45,
            soft=0.7,
            wobble=2,
            grain=0.5,
            alpha=0.9,
        )


def _viaduct(s: Scene) -> None:
    deck = rectangle(-10, RAIL - 2, 330, 9)
    arches = join(deck, *(rectangle(x, RAIL, 15, 60) for x in range(6, 320, 58)))
    s.fill(arches, "#8a6e54", "#5a4438", volume=0.5, hatch=0.12)
    for x in range(6, 300, 58):
        s.fill(
            shape(
                f"{x + 13},{RAIL + 26}! {x + 13},{RAIL + 5}! {x + 60},{RAIL + 5}! "
                f"{x + 60},{RAIL + 26}! "
                f"{x + 50},{RAIL + 12} {x + 36},{RAIL + 9} {x + 23},{RAIL + 12}"
            ),
            "#7a6049",
            volume=0.3,
        )
    s.flat(rectangle(-10, RAIL - 3, 330, 2), "#f3e3c0", 0.8)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1203, light="#fff3d6", shade="#33241f", sun=(0.7, -0.7), haze="#ecd8b0")
    sky(
        s,
        "#c6a373",
        "#dcc092",
        "#f0dfb6",
        "#f9eecf",
        clouds=0.35,
        cloud_colour="#f6e9c8",
        bottom=380,
    )
    s.glow(232, 250, 170, "#fffbe8", 0.85, 1.5)
    s.fill(ellipse(240, 262, 21), "#fffdf2", volume=0, soft=0.8)
    hill(s, 318, 30, "#dcc59c", "#e6d3ac", seed=4, peak=1, rough=3)
    hill(s, 352, 20, "#c4a67c", "#d9c096", seed=11)
    with s.group(haze=0.35):
        for x, y, k in (
            (18, 372, 0.5),
            (44, 378, 0.38),
            (276, 372, 0.55),
            (298, 378, 0.4),
            (250, 380, 0.34),
        ):
            with s.at(x, y, k):
                pine(s, "#6a5a44", snow="#f6ead0")
    hill(s, 384, 10, "#f3e6c8", "#d3b98e", seed=21)
    _puffs(s, 66, 348, 88, 306, 7, (7, 16), 2, "#8a705a")
    _puffs(s, 84, 300, 50, 250, 6, (17, 21), 3, "#8a705a")
    _puffs(s, 46, 244, 34, 168, 6, (20, 24), 4, "#8f755e")
    _puffs(s, 34, 160, 60, 128, 5, (25, 22), 7, "#94795f")
    with s.at(196, 276, 0.92, -3):
        _wolf(s, "#5c443a", "#9c8068")
    _puffs(s, 76, 286, 128, 266, 5, (15, 8), 6, "#8a705a")
    with s.at(154, 148, 1.28, -9):
        _wolf(s, "#47322a", "#8f745c")
    _puffs(s, 20, 186, 52, 158, 5, (17, 10), 8, "#8f755e")
    _puffs(s, 30, 142, 66, 138, 4, (14, 9), 9, "#94795f")
    s.keep(170, 190, 130, 140, 0.6)
    _viaduct(s)
    with s.at(48, RAIL - 2, 1.06):
        train(s, "#5c3a2c", "#2a1e1c", car_colours=("#6a4a38", "#7a5a40"), cars=3)
    return s.finish(grade=("#4a3020", "#fff0c8", 0.14), vignette=0.3, saturation=0.85)
