"""A street seller offers planets like balloons."""

import numpy as np

from images.card_size import WIDTH
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, shape
from tools.deck.places.sky import sky
from tools.deck.places.town import town
from tools.deck.scene import Scene
from tools.deck.subjects.buildings import streetlamp
from tools.deck.subjects.emblems import planet
from tools.deck.subjects.people import person


def paint() -> Picture:
    """Paint the card."""
    s = Scene(301, light="#ffeccc", shade="#1f2240", sun=(-0.6, -0.8), haze="#d99a8a")
    sky(s, "#4a2f6a", "#b0587a", "#ee9a76", "#fbd394", warp=0.06, bottom=400)
    with s.group(haze=0.72, haze_colour="#e8a888"):
        town(s, 400, ["#6a5a7a"], ["#5a4a6a"], seed=6, heights=(110, 190), widths=(44, 62))
    with s.group(haze=0.45, haze_colour="#c9807a"):
        town(
            s, 410, ["#6a5a7a", "#7a6070"], ["#5a4a6a"], seed=19, heights=(40, 100), widths=(40, 60)
        )
    s.fill(
        shape("-10,398! 315,398! 315,480! -10,480!"),
        "#8a7488",
        "#4a4060",
        volume=0.1,
        hatch=0.08,
        hatch_angle=0,
    )
    rng = np.random.default_rng(4)
    for i in range(70):
        y = 404 + 56 * rng.random()
        s.flat(
            ellipse(rng.uniform(0, WIDTH), y, 7 + (y - 404) * 0.12, 2 + (y - 404) * 0.03),
            ["#9a849a", "#6a5a7a"][i % 2],
            0.4,
        )
    with s.at(278, 424, 2.2):
        streetlamp(s)
    hx, hy = 144, 292
    pl = [
        (70, 84, 30, "#d98c5f", "#7d3f5a", True),
        (150, 60, 36, "#5fa0a8", "#2a4a7a", False),
        (214, 118, 24, "#e9c26a", "#a85a3a", True),
        (104, 156, 22, "#c85a5a", "#6a2444", False),
        (172, 166, 26, "#8f86c8", "#3f3a7a", False),
        (44, 176, 16, "#a9c46a", "#4a7a5a", False),
    ]
    for x, y, r, *_ in pl:
        s.stroke([(hx, hy), ((x + hx) / 2 + 4, (y + r + hy) / 2 + 10), (x, y + r)], 0.8, "#fff3dc")
    for x, y, r, c, c2, ring in pl:
        s.glow(x, y, r * 2.2, c, 0.35)
        with s.at(x, y, 1, -16):
            planet(s, r, c, c2, ring)
    with s.at(104, 436, 1.66):
        person(
            s,
            "hold",
            coat="#3a3a5c",
            hair="#d9d0c0",
            view="back",
            hat=("top", "#2a2440"),
            scarf="#c8433f",
            rim=0.5,
            length=1.4,
        )
    with s.at(206, 442, 1.12, flip=True):
        person(s, "hold", coat="#e0a83a", hair="#4a2a22", view="back", style="pony", rim=0.5)
    s.keep(130, 250, 110, 190, 0.7)
    return s.finish(grade=("#24285a", "#ffe4b8", 0.12), vignette=0.4)
