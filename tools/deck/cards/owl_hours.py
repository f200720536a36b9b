"""An owl has clocks where its eyes should be."""

from tools.deck.finish import Picture
from tools.deck.paths import ellipse, shape, tube
from tools.deck.places.sky import sky, stars
from tools.deck.scene import Scene
from tools.deck.subjects.birds import owl
from tools.deck.subjects.instruments import clock_face


def paint() -> Picture:
    """Paint the card."""
    s = Scene(261, light="#ffe9b8", shade="#14122c", sun=(-0.55, -0.83), haze="#4a5a7a")
    sky(
        s,
        "#1a1836",
        "#2f3660",
        "#5a5a7c",
        "#a88a7a",
        clouds=0.35,
        cloud_colour="#7a7a98",
        bottom=470,
    )
    stars(s, 90, 330)
    s.glow(152, 190, 200, "#f0cf8a", 0.45)
    s.fill(ellipse(152, 196, 138), "#f3e0b0", "#c99a5a", angle=60, volume=0.4)
    for x, y, r in ((66, 130, 20), (236, 260, 24), (90, 286, 16), (236, 130, 12)):
        s.flat(ellipse(x, y, r, r * 0.9), "#c9a468", 0.5, soft=1)
    s.fill(
        tube([(-20, 424), (80, 410), (190, 420), (330, 396)], [15, 14, 11, 8]),
        "#4a3230",
        "#2a1a24",
        volume=0.9,
        hatch=0.16,
        rim=0.4,
    )
    s.fill(tube([(210, 416), (250, 384), (268, 352)], [6, 4, 1]), "#3f2a2c", volume=0.9)
    with s.at(150, 404, 3.35):
        owl(s, "#6a4a3c", "#efd9ae")
        for q, h, m in ((-1, 11, 57), (1, 4, 12)):
            with s.at(q * 12.4, -68, 0.245):
                clock_face(s, "#d9a548", "#fdf3d8", h, m)
        s.fill(shape("-4,-63! 0,-67 4,-63! 0,-51!"), "#e0933a", volume=0.7)
    s.keep(150, 250, 110, 170)
    return s.finish(grade=("#1a1450", "#ffe0a0", 0.12), vignette=0.45)
