"""Nine faces hang on a wall; eight are masks, one looks back."""

import numpy as np

from tools.deck.colour import mix
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, placed, polygon, shape, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK

FACE = shape("-38,-16 -37,-40 -20,-56 0,-59 20,-56 37,-40 38,-16 34,14 20,42 0,56 -20,42 -34,14")


def _mask(s: Scene, mood: float, kind: int) -> None:
    """A plaster mask with empty eyes, middle at 0, 0, about 76 wide and 115 tall."""
    plaster = ("#f3ecdf", "#ece3d6", "#f6f0e6")[kind % 3]
    low = mix(plaster, "#6a4f66", 0.42)
    s.flat(placed(FACE, 6, 8), "#0d0614", 0.6, soft=3.2)
    s.fill(FACE, plaster, low, angle=60, volume=0.9, radius=9, rim=0.35)
    dark = "#1f1226"
    for side in (-1, 1):
        if kind % 2:
            hollow = shape(f"{side * 6},-8! {side * 17},-19 {side * 30},-10! {side * 18},-3")
        else:
            hollow = shape(f"{side * 6},-14! {side * 17},-8 {side * 30},-14! {side * 18},-21")
        s.fill(hollow, dark, volume=0)
        brow = [(side * 5, -25), (side * 17, -33 - 3 * mood), (side * 31, -25 + 3 * mood)]
        s.flat(tube(brow, [0.6, 2, 0.4]), low, 0.9)
        s.fill(ellipse(side * 21, 10, 9, 7), low, volume=0.2, alpha=0.35, soft=2)
    s.fill(shape("-3,-14! -8,8 0,14 8,8 3,-14!"), plaster, low, angle=0, volume=0.8)
    bend = 7 * mood
    s.flat(shape(f"-17,{29 - bend}! 0,{27 + bend} 17,{29 - bend}! 0,{32 + bend * 1.7}"), dark)
    if kind == 2:
        for side in (-1, 1):
            s.fill(
                shape(f"{side * 14},6 {side * 25},2 {side * 29},12 {side * 20},20"),
                "#c9808c",
                volume=0.3,
                alpha=0.8,
            )
    if kind == 6:
        s.fill(polygon((0, -54), (9, -42), (0, -30), (-9, -42)), "#7a5a80", volume=0.4)
    if kind == 4:
        for side in (-1, 1):
            s.flat(tube([(side * 18, -2), (side * 19, 12), (side * 17, 24)], [1.4, 1, 0.3]), dark)


def _eye(s: Scene, x: float, y: float) -> None:
    """A living eye that glances to the left, about 25 wide."""
    opening = shape(
        f"{x - 12.5},{y + 1}! {x - 5},{y - 6.6} {x + 5},{y - 6.6} {x + 12.5},{y + 1}! "
        f"{x + 5},{y + 6} {x - 5},{y + 6}"
    )
    with s.group(clip=opening):
        s.fill(opening, "#fdf6ea", "#cbb9ae", angle=90, volume=0)
        s.fill(ellipse(x - 4, y - 0.6, 6.4), "#3f7f6c", "#1d4a44", angle=270, volume=0)
        s.flat(ellipse(x - 4, y - 0.6, 3.1), "#14171c")
        s.flat(ellipse(x - 6, y - 3, 1.5), "#ffffff")
    lid = [(x - 13, y + 1.4), (x - 5, y - 6.6), (x + 5, y - 6.6), (x + 13, y + 1)]
    s.flat(tube(lid, [0.5, 1.6, 1.6, 0.6]), INK, 0.95)
    s.flat(tube([(x - 11, y - 6), (x, y - 11), (x + 12, y - 5)], [0.2, 0.9, 0.2]), "#8f4f42", 0.7)


def _living_face(s: Scene) -> None:
    """The one face of flesh, middle at 0, 0."""
    skin, low = "#eeb08a", "#a55a4c"
    s.glow(0, -4, 96, "#ffd2a0", 0.75, 1.5)
    s.flat(placed(FACE, 6, 8), "#0d0614", 0.55, soft=3.2)
    s.fill(FACE, skin, low, angle=62, volume=0.9, radius=10, rim=0.5)
    with s.group(clip=FACE):
        for side in (-1, 1):
            s.fill(ellipse(side * 23, 10, 11, 8), "#e2644f", volume=0, alpha=0.42, soft=3)
        hair = shape("-42,-10! -34,-22 -27,-38 -6,-45 14,-40 28,-30 36,-8! 46,-40 20,-66 -20,-66")
        s.fill(hair, "#5a2a22", "#33161c", angle=80, volume=0.9, hatch=0.12, hatch_angle=60)
    for side in (-1, 1):
        _eye(s, side * 17, -11)
        s.flat(
            tube([(side * 6, -24), (side * 17, -29), (side * 30, -23)], [1, 2.1, 0.5]), "#4a221f"
        )
    s.fill(shape("-3,-10! -7,9 0,14 7,9 3,-10!"), skin, low, angle=0, volume=0.5, alpha=0.85)
    s.flat(tube([(-6, 12), (0, 14.5), (6, 12)], [0.6, 1, 0.6]), "#9a4a40", 0.8)
    s.fill(shape("-15,29! -5,25 0,27 5,25 15,29! 6,36 -6,36"), "#c2443f", "#8a2a30", volume=0.5)
    s.flat(tube([(-14, 29.4), (0, 30.6), (14, 29.4)], [0.4, 0.9, 0.4]), "#5f1c24")


def paint() -> Picture:
    """Paint the card."""
    s = Scene(7301, light="#fdf6e0", shade="#2a1738", sun=(-0.6, -0.8), haze="#8a6f90")
    sky(s, "#3a2440", "#331f3a", "#2a1932", "#1f1228", warp=0.1, cell=90, stretch=1)
    rng = np.random.default_rng(5)
    for seam in range(-10, 320, 26):
        s.flat(tube([(seam, -10), (seam + 2, 230), (seam, 470)], [0.6]), "#150b1c", 0.5)
    for _ in range(40):
        x, y = rng.uniform(0, 305), rng.uniform(0, 460)
        s.flat(ellipse(x, y, rng.uniform(4, 16), rng.uniform(2, 6)), "#6a4a72", 0.14, soft=2)
    moods = (0.9, -0.8, 0.1, -1.0, 0.0, 1.0, 0.5, -0.4, -0.9)
    for i, mood in enumerate(moods):
        x, y = 56 + 97 * (i % 3), 80 + 148 * (i // 3)
        nail = polygon((x - 2, y - 68), (x + 2, y - 68), (x, y - 52))
        s.flat(tube([(x - 12, y - 44), (x, y - 66), (x + 12, y - 44)], [0.8], False), "#c9b48a")
        s.fill(nail, "#c9a85c", volume=0.4)
        s.fill(ellipse(x, y - 67, 3.2), "#dfc88a", volume=0.9)
        with s.at(x, y, 1.06):
            if i == 5:
                _living_face(s)
            else:
                _mask(s, mood, i)
    s.keep(250, 228, 46, 64)
    return s.finish(grade=("#2a1444", "#fff0d8", 0.08), vignette=0.32)
