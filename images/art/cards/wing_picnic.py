"""Seen through the cabin window, two people picnic on the wing of a flying aeroplane."""

import numpy as np

from images.art.finish import Picture
from images.art.paths import Path, ellipse, hole, join, polygon, rectangle, shape, tube
from images.art.places.sky import cumulus, sky
from images.art.scene import Scene
from images.art.subjects.household import suitcase
from images.art.subjects.people import person


def _pane(width: float, height: float) -> Path:
    """The rounded outline of a cabin window around its middle: |x/a|^3.4 + |y/b|^3.4 = 1."""
    t = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    x = np.sign(np.cos(t)) * np.abs(np.cos(t)) ** (2 / 3.4) * width / 2
    y = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** (2 / 3.4) * height / 2
    return Path([(np.stack([x + 152, y + 214], 1), 1)])


PANE = _pane(226, 344)


def _outside(s: Scene) -> None:
    sky(s, "#3f8fb5", "#7fc0cc", "#cfe6d4", "#fdf0cf", warp=0.04, bottom=300)
    s.glow(214, 150, 130, "#fffbe6", 0.7)
    for x, y, w, seed in ((70, 190, 120, 3), (248, 176, 90, 8)):
        cumulus(s, x, y, w, "#fffdf6", "#c3d6da", seed, alpha=0.9)
    s.fill(rectangle(-10, 236, 330, 200), "#f6ead6", "#a9c6d0", angle=90, volume=0)
    for x, y, w, seed in (
        (90, 262, 190, 4),
        (226, 268, 150, 5),
        (50, 312, 190, 6),
        (250, 330, 200, 11),
        (140, 392, 260, 9),
    ):
        cumulus(s, x, y, w, "#fffaf2", "#b3c9d3", seed)


def _wing(s: Scene) -> None:
    top = polygon((20, 372), (20, 296), (232, 222), (250, 224), (226, 262), (150, 400), (20, 420))
    s.fill(top, "#a9bcc9", "#6f8a9c", angle=70, volume=0.2, hatch_angle=150, radius=10, rim=0.5)
    s.fill(
        polygon((150, 400), (226, 262), (250, 224), (252, 230), (230, 274), (160, 412)),
        "#4a6478",
        volume=0.3,
    )
    for a, b in (((20, 318), (240, 228)), ((40, 410), (234, 248)), ((96, 270), (132, 402))):
        s.flat(tube([a, b], [0.7], False), "#e3edf0", 0.7)
    s.fill(
        shape("232,223! 246,204 254,176! 264,176! 262,206 250,228!"),
        "#d8492f",
        "#8f2a2c",
        angle=60,
        volume=0.6,
        rim=0.4,
    )


def _blanket(s: Scene) -> None:
    corner, along, across = (78, 316), (122, -38), (42, 58)

    def point(u: float, v: float) -> tuple[float, float]:
        return (
            corner[0] + along[0] * u + across[0] * v,
            corner[1] + along[1] * u + across[1] * v,
        )

    whole = polygon(point(0, 0), point(1, 0), point(1, 1), point(0, 1))
    s.fill(whole, "#fdf3de", volume=0.1, shadow=0.3)
    for i in range(7):
        a, b = i / 7, (i + 0.5) / 7
        s.flat(polygon(point(a, 0), point(b, 0), point(b, 1), point(a, 1)), "#d8442f", 0.62)
        s.flat(polygon(point(0, a), point(0, b), point(1, b), point(1, a)), "#d8442f", 0.5)


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
    for x, y in ((152, 336), (172, 322)):
        s.fill(ellipse(x, y, 9, 3.6), "#ffffff", "#b9c3c8", volume=0.6)
        s.fill(ellipse(x, y - 2, 4.6, 3.2), "#e9b23f", volume=0.8)
    s.fill(shape("136,344! 135,330 138,322! 144,322! 147,330 146,344!"), "#2f6f5a", volume=0.8)


def _cabin(s: Scene) -> None:
    wall = "#4a3550"
    outer = _pane(264, 386)
    shell = polygon((-20, -20), (330, -20), (330, 490), (-20, 490))
    pane = hole(PANE)
    s.fill(join(shell, pane), wall, "#2a2038", angle=60, volume=0.2, hatch_angle=90)
    s.fill(join(outer, pane), "#6f5068", "#3a2a46", angle=90, volume=0.9, radius=7, rim=0.5)
    inner = _pane(240, 358)
    s.fill(join(inner, pane), "#f6dcc0", "#b98a8a", angle=270, volume=0.3)
    s.flat(tube([(-10, 424), (315, 424)], [1.2], False), "#8a6478", 0.8)
    s.fill(rectangle(-10, 426, 330, 60), "#a8483f", "#4f2230", angle=90, volume=0.2)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(7201, light="#fff6dc", shade="#3a4a66", sun=(0.45, -0.9), haze="#f3ead6")
    with s.group(clip=PANE):
        _outside(s)
        _wing(s)
        _blanket(s)
        with s.at(106, 348, 0.5):
            suitcase(s, "#8a5a34")
        with s.at(102, 350, 1.2):
            person(s, "sit", coat="#234a72", legs="#e9dcc4", hair="#2f2330", view="side", rim=0.5)
        with s.at(150, 332, 0.8):
            _basket(s)
        with s.at(206, 308, 0.5):
            suitcase(s, "#2f6f5a", "#e9dcc4")
        with s.at(210, 310, 1.12, flip=True):
            person(
                s,
                "sit",
                coat="#e9b23f",
                legs="#7a3f4a",
                hair="#8a3f24",
                view="side",
                style="bun",
                rim=0.5,
            )
        _spread(s)
        s.fill(
            shape("60,60! 110,44 60,200 52,260! 48,120"), "#ffffff", volume=0, alpha=0.12, soft=3
        )
        blind = shape("20,-20! 290,-20! 290,98! 20,98!")
        s.fill(blind, "#8a6a78", "#b98f8c", angle=90, volume=0.3, shadow=0.4)
        for y in (52, 64, 76, 88):
            s.flat(tube([(20, y), (290, y)], [0.5], False), "#6a4a5c", 0.6)
        s.fill(rectangle(20, 92, 270, 7, 2), "#f3d3b4", volume=0.8)
        s.fill(rectangle(130, 90, 46, 11, 5), "#f3d3b4", volume=0.9)
    _cabin(s)
    s.keep(152, 300, 110, 70)
    return s.finish(grade=("#2a4a70", "#fff0d0", 0.08), vignette=0.18)
