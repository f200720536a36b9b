"""A traveller walks down a stairway that leads far into an open suitcase."""

import itertools

from tools.deck.colour import mix
from tools.deck.finish import Picture
from tools.deck.paths import Path, ellipse, hole, join, polygon, rectangle, shape, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.people import person

type Spot = tuple[float, float]

LEATHER, TAN, LINING = "#b0582c", "#6a2f1c", "#b8465e"
DEEP: Spot = (152.0, 268.0)
"""Where the stairway ends, at its light."""
RIM: tuple[Spot, ...] = ((66.0, 256.0), (238.0, 256.0), (268.0, 378.0), (36.0, 378.0))
"""The corners of the opening: far left, far right, near right, near left."""


def _toward(point: Spot, share: float) -> Spot:
    """A point moved towards the end of the stairway."""
    return point[0] + (DEEP[0] - point[0]) * share, point[1] + (DEEP[1] - point[1]) * share


def _floor(s: Scene) -> None:
    """A dim room: a papered wall and boards that run away."""
    sky(s, "#22305a", "#2f4272", "#3a4f80", warp=0.04, cell=100, stretch=1, bottom=240)
    for i in range(13):
        s.flat(rectangle(i * 26 - 8, -5, 11, 230), "#53689a", 0.22)
    floor = polygon((-10, 224), (315, 224), (315, 480), (-10, 480))
    s.fill(floor, "#5a4a66", "#332a4c", angle=90, volume=0, hatch=0.1, hatch_angle=0)
    for i in range(-10, 11):
        x0, x1 = 152 + i * 27, 152 + i * 66
        board = polygon((x0 - 0.4, 224), (x0 + 0.4, 224), (x1 + 1, 470), (x1 - 1, 470))
        s.flat(board, "#1c1834", 0.5)
    s.fill(rectangle(-10, 212, 330, 13), "#6a7aa8", "#3a4674", volume=0.6, radius=3)


def _frame(s: Scene, outer: Path, inner: Path) -> None:
    s.fill(outer, LEATHER, TAN, angle=70, volume=0.9, radius=6, rim=0.5)
    with s.group():
        s.fill(join(outer, hole(inner)), LEATHER, TAN, angle=70, volume=0.9, radius=4, rim=0.5)


def _lid(s: Scene) -> None:
    """The lid, thrown open, seen from within."""
    outer = shape("58,252! 48,84! 50,66 66,56! 238,56! 254,66 256,84! 246,252!")
    inner = shape("71,252! 63,84! 66,76 74,71! 230,71! 238,76 241,84! 233,252!")
    _frame(s, outer, inner)
    s.fill(inner, LINING, "#7f2c4c", angle=90, volume=-0.8, radius=8)
    with s.group(clip=inner):
        for row in range(6):
            for column in range(-1, 8):
                x, y = 74 + column * 26 + (row % 2) * 13, 84 + row * 30
                s.stroke([(x - 13, y - 30), (x, y)], 1, "#7a2846", 0.6)
                s.stroke([(x + 13, y - 30), (x, y)], 1, "#7a2846", 0.6)
                s.fill(ellipse(x, y, 3), "#f6c890", volume=0.8)
        s.glow(152, 262, 190, "#ffd27a", 0.7, 1.3)


