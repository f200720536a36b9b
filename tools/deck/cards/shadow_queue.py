"""A queue of long shadows waits at a kiosk in the sun, and nobody casts them."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from tools.deck.colour import mix
from tools.deck.finish import Picture
from tools.deck.paths import curve, ellipse, polygon, rectangle, shape, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.people import person

FALL = (0.62, -0.72)
"""Where a shadow falls on the pavement, in card units for each unit of height."""
DUSK = "#5d5068"


@contextmanager
def _fallen(s: Scene, x: float, y: float, scale: float) -> Iterator[None]:
    """Lay what is drawn on the ground: its height runs along FALL from the foot at x, y."""
    before = s.matrix
    lay = np.array(
        [
            [scale * 0.92, -FALL[0] * scale, x],
            [scale * 0.26, -FALL[1] * scale, y],
            [0, 0, 1],
        ]
    )
    s.matrix = before @ lay
    try:
        yield
    finally:
        s.matrix = before


def _pavement(s: Scene) -> None:
    sky(s, "#f9efd8", "#f3e2bf", "#ecd3a8", "#dfbd8e", warp=0.05, cell=100, stretch=1.3)
    joint = "#c9a67a"
    for i in range(15):
        y = 66 + 15 * i + 1.25 * i * i
        s.flat(tube([(-10, y + 8), (150, y), (315, y - 8)], [0.35 + i * 0.03]), joint, 0.5)
    for i in range(-9, 13):
        top, bottom = 120 + i * 34, 60 + i * 74
        s.flat(tube([(top, 40), (bottom, 480)], [0.35, 0.8], False), joint, 0.42)
    rng = np.random.default_rng(3)
    for _ in range(26):
        x, y = rng.uniform(-20, 300), rng.uniform(90, 440)
        w = 8 + y * 0.05
        slab = polygon(
            (x, y), (x + w, y - 1), (x + w * 0.8, y + w * 0.5), (x - w * 0.2, y + w * 0.5)
        )
        s.flat(slab, ["#fff6e2", "#d8b486"][rng.integers(2)], 0.16, soft=1)


def _kiosk(s: Scene) -> None:
    """A round kiosk, origin at the middle of its foot, about 62 wide and 140 tall."""
    wall, dark, cream = "#b98a64", "#5d3f3c", "#fbeed2"
    s.fill(ellipse(0, -2, 36, 10), dark, volume=0.4)
    body = shape("-31,-2! -31,-92! 31,-92! 31,-2! 0,6")
    s.fill(body, wall, dark, angle=8, volume=0.6, hatch_angle=90)
    for x in (-22, 22):
        s.flat(tube([(x, -90), (x, -1)], [0.8], False), dark, 0.5)
    s.fill(rectangle(-15, -78, 30, 38, 3), dark, volume=0.3)
    s.fill(rectangle(-12, -75, 24, 32, 2), "#ffe9b0", "#f6b95f", volume=0)
    s.fill(rectangle(-21, -41, 42, 6, 2), cream, volume=0.7)
    for i in range(8):
        a, b = -42 + i * 10.5, -42 + (i + 1) * 10.5
        stripe = cream if i % 2 else "#c2543f"
        s.fill(
            shape(f"{a * 0.72},-104! {b * 0.72},-104! {b},-82! {(a + b) / 2},-76 {a},-82!"),
            stripe,
            mix(stripe, dark, 0.35),
            angle=90,
            volume=0.4,
        )
    s.fill(shape("-34,-102! -20,-118 0,-140! 20,-118 34,-102! 0,-98"), "#8f4a3c", dark, volume=0.9)
    s.fill(ellipse(0, -143, 4.6), "#e8b65a", volume=0.9)


def _balloon_shadow(s: Scene) -> None:
    s.flat(tube(curve("24,-86 20,-104 8,-122"), [1.1], False), DUSK)
    s.flat(ellipse(4, -141, 17, 20), DUSK)


def _queue(s: Scene) -> None:
    waiting = (
        (122, 246, 1.04, "stand", "short", ("bowler", DUSK), 1.2),
        (140, 300, 1.14, "hold", "short", None, 0.5),
        (158, 364, 1.28, "stand", "bun", None, 1.3),
        (178, 438, 1.46, "hold", "short", ("top", DUSK), 1.4),
    )
    for i, (x, y, scale, pose, style, hat, length) in enumerate(waiting):
        with s.group(tint=(DUSK, 1.0), alpha=0.84), _fallen(s, x, y, scale):
            person(s, pose, style=style, hat=hat, length=length)
            if i == 3:
                s.flat(tube([(24, -86), (26, 0)], [1.8], False), DUSK)
            if i == 1:
                _balloon_shadow(s)


def _arcade(s: Scene) -> None:
    """A far colonnade along the upper edge, in haze."""
    with s.group(haze=0.35, haze_colour="#f6e2bc"):
        s.fill(rectangle(-10, -20, 330, 112), "#e9c796", "#d3a578", angle=90, volume=0.2)
        s.fill(rectangle(-10, 6, 330, 7), "#fbeccb", volume=0.6)
        for x in range(-20, 320, 44):
            arch = shape(
                f"{x},92! {x},48 {x + 4},34 {x + 15},26 {x + 26},34 {x + 30},48 {x + 30},92!"
            )
            s.fill(arch, "#6f5a70", "#a8847c", angle=90, volume=0)
            s.fill(
                polygon((x + 21, 92), (x + 21, 30), (x + 30, 46), (x + 30, 92)),
                "#f3d9ac",
                volume=0.2,
            )


def paint() -> Picture:
    """Paint the card."""
    s = Scene(7103, light="#fff2d0", shade="#4a3d5c", sun=(-0.8, -0.45), haze="#fbeed0")
    _pavement(s)
    _arcade(s)
    s.glow(60, 330, 240, "#fffaf0", 0.6)
    with s.group(tint=(DUSK, 1.0), alpha=0.8), _fallen(s, 66, 214, 1.1):
        _kiosk(s)
    _queue(s)
    with s.at(66, 214, 1.16):
        _kiosk(s)
    return s.finish(grade=("#5a3a6a", "#ffeec4", 0.1), vignette=0.2)
