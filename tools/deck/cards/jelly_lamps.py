"""A girl with an umbrella sinks among jellyfish to the bottom of the sea."""

import numpy as np

from images.card_size import HEIGHT, WIDTH
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, hole, join, shape, tube
from tools.deck.places.water import underwater
from tools.deck.scene import Scene
from tools.deck.subjects.household import umbrella
from tools.deck.subjects.people import person
from tools.deck.subjects.sea_animals import jellyfish


def paint() -> Picture:
    """Paint the card."""
    s = Scene(181, light="#e0fff0", shade="#0a1f4a", sun=(-0.3, -0.95), haze="#2f9aa8")
    underwater(s, "#9ff0dc", "#1f9aa8", "#0a2a5c")
    for x, y, k, c, a in (
        (58, 138, 0.62, "#f08ab0", 0.8),
        (262, 236, 0.8, "#f0b08a", 0.9),
        (40, 318, 0.9, "#c88ae0", 0.95),
        (222, 54, 0.36, "#f08ab0", 0.55),
        (120, 60, 0.3, "#c88ae0", 0.5),
    ):
        with s.at(x, y, k, 8 - x % 17):
            s.glow(0, -20, 90, c, 0.55)
            jellyfish(s, c, a)
    with s.at(160, 300, 1.25, 4):
        person(
            s,
            "hold",
            coat="#f3d04e",
            coat2="#d98a3a",
            legs="#f4ead6",
            hair="#8a2f2a",
            style="long",
            view="back",
            shoe="#b6392f",
            rim=0.5,
        )
    with s.at(196, 160, 1.25, 8):
        umbrella(s, "#d8453f", "#f6e6c8", length=40)
    s.keep(165, 220, 80, 110)
    rng = np.random.default_rng(5)
    for _ in range(40):
        px, py, r = rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT), rng.uniform(1, 4.4)
        s.flat(join(ellipse(px, py, r), hole(ellipse(px, py, r * 0.78))), "#e0fff6", 0.6)
        s.flat(ellipse(px - r * 0.3, py - r * 0.3, r * 0.22), "#ffffff", 0.8)
    s.fill(
        shape("-20,440 40,424 90,436 150,446 220,430 320,440! 320,480! -20,480!"),
        "#0d2f5a",
        "#061838",
        volume=0.8,
        radius=8,
    )
    for i in range(12):
        px = i * 27 + rng.uniform(-6, 6)
        h = rng.uniform(30, 78)
        s.fill(
            tube(
                [(px, 464), (px + 8, 464 - h * 0.4), (px - 6, 464 - h * 0.75), (px + 4, 464 - h)],
                [4, 3.6, 2.6, 0.4],
            ),
            ["#12586a", "#1a3f70", "#5a2f6a"][i % 3],
            volume=0.7,
        )
    return s.finish(grade=("#0a2060", "#e0ffe8", 0.08), vignette=0.35)