def _well(s: Scene) -> None:
    """Steps, side walls and the far wall, all running down to the light."""
    far_left, far_right, near_right, near_left = RIM
    with s.group(clip=polygon(*RIM)):
        s.fill(polygon(*RIM), "#3a1838", volume=0)
        for near, far, side in ((near_left, far_left, -1), (near_right, far_right, 1)):
            wall = "#8a3a58" if side > 0 else "#5f2648"
            s.fill(
                polygon(near, far, DEEP), wall, "#f0b060", angle=0 if side < 0 else 180, volume=0
            )
        s.fill(polygon(far_left, far_right, DEEP), "#4a1c40", "#c98050", angle=90, volume=0)
        for near, far in ((near_left, far_left), (near_right, far_right)):
            mid = ((near[0] + far[0]) / 2, (near[1] + far[1]) / 2 - 14)
            s.fill(
                tube([mid, _toward(mid, 0.55), _toward(mid, 0.9)], [3.4, 1.6, 0.6], False),
                "#f0b858",
                volume=0.9,
                rim=0.4,
            )
        left, right = (near_left[0] + 12, near_left[1]), (near_right[0] - 12, near_right[1])
        shares = [0.0, 0.2, 0.37, 0.51, 0.62, 0.71, 0.78, 0.84, 0.885, 0.92, 0.95]
        for i, (here, there) in enumerate(itertools.pairwise(shares)):
            light = i / 9
            tread = mix("#c98a6c", "#ffe49a", light)
            drop = here + (there - here) * 0.3
            a, b = _toward(left, here), _toward(right, here)
            c, d = _toward(right, drop), _toward(left, drop)
            e, f = _toward(right, there), _toward(left, there)
            s.fill(polygon(a, b, c, d), mix("#4a1c34", "#b86a3c", light), volume=0)
            s.fill(polygon(d, c, e, f), tread, mix(tread, "#fff4cc", 0.5), angle=270, volume=0.15)
            s.stroke([f, e], [2.4 * (1 - there) + 0.5], "#fff6d8", 0.95)
        s.glow(DEEP[0], DEEP[1] + 4, 120, "#ffd880", 0.8, 1.5)
        s.glow(DEEP[0], DEEP[1] + 4, 44, "#fffce8", 1.0, 1.0)


def _case(s: Scene) -> None:
    """The front and the rim of the case, with handle and clasps."""
    _, _, near_right, near_left = RIM
    s.fill(ellipse(158, 432, 146, 16), "#120e28", volume=0, alpha=0.7, soft=5)
    outer = polygon((56, 247), (248, 247), (284, 392), (20, 392))
    s.fill(join(outer, hole(polygon(*RIM))), LEATHER, TAN, angle=60, volume=0.8, radius=5, rim=0.6)
    front = shape("20,390! 284,390! 280,428 272,434! 32,434! 24,428")
    s.fill(front, LEATHER, TAN, angle=80, volume=0.9, radius=8, rim=0.5)
    s.stroke([near_left, near_right], 1.6, "#ffe0a0", 0.8)
    for x, y in ((28, 426), (276, 426)):
        s.fill(ellipse(x, y, 9), "#e9b858", "#9a6a2c", volume=0.9, rim=0.5)
    for x in (78, 226):
        s.fill(rectangle(x - 11, 384, 22, 26, 3), "#e9c060", "#9a6a2c", volume=0.9, rim=0.5)
    handle = [(122, 404), (126, 418), (152, 422), (178, 418), (182, 404)]
    s.fill(tube(handle, [5, 5.6, 6, 5.6, 5]), TAN, "#3a1612", volume=1.0, rim=0.5)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1111, light="#ffe8b4", shade="#1c1238", sun=(-0.5, -0.85), haze="#7a6a98")
    _floor(s)
    with s.group(drop=0.5):
        _lid(s)
    _well(s)
    _case(s)
    with s.group(alpha=0.6, blur=1.5, clip=polygon(*RIM)):
        s.flat(shape("132,350! 172,350! 190,380! 116,380!"), "#3a1428")
    with s.group(glow=("#ffd27a", 5, 0.35)), s.at(152, 350, 1.38):
        person(
            s,
            "walk",
            coat="#2f6f8a",
            coat2="#1c4468",
            legs="#241c3a",
            hair="#3a2230",
            hat=("bowler", "#2a2440"),
            scarf="#f0b83c",
            rim=0.7,
        )
    s.keep(152, 300, 110, 120)
    return s.finish(grade=("#2a1a58", "#ffe4b0", 0.1), vignette=0.3)
