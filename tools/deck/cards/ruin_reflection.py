"""A bright city stands on a canal, and its reflection lies in ruins."""

import numpy as np

from tools.deck.colour import Colour
from tools.deck.finish import Picture
from tools.deck.paths import rectangle, shape, tube
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.birds import bird, gull
from tools.deck.subjects.plants import bare_tree, leaf_ball

SURFACE = 226
DAY = {"wall": "#fbe3d6", "roof": "#e8788a", "trim": "#fffaf2", "glass": "#7f9fc0"}
DUSK = {"wall": "#6a6478", "roof": "#4a4658", "trim": "#7f788a", "glass": "#2a2838"}


def _palazzo(
    s: Scene, x: float, wide: float, tall: float, wall: Colour, ink: dict[str, str], broken: bool
) -> None:
    """A palace front on the water with arched windows; broken ones have a torn top."""
    top = f"{x},{-tall}! {x + wide},{-tall}!"
    if broken:
        top = (
            f"{x},{-tall * 0.62}! {x + wide * 0.16},{-tall * 0.8}! "
            f"{x + wide * 0.28},{-tall * 0.7}! "
            f"{x + wide * 0.46},{-tall * 0.96}! {x + wide * 0.6},{-tall * 0.58}! "
            f"{x + wide * 0.8},{-tall * 0.68}! {x + wide},{-tall * 0.4}!"
        )
    body = shape(f"{x},4! {top} {x + wide},4!")
    s.fill(
        body, wall, s.darker(wall, 0.28), angle=10, volume=0.5, hatch=0.1, hatch_angle=90, rim=0.3
    )
    with s.group(clip=body):
        rows, columns = max(2, int(tall / 34)), max(2, int(wide / 18))
        for j in range(rows):
            for i in range(columns):
                wx, y = x + (i + 0.5) * wide / columns, -10 - j * tall / rows
                window = shape(
                    f"{wx - 4},{y}! {wx - 4},{y - 11} {wx},{y - 16} {wx + 4},{y - 11} {wx + 4},{y}!"
                )
                s.fill(window, ink["glass"], volume=-0.4, radius=1)
            s.fill(rectangle(x - 2, -5 - j * tall / rows, wide + 4, 2), ink["trim"], volume=0.5)
    if not broken:
        s.fill(rectangle(x - 2, -tall - 4, wide + 4, 6, 1), ink["trim"], volume=0.7)


def _dome(s: Scene, x: float, ink: dict[str, str], broken: bool) -> None:
    """A domed church, its drum at x; broken, only the ribs are left."""
    s.fill(
        rectangle(x - 34, -96, 68, 100),
        ink["wall"],
        s.darker(ink["wall"], 0.3),
        angle=10,
        volume=0.6,
        rim=0.3,
    )
    for q in (-22, 0, 22):
        arch = shape(
            f"{x + q - 6},-30! {x + q - 6},-62 {x + q},-70 {x + q + 6},-62 {x + q + 6},-30!"
        )
        s.fill(arch, ink["glass"], volume=-0.4)
    s.fill(rectangle(x - 38, -102, 76, 8, 1), ink["trim"], volume=0.7)
    if broken:
        for a, b in ((-33, -7), (-18, -4), (-2, 0), (18, 4)):
            s.fill(
                tube([(x + a, -100), (x + a * 0.86, -128), (x + b, -150)], [2.6, 2.2, 1]),
                ink["roof"],
                volume=0.7,
            )
        s.fill(
            shape(f"{x + 14},-100! {x + 20},-128 {x + 30},-120! {x + 36},-100!"),
            ink["roof"],
            volume=0.8,
        )
        return
    s.fill(
        shape(
            f"{x - 36},-101! {x - 34},-128 {x - 16},-150 {x},-156 {x + 16},-150 {x + 34},-128 "
            f"{x + 36},-101!"
        ),
        ink["roof"],
        s.darker(ink["roof"], 0.3),
        angle=20,
        volume=0.95,
        radius=10,
        rim=0.5,
    )
    for q in (-20, 0, 20):
        s.flat(
            tube([(x + q, -102), (x + q * 0.8, -130), (x + q * 0.1, -155)], [0.9]), ink["trim"], 0.8
        )
    s.fill(rectangle(x - 6, -170, 12, 16), ink["trim"], volume=0.7)
    s.fill(shape(f"{x - 8},-169! {x},-188! {x + 8},-169!"), "#f0b94a", volume=0.8, rim=0.4)


