"""The doors of a lift open, and behind them is a jungle."""

import math

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, rectangle, shape, tube
from tools.deck.places.sky import rays, sky
from tools.deck.scene import Scene
from tools.deck.subjects.people import person

BRASS = "#d9a548"


def _leaf(s: Scene, x: float, y: float, length: float, turn: float, colour: str) -> None:
    """A long leaf from (x, y), pointing up before it is turned."""
    with s.at(x, y, length / 100, turn):
        s.fill(
            shape("0,0! -22,-26 -26,-58 0,-100! 26,-58 22,-26"),
            colour,
            s.darker(colour, 0.45),
            angle=0,
            volume=0.8,
            rim=0.35,
        )
        s.flat(tube([(0, 0), (0, -94)], [1.8, 0.5], False), s.lighter(colour, 0.35), 0.8)


def _palm(s: Scene, x: float, y: float, length: float, colour: str, seed: int) -> None:
    """A crown of drooping fronds about (x, y)."""
    rng = np.random.default_rng(seed)
    for i in range(8):
        a = math.radians(-170 + i * 23 + rng.uniform(-6, 6))
        ex, ey = x + length * math.cos(a), y + length * (0.55 + 0.5 * math.sin(a))
        mx, my = x + length * 0.55 * math.cos(a), y + length * 0.62 * math.sin(a)
        s.fill(tube([(x, y), (mx, my), (ex, ey)], [2, 5.5, 0.6]), colour, volume=0.7, rim=0.4)


def _jungle(s: Scene) -> None:
    s.fill(rectangle(60, 90, 190, 320), "#eef3a0", "#2f8a5a", angle=90, volume=0)
    s.glow(160, 190, 120, "#fffbd0", 0.9, 1.2)
    for x, w, c in ((96, 7, "#7fb57a"), (204, 6, "#8fc07f"), (182, 4, "#a4cc88")):
        s.fill(tube([(x, 400), (x + 5, 260), (x - 4, 80)], [w, w * 0.8, w * 0.7]), c, volume=0.6)
    _palm(s, 190, 176, 64, "#6fae62", 3)
    _palm(s, 108, 150, 70, "#4f9a58", 5)
    rays(s, 170, 70, 60, 120, 6, 300, "#fffbd0", 0.28, 2)
    s.fill(
        tube([(84, 402), (92, 300), (84, 200), (92, 90)], [13, 9, 8, 9]),
        "#3a4a34",
        volume=0.9,
        rim=0.4,
    )
    s.fill(shape("60,346 100,326 150,336 200,324 250,340! 250,420! 60,420!"), "#2f7a48", volume=0.7)
    rng = np.random.default_rng(7)
    for i in range(34):
        left, low = rng.uniform(76, 234), rng.uniform(352, 404)
        colour = ["#2f8a4c", "#1f6a44", "#4fae58", "#77c05c"][i % 4]
        _leaf(s, left, low, rng.uniform(30, 66), rng.uniform(-50, 50), colour)
    for x, d in ((120, 120), (148, 84), (196, 140), (222, 96)):
        s.fill(
            tube([(x, 84), (x + 6, 84 + d * 0.5), (x - 4, 84 + d)], [1.6, 1.6, 0.8]),
            "#2c6a3a",
            volume=0.6,
        )
        for k in range(6):
            _leaf(s, x + 3, 92 + d * k / 6, 15, 100 if k % 2 else -100, "#4f9a4c")


def _toucan(s: Scene) -> None:
    """A toucan on a branch, facing left, about 90 tall, standing on the origin."""
    s.fill(shape("10,-26! 16,20 24,40! 34,36 30,-10!"), "#1c2230", volume=0.7)
    s.fill(
        shape("-14,-62 2,-82 24,-70 32,-40 26,-10 8,0 -10,-12 -18,-38"),
        "#232a3a",
        "#12151f",
        volume=0.9,
        rim=0.5,
    )
    s.fill(shape("-16,-62 -6,-68 6,-60 6,-40 -8,-32 -18,-44"), "#fff3d0", volume=0.6)
    s.fill(
        shape("-8,-76! -40,-84 -62,-70 -68,-48! -56,-56 -34,-60 -10,-58!"),
        "#f2932c",
        "#f6c83a",
        angle=0,
        volume=0.9,
        rim=0.3,
    )
    s.fill(shape("-60,-70 -70,-52 -66,-46! -58,-56"), "#241a1c", volume=0.5)
    s.flat(tube([(-10, -64), (-36, -68), (-62, -58)], [0.6, 1.2, 0.4]), "#8a3a1c")
    s.flat(ellipse(2, -70, 6, 5.4), "#5fb0d8")
    s.flat(ellipse(2, -70, 3.2, 3.2), "#12151f")


