"""Two people picnic on the wing of a flying aeroplane."""

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, rectangle, shape, tube
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.people import person

type Spot = tuple[float, float]

WHITE, RED, STEEL = "#fdf8ee", "#dc4430", "#b9cbd8"


def _sky(s: Scene) -> None:
    sky(s, "#2476b0", "#4fa6cc", "#a4d8dc", "#e6f2e0", warp=0.04, bottom=420)
    s.glow(250, 30, 150, "#fffbe0", 0.6, 1.4)
    for x, y, w, seed in ((250, 84, 90, 3), (60, 52, 70, 8), (262, 262, 90, 12)):
        cumulus(s, x, y, w, "#ffffff", "#a9cddc", seed, alpha=0.85)
    for x, y, w, seed in (
        (30, 330, 130, 4),
        (286, 372, 150, 5),
        (40, 424, 190, 6),
        (262, 446, 200, 11),
        (140, 476, 240, 9),
    ):
        cumulus(s, x, y, w, "#ffffff", "#9fc4d6", seed)


def _plane(s: Scene) -> None:
    """A whole airliner from the side, its nose to the right; the near wing is drawn later."""
    s.fill(
        shape("22,136! 2,50! 8,42 34,42! 46,54 92,122!"),
        RED,
        "#8f2430",
        angle=60,
        volume=0.7,
        rim=0.5,
    )
    s.stroke([(14, 62), (48, 62)], [2.4], "#ffe9cc", 0.9)
    body = shape(
        "8,136! 30,124 80,112 150,108 226,109 264,116 288,132 297,146 290,160 262,172 214,178 "
        "140,180 90,174 40,156 8,144!"
    )
    s.fill(body, WHITE, "#a9bccc", angle=90, volume=1.0, radius=14, rim=0.4)
    with s.group(clip=body):
        s.fill(
            shape("-4,144! 60,158 150,163 310,158! 310,170! 150,173 60,168 -4,152!"),
            RED,
            volume=0.3,
        )
        s.fill(shape("262,112! 282,120 294,136! 268,134!"), "#23405f", "#6fa8c8", volume=0.3)
    for i in range(13):
        s.fill(
            rectangle(74 + i * 14.2, 130 - i * 0.1, 7, 12, 3.4), "#2f5070", "#7fb4cc", volume=0.2
        )
    s.fill(
        shape("14,140! -16,158 -18,164! 16,164! 62,150!"), "#d9e2e8", "#8fa4b4", volume=0.5, rim=0.4
    )


def _wing(s: Scene) -> None:
    """The near wing, which runs out towards the viewer."""
    with s.at(226, 286):
        s.fill(
            shape("-40,-20! 20,-22 34,-17! 34,21! 20,26 -40,22!"), "#e9eef0", "#6f8698", volume=0.9
        )
        s.fill(ellipse(34, 2, 9, 20), "#f6f9fa", "#7f94a4", volume=0.6, rim=0.6)
        s.fill(ellipse(35, 2, 6.4, 15.5), "#16263c", volume=-0.3)
    side = shape(
        "12,396! 20,424 40,434 200,442 224,430 236,404! 236,420 226,446 204,456 36,448 14,432!"
    )
    s.fill(side, "#6f889c", "#3f5872", volume=0.4)
    top = shape("116,170! 222,170! 230,290 238,404! 232,424 208,440 120,440 34,432 14,414! 12,396!")
    s.fill(top, "#eef3f4", "#b4c8d6", angle=90, volume=0.4, radius=7, rim=0.5)
    s.flat(polygon((112, 172), (224, 172), (226, 190), (104, 190)), "#3f5872", 0.4, soft=4)
    with s.group(clip=top):
        s.fill(shape("-10,408! 120,424 250,420! 250,470! -10,470!"), RED, "#a82a2c", volume=0.3)
        for line in (((104, 196), (0, 404)), ((212, 180), (222, 420)), ((88, 230), (228, 236))):
            s.flat(tube(list(line), [0.8], False), "#8fa8ba", 0.8)


