"""A boulder floats on the water while a feather has sunk to the bottom."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, rectangle, shape, tube
from tools.deck.places.land import hill
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.birds import feather

WATER = 206


def _boulder(s: Scene) -> None:
    """A boulder 176 wide about its waterline; the lower part hangs under it."""
    body = shape(
        "-88,6 -80,-34 -52,-66 -12,-80 34,-74 68,-48 86,-12 84,22 58,50 14,64 -34,58 -72,38"
    )
    s.fill(
        body, "#9a9c98", "#5c6468", angle=75, volume=1.0, radius=17, hatch=0.14, grain=0.9, rim=0.45
    )
    rng = np.random.default_rng(8)
    with s.group(clip=body):
        for _ in range(60):
            x, y = rng.uniform(-84, 84), rng.uniform(-76, 60)
            s.flat(
                ellipse(x, y, rng.uniform(0.8, 3.4), rng.uniform(0.6, 2)),
                "#d9dcd4" if rng.random() < 0.5 else "#474f55",
                0.5,
            )
        for points in (
            [(-60, -50), (-40, -20), (-48, 10), (-30, 40)],
            [(10, -78), (18, -52), (4, -34)],
            [(60, -40), (40, -14), (52, 14)],
            [(18, -52), (36, -44), (44, -30)],
        ):
            s.stroke(points, [0.4, 1.6, 1.2, 0.3], "#40484e", 0.7)
            s.stroke([(x + 2, y + 1.4) for x, y in points], [0.3, 0.9, 0.3], "#d9dcd4", 0.6)
        s.fill(
            shape("-90,12 -60,2 -20,6 30,2 90,8! 90,80! -90,80!"), "#7fb0ac", volume=0, alpha=0.36
        )
    with s.group(clip=body):
        for _ in range(90):
            x, drop = rng.uniform(-66, 40), abs(rng.normal(0, 7))
            top = -80 + (x + 12) ** 2 / 95
            moss = "#8fa86a" if rng.random() < 0.6 else "#6a8a52"
            s.fill(ellipse(x, top + drop, rng.uniform(2, 5), 2.6), moss, volume=0.8, alpha=0.9)


def _bottom(s: Scene) -> None:
    s.fill(
        shape("-20,402 40,394 110,400 180,396 250,402 325,392! 325,480! -20,480!"),
        "#f3ead0",
        "#d3c8a8",
        angle=90,
        volume=0.4,
        radius=9,
        hatch=0.1,
        hatch_angle=0,
        grain=0.7,
    )
    for y in (414, 430, 446):
        for x in range(-10, 310, 44):
            s.stroke(
                [(x, y + 2), (x + 16, y - 2), (x + 38, y + 1)], [0.3, 1.1, 0.3], "#b8ac88", 0.55
            )
    rng = np.random.default_rng(6)
    for x, y, size in ((32, 418, 7), (46, 424, 4.5), (274, 414, 8), (288, 424, 5), (258, 428, 3.6)):
        s.fill(ellipse(x, y, size, size * 0.66), "#c9d3c8", "#93a49c", volume=0.9, rim=0.4)
    for x, height in ((14, 72), (24, 50), (286, 84), (296, 58), (278, 46)):
        sway = rng.uniform(-8, 8)
        s.fill(
            tube(
                [
                    (x, 404),
                    (x + sway, 404 - height * 0.4),
                    (x - sway, 404 - height * 0.7),
                    (x + sway * 0.6, 404 - height),
                ],
                [2.6, 3.4, 2.6, 0.5],
            ),
            "#8fc0a4",
            "#5f9a86",
            volume=0.6,
            alpha=0.9,
        )


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1405, light="#fffef2", shade="#4a6a70", sun=(-0.5, -0.86), haze="#f2f8ee")
    sky(s, "#b9d3cb", "#d6e6da", "#eef3e2", clouds=0.5, cloud_colour="#ffffff", bottom=210)
    s.glow(150, 120, 170, "#fffff4", 0.4)
    with s.group(haze=0.55):
        hill(s, 186, 16, "#9fc0b8", "#c9dcd0", seed=4, rough=3)
    s.fill(
        rectangle(-10, WATER - 14, 330, 20),
        "#d6ebe2",
        "#b5d9d2",
        volume=0,
        hatch=0.06,
        hatch_angle=0,
    )
    s.fill(
        polygon((-10, WATER), (315, WATER), (315, 480), (-10, 480)),
        "#bfe6dd",
        "#8fc9c6",
        angle=90,
        volume=0,
        hatch=0.05,
        hatch_angle=0,
    )
    for x, lean in ((60, 30), (110, 44), (200, 60), (250, 70)):
        s.flat(
            polygon((x - 12, WATER), (x + 14, WATER), (x + lean + 30, 420), (x + lean - 20, 420)),
            "#f6fff6",
            0.16,
            soft=7,
            mode="screen",
        )
    s.flat(ellipse(150, 300, 84, 40), "#5f9ea0", 0.22, soft=20)
    _bottom(s)
    with s.at(150, WATER - 8, 1.12):
        _boulder(s)
    line = [(-10, WATER + 1), (40, WATER - 2), (52, WATER + 3)]
    for points in (line, [(248, WATER + 3), (272, WATER - 2), (315, WATER + 1)]):
        s.stroke(points, 2.4, "#fdfffa", 0.9)
    for rx, alpha in ((106, 0.9), (128, 0.55), (152, 0.32)):
        t = np.radians(np.linspace(8, 172, 30))
        arc = np.stack([150 + rx * np.cos(t), WATER - 1 + rx * 0.12 * np.sin(t)], 1)
        s.flat(tube(arc, [0.4, 1.5, 0.4], False), "#ffffff", alpha)
    s.flat(ellipse(152, 418, 104, 11), "#a8996f", 0.55, soft=3)
    s.flat(ellipse(152, 413, 92, 7), "#8f8058", 0.35, soft=3)
    with s.at(240, 420, 1.7, -76):
        feather(s, "#e0563a", "#8f2a3a")
        for x, y in ((20, -40), (19, -68), (17, -94)):
            s.flat(polygon((x, y - 9), (x, y - 1), (3, y + 12)), "#a3d7d3")
    s.fill(
        shape("96,416! 120,410 148,420 178,418 206,426! 206,440 150,442 104,432"),
        "#f6ecd0",
        "#e0d4b0",
        volume=0.4,
        radius=5,
        soft=1.2,
    )
    rng = np.random.default_rng(2)
    for _ in range(11):
        cx, cy, r = rng.uniform(70, 240), rng.uniform(270, 345), rng.uniform(1.4, 3.6)
        s.flat(ellipse(cx, cy, r), "#ffffff", 0.35)
        s.flat(ellipse(cx - r * 0.3, cy - r * 0.3, r * 0.4), "#ffffff", 0.9)
    s.keep(150, 200, 100, 80, 0.5)
    s.keep(150, 400, 120, 50, 0.6)
    return s.finish(grade=("#3f6f78", "#fffbe6", 0.08), vignette=0.1, saturation=0.95)
