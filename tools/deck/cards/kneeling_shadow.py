"""A man stands upright in the sun while his shadow on the wall goes down on its knees."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, join, placed, polygon, rectangle, shape, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.people import person

GROUND = 362


def _wall(s: Scene) -> None:
    s.fill(
        rectangle(-10, 58, 330, GROUND - 58),
        "#fbe9a4",
        "#f3d77c",
        angle=30,
        volume=0.1,
        hatch=0.05,
        hatch_angle=60,
        grain=0.5,
    )
    rng = np.random.default_rng(4)
    for _ in range(46):
        x, y = rng.uniform(-5, 300), rng.uniform(84, GROUND - 12)
        w = rng.uniform(12, 24)
        s.fill(
            rectangle(x, y, w, 8, 2),
            "#f0cf72" if rng.random() < 0.6 else "#fdf3c4",
            volume=0.5,
            alpha=0.55,
        )
    for x in range(-16, 320, 33):
        s.fill(rectangle(x, 50, 35, 15, 3), "#fdf0bc", "#e6bd60", volume=0.6, rim=0.3)
    s.fill(rectangle(-10, GROUND - 9, 330, 10), "#e6c068", volume=0.4)


def _ground(s: Scene) -> None:
    s.fill(
        polygon((-10, GROUND), (315, GROUND), (315, 480), (-10, 480)),
        "#f9e3ac",
        "#e0b878",
        volume=0.0,
        hatch=0.06,
        hatch_angle=0,
        grain=0.5,
    )
    for i in range(-8, 14):
        s.flat(
            polygon(
                (40 + i * 30, GROUND),
                (40.8 + i * 30, GROUND),
                (i * 58 - 20, 470),
                (i * 58 - 22, 470),
            ),
            "#c9985a",
            0.35,
        )
    for y in (376, 396, 422, 454):
        s.flat(rectangle(-10, y, 330, 1.2), "#c9985a", 0.35)


def _vine(s: Scene) -> None:
    rng = np.random.default_rng(12)
    for x, length in ((8, 150), (26, 104), (44, 66), (286, 70), (300, 128)):
        s.stroke([(x, 52), (x + 5, 52 + length * 0.5), (x - 2, 52 + length)], 1.4, "#6f8a4a")
        for k in range(int(length / 5)):
            y = 50 + k * 5
            with s.at(
                x + rng.uniform(-10, 10),
                y + rng.uniform(-3, 3),
                rng.uniform(5, 8.5),
                rng.uniform(20, 160),
            ):
                s.fill(
                    shape("-1,0! 0,-0.55 1,0! 0,0.55"),
                    ("#8fae54", "#b5c968", "#6f9448")[k % 3],
                    volume=0.6,
                )
    for x, y in ((12, 120), (30, 90), (8, 166), (300, 112), (288, 78)):
        s.fill(ellipse(x, y, 5, 4.4), "#e2583f", volume=0.8)


def _shadow(s: Scene) -> None:
    """The shadow: over the ground to the wall, then up it, kneeling with clasped hands."""
    legs = join(
        tube([(-46, -5), (-12, -8), (22, -11)], [6, 9, 11]),
        tube([(21, -10), (15, -40), (10, -70)], [12, 16, 19]),
    )
    coat = shape("-10,-64! -8,-100 -2,-130 12,-142 34,-140! 42,-124 40,-96 36,-66! 38,-36 -34,-26!")
    arms = tube([(24, -124), (44, -92), (72, -112)], [10, 8.5, 6])
    hat = join(
        placed(ellipse(0, 0, 27, 4.6), 52, -168, 1, 32),
        placed(shape("-18,0! -19,-16 -9,-27 9,-27 19,-16 18,0!"), 52, -168, 1, 32),
    )
    s.flat(
        polygon((86, 421), (106, 421), (236, GROUND), (156, GROUND)),
        "#8577b0",
        0.8,
        soft=1.0,
    )
    with s.at(200, GROUND, 1.16):
        kneeling = join(legs, coat, arms, ellipse(42, -154, 18, 21), hat)
        s.flat(kneeling, "#8577b0", 0.84, soft=0.8)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1202, light="#fffbe0", shade="#4a3f7a", sun=(-0.85, -0.5), haze="#fdf3cf")
    sky(s, "#bfe3e0", "#e6f3e0", "#fdf6d4", clouds=0.4, cloud_colour="#fffdf2", bottom=80)
    _wall(s)
    s.glow(60, 170, 190, "#fffdf0", 0.5)
    _ground(s)
    _vine(s)
    _shadow(s)
    s.fill(ellipse(94, 424, 26, 6), "#8a7fb0", volume=0, alpha=0.5, soft=2)
    with s.at(92, 420, 2.15):
        person(
            s,
            "stand",
            coat="#3a3a5c",
            coat2="#26243f",
            legs="#2c2a3d",
            hair="#3a2519",
            view="back",
            hat=("bowler", "#2a2230"),
            rim=0.5,
            length=0.75,
            scarf="#d2402f",
        )
    s.keep(92, 310, 60, 130, 0.8)
    s.keep(250, 250, 70, 110, 0.5)
    return s.finish(grade=("#5a4a9a", "#fff3b8", 0.08), vignette=0.15)
