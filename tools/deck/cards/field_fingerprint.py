"""From high above: a tractor has ploughed a fingerprint into a field."""

import math

import numpy as np

from images.card_size import HEIGHT, WIDTH
from tools.deck.colour import mix, rgb, to_lab, to_rgb
from tools.deck.fields import blur, noise, resize
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, join, polygon, rectangle, shape
from tools.deck.scene import Scene
from tools.deck.size import CANVAS_HEIGHT, CANVAS_WIDTH
from tools.deck.subjects.fingerprint import ridges
from tools.deck.subjects.plants import leaf_ball

PRINT = (
    "152,22 208,34 250,84 268,160 268,250 254,330 226,396 176,428 122,426 "
    "74,392 46,326 34,240 38,150 58,80 98,34"
)


def _furrows(s: Scene) -> None:
    """The ploughed ridges: earth between rows of stubble, lit from the side."""
    high = resize(ridges(HEIGHT, WIDTH, (150, 212), 20.5, 8), CANVAS_HEIGHT, CANVAS_WIDTH)
    crumbs = noise(np.random.default_rng(3), CANVAS_HEIGHT, CANVAS_WIDTH, 7, 3, 0.6)
    ground = blur(high, 2) + crumbs * 0.13
    gy, gx = np.gradient(ground)
    lit = -(gx * s.sun[0] + gy * s.sun[1]) * 3.4
    share = np.clip((ground + 0.55) / 1.1, 0, 1)[..., None]
    lab = to_lab(rgb("#5f341f")) * (1 - share) + to_lab(rgb("#eebf62")) * share
    lab[..., 0] += np.clip(lit, -0.3, 0.3) * 0.42
    layer = s.layers[-1]
    layer[..., :3] = np.clip(to_rgb(lab), 0, 1)
    layer[..., 3] = 1


def _country(s: Scene) -> None:
    """The fields round about, hedges between them."""
    s.fill(rectangle(-10, -10, 330, 480), "#b9a45a", volume=0)
    for points, colour, colour2, angle in (
        (((-10, -10), (150, -10), (96, 90), (-10, 150)), "#a8a552", "#8f9a4c", 30),
        (((150, -10), (320, -10), (320, 120), (250, 90)), "#d9b45c", "#c79a48", 60),
        (((-10, 150), (60, 120), (50, 330), (-10, 350)), "#cda650", "#b58f48", 90),
        (((260, 90), (320, 120), (320, 330), (262, 320)), "#93994a", "#7f8a45", 120),
        (((-10, 350), (60, 320), (130, 480), (-10, 480)), "#8b9a4d", "#75873f", 150),
        (((262, 320), (320, 330), (320, 480), (130, 480), (200, 420)), "#c9a052", "#b0853f", 0),
    ):
        field = polygon(*points)
        s.fill(field, colour, colour2, angle=angle, volume=0.1, hatch=0.16, hatch_angle=angle)
        with s.group(clip=field):
            for i in range(-40, 40):
                with s.at(152, 230, 1, angle):
                    s.flat(rectangle(-400, i * 11, 800, 1.6), "#5f5a2c", 0.22)


def _tractor(s: Scene) -> None:
    """Seen from straight above, driving up, its plough behind; 60 long."""
    s.flat(
        join(rectangle(-10, -20, 34, 50, 5), rectangle(-14, 26, 40, 12, 3)), "#2a1710", 0.55, soft=2
    )
    for x in (-17, 9):
        s.fill(rectangle(x, 2, 9, 22, 3), "#2b2527", volume=0.7, rim=0.3)
    for x in (-12, 6):
        s.fill(rectangle(x, -25, 6, 12, 2), "#2b2527", volume=0.7, rim=0.3)
    s.fill(rectangle(-20, 34, 40, 4.5, 2), "#7a8288", volume=0.8)
    for x in (-17, -6, 5, 15):
        s.fill(shape(f"{x},35! {x + 4},36! {x + 5},47! {x - 1},44!"), "#aab2b6", volume=0.7)
    s.fill(rectangle(-2, 22, 4, 14), "#55595e", volume=0.5)
    s.fill(rectangle(-6.5, -32, 13, 34, 5), "#d83a2a", "#a8261f", angle=0, volume=0.9, rim=0.4)
    s.fill(rectangle(-10, -2, 20, 25, 4), "#e4452f", "#b32a22", angle=0, volume=0.8, rim=0.5)
    s.fill(rectangle(-7, 1, 14, 15, 3), "#f6e4c0", "#d8b98a", angle=60, volume=0.6)
    s.flat(ellipse(4, -15, 2), "#2b2527")


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1401, light="#fff0c2", shade="#3a2430", sun=(-0.8, -0.45), haze="#f0d9a0")
    _country(s)
    field = shape(PRINT)
    s.flat(field, "#3a2a18", 0.5, soft=5)
    s.fill(field, "#d9bd7a", volume=0.4)
    with s.group(clip=shape(PRINT)):
        _furrows(s)
    rng = np.random.default_rng(9)
    outline = field[0][0]
    for i in range(0, len(outline), 2):
        x, y = outline[i]
        if math.hypot(x - 190, y - 426) < 34 or rng.random() < 0.12:
            continue
        r = rng.uniform(5.5, 9.5)
        out = math.hypot(x - 152, y - 226) / 9
        x, y = x + (x - 152) / out * 0.8, y + (y - 226) / out * 0.8
        s.flat(ellipse(x + 7, y + 4, r * 1.1, r * 0.8), "#2a2416", 0.5, soft=1.2)
        leaf_ball(s, x, y, r, mix("#6f8a3c", "#a8a548", rng.random()), i, 22, 3.2)
    s.stroke([(320, 452), (262, 440), (206, 452), (130, 470)], 9, "#ead2a0")
    s.stroke([(320, 452), (262, 440), (206, 452), (130, 470)], 3, "#c9a870")
    with s.at(206, 392, 1.35, 62):
        _tractor(s)
    s.keep(152, 226, 125, 210, 0.45)
    s.glow(110, 150, 190, "#fff3c4", 0.28)
    return s.finish(grade=("#4a2438", "#ffe6a4", 0.1), vignette=0.3, paint=0.6)
