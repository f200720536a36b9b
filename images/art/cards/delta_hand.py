"""An old map: a river spreads its delta like the fingers of a hand."""

import numpy as np

from images.art.finish import Picture
from images.art.paths import Path, ellipse, hole, join, polygon, rectangle, ring, shape, tube
from images.art.places.sky import sky
from images.art.scene import Scene
from images.art.subjects.vessels import boat

FINGERS = (
    ([(122, 216), (84, 240), (58, 274), (40, 296)], [17, 14.5, 11.5, 7.5]),
    ([(124, 262), (104, 300), (92, 338), (86, 364)], [15, 13.5, 12, 8]),
    ([(147, 268), (144, 312), (142, 352), (141, 386)], [15.5, 14, 12.5, 8.5]),
    ([(170, 266), (184, 306), (194, 342), (200, 372)], [15, 13.5, 12, 8]),
    ([(190, 248), (216, 280), (236, 310), (248, 332)], [13, 11.5, 10, 7]),
)
"""Centre lines and radii of the delta's branches, thumb first."""
INK = "#4a2f22"


def _water() -> Path:
    arm = shape(
        "172,96! 180,130 192,166 206,206 204,246 186,272 160,280 132,276 112,258 104,232 "
        "112,206 128,178 138,140 144,96! 150,70! 166,70!"
    )
    springs = (
        tube([(158, 104), (160, 70), (144, 44), (118, 34), (84, -10)], [14, 8, 5, 3.6, 2]),
        tube([(160, 90), (168, 54), (158, 24), (166, -10)], [9, 5, 4, 3]),
        tube([(160, 84), (182, 52), (206, 20), (222, -10)], [8, 5, 3.4, 2.4]),
    )
    return join(arm, *springs, *(tube(points, radii) for points, radii in FINGERS))


def _peak(s: Scene, x: float, y: float, size: float) -> None:
    s.fill(
        shape(
            f"{x - size},{y}! {x - size * 0.3},{y - size * 0.9} {x},{y - size * 1.5}! "
            f"{x + size * 0.4},{y - size * 0.8} {x + size},{y}!"
        ),
        "#e9cf9c",
        "#c39a62",
        angle=60,
        volume=0.7,
        rim=0.3,
    )
    s.flat(
        shape(
            f"{x},{y - size * 1.5}! {x + size * 0.4},{y - size * 0.8} {x + size},{y}! "
            f"{x + size * 0.1},{y}! {x - size * 0.1},{y - size * 0.7}"
        ),
        "#8a5f3c",
        0.55,
    )
    s.stroke(
        [
            (x - size, y),
            (x - size * 0.3, y - size * 0.9),
            (x, y - size * 1.5),
            (x + size * 0.4, y - size * 0.8),
            (x + size, y),
        ],
        [0.3, 0.9, 1, 0.9, 0.4],
        INK,
        0.8,
    )


def _wood(s: Scene, x: float, y: float) -> None:
    s.stroke([(x, y), (x, y - 6)], 1.4, INK)
    s.fill(ellipse(x, y - 10, 5.4, 6.4), "#b08a52", "#7a5a34", angle=60, volume=0.9, rim=0.3)


