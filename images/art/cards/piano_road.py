"""A cat walks a road of piano keys."""

import math

from images.art.finish import Picture
from images.art.paths import ellipse, join, polygon, rectangle, shape, tube
from images.art.places.land import hill
from images.art.places.sky import moon, sky, stars
from images.art.scene import Scene
from images.art.subjects.mammals import cat


def paint() -> Picture:
    """Paint the card."""
    s = Scene(171, light="#fff2cc", shade="#0c1030", sun=(0.4, -0.9), haze="#3f5a9a")
    sky(
        s,
        "#0a0f30",
        "#1b2a66",
        "#3f559a",
        "#8a86b8",
        clouds=0.4,
        cloud_colour="#6f7fb8",
        bottom=330,
    )
    stars(s, 120, 260)
    moon(s, 214, 92, 50, glow=0.7)
    hill(s, 262, 16, "#2a3568", "#1a2350", seed=5)
    hill(s, 288, 14, "#222b58", "#12183c", seed=8)
    cx = lambda t: 214 - 120 * math.sin(t * 2.9) * (0.25 + 0.75 * t) + (1 - t) * -8 - 66 * t
    N = 17
    ys = [262 + 214 * (i / N) ** 1.7 for i in range(N + 1)]
    wd = lambda y: 7 + (y - 262) / 214 * 124
    L = lambda i, q: (cx((ys[i] - 262) / 214) + q * wd(ys[i]), ys[i])
    for i in range(N):
        s.fill(
            polygon(L(i, -1), L(i, 1), L(i + 1, 1), L(i + 1, -1)),
            "#f6efdf",
            "#d9d3d4",
            volume=0.25,
            hatch=0.03,
            wobble=0,
            radius=2,
        )
        s.flat(tube([L(i, -1), L(i, 1)], [0.3 + i * 0.03], False), "#1a1a34", 0.9)
    for i in range(N):
        if i % 7 in (0, 1, 3, 4, 5):
            h = (ys[i + 1] - ys[i]) * 0.31
            a, b = (L(i, -1), L(i, 0.16))
            y = ys[i + 1]
            a, b = (L(i + 1, -1), L(i + 1, 0.16))
            s.fill(
                polygon((a[0], y - h), (b[0], y - h), (b[0], y + h), (a[0], y + h)),
                "#16142a",
                "#2f2c4a",
                angle=0,
                volume=0.8,
                radius=2,
                rim=0.5,
                wobble=0,
            )
    with s.at(122, 420, 1.25):
        cat(s, "#eb9440", stripes="#a8501f")
    for x, y, k in ((96, 180, 1.0), (58, 118, 0.8), (132, 112, 0.7)):
        with s.at(x, y, k, -8):
            s.fill(
                join(
                    ellipse(0, 0, 8, 6),
                    rectangle(6, -34, 2.4, 34),
                    shape("7,-35! 18,-28 20,-16! 14,-22 7,-24!"),
                ),
                "#ffe2a0",
                volume=0.6,
                rim=0.3,
            )
            s.glow(0, -12, 40, "#ffe2a0", 0.35)
    return s.finish(grade=("#10184c", "#ffe6b0", 0.1), vignette=0.45)