def _tower(s: Scene, x: float, ink: dict[str, str], broken: bool) -> None:
    """A bell tower; broken, it ends half way up."""
    if broken:
        s.fill(
            shape(
                f"{x - 13},4! {x - 12},-86! {x - 4},-104! {x + 3},-90! {x + 9},-98! {x + 13},-70! "
                f"{x + 13},4!"
            ),
            ink["wall"],
            s.darker(ink["wall"], 0.3),
            angle=0,
            volume=0.6,
        )
        return
    s.fill(rectangle(x - 13, -160, 26, 164), "#f6b7a4", "#d98a84", angle=0, volume=0.6, rim=0.4)
    s.fill(rectangle(x - 16, -164, 32, 6, 1), ink["trim"], volume=0.7)
    s.fill(rectangle(x - 11, -184, 22, 22), ink["trim"], "#e3cfc4", angle=0, volume=0.5)
    s.fill(
        shape(f"{x - 5},-164! {x - 5},-174 {x},-179 {x + 5},-174 {x + 5},-164!"),
        "#7f6a84",
        volume=0,
    )
    s.fill(
        shape(f"{x - 14},-183! {x},-214! {x + 14},-183!"),
        "#5f9a94",
        "#3f7472",
        angle=0,
        volume=0.8,
        rim=0.5,
    )


def _city(s: Scene, ink: dict[str, str], broken: bool) -> None:
    """The whole front, standing on y=0; the same houses whether whole or broken."""
    walls = (
        ("#f9cfa8", "#f6dcc4", "#f3b7ac", "#fbe8cf")
        if not broken
        else ("#5c586c", "#6a6478", "#575068", "#625c72")
    )
    _tower(s, 96, ink, broken)
    _palazzo(s, -14, 56, 104, walls[0], ink, broken)
    _palazzo(s, 40, 44, 78, walls[1], ink, broken)
    _dome(s, 184, ink, broken)
    _palazzo(s, 110, 44, 66, walls[2], ink, broken)
    _palazzo(s, 216, 48, 92, walls[3], ink, broken)
    _palazzo(s, 262, 60, 122, walls[0], ink, broken)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(1112, light="#fff4e0", shade="#3a3050", sun=(-0.6, -0.8), haze="#fde6d8")
    sky(
        s,
        "#a9d4dc",
        "#cfe6e0",
        "#fdf0d8",
        "#fddcc8",
        clouds=0.35,
        cloud_colour="#fffdf6",
        bottom=SURFACE,
    )
    s.glow(150, 150, 180, "#fffbe6", 0.6)
    cumulus(s, 40, 74, 100, "#fffdf8", "#f3d6cc", 4)
    cumulus(s, 266, 60, 90, "#fffdf8", "#f3d6cc", 6)
    with s.at(0, SURFACE):
        _city(s, DAY, broken=False)
    for x, r in ((30, 9), (62, 8), (146, 9), (226, 10), (284, 9)):
        leaf_ball(s, x, SURFACE - 8, r, "#7fae6a", x, 30, 3)
    water = rectangle(-10, SURFACE, 330, 260)
    with s.group(clip=water):
        s.fill(water, "#d9bcb4", "#6a6680", angle=90, volume=0, hatch=0.1, hatch_angle=0)
        s.glow(150, 330, 150, "#e6c0a8", 0.6)
        with s.at(0, SURFACE + 6, 1.0, scale_y=-1.06):
            _city(s, DUSK, broken=True)
        with s.at(136, SURFACE + 20, 1.0, scale_y=-1.2):
            bare_tree(s, "#2c2838", seed=5, depth=3, width=4, length=26)
        for x, y, k in ((60, 396, 0.26), (100, 420, 0.2), (236, 400, 0.24)):
            with s.at(x, y, k, 8, scale_y=-k):
                bird(s, "#221e2e")
    s.fill(
        rectangle(-10, SURFACE - 4, 330, 10, 1), "#fdf0e2", "#c9b0ac", angle=90, volume=0.6, rim=0.3
    )
    rng = np.random.default_rng(4)
    for _ in range(64):
        low, middle = SURFACE + 12 + 220 * rng.random(), rng.uniform(0, 305)
        half = rng.uniform(8, 30) * (0.5 + (low - SURFACE) / 240)
        ripple = [(middle - half, low), (middle, low + 0.8), (middle + half, low)]
        s.flat(tube(ripple, [0.1, 0.9, 0.1]), "#f3dcd4", 0.42)
    for x, y, w in ((66, 110, 8), (140, 40, 9), (232, 96, 7)):
        gull(s, x, y, w, "#7a6a84")
    s.keep(152, 140, 170, 90, 0.7)
    return s.finish(grade=("#3a3468", "#fff0d8", 0.08), vignette=0.15)
