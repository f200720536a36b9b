"""A traveller carries a window through a summer field, and in the window it is winter."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, placed, rectangle, shape, tube
from tools.deck.places.land import hill
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.birds import gull
from tools.deck.subjects.buildings import window_frame
from tools.deck.subjects.people import person
from tools.deck.subjects.plants import bare_tree, flower


def _winter(s: Scene) -> None:
    """A snowstorm at dusk, seen through the panes; the origin is the middle of the sill."""
    s.fill(rectangle(-80, -210, 160, 220), "#2f4468", "#8fa6bd", angle=90, volume=0, hatch=0.1)
    cumulus(s, -30, -150, 130, "#6f84a4", "#2c3c5e", 3)
    cumulus(s, 46, -168, 110, "#62779a", "#283656", 8)
    s.fill(shape("-90,-58 -30,-74 20,-62 90,-78! 90,20! -90,20!"), "#c4d4e2", "#9fb4ca", volume=0.6)
    with s.at(22, -40, 1.0):
        bare_tree(s, "#1c2640", seed=12)
    s.fill(shape("-90,-34 -20,-46 40,-34 90,-44! 90,20! -90,20!"), "#f1f6fa", "#b9c9da", volume=0.7)
    rng = np.random.default_rng(3)
    for i in range(120):
        x, y = rng.uniform(-78, 78), rng.uniform(-200, 2)
        if i % 3:
            s.flat(ellipse(x, y, rng.uniform(0.8, 2.4)), "#ffffff", rng.uniform(0.6, 1))
        else:
            s.flat(tube([(x, y), (x - 8, y + 6)], [0.3, 1.1], False), "#ffffff", 0.7)


def _wheat(s: Scene, y: float, count: int, height: float, seed: int) -> None:
    """A band of ripe ears, leaning with the wind."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        x, foot = rng.uniform(-10, 315), y + rng.uniform(-6, 12)
        tall, lean = height * rng.uniform(0.75, 1.15), rng.normal(height * 0.16, 3)
        tone = ("#d9a83a", "#f0cf62", "#fbe596", "#c48f30")[int(rng.integers(4))]
        top = (x + lean, foot - tall)
        s.flat(tube([(x, foot), (x + lean * 0.3, foot - tall * 0.6), top], [0.8, 0.7, 0.5]), tone)
        ear = shape("0,4 -2.6,-4 -1.6,-12 0,-17! 1.6,-12 2.6,-4")
        s.fill(placed(ear, *top, height / 46, 14 + lean), tone, volume=0.7, rim=0.3)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1106, light="#fffbe0", shade="#5a4a3a", sun=(0.6, -0.8), haze="#fdf3cf")
    sky(
        s,
        "#f6d84a",
        "#fbe888",
        "#fdf8da",
        "#fffbe8",
        clouds=0.5,
        cloud_colour="#fffef4",
        bottom=330,
    )
    s.glow(262, 60, 150, "#fffce8", 0.9, 1.5)
    cumulus(s, 40, 214, 110, "#fffef6", "#f0dfae", 4)
    cumulus(s, 286, 240, 120, "#fffef6", "#f0dfae", 9)
    with s.group(haze=0.45):
        hill(s, 296, 14, "#b9c27a", "#d9cf7c", seed=5)
    hill(s, 318, 10, "#f0d070", "#f6dd86", seed=8)
    for y, count, height, seed in ((334, 120, 14, 1), (352, 130, 20, 2), (376, 120, 28, 3)):
        s.fill(rectangle(-10, y - 4, 330, 140), "#e8c254", "#cf9f3c", volume=0, alpha=0.5, soft=3)
        _wheat(s, y, count, height, seed)
    s.glow(150, 170, 170, "#fffdf0", 0.8, 1.3)
    with s.group(drop=0.35), s.at(150, 254, 1.0, -3):
        window_frame(s, 150, 200, "#8a5238", _winter, (2, 3))
    with s.group(clip=rectangle(0, 200, 305, 206)), s.at(152, 450, 1.84):
        person(
            s,
            "up",
            coat="#c8503a",
            coat2="#8f3530",
            legs="#4a4050",
            hair="#5a3020",
            style="bun",
            rim=0.5,
        )
    rng = np.random.default_rng(8)
    for _ in range(40):
        x = 60 - abs(rng.normal(0, 34)) + rng.uniform(0, 190)
        s.flat(ellipse(x, rng.uniform(258, 330), rng.uniform(0.9, 2)), "#ffffff", 0.9)
    _wheat(s, 420, 150, 40, 6)
    _wheat(s, 440, 150, 44, 4)
    _wheat(s, 466, 150, 52, 5)
    for x, y, k in (
        (30, 462, 0.9),
        (58, 470, 0.7),
        (268, 466, 0.95),
        (292, 456, 0.7),
        (232, 472, 0.6),
    ):
        with s.at(x, y, k):
            flower(s, "#dd4a34", 64, "#8a9a4a", "poppy", 6)
    for x, y, w in ((34, 106, 9), (52, 88, 7), (276, 150, 8)):
        gull(s, x, y, w, "#8a7a5a")
    s.keep(150, 155, 95, 115)
    s.keep(152, 350, 50, 80)
    return s.finish(grade=("#5a4a6a", "#fff6c8", 0.08), vignette=0.12)
