"""A painted river spills over its frame and runs across the gallery floor."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, rectangle, shape, tube
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.plants import leaf_ball
from tools.deck.subjects.vessels import paper_boat

WATER, DEEP, FOAM = "#7fc4cc", "#3f8fa4", "#f3fcfa"
LEFT, TOP, WIDE, TALL = 50, 44, 196, 166


def _frame(s: Scene) -> None:
    with s.group(drop=0.55):
        s.fill(
            rectangle(LEFT - 20, TOP - 20, WIDE + 40, TALL + 40, 3),
            "#e0b25a",
            "#9a6c30",
            angle=50,
            volume=0.9,
            radius=5,
            rim=0.5,
        )
    s.fill(
        rectangle(LEFT - 11, TOP - 11, WIDE + 22, TALL + 22, 2),
        "#b98a42",
        "#e9c878",
        angle=50,
        volume=-0.8,
        radius=3,
    )
    for i in range(15):
        for y in (TOP - 15.5, TOP + TALL + 15.5):
            s.fill(ellipse(LEFT - 14 + i * 16, y, 3.6, 2.6), "#f0d08a", volume=0.9, rim=0.4)
    for i in range(12):
        for x in (LEFT - 15.5, LEFT + WIDE + 15.5):
            s.fill(ellipse(x, TOP + i * 15, 2.6, 3.6), "#f0d08a", volume=0.9, rim=0.4)


def _landscape(s: Scene) -> None:
    """The painting: hills, a bridge of trees, and the river coming down."""
    s.fill(rectangle(LEFT, TOP, WIDE, TALL), "#f3cf8e", "#fbeecb", angle=90, volume=0, hatch=0.08)
    s.glow(176, 82, 70, "#fff8dc", 0.9)
    cumulus(s, 90, 84, 70, "#fff8ea", "#e6c4a4", 3)
    s.fill(
        shape("30,130 70,96 104,116 140,88! 176,112 206,92 262,126! 262,220! 30,220!"),
        "#8f9fb0",
        "#b9c0b4",
        volume=0.8,
        radius=8,
        hatch=0.12,
    )
    s.fill(
        shape("30,142 90,124 150,134 200,120 262,138! 262,220! 30,220!"),
        "#8fae6a",
        "#6f9450",
        volume=0.8,
        radius=8,
    )
    s.fill(shape("30,158 76,148 120,154 130,214! 30,222!"), "#6f9a4c", "#4f7a3c", volume=0.8)
    s.fill(shape("262,150 220,146 188,156 190,214! 262,222!"), "#7fa350", "#557f3c", volume=0.8)
    for x, y, r, colour in (
        (66, 138, 15, "#d98a3a"),
        (86, 144, 12, "#e0a840"),
        (232, 136, 17, "#c8643a"),
        (212, 146, 11, "#e0a840"),
        (54, 156, 12, "#b9502f"),
    ):
        s.fill(tube([(x, y + r), (x, y + r + 9)], [2], False), "#6a4a34", volume=0.7)
        leaf_ball(s, x, y, r, colour, x, 40, 3.2)


def _ripples(s: Scene, count: int, seed: int, low: float, high: float) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(count):
        y = rng.uniform(low, high)
        half = 14 + max(0.0, y - 330) * 0.9
        x = 156 + rng.uniform(-half, half) - max(0.0, y - 330) * 0.12
        wide = 4 + max(0.0, y - 300) * 0.16
        s.flat(tube([(x - wide, y), (x, y - 1.4), (x + wide, y)], [0.2, 1.2, 0.2]), FOAM, 0.75)


def _river(s: Scene) -> None:
    """Down the painting, over the frame, down the wall, over the boards."""
    s.fill(
        shape(
            "150,128! 158,128! 172,140 150,154 140,166 178,182 192,206! 196,214! "
            "120,214! 122,204 118,186 128,166 152,150 158,140"
        ),
        "#d5eef0",
        WATER,
        angle=90,
        volume=0.5,
        radius=4,
    )
    fall = shape(
        "118,208! 198,208! 202,226 198,240 200,300 206,352! 106,352! 114,300 118,240 112,226"
    )
    s.flat(shape("124,226! 212,230! 216,352! 122,352!"), "#4a5a50", 0.35, soft=4)
    s.fill(
        fall, "#c4e9ec", WATER, angle=90, volume=0.95, radius=9, rim=0.3, hatch=0.2, hatch_angle=90
    )
    rng = np.random.default_rng(7)
    for i in range(26):
        x, top = 116 + i * 3.2, 210 + rng.uniform(0, 40)
        bottom = top + rng.uniform(40, 96)
        s.flat(
            tube([(x, top), (x - 1, (top + bottom) / 2), (x, bottom)], [0.3, 1.3, 0.3]), FOAM, 0.8
        )
    s.fill(
        shape(
            "108,338 150,330 206,338 218,352 236,368 222,386 240,404 276,420 290,446 "
            "280,480! 20,480! 14,448 "
            "40,424 84,408 76,390 92,370 84,354"
        ),
        WATER,
        DEEP,
        angle=90,
        volume=0.9,
        radius=7,
        rim=0.4,
        hatch=0.12,
        hatch_angle=0,
    )
    for x, y, r in (
        (108, 344, 9),
        (126, 338, 11),
        (146, 336, 12),
        (168, 337, 12),
        (188, 340, 10),
        (204, 346, 8),
    ):
        s.fill(ellipse(x, y, r, r * 0.66), FOAM, "#d9eff0", volume=0.45, soft=1.6)
    _ripples(s, 60, 4, 364, 458)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1110, light="#fffaf0", shade="#4a5a58", sun=(-0.6, -0.8), haze="#eef3e6")
    sky(s, "#a4d3b4", "#b5dcc0", "#c9e6cf", warp=0.03, cell=90, stretch=1, bottom=350)
    for x in (-4, 300):
        s.fill(rectangle(x, 0, 9, 336), "#c9e6cf", volume=0.6, radius=3)
    s.fill(rectangle(-10, 318, 330, 20), "#f6f6ea", "#d3dccd", volume=0.7, radius=3)
    s.fill(
        polygon((-10, 337), (315, 337), (315, 480), (-10, 480)),
        "#ecd3a4",
        "#d0a66e",
        volume=0.0,
        hatch=0.06,
    )
    rng = np.random.default_rng(2)
    rows = [337, 348, 363, 382, 406, 436, 474]
    for j in range(6):
        for i in range(-7, 8):
            if (i + j) % 2:
                spread = [
                    150 + (i + k) * (18 + (y - 337) * 0.42) for y in rows[j : j + 2] for k in (0, 1)
                ]
                board = polygon(
                    (spread[0], rows[j]),
                    (spread[1], rows[j]),
                    (spread[3], rows[j + 1]),
                    (spread[2], rows[j + 1]),
                )
                tone = ("#dcb880", "#e3c48e", "#d3aa70")[int(rng.integers(3))]
                s.fill(board, tone, volume=0.0, hatch=0.14, hatch_angle=(j % 2) * 90, alpha=0.8)
    s.flat(rectangle(-10, 337, 330, 9), "#4a5a58", 0.22, soft=3)
    s.glow(150, 130, 190, "#fffdf2", 0.7)
    _frame(s)
    with s.group(clip=rectangle(LEFT, TOP, WIDE, TALL)):
        _landscape(s)
    _river(s)
    with s.at(112, 424, 0.92, -5):
        paper_boat(s, "#fffaf0")
    s.flat(tube([(58, 431), (110, 436), (160, 430)], [0.3, 1.6, 0.3]), FOAM, 0.8)
    s.keep(150, 130, 130, 110)
    s.keep(112, 400, 60, 45)
    return s.finish(grade=("#3f6a6a", "#fff4d8", 0.08), vignette=0.14)
