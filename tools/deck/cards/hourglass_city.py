"""A castle of sand in an hourglass runs out and becomes a forest."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, join, rectangle, shape, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.buildings import castle
from tools.deck.subjects.plants import pine

_UPPER = "56,56! 48,104 66,160 116,206 145,230! 161,230! 190,206 240,160 258,104 250,56! "
_LOWER = "145,230! 116,254 66,300 48,356 56,404! 250,404! 258,356 240,300 190,254 161,230! "


def _ruin(s: Scene) -> None:
    """The upper bulb: the castle sinks into its own sand."""
    s.fill(rectangle(40, 50, 230, 190), "#a9d3d8", "#f6e7c4", volume=0, hatch=0.05)
    s.glow(153, 110, 120, "#fff8e0", 0.6)
    with s.at(150, 177, 1.02, -4):
        castle(s, "#efcf96", "#c9663c")
    sand = "30,146 66,150 100,164 130,172 153,180 176,172 206,163 240,150 276,146! 276,240! 30,240!"
    s.fill(shape(sand), "#e8b765", "#c98a45", volume=0.6, radius=8, grain=0.8)
    rng = np.random.default_rng(4)
    for _ in range(60):
        x, y = rng.normal(153, 34), rng.uniform(156, 214)
        s.flat(ellipse(x, y, rng.uniform(0.7, 1.7)), "#f6d998", 0.8)


def _forest(s: Scene) -> None:
    """The lower bulb: where the sand falls, trees stand."""
    s.fill(rectangle(40, 226, 230, 190), "#f4ecc8", "#b9dcc0", volume=0, hatch=0.05)
    s.glow(153, 320, 110, "#fffbe6", 0.6)
    for x, y, k in ((88, 372, 0.6), (218, 372, 0.62), (118, 378, 0.84), (190, 380, 0.88)):
        with s.at(x, y, k):
            pine(s, "#4f9a72")
    mound = "30,384 84,374 124,362 153,352 182,362 222,374 276,384! 276,420! 30,420!"
    s.fill(shape(mound), "#7fae5a", "#4f8a4f", volume=0.7, radius=8, grain=0.5)
    for x, y, k in ((66, 396, 0.62), (240, 396, 0.62), (104, 402, 0.7), (206, 402, 0.72)):
        with s.at(x, y, k):
            pine(s, "#2f7a58")
    s.fill(tube([(153, 226), (152, 300), (153, 358)], [2.6, 1.8, 3.4]), "#f0c470", volume=0.4)
    rng = np.random.default_rng(8)
    for _ in range(70):
        fallen = rng.uniform(0, 120)
        left, radius = rng.normal(153, 2 + fallen / 14), rng.uniform(0.8, 1.8)
        colour = "#f0c470" if rng.random() > fallen / 130 else "#5f9a54"
        s.flat(ellipse(left, 240 + fallen, radius), colour, 0.9)


def _frame(s: Scene) -> None:
    wood = "#8a4f34"
    for x in (34, 272):
        s.fill(tube([(x, 50), (x, 230), (x, 412)], [6, 4, 6], False), wood, volume=0.9, rim=0.4)
        for y in (70, 230, 390):
            s.fill(ellipse(x, y, 8, 6), wood, volume=0.9, rim=0.4)
    for y in (34, 404):
        s.fill(rectangle(20, y, 266, 24, 9), wood, "#5f3226", volume=0.9, rim=0.45, radius=5)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(131, light="#fff4d8", shade="#2a1838", sun=(-0.6, -0.8), haze="#f6e2cf")
    sky(s, "#4a1f4a", "#7f4a78", "#b98aa4", clouds=0.4, cloud_colour="#a4709a", bottom=430)
    s.fill(
        shape("-10,408! 315,404! 315,480! -10,480!"), "#c98f6c", "#9a5f52", volume=0.2, hatch=0.1
    )
    s.fill(ellipse(176, 430, 132, 15), s.shade_colour, volume=0, alpha=0.5, soft=5)
    s.glow(153, 230, 230, "#fff0dc", 0.4, 1.5)
    for outline, picture in ((_UPPER, _ruin), (_LOWER, _forest)):
        glass = shape(outline)
        with s.group(clip=glass):
            picture(s)
            s.fill(glass, "#e6f4f4", volume=1.3, radius=10, alpha=0.2)
        edge = glass[0][0]
        s.flat(tube(np.vstack([edge, edge[:1]]), [1.1], False), "#5f7f8f", 0.6)
    shine = join(
        tube([(66, 84), (62, 112), (76, 150)], [2, 4, 1]),
        tube([(74, 312), (60, 350), (62, 384)], [1, 4, 2]),
    )
    s.fill(shine, "#ffffff", volume=0, alpha=0.75, soft=0.6)
    s.fill(tube([(240, 90), (243, 110), (234, 142)], [1, 2, 0.6]), "#ffffff", volume=0, alpha=0.5)
    _frame(s)
    s.keep(153, 230, 120, 190)
    return s.finish(grade=("#3a1f58", "#ffecc8", 0.1), vignette=0.25)
