"""A burning candle melts into a swan that swims on its own pool of wax."""

import numpy as np

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, rectangle, ring, shape, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK

WAX, DEEP = "#fdf1d8", "#d9a878"


def _candle(s: Scene) -> None:
    """The upper part of the candle: its flame 300 above the origin, its body open at the foot."""
    s.fill(
        shape("8,-60! 4,-130 6,-236! 66,-236! 68,-130 74,-60!"),
        WAX,
        DEEP,
        angle=90,
        volume=0.8,
        radius=14,
        hatch_angle=90,
    )
    s.fill(ellipse(36, -236, 30, 8), "#ffe9b0", "#f3b35c", volume=0.3)
    for points, radii in (
        ([(8, -236), (6, -200), (9, -168)], (4, 6, 7)),
        ([(20, -232), (18, -190), (20, -140), (18, -122)], (4, 5, 6, 8)),
        ([(44, -230), (46, -196), (45, -176)], (4, 5, 7)),
        ([(62, -236), (66, -190), (68, -130), (72, -100)], (5, 6, 7, 9)),
        ([(33, -230), (33, -214)], (4, 6)),
    ):
        s.fill(tube(points, radii), "#fff8e8", "#e9c293", angle=90, volume=0.9, rim=0.5)
    s.stroke([(36, -238), (37, -252)], [1.4, 1.1], INK)
    s.glow(36, -268, 150, "#ffb04a", 0.95, 1.8)
    s.glow(36, -268, 60, "#ffe9a0", 0.9, 1.4)
    s.fill(
        shape("36,-312! 48,-278 46,-256 36,-248 26,-256 25,-276"),
        "#ff9a2e",
        "#fff0b0",
        angle=90,
        volume=0,
        soft=0.5,
    )
    s.flat(shape("36,-288! 42,-268 40,-256 36,-252 32,-256 31,-268"), "#fffbe8", soft=0.5)


def _swan(s: Scene) -> None:
    """The swan, facing left, its waterline at the origin, about 190 long."""
    s.fill(
        shape(
            "-84,-6! -94,-30 -82,-54 -52,-64 -16,-62 20,-72 56,-84 88,-96 112,-104! 108,-70 98,-34 "
            "74,-4! 0,6"
        ),
        WAX,
        DEEP,
        angle=90,
        volume=0.95,
        radius=16,
        rim=0.4,
    )
    neck = [(-66, -34), (-82, -70), (-66, -110), (-46, -140), (-52, -172), (-76, -178)]
    s.fill(tube(neck, [27, 20, 14.5, 12, 11.5, 11]), WAX, "#e9c79c", angle=90, volume=0.95, rim=0.5)
    s.fill(ellipse(-76, -177, 15, 12.6), WAX, "#ecd0a8", volume=0.9, rim=0.5)
    s.fill(
        shape("-86,-184! -100,-180 -120,-166! -104,-165 -88,-168!"),
        "#e8702e",
        "#b5482a",
        volume=0.8,
        rim=0.3,
    )
    s.fill(shape("-79,-182! -90,-190 -94,-180 -88,-168! -84,-174"), INK, volume=0.5)
    s.flat(ellipse(-75, -180, 2.5), INK)
    # The wing: drips that have turned into feathers.
    for i, (x, y, length, a) in enumerate(
        (
            (70, -92, 52, 34),
            (56, -84, 74, 26),
            (42, -78, 92, 20),
            (28, -74, 100, 15),
            (12, -70, 92, 12),
            (-4, -64, 74, 10),
        )
    ):
        with s.at(x - 40, y + 34, 1, -a + 14):
            tip = 18 + length * 0.86
            s.fill(
                shape(
                    f"-10,-13 {tip * 0.5},-15 {tip},-6 {tip + 12},4! {tip * 0.8},11 {tip * 0.4},12 "
                    "-8,9 -16,-2"
                ),
                "#fffaf0" if i % 2 else WAX,
                "#e0b284",
                angle=90,
                volume=0.95,
                rim=0.5,
            )


