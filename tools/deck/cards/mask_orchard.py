"""Masks grow on a tree, and somebody picks one."""

import math

from tools.deck.finish import Picture
from tools.deck.places.land import hill
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.emblems import mask
from tools.deck.subjects.people import person
from tools.deck.subjects.plants import bare_tree

_FACES = (
    ("#f6dc9c", "#c53a4b", 1, -6, 30),
    ("#e6f0f2", "#3f6f9a", -1, 4, 10),
    ("#fbf3e4", "#d98a2c", 0.2, 6, 10),
    ("#f6dc9c", "#5f8f5a", -0.6, 3, 16),
    ("#e6f0f2", "#8a4a9a", 1, -5, 10),
    ("#fbf3e4", "#c53a4b", 0.6, -3, 10),
)
"""Of each mask: its colour, its lips and cheeks, its mood, its turn, its thread."""


def _twigs(tips: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Ends of branches, on the card, that are far enough from one another for a mask each."""
    used: list[tuple[float, float]] = []
    for x, y in sorted((172 + x * 3, 416 + y * 3) for x, y in tips):
        apart = all(math.hypot(x - u, (y - v) * 0.8) > 56 for u, v in used)
        if 40 < x < 268 and y < 300 and apart:
            used.append((x, y))
    return used


def paint() -> Picture:
    """Paint the card."""
    s = Scene(251, light="#ffe0b0", shade="#2a1240", sun=(0.6, -0.75), haze="#f0a070")
    sky(
        s,
        "#5a2a5c",
        "#b5485a",
        "#f08a5a",
        "#fbd08a",
        clouds=0.4,
        cloud_colour="#fbb98a",
        bottom=390,
    )
    s.glow(250, 340, 170, "#ffe2a0", 0.7)
    hill(s, 366, 12, "#7a3a5a", "#4a2248", seed=4)
    hill(s, 400, 9, "#4a2248", "#241030", seed=8)
    with s.at(172, 416, 3.0):
        tips = bare_tree(s, "#2a1430", seed=12, depth=4, width=7, length=32, spread=30, rim=0.5)
    for (x, y), (face, cheeks, mood, turn, drop) in zip(_twigs(tips), _FACES, strict=False):
        s.stroke([(x, y), (x, y + drop)], 1.2, "#2a1430")
        with s.at(x, y + drop + 32, 0.62, turn):
            mask(s, face, cheeks, mood)
        s.keep(x, y + drop + 32, 30, 36)
    with s.at(58, 436, 1.42):
        person(s, "holdhi", coat="#2f6f7a", hair="#2a1a24", scarf="#f0c85a", rim=0.6)
    return s.finish(grade=("#301050", "#ffd898", 0.12), vignette=0.4)
