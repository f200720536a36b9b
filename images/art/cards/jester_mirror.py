"""A king looks into his mirror and a jester looks back."""

import math

import numpy as np

from images.art.finish import Picture
from images.art.paths import ellipse, hole, join, shape, tube
from images.art.places.sky import sky
from images.art.scene import Scene
from images.art.subjects.emblems import crown

GOLD, PINK, TEAL = "#e2ae4c", "#d8607a", "#2f7f86"


def _wall(s: Scene) -> None:
    """Damask in two close roses."""
    sky(s, "#f4bcc8", "#eaa4b6", "#d98aa4", warp=0.04, cell=90, stretch=1)
    for row in range(-1, 9):
        for column in range(-1, 7):
            x, y = column * 52 + (26 if row % 2 else 0), row * 58
            with s.at(x, y, 0.5):
                s.fill(
                    shape("0,-46! 16,-22 26,0 14,22 0,44! -14,22 -26,0 -16,-22"),
                    "#dc90a6",
                    volume=0.3,
                )
                s.fill(shape("0,-26! 9,-6 0,24! -9,-6"), "#fbdcdc", volume=0.3)


def _jester(s: Scene) -> None:
    """Head and shoulders of a jester from the front, about 170 tall, chin at the origin."""
    for q, near, far in ((-1, PINK, TEAL), (1, TEAL, PINK)):
        s.fill(
            shape(f"0,14! {q * 34},18 {q * 70},40 {q * 84},110! 0,110!"),
            near,
            s.darker(near, 0.4),
            volume=0.8,
        )
        for k in range(3):
            tip = (q * (22 + k * 28), 62 + k * 4)
            collar = shape(f"{q * k * 20},6! {q * (20 + k * 20)},12! {tip[0]},{tip[1]}!")
            s.fill(collar, (far, "#f3d06a", near)[k], volume=0.7, rim=0.4)
            s.fill(ellipse(tip[0], tip[1] + 4, 6), GOLD, volume=0.95, rim=0.4)
    s.fill(
        shape("-34,-58 -33,-24 -20,-4 0,2 20,-4 33,-24 34,-58 0,-80"),
        "#f6d0b0",
        "#dd9f86",
        volume=0.8,
        radius=9,
    )
    for q, colour in ((-1, TEAL), (1, PINK)):
        horn = [(q * 12, -96), (q * 48, -128), (q * 78, -104), (q * 82, -62)]
        s.fill(
            tube(horn, [22, 20, 12, 3]),
            colour,
            s.darker(colour, 0.4),
            volume=0.95,
            radius=8,
            rim=0.4,
        )
        s.fill(ellipse(q * 82, -54, 9), GOLD, volume=0.95, rim=0.5)
    s.fill(
        tube([(0, -92), (2, -130), (-6, -158)], [20, 16, 3]),
        "#f3d06a",
        "#b9862c",
        volume=0.95,
        radius=8,
        rim=0.4,
    )
    s.fill(ellipse(-7, -166, 9), GOLD, volume=0.95, rim=0.5)
    s.fill(
        shape("-39,-56! -40,-76 -22,-98 0,-102! 0,-64!"),
        TEAL,
        s.darker(TEAL, 0.4),
        volume=0.8,
        rim=0.3,
    )
    s.fill(
        shape("39,-56! 40,-76 22,-98 0,-102! 0,-64!"),
        PINK,
        s.darker(PINK, 0.4),
        volume=0.8,
        rim=0.3,
    )
    for q in (-1, 1):
        s.flat(ellipse(q * 14, -42, 6.4, 7), "#fffaf0")
        s.flat(ellipse(q * 14, -41, 3.6, 4.2), "#1c1a26")
        s.flat(tube([(q * 6, -53), (q * 15, -58), (q * 24, -53)], [0.8, 2, 0.6]), "#5a2f38")
        s.flat(ellipse(q * 21, -26, 8, 7), "#e0526a", 0.6, soft=2)
        diamond = shape(f"{q * 14},-34! {q * 17},-26! {q * 14},-18! {q * 11},-26!")
        s.flat(diamond, "#8a2f4a", 0.8)
    s.fill(ellipse(0, -30, 6.5, 6), "#e8604f", volume=0.95)
    s.flat(shape("-20,-20! -8,-13 8,-13 20,-20! 10,-5 -10,-5"), "#8a2a38")
    s.flat(shape("-15,-17! -8,-12.5 8,-12.5 15,-17! 8,-10 -8,-10"), "#fff6ea")


