"""From high above, a river opens its delta into the sea like a hand."""

import numpy as np

from tools.deck.colour import mix
from tools.deck.finish import Picture
from tools.deck.paths import Path, ellipse, join, polygon, shape, tube
from tools.deck.places.land import hill
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.vessels import boat

FINGERS = (
    ([(116, 232), (86, 252), (58, 284), (40, 318)], [21, 18, 16, 12.5]),
    ([(118, 292), (102, 338), (90, 378), (84, 408)], [19, 18, 16.5, 13]),
    ([(148, 298), (145, 350), (143, 396), (143, 432)], [20, 19, 17.5, 14]),
    ([(180, 292), (192, 338), (202, 380), (208, 412)], [19, 18, 16.5, 13]),
    ([(204, 270), (230, 308), (248, 342), (258, 370)], [17, 15.5, 14, 11]),
)
"""Centre lines and radii of the delta's branches, thumb first."""
COAST = (
    "-20,330! 6,326 30,330 52,342 70,354 96,364 118,352 146,370 172,354 200,366 226,348 "
    "250,338 284,334 330,326! 330,490! -20,490!"
)


def _hand() -> Path:
    palm = shape(
        "138,150! 130,172 118,196 102,226 99,268 104,300 126,318 150,322 178,318 198,306 "
        "216,282 214,250 204,222 192,196 184,172 180,150!"
    )
    spring = [(196, 93), (182, 98), (160, 104), (150, 113), (162, 124), (168, 138), (160, 158)]
    return join(
        palm, tube(spring, [1.4, 2.6, 4, 6, 10, 16, 24]), *(tube(*finger) for finger in FINGERS)
    )


def _plain(s: Scene) -> None:
    """Dark fields and woods that grow towards the viewer."""
    s.fill(
        polygon((-10, 100), (315, 100), (315, 400), (-10, 400)),
        "#6f9a6a",
        "#1f5a44",
        angle=90,
        volume=0,
        hatch=0.1,
        hatch_angle=0,
    )
    rng = np.random.default_rng(4)
    for _ in range(60):
        y = 108 + 250 * rng.random() ** 1.2
        size = 4 + (y - 100) * 0.09
        x = rng.uniform(-10, 315)
        field = ellipse(x, y, size * 2.4, size * 0.7)
        s.flat(
            field, ("#8fb06a", "#2f6a4a", "#c3b86a", "#3f8058")[int(rng.integers(4))], 0.4, soft=1
        )
    spots = [(rng.uniform(-5, 310), 112 + 238 * rng.random() ** 1.1) for _ in range(330)]
    for x, y in sorted(spots, key=lambda spot: spot[1]):
        size = 1.4 + (y - 100) * 0.026
        green = mix("#5f8a6a", "#174a3a", (y - 100) / 250)
        s.flat(ellipse(x + size, y + size * 0.5, size * 1.4, size * 0.6), "#0f3030", 0.4)
        s.fill(ellipse(x, y - size * 0.5, size, size * 1.1), green, "#123a34", volume=0.9, rim=0.4)


