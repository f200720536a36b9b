"""Masks grow on a tree, and somebody picks one."""

import math

from images.art.finish import Picture
from images.art.places.land import hill
from images.art.places.sky import sky
from images.art.scene import Scene
from images.art.subjects.emblems import mask
from images.art.subjects.people import person
from images.art.subjects.plants import bare_tree


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
    tips = [(172 + x * 3.0, 416 + y * 3.0) for x, y in tips]
    used: list[tuple[float, float]] = []
    spec = [
        ("#c53a4b", 1, -6),
        ("#3f6f9a", -1, 4),
        ("#d98a2c", 0.2, 6),
        ("#5f8f5a", -0.6, 3),
        ("#8a4a9a", 1, -5),
        ("#c53a4b", 0.6, -3),
        ("#3f6f9a", -0.8, 5),
    ]
    for x, y in sorted(tips, key=lambda p: p[1]):
        if (
            34 < x < 272
            and y < 300
            and all((math.hypot(x - u, (y - v) * 0.8) > 56 for u, v in used))
            and (len(used) < 7)
        ):
            c2, m, a = spec[len(used)]
            used.append((x, y))
            s.stroke([(x, y), (x, y + 12)], 1.0, "#2a1430")
            with s.at(x, y + 36, 0.5, a):
                mask(s, ["#fbf3e4", "#f6dc9c", "#e6f0f2"][len(used) % 3], c2, m, ribbon=False)
            s.keep(x, y + 36, 26, 32)
    with s.at(84, 430, 1.42):
        person(
            s,
            "holdhi",
            coat="#2f6f7a",
            hair="#2a1a24",
            style="short",
            view="back",
            scarf="#f0c85a",
            rim=0.6,
        )
    return s.finish(grade=("#301050", "#ffd898", 0.12), vignette=0.4)
