"""A robin on a branch has a whole lit house inside it, while the cage beside it hangs empty."""

import math

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, join, rectangle, shape, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.household import cage
from tools.deck.subjects.rooms import bedroom, parlour

BODY = shape(
    "34,112! 52,98 62,76 88,56 124,52 156,66 178,96 204,126 232,166 250,214 "
    "252,262 240,306 212,342 "
    "172,360 128,358 90,340 64,308 52,268 52,226 62,186 66,158 56,134 46,122!"
)
ROOMS = shape(
    "68,232 76,190 102,164 140,156 180,168 210,198 222,240 216,286 192,322 "
    "152,340 112,334 82,308 68,272"
)


def _interior(s: Scene) -> None:
    with s.group(clip=ROOMS):
        bedroom(s)
        parlour(s)
        s.fill(rectangle(56, 236, 180, 9), "#7a4a34", volume=0.6, rim=0.3, hatch=0.12)
        s.fill(rectangle(56, 318, 180, 30), "#8a5a3c", "#6a4030", volume=0.3, hatch=0.12)
        for i in range(6):
            s.fill(
                rectangle(172 + i * 8, 316 - i * 13, 60, 9),
                "#9a5f40",
                "#7a4632",
                volume=0.4,
                rim=0.3,
            )
        s.glow(146, 250, 110, "#ffe9a0", 0.3)
    outline = ROOMS[0][0]
    s.fill(
        tube(np.concatenate([outline, outline[:2]]), 4.2, False),
        "#fbe3b0",
        "#c98a52",
        angle=60,
        volume=0.9,
        rim=0.4,
    )


def _feathers(s: Scene) -> None:
    rng = np.random.default_rng(8)
    with s.group(clip=BODY):
        for _ in range(330):
            x, y = rng.uniform(30, 255), rng.uniform(50, 362)
            d = math.hypot((x - 145) / 84, (y - 248) / 98)
            if d < 0.98:
                continue
            a = math.degrees(math.atan2(y - 90, x - 90)) + rng.uniform(-14, 14)
            red = x < 120 and y > 92
            shades = ("#f0703c", "#d94a30", "#f79a5a") if red else ("#3f7f8a", "#2b6070", "#5fa0a4")
            with s.at(x, y, rng.uniform(5, 9), a):
                s.flat(
                    shape("-1,0! 0,-0.4 1,0! 0,0.4"), shades[int(rng.integers(3))], 0.7, wobble=0
                )


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1205, light="#fff2cc", shade="#3a2038", sun=(-0.6, -0.8), haze="#f0d9a0")
    sky(
        s, "#e6b53c", "#f0cb64", "#f6dc94", "#f3cf86", clouds=0.35, cloud_colour="#fbe9b4", cell=110
    )
    s.glow(130, 200, 210, "#fff6d4", 0.75, 1.5)
    rng = np.random.default_rng(3)
    with s.group(haze=0.55, haze_colour="#f3d688"):
        for i in range(9):
            x = i * 40 - 10 + rng.uniform(-10, 10)
            s.fill(
                tube([(x, 480), (x + 6, 240), (x + rng.uniform(-20, 20), -20)], [6, 4, 3]),
                "#a8743c",
                volume=0.7,
            )
    # The tail hangs behind the branch.
    s.fill(
        shape("210,300! 240,316 270,372 292,440! 262,444! 232,400 196,344!"),
        "#24506a",
        "#17304c",
        angle=60,
        volume=0.8,
        rim=0.3,
    )
    s.fill(
        tube([(-20, 382), (90, 366), (200, 370), (330, 350)], [12, 12, 10, 7]),
        "#6a4434",
        "#3f2830",
        volume=0.9,
        rim=0.4,
        hatch=0.16,
    )
    s.fill(rectangle(148, 42, 20, 44, 1), "#b5523c", "#7a3030", angle=20, volume=0.6, hatch=0.12)
    s.fill(rectangle(144, 37, 28, 8, 2), "#d97a58", volume=0.6, rim=0.4)
    s.fill(BODY, "#4a8f98", "#24566c", angle=60, volume=0.95, radius=20, rim=0.4)
    with s.group(clip=BODY):
        s.fill(
            shape(
                "30,104! 60,92 84,84 104,104 116,140 70,180 62,230 70,300 110,352 60,350! 20,240!"
            ),
            "#f0703c",
            "#d9482e",
            angle=90,
            volume=0.6,
            soft=1.4,
        )
    _feathers(s)
    s.fill(
        shape("236,180! 254,216 262,262 256,310 268,352! 240,330 226,300 232,250 224,210!"),
        "#2b5f78",
        "#1a3c58",
        volume=0.8,
        rim=0.35,
    )
    _interior(s)
    s.fill(
        shape("18,117! 36,104 52,104! 56,116 46,126!"), "#e6a23c", "#8f5a2c", volume=0.8, rim=0.3
    )
    s.stroke([(22, 117), (38, 115), (52, 116)], 0.9, "#6a3a24")
    s.flat(ellipse(84, 94, 9), "#1f1a26")
    s.flat(ellipse(81, 91, 2.8), "#ffffff")
    for x in (136, 166):
        s.fill(
            join(
                tube([(x, 356), (x - 2, 368)], [3, 3]),
                tube([(x - 14, 378), (x - 4, 366), (x + 10, 378)], [2.6, 3.4, 2.6]),
            ),
            "#d98a3c",
            volume=0.8,
        )
    # A chimney for a crest, with smoke; the open cage hangs from the branch.
    for i in range(6):
        s.fill(
            ellipse(164 + i * 15 + 3 * math.sin(i * 2), 27 - i * 0.6, 8 + i * 1.3, 7 + i),
            "#fff3d8",
            "#e6cfa4",
            volume=0.8,
            soft=1,
            wobble=2,
            alpha=0.9 - i * 0.08,
        )
    s.stroke([(62, 372), (62, 384)], 1.6, "#5a3f24")
    with s.at(62, 452, 0.55):
        cage(s, "#7a5226", "back")
        cage(s, "#c08a34", "front")
    s.keep(145, 220, 120, 150, 0.7)
    return s.finish(grade=("#4a2050", "#fff0b0", 0.1), vignette=0.28)
