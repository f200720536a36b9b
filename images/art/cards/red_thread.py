"""A red thread runs through the maze to a sleeping cat."""

import math

import numpy as np

from images.art.finish import Picture
from images.art.paths import ellipse, shape, tube
from images.art.places.sky import sky
from images.art.scene import Scene
from images.art.subjects.mammals import cat
from images.art.subjects.people import person


def paint() -> Picture:
    """Paint the card."""
    s = Scene(271, light="#fff2c8", shade="#12302c", sun=(-0.6, -0.8), haze="#d9e0a8")
    sky(s, "#e9d9a4", "#e0c98c", "#d2b478", warp=0.1, cell=70, stretch=1)
    cx, cy = (152, 204)
    s.glow(cx, cy, 220, "#fff6d8", 0.6)
    rng = np.random.default_rng(9)
    gaps = {0: 90, 1: 255, 2: 40, 3: 190, 4: 330, 5: 110}
    rs = [42, 64, 86, 108, 130]
    ky = 1.36
    for i, r in enumerate(rs):
        g = gaps[i]
        t = np.radians(np.linspace(g + 700 / r, g + 360 - 700 / r, 60))
        pts = np.stack([cx + r * np.cos(t), cy + r * ky * np.sin(t)], 1)
        s.flat(tube(pts + (4, 6), [6.5], False), s.shade_colour, 0.45, soft=1.6)
        s.fill(
            tube(pts, [6.4], False),
            "#3f7a4c",
            "#2a5a48",
            volume=0.95,
            rim=0.3,
            radius=4,
            wobble=1.4,
            hatch=0.1,
        )
        for a in np.arange(t[0], t[-1], 4.2 / r):
            q = rng.normal(0, 2.4, 2)
            with s.at(
                cx + r * math.cos(a) + q[0],
                cy + r * ky * math.sin(a) + q[1],
                rng.uniform(1.6, 2.9),
                rng.uniform(0, 180),
            ):
                s.flat(
                    shape("-1,0! 0,-.6 1,0! 0,.6"),
                    ["#5f9a54", "#7fb55f", "#2f6a48", "#a9cf74"][rng.integers(4)],
                    0.85,
                    wobble=0,
                )
    pts = []
    prev = None
    mids = [30, 53, 75, 97, 119, 143]
    a0 = 90.0
    for i in range(5):
        g = gaps[i]
        d = (g - a0 + 540) % 360 - 180
        for u in np.linspace(0, 1, 14):
            a = math.radians(a0 + d * u)
            pts.append((cx + mids[i] * math.cos(a), cy + mids[i] * ky * math.sin(a)))
        a = math.radians(g)
        pts.append((cx + rs[i] * math.cos(a), cy + rs[i] * ky * math.sin(a)))
        a0 = g
    a = math.radians(gaps[4])
    d = (80 - a0 + 540) % 360 - 180
    for u in np.linspace(0.05, 1, 18):
        q = math.radians(a0 + d * u)
        pts.append((cx + 144 * math.cos(q), cy + 144 * ky * math.sin(q)))
    pts = np.array(pts)
    s.flat(tube(pts + (1.5, 2.5), [1.9], True), s.shade_colour, 0.4, soft=0.8)
    s.fill(tube(pts, [2.1], True), "#d8303a", volume=0.6)
    x, y = pts[0]
    with s.at(cx - 2, cy + 34, 0.72):
        cat(s, "#3a3040")
    s.fill(ellipse(cx + 34, cy + 26, 12), "#d8303a", "#9a1c34", volume=0.95, rim=0.4)
    for q in (-6, 0, 6):
        s.flat(
            tube([(cx + 25, cy + 26 + q), (cx + 34, cy + 21 + q), (cx + 43, cy + 27 + q)], [0.6]),
            "#f07a74",
            0.8,
        )
    with s.at(pts[-1][0] - 27, pts[-1][1] + 90, 1.06):
        person(
            s, "hold", coat="#3a5f9a", hair="#5a2f22", view="back", hat=("cone", "#e9b23f"), rim=0.4
        )
    s.keep(cx, cy, 170, 220, 0.6)
    return s.finish(grade=("#123a4a", "#fff0b8", 0.08), vignette=0.35)
