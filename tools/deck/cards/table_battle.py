"""On a dinner table forks charge from one side and knives from the other."""

import math

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, rectangle, shape, tube
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.cutlery import fork, knife, pepper_mill, salt_shaker

EDGE = 236
CLASH = (152.0, 262.0)
WINE = "#b01c36"


def _room(s: Scene) -> None:
    """A dark red wall, and the table laid with white linen."""
    sky(s, "#2c0c1c", "#5a1626", "#8a2a30", "#b8503c", warp=0.05, cell=110, stretch=1, bottom=EDGE)
    s.fill(
        polygon((-10, EDGE), (315, EDGE), (315, 480), (-10, 480)),
        "#c99a98",
        "#fbeee0",
        angle=90,
        volume=0,
        hatch=0.05,
        hatch_angle=0,
    )
    for i in range(-9, 10):
        s.flat(
            polygon(
                (152 + i * 26, EDGE), (153 + i * 26, EDGE), (153 + i * 74, 470), (150 + i * 74, 470)
            ),
            "#b5848c",
            0.26,
        )
    for y in (246, 262, 286, 322, 374, 440):
        s.flat(rectangle(-10, y, 330, 0.8 + (y - 236) * 0.008), "#b5848c", 0.26)


def _pennant(s: Scene, x: float, y: float, height: float, lean: float, colour: str) -> None:
    """A flag on a leaning pole, streaming behind it."""
    with s.at(x, y, 1, lean):
        s.fill(tube([(0, 0), (0, -height)], [1.6, 1.2], False), "#f0d090", volume=0.8)
        back = -1 if lean > 0 else 1
        top = -height
        cloth = (
            f"0,{top}! {back * 16},{top + 3} {back * 32},{top - 4} {back * 50},{top + 2}! "
            f"{back * 40},{top + 12}! {back * 52},{top + 24}! {back * 32},{top + 19} "
            f"{back * 16},{top + 27} 0,{top + 24}!"
        )
        s.fill(shape(cloth), colour, s.darker(colour, 0.4), angle=0, volume=0.9, rim=0.4)


def _ranks(s: Scene) -> None:
    """Both armies behind their champions, leaning into the charge."""
    rows = ((262, 0.52, 5, 0.4), (292, 0.74, 4, 0.2), (332, 0.98, 3, 0.05))
    for y, size, count, haze in rows:
        with s.group(haze=haze, haze_colour="#c8604a"):
            for i in range(count):
                foot = -22 + i * 27 * size - (y - 262) * 0.22
                lift = (7, 0, 4, 10, 2)[i] * size
                lean = 21 + (0, 6, -3, 4, 1)[i]
                for x, turn, draw in ((foot, lean, fork), (305 - foot, -lean, knife)):
                    s.flat(
                        ellipse(x + 6 * size, y + 2, 20 * size, 4 * size), "#5a2038", 0.45, soft=2
                    )
                    with s.at(x, y - lift, size, turn):
                        draw(s, "#c3ccd8")


def _wine(s: Scene) -> None:
    """A glass knocked over between the armies, its wine flung up and run out."""
    pool = "96,424 120,410 152,404 190,408 216,418 226,432 206,444 170,446 140,452 110,446 92,438"
    s.fill(shape(pool), WINE, "#6f0f26", volume=0.6, radius=5, rim=0.5)
    with s.at(232, 428, 1.02, -76):
        s.fill(ellipse(0, 2, 21, 5), "#f6f3f6", "#b5a0b0", volume=0.8, rim=0.7)
        s.fill(tube([(0, 0), (0, -34)], [2.6, 2.2], False), "#f6f3f6", "#b5a0b0", volume=0.9)
        bowl = shape("0,-32 -16,-42 -24,-62 -20,-88! 20,-88! 24,-62 16,-42")
        s.fill(bowl, "#f3e6ea", "#b898a8", angle=20, volume=0.9, radius=6, alpha=0.9, rim=0.8)
        with s.group(clip=bowl):
            s.fill(shape("-30,-30! -2,-34 6,-60 2,-92! -34,-92!"), WINE, volume=0.5, alpha=0.85)
        s.fill(ellipse(0, -88, 20, 5), WINE, "#e0a4ac", angle=0, volume=0.2, alpha=0.9)
        s.stroke([(15, -46), (19, -62), (16, -82)], [0.5, 1.8, 0.5], "#ffffff", 0.9)


def _clash(s: Scene) -> None:
    """The sparks where fork and knife meet."""
    x, y = CLASH
    s.glow(x, y - 36, 80, "#ffd88a", 0.6, 1.6)
    for i in range(16):
        a = i * math.tau / 16 + 0.2
        near, far = 12.0, (46.0, 26.0)[i % 2]
        ray = polygon(
            (x + near * math.cos(a - 0.12), y - 36 + near * math.sin(a - 0.12)),
            (x + far * math.cos(a), y - 36 + far * math.sin(a)),
            (x + near * math.cos(a + 0.12), y - 36 + near * math.sin(a + 0.12)),
        )
        s.flat(ray, "#fff6cc", 0.9)


def _pea(s: Scene, x: float, y: float, size: float, trail: tuple[float, float] | None) -> None:
    if trail:
        s.flat(tube([(x + trail[0], y + trail[1]), (x, y)], [0.3, size * 0.7]), "#fff6cc", 0.45)
    s.fill(ellipse(x, y, size), "#a8d048", "#4f8030", angle=60, volume=1.0, rim=0.6)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1413, light="#fff0cc", shade="#3a1230", sun=(-0.35, -0.93), haze="#c98a78")
    _room(s)
    s.glow(152, 226, 170, "#ff9a5a", 0.4, 1.5)
    for x, y, width, seed in ((60.0, 250.0, 130, 4), (246, 250, 130, 7), (152, 246, 120, 3)):
        cumulus(s, x, y, width, "#c8604e", "#7a2a34", seed, alpha=0.7)
    _pennant(s, 34, 250, 178, 14, "#3f86c0")
    _pennant(s, 271, 250, 178, -14, "#e8502f")
    _ranks(s)
    for x, y, size, dx, dy in (
        (118.0, 96.0, 7.0, -26, 16),
        (188, 78, 8, 26, 18),
        (152, 128, 6, -22, 8),
        (226, 132, 6, 24, 12),
        (84, 140, 6, -22, 14),
    ):
        _pea(s, x, y, size, (dx, dy))
    for foot, pot, size in ((40.0, salt_shaker, 0.98), (268.0, pepper_mill, 0.86)):
        s.flat(ellipse(foot + 8, 412, 44, 9), "#5a2038", 0.5, soft=3)
        with s.at(foot, 412, size):
            pot(s)
    _wine(s)
    for foot, turn, draw in ((84.0, 27.0, fork), (221.0, -27.0, knife)):
        s.flat(ellipse(foot + 6, 406, 30, 6), "#5a2038", 0.5, soft=3)
        with s.group(drop=0.35), s.at(foot, 404, 1.5, turn):
            draw(s, "#bcc8d6")
    _clash(s)
    rng = np.random.default_rng(6)
    for _ in range(9):
        y = rng.uniform(350, 440)
        x = rng.uniform(90, 215)
        s.flat(ellipse(x + 2, y + 4, 6, 2.4), "#5a2038", 0.4, soft=1)
        _pea(s, x, y, 4 + (y - 350) * 0.03, None)
    s.keep(152, 270, 150, 180, 0.6)
    return s.finish(grade=("#4a1034", "#ffe8c4", 0.1), vignette=0.35)
