"""A telephone box stands lit on the sea bed, and fish queue to use it."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, join, rectangle, ring, shape, tube
from tools.deck.places.sky import rays, sky
from tools.deck.scene import Scene
from tools.deck.subjects.sea_animals import fish, shell

RED, LAMP = "#d8392c", "#ffe9a4"


def _telephone(s: Scene) -> None:
    """A wall telephone with its receiver off the hook, about 90 tall, from its top middle."""
    s.fill(
        rectangle(-16, 0, 32, 44, 4), "#2a2430", "#15121c", angle=20, volume=0.9, radius=3, rim=0.5
    )
    s.fill(ellipse(0, 17, 11, 11), "#e9d9b0", "#b99a60", volume=0.8, rim=0.4)
    s.fill(ring(0, 17, 8.6, 4.6), "#2a2430", volume=0.4)
    for q in (-1, 1):
        s.fill(tube([(q * 6, -2), (q * 13, -6)], [2.2, 2.6], False), "#c9a04e", volume=0.9)
    cord = [(14, 40), (26, 48), (16, 57), (27, 66), (20, 78)]
    s.fill(tube(cord, [1.8]), "#15121c", volume=0.6)
    with s.at(21, 92, 0.95, 74):
        s.fill(
            join(
                tube([(-14, 0), (0, -5), (14, 0)], [4.2, 3.6, 4.2]),
                ellipse(-16, 3, 6.5, 6),
                ellipse(16, 3, 6.5, 6),
            ),
            "#2a2430",
            volume=0.95,
            rim=0.5,
        )


def _box(s: Scene) -> None:
    """The box, 116 wide and 250 high, standing on the origin."""
    s.fill(
        shape("-52,-222! -46,-238 -20,-248 20,-248 46,-238 52,-222!"),
        RED,
        "#8f1f24",
        volume=0.9,
        radius=6,
        rim=0.5,
    )
    s.fill(
        rectangle(-58, -226, 116, 32, 3), RED, "#9a2226", angle=20, volume=0.8, radius=4, rim=0.4
    )
    s.fill(rectangle(-42, -220, 84, 20, 2), LAMP, "#fff6d8", volume=0)
    for x in (-24, 0, 24):
        s.fill(ellipse(x, -210, 5, 4), "#8f1f24", volume=0.3)
    s.fill(
        rectangle(-54, -196, 108, 190),
        RED,
        "#8f1f24",
        angle=10,
        volume=0.8,
        radius=5,
        rim=0.4,
        hatch_angle=90,
    )
    glass = rectangle(-42, -184, 84, 150)
    s.fill(glass, "#7a1a20", volume=-0.5, radius=2)
    with s.group(clip=glass):
        s.fill(glass, "#fff0b4", "#f6c86a", angle=90, volume=0)
        s.glow(0, -140, 80, "#fffbe0", 0.9)
        with s.at(-2, -146, 1.0):
            _telephone(s)
        for x in (-14, 14):
            s.fill(rectangle(x - 1.6, -190, 3.2, 160), RED, volume=0.7)
        for j in range(1, 5):
            s.fill(rectangle(-46, -184 + j * 30 - 1.4, 92, 2.8), RED, volume=0.7)
    s.fill(rectangle(-40, -30, 80, 18, 2), "#b02a28", "#7a1a20", volume=-0.6, radius=2)
    s.fill(rectangle(-60, -10, 120, 14, 2), "#9a2226", "#5a1420", volume=0.8, rim=0.4)
    s.fill(ellipse(47, -104, 2.4, 7), "#e9c46a", volume=0.9)


def _weed(s: Scene, x: float, y: float, height: float, colour: str, width: float = 5) -> None:
    points = [(x + (10 if k % 2 else -8), y - height * k / 5) for k in range(6)]
    s.fill(
        tube(points, [width, width, width * 0.9, width * 0.7, width * 0.5, 0.4]),
        colour,
        volume=0.8,
        rim=0.3,
    )


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1109, light="#f6f6c0", shade="#0c2420", sun=(-0.3, -0.95), haze="#6f9a62")
    sky(s, "#c9d48a", "#7fa268", "#3f7058", "#1f4a44", warp=0.07, cell=110, stretch=1.3)
    rays(s, 110, -110, 60, 116, 8, 560, "#f6f8c0", 0.26, 3)
    with s.group(haze=0.5, haze_colour="#5a8a62"):
        s.fill(
            shape(
                "-20,370! 6,300 34,280 62,318 96,352 150,366 214,346 246,292 272,268 "
                "300,290 330,360! 330,400! -20,400!"
            ),
            "#3f6a54",
            "#2c5248",
            volume=0.9,
            radius=10,
        )
    for x, h in ((16, 120), (34, 84), (286, 130), (266, 80)):
        _weed(s, x, 390, h, "#4f7f4a", 5)
    s.fill(
        shape("-20,388 50,372 110,384 170,374 240,386 330,370! 330,480! -20,480!"),
        "#d9c98a",
        "#8f8a5c",
        volume=0.6,
        radius=9,
        hatch=0.12,
        hatch_angle=0,
        grain=0.5,
    )
    s.glow(130, 260, 200, "#ffe9a0", 0.75, 1.5)
    s.fill(ellipse(124, 420, 92, 13), "#0c2420", volume=0, alpha=0.5, soft=4)
    s.fill(shape("60,412! 190,412! 250,470! 10,470!"), "#fff0b0", volume=0, alpha=0.3, soft=6)
    with s.at(124, 418, 1.42):
        _box(s)
    for x, y, k, colour, turn in (
        (228, 232, 0.5, "#e8923a", 4),
        (262, 300, 0.56, "#f0b84a", -5),
        (240, 364, 0.46, "#e06a4a", 6),
    ):
        with s.at(x, y, k, turn):
            fish(s, colour, s.lighter(colour, 0.5))
    rng = np.random.default_rng(5)
    for i in range(34):
        left = (60 if i % 2 else 180) + rng.normal(0, 34)
        low, r = rng.uniform(6, 330), rng.uniform(1.2, 4.2)
        s.flat(ring(left, low, r, r * 0.76), "#f6fbd8", 0.7)
        s.flat(ellipse(left - r * 0.3, low - r * 0.3, r * 0.22), "#ffffff", 0.8)
    for x, h, colour in (
        (22, 66, "#2f6a4a"),
        (42, 44, "#6f9a3f"),
        (288, 70, "#2f6a4a"),
        (270, 40, "#7fa84a"),
        (300, 48, "#4f8a4a"),
    ):
        _weed(s, x, 462, h, colour, 4.5)
    with s.at(230, 446, 0.42, -12):
        shell(s, "#f6d0b0")
    s.keep(124, 250, 92, 190)
    return s.finish(grade=("#0c3a34", "#fff4b0", 0.12), vignette=0.35)