def _currents(s: Scene) -> None:
    """Creases of the palm and knuckles, as lines of current."""
    for points in (
        [(110, 226), (136, 240), (144, 274), (134, 312)],
        [(112, 284), (138, 262), (170, 254), (208, 258)],
        [(120, 298), (148, 284), (184, 284), (208, 276)],
        [(156, 132), (150, 156), (142, 184), (126, 214)],
        [(170, 134), (174, 160), (184, 200), (200, 236)],
        [(162, 140), (160, 176), (164, 214)],
    ):
        s.stroke(points, [0.2, 1.5, 1.6, 0.2], "#1f7fa8", 0.75)
        s.stroke([(x + 1.6, y + 1.8) for x, y in points], [0.2, 1, 1, 0.2], "#ffffff", 0.7)
    for points, radii in FINGERS:
        s.stroke([(x - 3, y) for x, y in points[1:]], [0.2, 1, 0.2], "#ffffff", 0.55)
        s.stroke([(x + 5, y + 8) for x, y in points[1:]], [0.2, 0.9, 0.2], "#ffffff", 0.45)
        for k in (1, 2):
            (x, y), (bx, by) = points[k], points[k - 1]
            length = float(np.hypot(x - bx, y - by))
            nx, ny = -(y - by) / length, (x - bx) / length
            r = radii[k] * 0.6
            arc = [
                (x + nx * r, y + ny * r),
                (x + (x - bx) / length * 4, y + (y - by) / length * 4),
                (x - nx * r, y - ny * r),
            ]
            s.stroke(arc, [0.2, 1.1, 0.2], "#1f7fa8", 0.6)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1402, light="#fff3d0", shade="#12304a", sun=(-0.6, -0.8), haze="#f0d8b8")
    sky(s, "#f0b878", "#fbdca0", "#fff0cc", warp=0.04, bottom=96)
    s.glow(230, 40, 120, "#fffbe0", 0.8, 1.4)
    cumulus(s, 60, 34, 100, "#fffaf0", "#f3d0a4", 4, alpha=0.8)
    _plain(s)
    with s.group(haze=0.35):
        hill(s, 92, 18, "#7a8a9a", "#a8b0a0", rough=3, cell=50, seed=8, peak=1.0, bottom=112)
    for x, y, size in (
        (28.0, 124.0, 42),
        (92, 116, 34),
        (222, 118, 38),
        (284, 126, 46),
        (60, 132, 28),
        (252, 134, 26),
    ):
        peak = f"{x - size},{y}! {x - size * 0.4},{y - size * 0.75} {x},{y - size * 1.45}! "
        whole = shape(f"{peak}{x + size * 0.45},{y - size * 0.7} {x + size},{y}!")
        with s.group(haze=0.22):
            s.fill(whole, "#6a8a94", "#3f6a68", angle=90, volume=0.6, radius=6, hatch=0.1)
            dark = f"{x},{y - size * 1.45}! {x + size * 0.45},{y - size * 0.7} {x + size},{y}! "
            s.flat(
                shape(f"{dark}{x + size * 0.1},{y}! {x - size * 0.06},{y - size * 0.7}"),
                "#274a5c",
                0.6,
            )
            cap = (
                f"{x},{y - size * 1.45}! {x + size * 0.24},{y - size * 1.02} "
                f"{x + size * 0.08},{y - size * 0.92}! {x - size * 0.06},{y - size * 1.04} "
                f"{x - size * 0.24},{y - size * 0.94}!"
            )
            s.fill(shape(cap), "#ffffff", "#dbe6ee", volume=0.4)
    coast = shape(COAST)
    s.flat(coast, "#f6e6b0", 0.9, soft=3)
    s.fill(coast, "#1f6a8a", "#0c2f58", angle=90, volume=0.2, hatch=0.1, hatch_angle=0)
    rng = np.random.default_rng(5)
    for _ in range(60):
        x, y = rng.uniform(0, 305), rng.uniform(372, 456)
        wave = [(x - 9, y), (x - 3, y - 2.2), (x + 3, y), (x + 9, y - 2.2)]
        s.stroke(wave, 1, "#7fc0d0", 0.5)
    hand = _hand()
    s.flat(hand, "#0c2a3c", 0.55, soft=5)
    s.flat(hand, "#f6e6b0", 0.7, soft=1.6)
    s.fill(hand, "#d9f4ee", "#3fb4d4", angle=90, volume=0.3, radius=7, hatch=0.12, hatch_angle=90)
    s.glow(160, 120, 90, "#fff6d0", 0.35, 1.4)
    _currents(s)
    with s.at(272, 438, 0.62):
        boat(s, "#a8402c", "#fff3dc")
    s.keep(150, 270, 140, 190, 0.7)
    return s.finish(grade=("#12305a", "#ffeab8", 0.1), vignette=0.3)
