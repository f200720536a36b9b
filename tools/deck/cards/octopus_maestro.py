"""An octopus conducts the orchestra with all its arms at once."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, join, polygon, rectangle, shape, tube
from tools.deck.places.sky import rays, sky
from tools.deck.scene import Scene
from tools.deck.subjects.instruments import violin
from tools.deck.subjects.octopus import octopus_arm, octopus_head

CORAL = "#f0714a"


def _hall(s: Scene) -> None:
    """Three galleries of a concert hall, with lamps, in the half dark."""
    sky(s, "#0a2228", "#123c3e", "#1a4a48", "#0e2a30", warp=0.04, cell=110, stretch=1)
    for row, (y, sag) in enumerate(((30, 16), (106, 22))):
        t = np.linspace(-1, 1, 30)
        top = np.stack([152 + t * 190, y + sag * (1 - t**2)], 1)
        low, ceiling = top + np.array((0, 26)), top - np.array((0, 34))
        front = polygon(*map(tuple, top), *map(tuple, low[::-1]))
        s.flat(
            polygon(*map(tuple, ceiling), *map(tuple, top[::-1])),
            "#0a1c20",
            0.6,
            soft=3,
        )
        rng = np.random.default_rng(20 + row)
        for i in range(26):
            x = -4 + i * 12.4 + rng.uniform(-3, 3)
            height = y + sag * (1 - ((x - 152) / 190) ** 2)
            s.flat(ellipse(x, height - 6 - rng.uniform(0, 5), 4.6, 6.4), "#2f5f5a", 0.75)
        s.fill(
            front, "#7a5f38", "#3a3428", angle=90, volume=0.8, radius=6, hatch=0.08, hatch_angle=0
        )
        s.flat(tube(top, [2.2], False), "#c9a05a", 0.8)
        for i in range(6):
            x = 152 + (i - 2.5) * 56
            height = y + sag * (1 - ((x - 152) / 190) ** 2) + 13
            s.fill(ellipse(x, height, 5, 6.4), "#fff0b8", volume=0.2)
            s.glow(x, height, 34, "#ffd98a", 0.45)


def _batons(s: Scene) -> None:
    left = (
        ([(138, 292), (92, 282), (60, 232), (70, 176), (44, 130)], 15, 1, (-34, -52)),
        ([(134, 300), (78, 316), (30, 290), (26, 246), (48, 222)], 14, 1, (-20, -46)),
    )
    right = (
        ([(166, 292), (214, 284), (246, 236), (234, 182), (258, 128)], 15, -1, (30, -54)),
        ([(170, 300), (228, 318), (276, 294), (282, 248), (258, 224)], 14, -1, (20, -46)),
    )
    for points, radius, suckers, (dx, dy) in left + right:
        x, y = points[-1]
        s.stroke([(x - dx * 0.26, y - dy * 0.26), (x + dx, y + dy)], [1.7, 0.7], "#fffaf0")
        s.fill(ellipse(x - dx * 0.24, y - dy * 0.24, 3.6), "#e9c373", volume=0.8)
        octopus_arm(s, points, radius, CORAL, suckers)


def _player(s: Scene, hair: str, coat: str) -> None:
    """A musician's head and shoulders from behind, 130 high."""
    s.fill(
        shape("-52,20! -50,-30 -38,-56 -14,-66 14,-66 38,-56 50,-30 52,20!"),
        coat,
        s.darker(coat, 0.5),
        angle=90,
        volume=0.9,
        radius=11,
        rim=0.7,
        rim_colour="#ffcf8a",
    )
    s.fill(rectangle(-9, -80, 18, 18, 4), "#b5785a", volume=0.6)
    s.fill(
        ellipse(0, -96, 20, 23),
        hair,
        s.darker(hair, 0.4),
        angle=60,
        volume=0.9,
        rim=0.8,
        rim_colour="#ffcf8a",
    )


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1408, light="#ffe6a8", shade="#081c26", sun=(0.05, -1), haze="#1f5550")
    _hall(s)
    rays(s, 152, -40, 66, 114, 7, 460, "#fff0c0", 0.16, 3)
    s.glow(152, 190, 190, "#ffd98a", 0.85, 1.3)
    s.fill(
        polygon((-10, 330), (315, 330), (315, 480), (-10, 480)),
        "#3f3434",
        "#14161c",
        angle=90,
        volume=0.1,
        hatch=0.12,
        hatch_angle=0,
    )
    s.fill(shape("84,356! 90,326! 214,326! 220,356!"), "#a82f3a", "#5f1a2c", volume=0.7, rim=0.4)
    s.fill(ellipse(152, 326, 62, 10), "#c8434a", volume=0.5, rim=0.4)
    for points, radius, suckers in (
        ([(130, 300), (96, 330), (62, 332), (46, 350), (62, 362)], 14, 1),
        ([(174, 300), (208, 330), (242, 332), (258, 350), (242, 362)], 14, -1),
        ([(142, 304), (122, 330), (120, 352), (98, 366), (86, 352)], 14, 1),
        ([(162, 304), (182, 330), (184, 352), (206, 366), (218, 352)], 14, -1),
    ):
        octopus_arm(s, points, radius, CORAL, suckers)
    _batons(s)
    with s.at(152, 296, 1.18):
        octopus_head(s, CORAL)
        s.fill(
            join(shape("0,2! -24,-9 -27,2 -24,13!"), shape("0,2! 24,-9 27,2 24,13!")),
            "#fffaf0",
            "#cfc4b4",
            volume=0.9,
            radius=4,
            rim=0.3,
        )
        s.fill(ellipse(0, 2, 5, 6), "#fffaf0", volume=0.8)
    s.keep(152, 220, 150, 170, 0.6)
    for x, y, size, hair, coat in (
        (44, 458, 0.86, "#4a2f24", "#22303c"),
        (262, 460, 0.86, "#8a5a34", "#2a2436"),
        (152, 474, 0.9, "#2a2024", "#1c2a34"),
    ):
        with s.at(x, y, size):
            _player(s, hair, coat)
    for x, y, turn, flip in ((98, 462, 24, False), (208, 462, -24, False)):
        with s.at(x, y, 0.62, turn, flip):
            violin(s, "#b5622f")
    return s.finish(grade=("#0a3a44", "#ffe0a0", 0.12), vignette=0.42)