def _king(s: Scene) -> None:
    """The king from behind, close by: mantle, ermine, hair and crown."""
    s.fill(
        shape("-10,500! 6,410 44,372 90,358 150,352 204,358 246,376 276,412 296,500!"),
        "#4a3478",
        "#251a48",
        volume=0.95,
        radius=14,
        hatch=0.14,
        hatch_angle=90,
        rim=0.4,
    )
    s.fill(
        shape(
            "26,412 40,376 80,348 150,340 216,348 258,378 270,414 240,436 200,420 "
            "150,432 100,420 58,436"
        ),
        "#fbf4e4",
        "#c9b8a8",
        volume=0.95,
        radius=12,
        rim=0.3,
    )
    for i in range(12):
        x, y = 50 + (i % 6) * 40 + (i // 6) * 18, 380 + (i // 6) * 26 + abs(i % 6 - 2.5) * 4
        s.flat(shape(f"{x},{y}! {x + 4},{y + 9} {x},{y + 14}! {x - 4},{y + 9}"), "#2a1a22", 0.9)
    s.fill(
        shape("106,290 104,320 98,350 112,372 150,378 188,372 202,350 196,320 194,290 150,276"),
        "#d9d2c4",
        "#8f8580",
        volume=0.9,
        hatch=0.2,
        hatch_angle=90,
        radius=8,
        rim=0.3,
    )
    for x in (118, 134, 150, 166, 182):
        lock = tube([(x, 290), (x + (x - 150) * 0.08, 330), (x + (x - 150) * 0.2, 370)], [3, 5, 3])
        s.fill(lock, "#e6dfd0", "#9c9088", volume=0.7)
    crown(s, 150, 302, 1.22, "#f0b93c", "#c53a4b")


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1107, light="#fff2cc", shade="#2c1428", sun=(-0.6, -0.8), haze="#ecc8bc")
    _wall(s)
    s.glow(150, 150, 200, "#fff6cc", 0.5)
    frame = ellipse(150, 168, 128, 158)
    with s.group(drop=0.7):
        s.fill(
            join(frame, hole(ellipse(150, 168, 104, 134))),
            GOLD,
            "#8a5a22",
            angle=40,
            volume=0.95,
            radius=7,
            rim=0.5,
        )
        for i in range(36):
            a = i * math.pi / 18
            x, y = 150 + 116 * math.cos(a), 168 + 146 * math.sin(a)
            s.fill(ellipse(x, y, 6, 6), "#f0c868", "#9a6a2a", volume=0.95, rim=0.5)
    inside = ellipse(150, 168, 104, 134)
    with s.group(clip=inside):
        s.fill(inside, "#dff0ea", "#8fb5b4", angle=70, volume=-0.5, radius=6)
        s.glow(150, 150, 110, "#ffffff", 0.8, 1.4)
        with s.at(150, 230, 1.04):
            _jester(s)
        for x in (40, 74):
            band = shape(f"{x},-10! {x + 22},-10! {x + 150},320! {x + 128},320!")
            s.flat(band, "#ffffff", 0.13, soft=1)
    t = np.linspace(0, 2 * math.pi, 60)
    s.flat(
        tube(np.stack([150 + 104 * np.cos(t), 168 + 134 * np.sin(t)], 1), [1.4], False),
        "#5a3a1c",
        0.8,
    )
    with s.at(0, 18):
        _king(s)
    s.keep(150, 160, 120, 150)
    s.keep(150, 320, 70, 60)
    return s.finish(grade=("#3a1440", "#ffeab8", 0.1), vignette=0.35)
