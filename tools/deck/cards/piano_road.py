"""A cat crosses an evening street on a crossing whose stripes are piano keys."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, join, polygon, rectangle, shape, tube
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.buildings import streetlamp

type Spot = tuple[float, float]

EYE_X, EYE_Y = 152.0, 168.0
"""Where the street vanishes."""
NEAR, FAR = 424.0, 268.0
"""The two ends of the keys."""
KEYS = (-4, -3, -2, -1, 0, 1, 2, 3)
KEY = 66.0
"""The width of a white key at its near end."""
BLACK = (-4, -3, -1, 0, 2, 3)
"""White keys that have a black one on their left."""


def _at(across: float, y: float) -> Spot:
    """A point of the street, `across` key widths to the right of its middle."""
    return EYE_X + across * KEY * (y - EYE_Y) / (NEAR - EYE_Y), y


def _houses(s: Scene) -> None:
    """House fronts on both sides, their walls running towards the end of the street."""

    def front(side: int, near: float, far: float, tall: float, wall: str, roof: str) -> None:
        def spot(x: float, height: float) -> Spot:
            return EYE_X + side * x, EYE_Y + 6 + (0.42 - height) * x

        s.fill(
            polygon(spot(near, 0), spot(far, 0), spot(far, tall), spot(near, tall)),
            wall,
            s.darker(wall, 0.35),
            angle=0 if side < 0 else 180,
            volume=0.2,
            hatch=0.08,
        )
        s.fill(
            polygon(
                spot(near, tall),
                spot(far, tall),
                spot(far, tall + 0.22),
                spot((near + far) / 2, tall + 0.3),
                spot(near, tall + 0.22),
            ),
            roof,
            s.darker(roof, 0.4),
            volume=0.4,
            rim=0.3,
        )
        for row in range(int(tall / 0.42)):
            for column in (0.22, 0.62):
                x0 = near + (far - near) * column
                x1 = near + (far - near) * (column + 0.2)
                low = 0.26 + row * 0.42
                pane = polygon(
                    spot(x0, low), spot(x1, low), spot(x1, low + 0.22), spot(x0, low + 0.22)
                )
                s.flat(pane, "#ffd98a" if (row + round(near)) % 3 else "#4a4470")
                s.glow(*spot((x0 + x1) / 2, low + 0.1), 16, "#ffcf7a", 0.3)

    for side, walls in (
        (-1, ("#8a5a78", "#a8687a", "#7a5480", "#b5787a")),
        (1, ("#7a5a88", "#9a607c", "#85588a", "#a8707c")),
    ):
        for (near, far, tall), wall in zip(
            ((24, 40, 1.5), (40, 66, 1.1), (66, 106, 1.35), (106, 190, 0.95)), walls, strict=True
        ):
            front(side, near, far, tall, wall, "#4a3460")


def _street(s: Scene) -> None:
    road = polygon(_at(-0.34, EYE_Y + 6), _at(0.34, EYE_Y + 6), _at(12, 480), _at(-12, 480))
    s.fill(road, "#a8809a", "#3a3560", angle=90, volume=0, hatch=0.08, hatch_angle=0)
    for side in (-1, 1):
        walk = polygon(
            _at(side * 2.9, EYE_Y + 4),
            _at(side * 4.4, EYE_Y + 4),
            _at(side * 9, 480),
            _at(side * 2.9, 480),
        )
        s.fill(walk, "#c99a9c", "#7a6488", angle=90, volume=0.1)
    rng = np.random.default_rng(7)
    for _ in range(260):
        y = rng.uniform(190, 460)
        x, r = rng.uniform(0, 305), rng.uniform(0.4, 1.4)
        s.flat(ellipse(x, y, r), ("#c9a4b4", "#2f2a50")[int(rng.integers(2))], 0.35)
    s.glow(EYE_X, EYE_Y + 10, 130, "#ffd08a", 0.8, 1.5)


def _keyboard(s: Scene) -> None:
    """White keys across the whole street, raised like slabs, and the black ones on them."""
    shadow = polygon(_at(-4, FAR), _at(4, FAR), _at(4.1, NEAR + 24), _at(-4.1, NEAR + 24))
    s.flat(shadow, "#1a1638", 0.6, soft=5)
    for i in KEYS:
        sunk = 5.0 if i in (-1, 1) else 0.0
        gap = 0.03
        left, right = i + gap, i + 1 - gap
        top = polygon(
            _at(left, FAR), _at(right, FAR), _at(right, NEAR + sunk), _at(left, NEAR + sunk)
        )
        s.fill(top, "#f3dcc8", "#fffaf0", angle=90, volume=0.3, radius=3, hatch=0.04, wobble=0.2)
        (x0, y0), (x1, _) = _at(left, NEAR + sunk), _at(right, NEAR + sunk)
        front = rectangle(x0, y0, x1 - x0, 19 - sunk, 2)
        s.fill(front, "#cdb4b8", "#8a7494", angle=90, volume=0.5, radius=3)
        s.stroke([(x0 + 2, y0), (x1 - 2, y0)], 1.6, "#ffffff", 0.9)
    end, lift = 352.0, 11.0
    for i in BLACK:
        left, right = i - 0.29, i + 0.29
        a, b, c, d = _at(left, FAR), _at(right, FAR), _at(right, end), _at(left, end)
        s.flat(
            polygon(b, _at(right + 0.3, FAR), _at(right + 0.32, end + 8), c), "#4a3a60", 0.4, soft=2
        )
        s.flat(polygon(d, c, (c[0] + 6, c[1] + 12), (d[0] + 6, d[1] + 12)), "#4a3a60", 0.4, soft=2)
        up = [(x + (EYE_X - x) * 0.02, y - lift * (y - EYE_Y) / 150) for x, y in (a, b, c, d)]
        s.fill(polygon(a, up[0], up[3], d), "#0f0c1c", volume=0)
        s.fill(polygon(b, up[1], up[2], c), "#15111f", volume=0)
        s.fill(polygon(up[3], up[2], c, d), "#3a3450", "#1a1626", angle=90, volume=0.4, radius=2)
        s.fill(polygon(*up), "#453c5c", "#1f1a2c", angle=90, volume=0.7, radius=3, rim=0.5)


def _cat(s: Scene, colour: str, stripes: str) -> None:
    """A cat that walks to the right, 150 long and 132 high, its feet about the origin."""
    low = s.darker(colour, 0.35)
    for points in (
        [(-44, -46), (-56, -26), (-48, -2)],
        [(38, -44), (52, -24), (60, -3)],
    ):
        s.fill(tube(points, [11, 7.5, 6]), s.darker(colour, 0.3), low, volume=0.8)
    s.fill(
        tube([(-58, -60), (-80, -74), (-84, -100), (-70, -120), (-76, -136)], [7, 7, 6.4, 6, 4]),
        colour,
        low,
        volume=0.9,
        rim=0.5,
    )
    for x, y in ((-44, -1), (64, -2)):
        s.fill(ellipse(x, y, 8.4, 5), "#d9b890", volume=0.8)
    near = join(
        shape(
            "-68,-52 -60,-74 -34,-81 4,-75 40,-84 62,-74 66,-52 52,-36 24,-30 -6,-36 -32,-38 "
            "-58,-34"
        ),
        shape("-68,-58 -54,-74 -34,-60 -34,-34 -28,-14 -22,0 -34,4 -42,-10 -56,-28 -66,-42"),
        shape("34,-66 62,-62 58,-36 46,-16 40,3 26,4 30,-18 34,-40"),
    )
    s.fill(near, colour, low, angle=90, volume=1.0, radius=9, rim=0.5)
    for x, top in ((-50, -75), (-33, -79), (-15, -77), (4, -74), (22, -77)):
        mark = [(x, top), (x + 5, top + 14), (x + 3, top + 25)]
        s.flat(tube(mark, [2.8, 2.4, 0.4]), stripes, 0.85)
    for x, y in ((-26, 1), (35, 1)):
        s.fill(ellipse(x, y, 10, 5.6), "#fbe6c8", volume=0.8)
    with s.at(70, -86):
        head = join(
            ellipse(0, 0, 26, 23),
            polygon((-23, -8), (-22, -36), (-3, -20)),
            polygon((4, -20), (18, -37), (24, -8)),
        )
        s.fill(head, colour, low, angle=80, volume=0.95, radius=8, rim=0.5)
        for side in (-1, 1):
            s.flat(polygon((side * 18, -14), (side * 18, -29), (side * 8, -20)), "#d98a7a", 0.85)
        for x in (-7, 0, 7):
            s.flat(tube([(x, -21), (x * 0.8, -10)], [1.8, 0.5], False), stripes, 0.9)
        s.fill(ellipse(5, 10, 14, 9.5), "#fdeeda", volume=0.6)
        for x in (-7, 14):
            s.fill(ellipse(x, -2, 5, 5.6), "#d8e070", volume=0.3)
            s.flat(ellipse(x + 0.8, -2, 2.2, 4.6), "#1a1420")
            s.flat(ellipse(x - 0.6, -4, 1.2, 1.4), "#ffffff")
        s.flat(polygon((2, 5), (9, 5), (5.5, 9)), "#c8605a")
        for side in (-1, 1):
            smile = [(5.5, 9), (5.5 + side * 2.6, 12.6), (5.5 + side * 6.4, 11)]
            s.stroke(smile, 1.1, "#7a4038", 0.85)
        for dy in (-2, 2):
            s.stroke([(17, 10 + dy), (34, 7 + dy * 2.6)], 0.8, "#fff6e6", 0.9)
            s.stroke([(-7, 10 + dy), (-24, 8 + dy * 2.6)], 0.8, "#fff6e6", 0.9)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(171, light="#ffe9b8", shade="#241c48", sun=(-0.3, -0.95), haze="#f3b48a")
    sky(s, "#4a4a8c", "#9a6a9c", "#f0a084", "#ffd79a", warp=0.04, bottom=190)
    cumulus(s, 92, 70, 90, "#f6b8a0", "#9a6a98", 4, alpha=0.7)
    cumulus(s, 226, 46, 100, "#f0a89c", "#8a6094", 8, alpha=0.7)
    s.glow(EYE_X, EYE_Y - 6, 120, "#fff0b8", 0.9, 1.4)
    _street(s)
    _houses(s)
    for x, size in ((64, 0.86), (241, 0.86)):
        with s.at(x, 262, size):
            streetlamp(s, height=128)
    _keyboard(s)
    s.keep(152, 350, 150, 90)
    with s.group(alpha=0.55, blur=2):
        s.flat(shape("64,396 96,388 150,386 214,390 236,398 200,406 130,408 80,406"), "#3a2a50")
    with s.at(146, 396, 1.12):
        _cat(s, "#f09038", "#a84a1c")
    return s.finish(grade=("#2a2058", "#ffe0b0", 0.1), vignette=0.28)