def _blanket(s: Scene) -> None:
    corners: tuple[Spot, ...] = ((92, 290), (206, 292), (222, 396), (40, 390))

    def point(u: float, v: float) -> Spot:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
        x = (ax * (1 - u) + bx * u) * (1 - v) + (dx * (1 - u) + cx * u) * v
        y = (ay * (1 - u) + by * u) * (1 - v) + (dy * (1 - u) + cy * u) * v
        return x, y

    whole = polygon(*corners)
    s.flat(whole, "#2f4a66", 0.5, soft=3)
    s.fill(whole, "#fff6e2", volume=0.1)
    for i in range(6):
        a, b = i / 6, (i + 0.5) / 6
        s.flat(polygon(point(a, 0), point(b, 0), point(b, 1), point(a, 1)), "#e0523a", 0.6)
        s.flat(polygon(point(0, a), point(0, b), point(1, b), point(1, a)), "#e0523a", 0.55)


def _basket(s: Scene) -> None:
    """A wicker basket, origin at the middle of its foot, about 40 wide."""
    wicker = "#b97a3c"
    s.fill(
        tube([(-17, -20), (-10, -42), (10, -42), (17, -20)], [1.9]), s.darker(wicker), volume=0.7
    )
    s.fill(shape("-21,-22! 21,-22! 17,0! -17,0!"), wicker, s.darker(wicker, 0.4), volume=0.7)
    for y in (-17, -11, -5):
        s.flat(tube([(-19, y), (0, y + 2), (19, y)], [0.8]), s.darker(wicker, 0.6), 0.7)
    s.fill(rectangle(-22, -25, 44, 6, 3), s.lighter(wicker, 0.2), volume=0.7)


def _spread(s: Scene) -> None:
    """Plates with cake, a bottle and two glasses."""
    for x, y in ((112, 378), (158, 382)):
        s.flat(ellipse(x + 2, y + 3, 14, 5), "#6a2a2c", 0.4, soft=1)
        s.fill(ellipse(x, y, 14, 5.4), "#ffffff", "#b9c8d0", volume=0.7)
        s.fill(
            shape(f"{x - 8},{y}! {x - 6},{y - 9}! {x + 8},{y - 7}! {x + 8},{y}!"),
            "#f6c84a",
            volume=0.6,
        )
        s.fill(ellipse(x + 1, y - 9, 3.4), "#d8342f", volume=0.9)
    s.fill(
        shape("176,366! 175,346 179,336! 179,326! 185,326! 185,336! 189,346 188,366!"),
        "#2a7a54",
        "#124a38",
        volume=0.9,
        rim=0.6,
    )


def paint() -> Picture:
    """Paint the card."""
    s = Scene(7201, light="#fff8e0", shade="#21405f", sun=(0.45, -0.9), haze="#e6f0ea")
    _sky(s)
    with s.group(drop=0.25):
        _plane(s)
    _wing(s)
    _blanket(s)
    s.flat(ellipse(70, 372, 44, 8), "#3a3040", 0.45, soft=3)
    s.flat(ellipse(194, 366, 36, 7), "#3a3040", 0.45, soft=3)
    with s.at(136, 334, 1.35):
        _basket(s)
    with s.at(64, 398, 1.5):
        person(
            s,
            "sitfloor",
            coat="#24548a",
            legs="#e9d8b8",
            hair="#2f2330",
            view="side",
            scarf="#f0b030",
            rim=0.5,
        )
    with s.at(202, 392, 1.42, flip=True):
        person(
            s,
            "sitfloor",
            coat="#f0b83c",
            legs="#8a3f58",
            hair="#8a3f24",
            view="side",
            style="bun",
            rim=0.5,
        )
    _spread(s)
    s.keep(140, 330, 130, 100)
    s.keep(152, 130, 160, 60, 0.7)
    return s.finish(grade=("#1f4a78", "#fff4d8", 0.08), vignette=0.18)
