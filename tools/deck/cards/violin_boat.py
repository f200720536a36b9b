"""A rabbit sails a violin across the sea: the bow is the mast, a sheet of music the sail."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, shape, tube
from tools.deck.places.land import hill
from tools.deck.places.sky import sky
from tools.deck.places.water import sea
from tools.deck.scene import Scene
from tools.deck.subjects.birds import gull
from tools.deck.subjects.instruments import violin
from tools.deck.subjects.mammals import rabbit

_SAIL = "146,66! 196,56 250,80 284,66! 272,140 278,212 264,280! 222,262 184,286 146,272!"


def _music(s: Scene) -> None:
    """Staves that follow the swelling of the sail, and notes on them."""
    for staff in (104, 156, 208):
        for line in range(5):
            y = staff + line * 7
            curve = [(152, y), (196, y - 9), (246, y + 9), (276, y)]
            s.flat(tube(curve, [0.8]), "#6b5a52", 0.75)
    rng = np.random.default_rng(6)
    for staff in (104, 156, 208):
        for x in (166, 188, 210, 232, 254):
            y = staff + 7 * int(rng.integers(0, 5)) + 8 * np.sin((x - 166) / 30 + 3.6)
            s.flat(tube([(x + 4.6, y), (x + 4.6, y - 22)], [1.1], False), "#3a2a2c")
            with s.at(x, y, 1, -18):
                s.flat(ellipse(0, 0, 5.4, 4), "#3a2a2c")


def paint() -> Picture:
    """Paint the card."""
    s = Scene(281, light="#fffbe0", shade="#1f4a4c", sun=(-0.6, -0.8), haze="#e6f2d8")
    sky(s, "#b9dccb", "#dcecc8", "#f8f3cf", clouds=0.6, cloud_colour="#fffdf2", bottom=300)
    s.glow(60, 250, 170, "#fffce6", 0.8)
    hill(s, 286, 16, "#a9cdbc", "#c6dcc2", seed=5, bottom=310, peak=1)
    sea(s, 300, "#a9d3bc", "#3f8a82", light="#fffbe0", light_x=60, light_width=50, waves=70)
    for x, y, width in ((60, 96, 12), (92, 70, 9), (36, 132, 8)):
        gull(s, x, y, width, "#4f7a74")
    with s.group(mirror=(402, 0.4)):
        s.fill(tube([(146, 366), (146, 46)], [3.4, 2.2], False), "#6a3a22", volume=0.9, rim=0.4)
        s.fill(shape("141,48! 152,40! 150,60!"), "#4a2618", volume=0.5)
        s.fill(shape(_SAIL), "#fdf6e2", "#e0cfb0", angle=10, volume=0.7, radius=10, rim=0.2)
        with s.group(clip=shape(_SAIL)):
            _music(s)
        for y in (72, 138, 204, 266):
            s.fill(tube([(141, y - 2), (148, y), (153, y + 1)], [1.5]), "#e9d3a4", volume=0.6)
        with s.at(14, 366, 2.05, 84, scale_y=2.05):
            violin(s, "#b5492a")
        with s.at(84, 350, 1.05, flip=True):
            rabbit(s, "#fbf3e6", "#ffffff")
    water = (
        "-20,408! 40,398 90,408 150,398 220,404 330,394! 330,424 240,418 150,426 60,420 -20,428!"
    )
    s.fill(shape(water), "#7fbcaa", "#4f9a8c", volume=0.5, alpha=0.85, soft=0.8, hatch_angle=0)
    s.keep(150, 260, 150, 180)
    return s.finish(grade=("#1f5a60", "#fff6c8", 0.1), vignette=0.18)