def _doors(s: Scene) -> None:
    """The shaft's opening with both leaves drawn half aside."""
    s.fill(
        rectangle(58, 78, 190, 332, 3), BRASS, "#8a5a24", angle=30, volume=0.8, radius=4, rim=0.4
    )
    with s.group(clip=rectangle(72, 92, 162, 316)):
        _jungle(s)
    for x, flip in ((72, False), (234, True)):
        with s.at(x, 92, flip=flip):
            s.fill(rectangle(0, 0, 28, 316), "#b98a45", "#8a5c28", angle=0, volume=0.6, radius=3)
            for y in (14, 110, 212):
                s.fill(rectangle(5, y, 17, 84, 2), "#a4783a", "#c89a50", volume=-0.7, radius=2)
            for i in range(5):
                a = tube([(13, 46), (13 + (i - 2) * 5, 96)], [0.8], False)
                s.flat(a, "#6a4420", 0.8)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1103, light="#ffeec0", shade="#2a1020", sun=(0.2, -0.98), haze="#e9c48a")
    sky(s, "#8a2a2c", "#a4382f", "#8a2c2c", warp=0.04, cell=90, stretch=1)
    for x in (10, 40, 268, 298):
        s.fill(rectangle(x - 9, -10, 18, 430), "#b5463a", "#7a2428", angle=0, volume=0.5, radius=3)
    s.fill(rectangle(-10, 396, 330, 16), "#5a1c24", "#3a1420", volume=0.7, radius=3)
    floor = polygon((-10, 410), (315, 410), (315, 470), (-10, 470))
    s.fill(floor, "#e6cfa8", "#a87a60", volume=0.1)
    for i in range(-6, 8):
        for j, (y0, y1) in enumerate(((410, 421), (421, 438), (438, 470))):
            if (i + j) % 2:
                f = [152 + (i + k) * 34 * (1 + (y - 410) * 0.014) for y in (y0, y1) for k in (0, 1)]
                s.fill(polygon((f[0], y0), (f[1], y0), (f[3], y1), (f[2], y1)), "#3a1c26", volume=0)
    t = np.radians(np.linspace(180, 360, 30))
    dial = np.stack([153 + 44 * np.cos(t), 68 + 44 * np.sin(t)], 1)
    s.fill(
        polygon(*[(float(x), float(y)) for x, y in dial]),
        BRASS,
        "#8a5a24",
        volume=0.9,
        radius=4,
        rim=0.4,
    )
    s.fill(ellipse(153, 68, 36, 36, start=180, end=360), "#fdf0cf", "#e0c088", volume=0)
    for i in range(9):
        a = math.radians(190 + i * 20)
        tick = [(153 + r * math.cos(a), 68 + r * math.sin(a)) for r in (28, 34)]
        s.flat(tube(tick, [1.1], False), "#3a1c20")
    s.fill(tube([(153, 66), (153 + 30, 52)], [2.4, 0.8], False), "#a8281f", volume=0.5)
    _doors(s)
    s.glow(153, 260, 190, "#e6f0a0", 0.35)
    s.fill(
        polygon((80, 410), (226, 410), (262, 470), (50, 470)),
        "#f4f3a8",
        volume=0,
        alpha=0.4,
        soft=4,
    )
    rng = np.random.default_rng(12)
    for i in range(32):
        side = i % 2
        left = (76 if side else 230) + rng.uniform(-40, 24)
        turn = rng.uniform(-84, -20) if side else rng.uniform(20, 84)
        colour = str(["#2f8a4c", "#1f6a44", "#4fae58", "#77c05c"][int(rng.integers(4))])
        _leaf(s, left, 416 + rng.uniform(-4, 16), rng.uniform(28, 54), turn, colour)
    vine = [(206, 92), (232, 120), (250, 180), (246, 240), (256, 300)]
    s.fill(tube(vine, [2.6, 2.6, 2.2, 1.8, 0.6]), "#2c6a3a", volume=0.7)
    for k, (x, y) in enumerate(
        ((228, 112), (244, 150), (251, 190), (246, 226), (250, 262), (256, 292))
    ):
        _leaf(s, x, y, 30, 70 if k % 2 else -80, "#4fa052")
    bough = tube([(250, 262), (206, 240), (150, 236), (104, 240), (84, 230)], [7, 6.5, 5.5, 4, 1.5])
    with s.group(clip=rectangle(0, 92, 206, 300)):
        s.fill(bough, "#5a4430", "#3a2c24", volume=0.9, rim=0.4)
    for x, y, turn in ((90, 230, -60), (98, 238, -140), (186, 240, 160)):
        _leaf(s, x, y, 24, turn, "#4fa052")
    with s.at(136, 234, 1.0):
        _toucan(s)
    with s.at(206, 446, 1.42):
        person(s, "stand", coat="#3a3f5c", legs="#232538", hat=("bowler", "#232030"), rim=0.7)
    s.fill(rectangle(222, 396, 34, 26, 3), "#7a4526", "#4a2a1c", volume=0.8, rim=0.5)
    s.keep(150, 230, 100, 170, 0.8)
    return s.finish(grade=("#3a1030", "#ffe9a8", 0.1), vignette=0.4)
