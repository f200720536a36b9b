"""Somebody has climbed a ladder into the crescent moon."""

from tools.deck.finish import Picture
from tools.deck.places.land import hill
from tools.deck.places.sky import cumulus, moon, sky, stars
from tools.deck.scene import Scene
from tools.deck.subjects.buildings import ladder
from tools.deck.subjects.people import person
from tools.deck.subjects.plants import bare_tree


def paint() -> Picture:
    """Paint the card."""
    s = Scene(21, light="#fff0c4", shade="#1b1240", sun=(0.5, -0.85), haze="#7a5a9a")
    sky(
        s,
        "#160f3c",
        "#3a2469",
        "#7a4487",
        "#d9827f",
        clouds=0.3,
        cloud_colour="#a0649a",
        bottom=420,
    )
    stars(s, 120, 300)
    moon(
        s,
        176,
        112,
        88,
        colour="#fff0bf",
        colour2="#f0b95a",
        phase=0.42,
        glow=0.75,
        turn=24,
        glow_colour="#ffd98a",
    )
    cumulus(s, 262, 300, 150, "#b978a0", "#6a3d80", 3, alpha=0.9)
    cumulus(s, 20, 262, 130, "#a4699c", "#5c3a7c", 5, alpha=0.8)
    hill(s, 388, 22, "#4a3470", "#1f1740", seed=4, rim=0.5)
    ladder(s, 62, 410, 186, 170, 44, 22, "#e8bd78", 15, 1.15)
    with s.at(123, 296, 0.98, 14):
        person(s, "climb", coat="#2f8f8a", hair="#27192b", rim=0.8, hat=("beret", "#d8553f"))
    s.glow(176, 150, 120, "#ffe2a0", 0.35)
    hill(s, 430, 14, "#2d2050", "#120c2c", seed=9)
    with s.at(262, 420, 0.62):
        bare_tree(s, "#1a1230", seed=5, depth=3, rim=0.4)
    return s.finish(grade=("#2a1660", "#ffd08a", 0.12))
