"""A kitten bends over a puddle and a lion looks back out of it."""

import math

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, placed, rectangle, shape, tube
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene

INK = "#1c1a26"
PUDDLE = (
    "14,318 8,286 34,262 52,236 92,226 118,210 190,210 226,222 262,220 284,244 276,272 298,300 "
    "294,344 276,368 282,402 246,428 198,430 158,446 104,440 72,420 34,414 22,380 30,350"
)


def _cobbles(s: Scene) -> None:
    """Wet round stones seen from above, larger towards the viewer."""
    rng = np.random.default_rng(4)
    y, row = -8.0, 0
    while y < 490:
        width = 30 + y * 0.045
        for i in range(-1, int(320 / width) + 2):
            x = (i + 0.5 * (row % 2)) * width + rng.uniform(-2, 2)
            tone = ["#7f8f8c", "#6c7d7c", "#8d9a90", "#75837f", "#9aa396"][rng.integers(5)]
            stone = rectangle(-0.46, -0.3, 0.92, 0.6, 0.24)
            path = placed(stone, x, y + rng.uniform(-1.5, 1.5), width, rng.uniform(-5, 5))
            s.fill(path, tone, s.darker(tone, 0.3), volume=1.0, radius=5, hatch=0.09, wobble=2)
        y += width * 0.63
        row += 1


def _lion(s: Scene) -> None:
    """A lion from the front, standing on the origin, about 190 tall."""
    gold, russet = "#eeb14e", "#a8481c"
    s.fill(
        shape("-34,6! -44,-30 -46,-70 -30,-100 30,-100 46,-70 44,-30 34,6!"),
        gold,
        "#b9722c",
        volume=0.9,
    )
    for q in (-1, 1):
        s.fill(tube([(q * 20, -50), (q * 21, -20), (q * 21, 2)], [15, 12, 14]), gold, volume=0.9)
    for size, count, colour in ((88, 30, "#6a2612"), (76, 28, russet), (60, 24, "#d47c2c")):
        for i in range(count):
            a = math.pi * (0.5 + 2 * (i + 0.5) / count)
            reach = size * (1.0 + 0.1 * math.sin(i * 2.6 + size))
            bend = a - 0.22 * math.cos(a)
            s.fill(
                tube(
                    [
                        (22 * math.cos(a), -118 + 22 * math.sin(a)),
                        (reach * 0.75 * math.cos(a), -118 + reach * 0.75 * math.sin(a)),
                        (reach * math.cos(bend), -116 + reach * math.sin(bend)),
                    ],
                    [13, 12.5, 4],
                ),
                colour,
                s.darker(colour, 0.25),
                angle=math.degrees(a),
                volume=0.7,
                rim=0.2,
            )
    for q in (-1, 1):
        s.fill(ellipse(q * 40, -158, 15, 15), "#e09a44", volume=0.8)
        s.fill(ellipse(q * 38, -155, 8, 8), "#8a3c20", volume=0.3)
    s.fill(
        shape(
            "0,-164 26,-160 42,-140 40,-116 30,-96 22,-78 0,-70 -22,-78 -30,-96 "
            "-40,-116 -42,-140 -26,-160"
        ),
        "#f4c066",
        "#d8923c",
        volume=0.8,
        radius=10,
    )
    s.fill(
        shape("-13,-146! -9,-112 -15,-98! 15,-98! 9,-112 13,-146! 0,-150"), "#fbd890", volume=0.5
    )
    s.fill(ellipse(-12, -86, 16, 13), "#fdf0d4", volume=0.7)
    s.fill(ellipse(12, -86, 16, 13), "#fdf0d4", volume=0.7)
    s.fill(ellipse(0, -74, 12, 9), "#f6e2bc", volume=0.6)
    s.fill(shape("-14,-102! 0,-104 14,-102! 6,-91 0,-88 -6,-91"), "#4a1c1a", volume=0.6)
    s.flat(tube([(0, -90), (0, -82), (-10, -77)], [1.4, 1.4, 0.6]), INK)
    s.flat(tube([(0, -82), (10, -77)], [1.4, 0.6]), INK)
    for q in (-1, 1):
        s.flat(ellipse(q * 20, -124, 9.5, 6.5), INK)
        s.flat(ellipse(q * 19.5, -124, 6.4, 5.4), "#f8d24a")
        s.flat(ellipse(q * 19, -124, 2.8, 3.6), INK)
        s.flat(tube([(q * 8, -128), (q * 20, -134), (q * 33, -130)], [2.6, 3, 0.8]), "#6a2c14")


