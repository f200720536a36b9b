"""Footprints in the snow have formed a question mark behind a man who walks on."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import curve, ellipse, join, polygon, shape
from tools.deck.places.land import hill
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.people import person
from tools.deck.subjects.plants import bare_tree

WAY = "152,352 150,318 168,286 204,258 234,224 238,184 212,152 172,144 128,156 96,184"


def _footprints(s: Scene) -> None:
    line = curve(WAY)
    steps = np.hypot(*np.diff(line, axis=0).T)
    along = np.concatenate([[0], np.cumsum(steps)])
    walked, side = 0.0, 1
    while walked < along[-1] - 4:
        x, y = (float(np.interp(walked, along, line[:, k])) for k in (0, 1))
        ahead = [float(np.interp(walked + 4, along, line[:, k])) for k in (0, 1)]
        turn = float(np.degrees(np.arctan2(ahead[1] - y, ahead[0] - x))) + 90
        size = 0.62 + (y - 140) / 210 * 0.62
        with (
            s.at(x, y, size, 0, scale_y=size * 0.92),
            s.at(0, 0, 1, turn + side * 9),
            s.at(side * 9),
        ):
            sole = join(
                shape("-5,-3 -5.6,-12 -3,-20 2,-21 5.6,-15 5.4,-4 0,-1"),
                shape("-4.4,3 0,1 4.4,3 4.6,10 0,13 -4.6,10"),
            )
            with s.at(-1.6, -1.6):
                s.flat(sole, "#ffffff", 0.9, soft=0.8)
            s.fill(sole, "#6f74b8", "#8f8fcb", volume=-0.8, radius=3)
        walked += 19 * size
        side = -side


def _hat(s: Scene) -> None:
    """A bowler hat in the snow, 56 wide."""
    s.flat(ellipse(14, 3, 36, 8), "#7f80bb", 0.7, soft=2.5)
    s.fill(ellipse(0, -1, 28, 8.5), "#2d2338", "#191422", volume=0.8, rim=0.5)
    s.fill(
        shape("-19,-3! -20,-18 -12,-30 0,-33 12,-30 20,-18 19,-3! 0,2"),
        "#372a44",
        "#1b1525",
        angle=30,
        volume=0.95,
        radius=6,
        rim=0.6,
    )
    s.fill(shape("-19.5,-4! -19.8,-10! 0,-5 19.8,-10! 19.5,-4! 0,2"), "#a8384a", volume=0.5)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1406, light="#fff8ee", shade="#5a5596", sun=(-0.86, -0.5), haze="#fbeee9")
    sky(s, "#f6d9cf", "#fbe9dc", "#fdf4ea", clouds=0.4, cloud_colour="#fffaf4", bottom=80)
    with s.group(haze=0.5):
        hill(s, 50, 14, "#c9b9d6", "#e6d9e6", seed=3, rough=3)
    hill(s, 66, 6, "#fdf6f2", "#f1eaf4", seed=8, volume=0.5)
    s.fill(
        polygon((-10, 74), (315, 70), (315, 480), (-10, 480)),
        "#fdf7f2",
        "#eee8f6",
        angle=75,
        volume=0,
        hatch=0.05,
        hatch_angle=0,
        grain=0.6,
    )
    for points in (
        "-20,128 60,112 150,120 240,108 325,116! 325,140 230,126 140,134 50,130 -20,146!",
        "-20,300 60,286 110,300 90,318 20,330 -20,340!",
        "325,300 270,310 240,340 280,352 325,344!",
        "-20,420 60,404 130,430 220,424 325,396! 325,420 230,440 140,446 60,424 -20,440!",
    ):
        s.fill(shape(points), "#dcd8f0", "#f3eef8", volume=0.2, soft=5, alpha=0.75)
    for x, y, size, seed in (
        (26, 88, 0.42, 4),
        (276, 84, 0.5, 7),
        (250, 78, 0.34, 9),
        (52, 80, 0.28, 5),
    ):
        with s.group(cast=(y, 1.3, 0.4, 0.25), haze=0.25), s.at(x, y, size):
            bare_tree(s, "#6a5a78", seed=seed, depth=3)
    s.glow(20, 90, 220, "#fffaf0", 0.35)
    _footprints(s)
    with s.group(cast=(186, 1.5, 0.55, 0.42)), s.at(84, 186, 1.16, 0, flip=True):
        person(
            s,
            "walk",
            coat="#3f2f5c",
            coat2="#251c3c",
            legs="#2a2438",
            hair="#a8643a",
            view="back",
            scarf="#e8a82f",
            rim=0.5,
        )
    with s.at(152, 414, 1.0, -5):
        _hat(s)
    rng = np.random.default_rng(5)
    for _ in range(40):
        fx, fy = rng.uniform(0, 305), rng.uniform(80, 455)
        s.flat(ellipse(fx, fy, rng.uniform(0.6, 1.3)), "#ffffff", 0.9)
    s.keep(152, 260, 120, 190, 0.5)
    return s.finish(grade=("#5a4f9a", "#fff4ea", 0.08), vignette=0.14)
