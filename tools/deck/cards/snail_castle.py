"""A snail carries a castle."""

from tools.deck.finish import Picture
from tools.deck.places.land import grass, hill
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.buildings import castle
from tools.deck.subjects.plants import leaf_ball, mushroom, tree
from tools.deck.subjects.sea_animals import snail


def paint() -> Picture:
    """Paint the card."""
    s = Scene(201, light="#fff0d8", shade="#2c2450", sun=(-0.5, -0.85), haze="#c9c0dc")
    sky(
        s,
        "#8f86b8",
        "#b9a8cc",
        "#e0c8cf",
        "#f6e0c0",
        clouds=0.65,
        cloud_colour="#f6eef4",
        bottom=340,
    )
    hill(s, 286, 26, "#9aa0b4", "#a4b09a", seed=3, peak=0)
    hill(s, 318, 20, "#7f9a74", "#6f8f5c", seed=9)
    for x, y, k in ((34, 330, 0.34), (62, 326, 0.26), (276, 322, 0.4), (252, 328, 0.28)):
        with s.at(x, y, k):
            tree(s, "#5a8a4a", seed=int(x), blobs=6, leaves=24, leaf=6)
    hill(s, 366, 12, "#6a9a4e", "#3f6f44", seed=14)
    with s.at(170, 276, 1.6):
        castle(s, "#ecd9dc", "#6a4a8a")
    for x, y, r in (
        (100, 272, 17),
        (124, 262, 18),
        (218, 262, 19),
        (240, 272, 17),
        (150, 256, 14),
        (194, 256, 14),
    ):
        leaf_ball(s, x, y, r, "#7fae5a", int(x), 34, 5)
    with s.at(152, 414, 2.2):
        snail(s, "#f6cf92", "#b5503c")
    s.keep(150, 230, 120, 180, 0.8)
    hill(s, 440, 7, "#4f7f40", "#274a38", seed=4)
    with s.at(246, 442, 0.62):
        mushroom(s)
    with s.at(280, 450, 0.36):
        mushroom(s, "#d8893a")
    with s.at(38, 448, 0.5):
        mushroom(s, "#c83f5a")
    grass(s, 440, 120, "#2f5a3a", "#7fae50", (6, 18), 5)
    return s.finish(grade=("#3a2a70", "#ffeac0", 0.1), vignette=0.25)