def _kitten(s: Scene) -> None:
    """A kitten from the front, sitting at the origin and looking down, about 120 tall."""
    fur, white = "#efa552", "#fff4e0"
    s.fill(
        tube([(22, -10), (48, -8), (60, -26), (52, -46), (58, -58)], [8, 8, 7.5, 6.5, 4]),
        fur,
        "#c9742c",
        volume=0.9,
        rim=0.4,
    )
    s.fill(
        shape("-30,2 -36,-14 -30,-40 -20,-62 20,-62 30,-40 36,-14 30,2 0,5"),
        fur,
        "#c9742c",
        volume=0.95,
        radius=10,
        rim=0.4,
    )
    s.fill(shape("-14,-58 14,-58 12,-30 0,-16 -12,-30"), white, "#f0d0a0", volume=0.5)
    for q in (-1, 1):
        s.fill(ellipse(q * 27, -2, 13, 7), fur, volume=0.7, rim=0.3)
        s.fill(tube([(q * 10, -38), (q * 10, -16), (q * 10, 1)], [8.5, 7.4, 8]), fur, volume=0.8)
        s.fill(ellipse(q * 10, 3, 9.5, 6.5), white, volume=0.7)
        s.fill(
            shape(f"{q * 36},-82! {q * 37},-112 {q * 33},-124! {q * 18},-112 {q * 8},-102!"),
            fur,
            volume=0.8,
            rim=0.4,
        )
        s.fill(
            shape(f"{q * 31},-90! {q * 32},-108 {q * 30},-115! {q * 21},-107 {q * 15},-100!"),
            "#e88f80",
            volume=0.3,
        )
    s.fill(
        shape(
            "0,-112 22,-109 36,-96 41,-78 34,-60 16,-49 0,-46 -16,-49 -34,-60 -41,-78 "
            "-36,-96 -22,-109"
        ),
        "#f4b062",
        "#d98a3c",
        volume=0.9,
        radius=10,
        rim=0.4,
    )
    for x in (-9, 0, 9):
        s.flat(tube([(x, -110), (x * 0.8, -92)], [2.2, 0.4]), "#b9602a", 0.85)
    for q in (-1, 1):
        for y in (-76, -67):
            s.flat(tube([(q * 40, y), (q * 29, y + 2)], [1.9, 0.4]), "#b9602a", 0.8)
        s.fill(ellipse(q * 8, -56, 11, 8.5), white, volume=0.6)
        s.flat(ellipse(q * 17, -72, 8.4, 7.4), "#fffaf0")
        s.flat(ellipse(q * 15.6, -68.6, 5.4, 5), INK)
        s.flat(ellipse(q * 15.6 - 1.6, -70.4, 1.5), "#ffffff")
        s.flat(tube([(q * 8, -76), (q * 17, -80), (q * 26, -75)], [1, 2.2, 0.8]), "#a8561f")
        for y in (-57, -53):
            s.flat(tube([(q * 16, y), (q * 44, y - 3 + (y + 57) * 2)], [0.7, 0.2]), white, 0.9)
    s.fill(shape("-5,-65! 0,-66 5,-65! 0,-59!"), "#e0706a", volume=0.4)
    s.flat(tube([(0, -60), (0, -56), (-5, -53)], [0.9, 0.9, 0.4]), INK)
    s.flat(tube([(0, -56), (5, -53)], [0.9, 0.4]), INK)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1101, light="#fff2cc", shade="#23302f", sun=(-0.5, -0.85), haze="#d9e6d4")
    sky(s, "#55655f", "#5a6a63", warp=0.03)
    _cobbles(s)
    puddle = shape(PUDDLE)
    s.flat(placed(puddle, 3, 6), "#2c3836", 0.55, soft=5)
    for left, top, r in ((282, 196, 13), (20, 216, 10), (292, 446, 16)):
        s.fill(ellipse(left, top, r * 1.5, r * 0.7), "#c4e2d8", volume=-0.5, wobble=4)
    with s.group(clip=puddle):
        s.fill(puddle, "#fdf3c9", "#a9dcd8", angle=90, volume=-0.4, radius=8, hatch=0.03)
        cumulus(s, 54, 400, 90, "#ffffff", "#d3ecea", 3)
        cumulus(s, 262, 322, 80, "#ffffff", "#e6f0dc", 5)
        s.glow(152, 322, 130, "#fffbe0", 0.9, 1.3)
        with s.at(152, 216, 1.06, scale_y=-1.06):
            _lion(s)
        rng = np.random.default_rng(8)
        for i in range(22):
            y = 226 + i * 9.6
            x = rng.uniform(30, 276)
            width = rng.uniform(10, 34)
            s.flat(
                tube([(x - width, y), (x, y - 1), (x + width, y)], [0.1, 0.9, 0.1]), "#ffffff", 0.4
            )
        for rx in (34, 52):
            t = np.radians(np.linspace(0, 360, 60))
            s.flat(
                tube(np.stack([152 + rx * np.cos(t), 222 + rx * 0.3 * np.sin(t)], 1), [0.9], False),
                "#ffffff",
                0.5,
            )
    s.fill(ellipse(152, 211, 64, 9), "#1c2a2a", volume=0, alpha=0.5, soft=3)
    with s.at(150, 206, 1.5):
        _kitten(s)
    s.keep(150, 320, 130, 115)
    s.keep(150, 120, 75, 100)
    return s.finish(grade=("#27424a", "#ffe9b0", 0.1), vignette=0.3)
