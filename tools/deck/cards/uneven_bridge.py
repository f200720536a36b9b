"""A bridge was built from both sides of a gorge, and its halves meet at different heights."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, rectangle, shape, tube
from tools.deck.places.land import hill
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.people import person
from tools.deck.subjects.plants import pine

LEFT, RIGHT = 192, 272
"""Height of the roadway of each half."""


def _cliff(s: Scene, outline: str, seed: int) -> None:
    s.fill(
        shape(outline),
        "#5f7f78",
        "#2b4347",
        angle=90,
        volume=0.95,
        radius=12,
        hatch=0.22,
        hatch_angle=90,
        grain=0.6,
        rim=0.3,
    )
    rng = np.random.default_rng(seed)
    with s.group(clip=shape(outline)):
        for _ in range(26):
            x, y = rng.uniform(-10, 310), rng.uniform(200, 450)
            s.stroke(
                [(x, y), (x + rng.uniform(-6, 6), y + 26), (x + rng.uniform(-9, 9), y + 60)],
                [0.3, 1.5, 0.3],
                "#1f3438",
                0.5,
            )


def _span(s: Scene, seed: int) -> None:
    """One half, 150 wide: from the cliff on the left up to its unfinished end at (132, 0)."""
    deck = [(-34, 44), (20, 30), (78, 10), (132, 0)]
    beam = [(26, 96), (48, 68), (84, 42), (122, 24)]
    for x, top, low in ((44.0, 22, 76), (68, 14, 54), (92, 7, 40), (114, 3, 28)):
        s.fill(tube([(x, top), (x, low)], [3.2], False), "#a82f2a", "#6a1f28", volume=0.8, rim=0.4)
    for x0, y0, x1, y1 in ((44, 70, 68, 18), (68, 50, 92, 10), (92, 36, 114, 6)):
        brace = tube([(x0, y0), (x1, y1)], [2], False)
        s.fill(brace, "#8f2a2a", "#5a1c26", volume=0.8)
    s.fill(tube(beam, [5.4, 5, 4.6, 4.2]), "#d2422f", "#8a2a2c", volume=1.0, rim=0.5)
    rng = np.random.default_rng(seed)
    for i in range(24):
        x = -30 + i * 6.8
        y = float(np.interp(x, [q for q, _ in deck], [q for _, q in deck]))
        length = 12 + (rng.uniform(-2, 5) if i > 19 else 0)
        plank = rectangle(x, y - 4, 6.2, length, 1.5)
        s.fill(plank, "#f0d9b0", "#a8805c", volume=0.7, rim=0.4)
    s.fill(tube([(q, r + 5) for q, r in deck], [4.6]), "#e0503a", "#9a2f2c", volume=1.0, rim=0.5)
    for x in (-24, 6, 36, 64, 90):
        y = float(np.interp(x, [q for q, _ in deck], [q for _, q in deck]))
        s.fill(rectangle(x - 2.6, y - 32, 5.2, 34, 1.5), "#e0503a", "#9a2f2c", volume=0.9, rim=0.5)
        s.fill(ellipse(x, y - 35, 4, 4.6), "#f0c45a", volume=0.9, rim=0.5)
    for height in (-28, -15):
        rail = [(-34, 44 + height), (20, 30 + height), (78, 10 + height), (91, 8 + height)]
        s.fill(tube(rail, [2.4]), "#e0503a", "#a8342c", volume=0.9, rim=0.5)


def _mist(s: Scene, y: float, strength: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(9):
        x, width = rng.uniform(-20, 320), rng.uniform(60, 130)
        s.flat(
            ellipse(x, y + rng.uniform(-10, 12), width, rng.uniform(7, 15)),
            "#eef3e4",
            strength,
            soft=9,
        )


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1403, light="#fbfde9", shade="#1f3a44", sun=(0.15, -0.98), haze="#dfeadb")
    sky(
        s,
        "#a9c4bd",
        "#cfdfd0",
        "#eef3e0",
        "#dfe9d8",
        clouds=0.4,
        cloud_colour="#f7faee",
        bottom=400,
    )
    s.glow(156, 150, 190, "#fffff0", 0.45, 1.4)
    for y, height, colour, seed, haze in (
        (150, 80, "#7fa39c", 3, 0.55),
        (250, 70, "#5f8a84", 6, 0.36),
        (316, 54, "#2f5a5c", 9, 0.12),
    ):
        with s.group(haze=haze):
            hill(s, y, height, colour, s.darker(colour, 0.25), rough=4, cell=110, seed=seed, peak=1)
        _mist(s, y + 84, 0.26, seed)
    _cliff(
        s,
        "-20,236! 6,230 24,236 40,250 38,252 58,286 50,330 76,372 66,420 96,470! -20,480!",
        2,
    )
    _cliff(
        s,
        "325,316! 300,310 280,316 264,332 268,340 244,380 250,424 214,470! 325,480!",
        5,
    )
    _mist(s, 430, 0.4, 12)
    with s.at(12, LEFT):
        _span(s, 3)
    with s.at(293, RIGHT, 1, 0, flip=True):
        _span(s, 4)
    for x, y, size in ((2, 232, 0.9), (300, 312, 0.95)):
        with s.at(x, y, size):
            pine(s, "#3f6a62")
    with s.at(112, LEFT - 4, 1.02):
        person(
            s,
            "fwd",
            coat="#5a3a5c",
            legs="#2f3540",
            hair="#2a2225",
            view="side",
            hat=("beret", "#2f4a4c"),
            rim=0.5,
        )
    with s.at(196, RIGHT - 4, 1.02, 0, flip=True):
        person(
            s,
            "holdhi",
            coat="#24383f",
            legs="#252b36",
            hair="#2a2225",
            view="side",
            hat=("bowler", "#22303a"),
            rim=0.5,
        )
    _mist(s, 400, 0.22, 23)
    _mist(s, 452, 0.55, 21)
    s.keep(152, 230, 130, 110, 0.7)
    return s.finish(grade=("#1f4450", "#fbfbe0", 0.12), vignette=0.25, saturation=0.92)