def _drips(s: Scene) -> None:
    """Wax that runs from the candle down over the swan's back."""
    for points, radii in (
        ([(15, -176), (11, -124), (6, -92), (-2, -70)], (3, 9, 10, 5)),
        ([(30, -170), (29, -116), (26, -80), (30, -58)], (3, 8, 10, 6)),
        ([(48, -178), (50, -124), (54, -96), (62, -74)], (3, 9, 10, 5)),
        ([(68, -166), (72, -126), (80, -102), (92, -94)], (3, 8, 8, 4)),
    ):
        s.fill(tube(points, radii), "#f6dfba", "#f3dcb8", angle=90, volume=0.6, soft=0.5)


def _room(s: Scene) -> None:
    sky(s, "#2c1628", "#4a2238", "#6a3040", "#4a2034", warp=0.06, cell=90, stretch=1, bottom=400)
    for x in range(-6, 320, 40):
        s.flat(rectangle(x, -5, 16, 380), "#7a3a48", 0.16)
    s.fill(
        rectangle(16, 34, 92, 116, 3), "#8a5a3a", "#5a3428", angle=50, volume=0.8, rim=0.4, radius=4
    )
    s.fill(rectangle(25, 43, 74, 98), "#c89a6a", "#8a5a50", angle=90, volume=0)
    with s.group(clip=rectangle(25, 43, 74, 98)):
        s.fill(rectangle(20, 40, 90, 60), "#2f6470", "#e9b878", angle=90, volume=0)
        s.fill(shape("14,104! 30,84 46,92 66,72! 84,90 110,82 120,104!"), "#3f5a6a", volume=0.6)
        s.fill(rectangle(20, 102, 90, 44), "#e0b27c", "#2f5a66", angle=90, volume=0)
        for x, top in ((34, 96), (40, 104), (86, 98), (92, 108)):
            s.flat(tube([(x, 146), (x + 2, top)], [1.3, 0.4]), "#1c2c34", 0.9)
    s.fill(
        rectangle(-10, 372, 330, 100),
        "#5a2f2c",
        "#2a1420",
        angle=90,
        volume=0,
        hatch=0.14,
        hatch_angle=0,
    )
    s.flat(rectangle(-10, 371, 330, 1.6), "#b5765a", 0.6)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1211, light="#ffe6b0", shade="#2c1030", sun=(0.25, -0.95), haze="#7a4050")
    _room(s)
    s.glow(186, 200, 240, "#ff9a4a", 0.5, 1.5)
    s.glow(186, 392, 150, "#ffb870", 0.4)
    s.fill(ellipse(150, 414, 138, 25), "#1c0a18", volume=0, alpha=0.5, soft=4)
    s.fill(
        ellipse(150, 408, 134, 24), "#f6dcb0", "#d39a68", angle=90, volume=0.5, radius=4, rim=0.4
    )
    for r, a in ((118, 0.35), (104, 0.5), (92, 0.6)):
        s.flat(ring(140, 408, r, r - 1.6, 0.16), "#fffaf0", a)
    with s.group(mirror=(404, 0.35)), s.at(142, 404, 1.06):
        _candle(s)
        _swan(s)
        _drips(s)
    for x0, x1, y in ((44, 84, 409), (90, 170, 413), (190, 236, 409)):
        s.flat(tube([(x0, y), ((x0 + x1) / 2, y + 2), (x1, y)], [0.3, 1.6, 0.3]), "#fffaf0", 0.7)
    s.keep(140, 250, 120, 180, 0.7)
    rng = np.random.default_rng(4)
    for _ in range(14):
        spark = rng.uniform(120, 260), rng.uniform(20, 240)
        s.flat(ellipse(*spark, rng.uniform(0.6, 1.3)), "#ffdf9a", 0.6)
    return s.finish(grade=("#3a1040", "#ffdc90", 0.12), vignette=0.45)
