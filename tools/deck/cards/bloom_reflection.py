"""A bare tree stands on a winter shore, and in the water the same tree is in blossom."""

import numpy as np

from images.card_size import HEIGHT, WIDTH
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, rectangle, shape, tube
from tools.deck.places.land import hill
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.plants import bare_tree, pine

SHORE = 234
SIZE = 1.86
LEAN = 148
PINES = ((14.0, 0.5), (36, 0.62), (58, 0.46), (236, 0.5), (262, 0.66), (290, 0.54))
"""Where the far pines stand, and how tall."""


def _tree(s: Scene, bark: str) -> list[tuple[float, float]]:
    return bare_tree(
        s, bark, seed=21, depth=5, width=7.6, length=33, spread=31, rim=0.45, roots=False
    )


def _winter(s: Scene) -> None:
    """Cold sky, far woods and a bank of snow, down to the shore."""
    sky(
        s,
        "#7f98b4",
        "#aebfce",
        "#dde4e8",
        warp=0.05,
        bottom=SHORE,
        clouds=0.45,
        cloud_colour="#f2f5f7",
    )
    with s.group(haze=0.55, haze_colour="#cfdae4"):
        hill(s, 196, 12, "#8ba0b6", "#a9b9c8", seed=4, bottom=SHORE + 2)
        for x, size in PINES:
            with s.at(x, 222, size):
                pine(s, "#4f6a7c", snow="#eef3f7")


def _spring(s: Scene) -> None:
    """The water, with a warm sky, green woods and the tree in blossom in it."""
    water = rectangle(-10, SHORE, 330, HEIGHT)
    s.fill(water, "#a9d8c4", "#1f7f92", angle=90, volume=0, hatch=0.07, hatch_angle=0)
    s.glow(LEAN, SHORE + 70, 190, "#fff0a8", 0.42, 1.4)
    with s.group(alpha=0.8, blur=1.2):
        wood = f"-20,{SHORE}! 325,{SHORE}! 325,{SHORE + 26} 286,{SHORE + 30} 250,{SHORE + 24} "
        wood += (
            f"206,{SHORE + 17} 100,{SHORE + 17} 62,{SHORE + 24} 26,{SHORE + 30} -20,{SHORE + 26}"
        )
        s.fill(shape(wood), "#7fb86a", "#a8d07a", volume=0.6)
        for x, size in PINES:
            with s.at(x, SHORE + 18, size, scale_y=-size):
                pine(s, "#3f8f5c")
    rng = np.random.default_rng(11)
    with s.at(LEAN, SHORE + 12, SIZE, scale_y=-SIZE):
        tips = _tree(s, "#4f2f34")
        petals = ("#f7a3c0", "#fbc3d4", "#ee7fa6", "#ffe3ea")
        clumps = [
            (
                x * (1 - inward) + rng.normal(0, 3.4),
                y * (1 - inward) - 76 * inward + rng.normal(0, 3.4),
            )
            for x, y in tips
            for inward in (-0.02, 0.12, 0.26, 0.4)
        ]
        clumps.sort(key=lambda spot: spot[1])
        for x, y in clumps:
            s.fill(
                ellipse(x, y, rng.uniform(2.6, 4.4)),
                ("#e86f9c", "#f08fb2", "#f7a8c2")[int(rng.integers(3))],
                "#c9527f",
                angle=270,
                volume=0.8,
                wobble=1.6,
            )
        for x, y in clumps:
            for _ in range(5):
                with s.at(
                    x + rng.normal(0, 3),
                    y + rng.normal(0, 3),
                    rng.uniform(1, 2),
                    rng.uniform(0, 180),
                ):
                    s.flat(shape("-1,0 0,-.8 1,0 0,.8"), petals[int(rng.integers(4))], 0.95)

    s.fill(
        shape(f"70,{SHORE}! 110,{SHORE + 16} {LEAN},{SHORE + 24} 186,{SHORE + 16} 228,{SHORE}!"),
        "#8cc46c",
        "#9fd07a",
        angle=90,
        volume=0.4,
        radius=4,
    )


def _ripples(s: Scene) -> None:
    rng = np.random.default_rng(3)
    for _ in range(30):
        y = SHORE + 26 + 195 * rng.random() ** 0.8
        x, half = rng.uniform(0, WIDTH), rng.uniform(8, 30)
        s.flat(tube([(x - half, y), (x, y + 0.8), (x + half, y)], [0.1, 0.9, 0.1]), "#f4fff6", 0.5)
    for _ in range(26):
        x, y = rng.uniform(10, 295), rng.uniform(SHORE + 40, 450)
        with s.at(x, y, rng.uniform(2.2, 4), rng.uniform(0, 180)):
            s.flat(shape("-1,0! 0,-.6 1,0! 0,.6"), "#ffd3df", 0.95)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(241, light="#fff4e4", shade="#2a3050", sun=(-0.5, -0.85), haze="#dfe6ec")
    _winter(s)
    _spring(s)
    bank = (
        f"-20,{SHORE + 2}! -20,{SHORE - 20} 50,{SHORE - 13} 108,{SHORE - 20} 190,{SHORE - 20} "
        f"250,{SHORE - 12} 330,{SHORE - 19}! 330,{SHORE + 2}! 240,{SHORE + 5} 150,{SHORE + 3} "
        f"60,{SHORE + 6}"
    )
    s.fill(shape(bank), "#fbfdff", "#b4c6d8", volume=0.8, radius=6, rim=0.3)
    with s.at(LEAN, SHORE - 8, SIZE):
        _tree(s, "#2f2a38")
    mound = f"96,{SHORE + 1}! 120,{SHORE - 13} 148,{SHORE - 19} 178,{SHORE - 12} 200,{SHORE + 1}!"
    s.fill(shape(mound), "#ffffff", "#c3d2e0", volume=0.6, radius=4)
    s.flat(tube([(-10, SHORE + 4), (150, SHORE + 3), (315, SHORE + 4)], [1.4]), "#3f6f7c", 0.55)
    _ripples(s)
    rng = np.random.default_rng(8)
    for _ in range(64):
        x, y = rng.uniform(0, WIDTH), rng.uniform(0, SHORE - 14)
        s.flat(ellipse(x, y, rng.uniform(0.7, 1.9)), "#ffffff", 0.9)
    s.keep(LEAN, SHORE - 100, 130, 110, 0.8)
    return s.finish(grade=("#2a3a6a", "#fff0dc", 0.08), vignette=0.22)
