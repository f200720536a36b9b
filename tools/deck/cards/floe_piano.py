"""A grand piano drifts on an ice floe, and a penguin listens."""

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, join, polygon, rectangle, shape, tube
from tools.deck.places.sky import sky
from tools.deck.places.water import sea
from tools.deck.scene import Scene
from tools.deck.subjects.birds import gull
from tools.deck.subjects.penguins import penguin

LACQUER = "#1d1f2b"


def _piano(s: Scene) -> None:
    """A grand piano with its lid up, keys at the left: 170 wide, 150 tall, origin at its left."""
    far = "#101119"
    s.fill(tube([(96, -44), (97, -22), (96, 0)], [6, 4, 3]), far, volume=0.7)
    s.fill(
        shape("-2,-66! -8,-146! 30,-158 66,-152 88,-126 112,-112 138,-100 146,-66!"),
        "#2a2e3f",
        "#5f6e86",
        angle=20,
        volume=0.5,
        rim=0.8,
        rim_colour="#fff2dc",
    )
    s.fill(
        shape("6,-68! 1,-134! 30,-145 60,-139 80,-116 106,-102 128,-92 134,-68!"),
        "#8a4f34",
        "#3f2228",
        angle=70,
        volume=0.2,
        hatch_angle=0,
    )
    s.fill(tube([(96, -64), (110, -104)], [1.4], False), "#d9a548", volume=0.7)
    s.fill(shape("2,-66! 20,-78! 128,-76! 142,-66!"), "#e9bd62", "#a86f34", angle=0, volume=0.3)
    for i in range(9):
        s.flat(tube([(20 + i * 11, -77), (34 + i * 10, -66)], [0.35], False), "#5a3420", 0.8)
    for x in (2, 128):
        s.fill(
            tube([(x + 6, -44), (x + 7, -22), (x + 6, 0)], [8, 5, 3.6]),
            LACQUER,
            volume=0.9,
            rim=0.6,
        )
        s.fill(ellipse(x + 6, 0, 4.6, 3), "#d9a548", volume=0.8)
    s.fill(
        shape("-22,-60! -20,-68! 148,-68! 154,-58 150,-44 136,-40! -4,-40! -22,-46!"),
        LACQUER,
        "#0b0c13",
        angle=80,
        volume=0.9,
        radius=6,
        rim=0.7,
        rim_colour="#cfe6ee",
    )
    s.fill(polygon((-26, -57), (-2, -57), (-2, -52), (-26, -52)), "#fbf6ea", volume=0.2)
    for x in (-24, -20, -14, -10, -6):
        s.flat(rectangle(x, -58.5, 2.2, 4), LACQUER)
    s.fill(polygon((-28, -52), (0, -52), (0, -44), (-26, -44)), LACQUER, volume=0.5)
    s.fill(
        shape("2,-68! -4,-92! 22,-94! 24,-68!"), LACQUER, "#3a4256", angle=40, volume=0.5, rim=0.4
    )
    s.fill(
        join(tube([(60, -40), (62, -10)], [2], False), ellipse(64, -6, 6, 2.4)),
        "#d9a548",
        volume=0.8,
    )


def _stool(s: Scene) -> None:
    s.fill(tube([(-10, -24), (-13, 0)], [2.4], False), LACQUER, volume=0.8)
    s.fill(tube([(10, -24), (13, 0)], [2.4], False), LACQUER, volume=0.8)
    s.fill(rectangle(-17, -32, 34, 9, 4), "#a8323a", "#5f1c2c", volume=0.9, rim=0.4)


def _berg(s: Scene, x: float, y: float, scale: float, haze: float) -> None:
    """An iceberg, its lit side at the right: 150 wide, 110 tall, origin at the water."""
    with s.group(haze=haze, haze_colour="#f6e6dc"), s.at(x, y, scale):
        s.fill(
            shape(
                "-76,4! -60,-30 -46,-36! -40,-66 -22,-84! -8,-110 8,-112! 20,-92 30,-88!"
                " 44,-58 56,-50! 66,-20 78,4!"
            ),
            "#8fbccd",
            "#b9d9df",
            angle=90,
            volume=0.5,
            radius=6,
            hatch=0.12,
            hatch_angle=60,
        )
        s.fill(
            shape(
                "-8,-110! 8,-112! 20,-92 30,-88! 44,-58 56,-50! 66,-20 78,4! 30,4! 20,-30"
                " 8,-50! 4,-86"
            ),
            "#fffaf2",
            "#e3eff0",
            angle=90,
            volume=0.5,
            radius=5,
        )
        s.fill(
            shape("-40,-66 -22,-84! -20,-60 -30,-30 -34,4! -50,4! -44,-30"),
            "#e9f4f4",
            volume=0.4,
            alpha=0.8,
        )


def _floe(s: Scene) -> None:
    s.fill(
        shape("6,372! 14,404 40,416! 70,428 130,436! 190,434 240,428! 280,414 300,378!"),
        "#7cc3d0",
        "#2f8296",
        angle=90,
        volume=0.5,
        hatch=0.1,
        hatch_angle=90,
    )
    for x, y in ((60, 422), (128, 434), (206, 432), (262, 420)):
        s.flat(polygon((x - 1, y - 48), (x + 5, y - 30), (x, y)), "#d3f0f2", 0.55, soft=1)
    s.fill(
        shape(
            "4,368! 40,350 96,342 170,338 238,344 290,356 302,374! 270,392 196,404 116,404 44,394"
        ),
        "#ffffff",
        "#d9ecf2",
        angle=80,
        volume=0.5,
        radius=9,
        rim=0.4,
        hatch_angle=0,
    )


def paint() -> Picture:
    """Paint the card."""
    s = Scene(7801, light="#fff3e2", shade="#2f5270", sun=(0.55, -0.84), haze="#fbeee2")
    sky(s, "#bfdce6", "#dcebea", "#f9ecdc", "#fbd9c6", warp=0.05, bottom=286)
    s.glow(226, 214, 190, "#fffaf0", 0.95, 1.4)
    s.fill(ellipse(226, 228, 17), "#fffdf4", volume=0, soft=0.6)
    sea(
        s,
        262,
        "#c3dfe3",
        "#3f93a8",
        light="#fff3e0",
        light_x=226,
        light_width=44,
        waves=60,
        height=0.9,
    )
    _berg(s, 150, 268, 0.42, 0.6)
    _berg(s, 268, 272, 0.9, 0.42)
    _berg(s, 62, 282, 1.55, 0.28)
    for x, y, w in ((60, 318, 60), (280, 306, 46), (168, 298, 30)):
        s.fill(ellipse(x, y, w * 0.62, w * 0.09), "#f6fbfb", "#a9d3dd", volume=0.6)
    with s.group(mirror=(430, 0.35)):
        _floe(s)
    with s.group(cast=(380, -0.55, 0.22, 0.4)), s.at(104, 380, 1.22):
        _piano(s)
    with s.at(84, 386, 1.1):
        _stool(s)
    with s.group(cast=(384, -0.55, 0.22, 0.4)), s.at(34, 384, 0.86):
        penguin(s)
    for x, y, w in ((196, 82, 13), (226, 102, 9), (168, 110, 8)):
        gull(s, x, y, w, "#5f7f94")
    s.keep(176, 300, 116, 90, strength=0.8)
    return s.finish(grade=("#2f5a84", "#fff0de", 0.08), vignette=0.14)