def _rose(s: Scene) -> None:
    """A compass rose without letters."""
    s.fill(ring(0, 0, 27, 25), INK, volume=0, alpha=0.8)
    for turn, size in ((45, 23), (0, 38)):
        for i in range(4):
            with s.at(0, 0, size / 40, turn + i * 90):
                s.fill(polygon((0, -40), (7, -7), (0, 0)), "#7a4a2f", volume=0.3)
                s.fill(polygon((0, -40), (-7, -7), (0, 0)), "#f3dfb2", volume=0.3)
    s.fill(ellipse(0, 0, 3.4), INK, volume=0.6)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1402, light="#fff3d0", shade="#3f2a2a", sun=(-0.6, -0.8), haze="#ecd9ac")
    sky(s, "#e6c88e", "#f0d8a6", "#e9cb94", warp=0.12, cell=110, stretch=1.1)
    s.glow(150, 230, 210, "#fff6da", 0.5)
    coast = shape(
        "-20,296! 8,286 30,284 46,300 60,330 76,350 100,362 122,370 142,374 "
        "166,368 190,360 216,344 236,326 256,316 286,306 325,300! 325,480! "
        "-20,480!"
    )
    for spread, alpha in ((9, 0.18), (5, 0.25), (2, 0.4)):
        s.flat(coast, "#5a6f66", alpha, soft=spread)
    s.fill(coast, "#b5c4a8", "#7f9a8c", volume=0.3, hatch=0.1, hatch_angle=0, grain=0.5)
    s.stroke(coast[0][0][:-14], [1.1], INK, 0.75)
    rng = np.random.default_rng(5)
    for _ in range(46):
        x, y = rng.uniform(0, 305), rng.uniform(352, 452)
        if s.mask(polygon((x, y), (x + 3, y), (x, y + 3))) and abs(x - 150) * 0.28 + y > 420:
            s.stroke(
                [(x - 7, y), (x - 2, y - 2.4), (x + 2, y), (x + 7, y - 2.4)], 1, "#3f5f5c", 0.55
            )
    hand = _water()
    s.flat(hand, INK, 0.8, soft=0.5)
    s.flat(hand, "#7a5a38", 0.4, soft=5)
    s.fill(hand, "#3f7f86", "#2f6470", angle=90, volume=-0.5, radius=7, hatch=0.08, hatch_angle=90)
    for points, _ in FINGERS:
        (bx, by), (ex, ey) = points[-2:]
        for reach, alpha in ((0.5, 0.5), (0.9, 0.3)):
            tip = (ex + (ex - bx) * reach, ey + (ey - by) * reach)
            s.stroke([(ex, ey), tip], [7, 9], "#3a7480", alpha, soft=2.5)
    for points in (
        [(126, 212), (150, 224), (154, 248), (140, 276)],
        [(134, 204), (164, 218), (196, 226)],
        [(202, 242), (178, 250), (160, 264)],
        [(158, 84), (158, 110), (152, 140), (146, 180)],
        [(166, 104), (166, 150), (178, 200)],
        [(142, 290), (138, 330), (140, 376)],
        [(170, 288), (184, 330), (192, 364)],
        [(120, 288), (100, 330), (90, 360)],
        [(196, 268), (222, 304), (238, 330)],
        [(100, 240), (74, 262), (50, 282)],
    ):
        s.stroke(points, [0.2, 1.1, 1, 0.2], "#bfe0d4", 0.75)
    for x, y, size in (
        (30, 66, 17),
        (60, 50, 21),
        (96, 76, 18),
        (54, 96, 15),
        (216, 62, 18),
        (242, 78, 21),
        (268, 58, 17),
        (214, 100, 14),
        (274, 96, 14),
        (84, 102, 13),
        (246, 112, 13),
    ):
        _peak(s, x, y, size)
    for x, y in (
        (34, 160),
        (50, 172),
        (66, 158),
        (44, 190),
        (76, 182),
        (248, 200),
        (262, 212),
        (274, 198),
        (250, 226),
        (28, 224),
        (48, 232),
        (270, 238),
        (262, 262),
        (30, 252),
    ):
        _wood(s, x, y)
    with s.at(250, 152, 0.82):
        _rose(s)
    with s.at(54, 432, 0.68):
        boat(s, "#6a3f2a", "#f6e8c4", "#a8442f")
    frame = join(rectangle(9, 9, 287, 442, 6), hole(rectangle(13, 13, 279, 434, 4)))
    s.flat(frame, INK, 0.75)
    s.flat(
        join(rectangle(16, 16, 273, 428, 3), hole(rectangle(17.2, 17.2, 270.6, 425.6, 3))), INK, 0.6
    )
    for x in (102, 204):
        s.flat(rectangle(x, -5, 2.4, 470), "#8a6238", 0.22, soft=1)
        s.flat(rectangle(x + 2.4, -5, 2, 470), "#fff3d4", 0.25, soft=0.8)
    for y in (154, 308):
        s.flat(rectangle(-5, y, 320, 2.4), "#8a6238", 0.22, soft=1)
    s.keep(150, 240, 130, 200, 0.6)
    return s.finish(grade=("#4a2f2a", "#ffe9bc", 0.16), vignette=0.4, saturation=0.95)
