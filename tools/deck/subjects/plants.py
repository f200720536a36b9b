"""Trees, flowers, mushrooms."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from tools.deck.colour import Colour, mix
from tools.deck.paths import ellipse, join, placed, rectangle, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK

ROOT = (
    "-19,4! -9,-2 -6,-16 -4.5,-40 -3,-54 4,-54 5,-40 6.5,-16 9,-3 21,5! "
    "11,2.5 7,7! 1,3 -5,8! -9,2.5"
)


def leaf_ball(
    s: Scene,
    x: float,
    y: float,
    radius: float,
    colour: Colour,
    seed: int = 0,
    leaves: int = 60,
    leaf: float = 4.5,
    deep: float = 1.0,
) -> None:
    """Foliage: a dark mass, then leaves that are lighter towards the sun."""
    rng = np.random.default_rng(seed)
    s.fill(
        ellipse(x, y, radius, radius * 0.9, n=24),
        s.darker(colour, 0.28 * deep),
        s.darker(colour, 0.6 * deep),
        volume=0.8,
        wobble=3.5,
        grain=0.6,
        radius=radius * 0.4,
    )
    for _ in range(leaves):
        a, q = (rng.uniform(0, 6.28), math.sqrt(rng.random()) * 1.08)
        px, py = (x + q * radius * math.cos(a), y + q * radius * 0.9 * math.sin(a))
        lit = (q * (math.cos(a) * s.sun[0] + math.sin(a) * s.sun[1]) + 1) / 2
        u = np.clip(lit * 1.2 - 0.14 + rng.normal(0, 0.13), 0, 1)
        col = (
            mix(s.darker(colour, 0.42 * deep), colour, u * 2)
            if u < 0.5
            else mix(colour, s.lighter(colour, 0.55), u * 2 - 1)
        )
        with s.at(px, py, leaf * rng.uniform(0.6, 1.25), rng.uniform(0, 180)):
            s.flat(shape("-1,0! 0,-.45 1,0! 0,.45"), col, 0.9, wobble=0)


def tree(
    s: Scene,
    colour: Colour | Sequence[Colour] = "#5f8a4a",
    bark: Colour = "#5a4234",
    seed: int = 1,
    blobs: int = 9,
    spread: float = 44,
    leaf: float = 4.5,
    leaves: int = 55,
    deep: float = 1.0,
) -> None:
    """A tree in leaf, 120 high."""
    rng = np.random.default_rng(seed)
    s.fill(
        join(
            shape(ROOT),
            tube([(0, -40), (-16, -58), (-26, -74)], [3.6, 2.8, 1.2]),
            tube([(1, -42), (16, -60), (28, -72)], [3.6, 2.6, 1.2]),
            tube([(1, -46), (0, -66), (3, -86)], [3.4, 2.6, 1]),
        ),
        bark,
        s.darker(bark, 0.4),
        volume=0.9,
        hatch_angle=90,
        hatch=0.12,
        rim=0.25,
    )
    pts = []
    for i in range(blobs):
        a = i * 2.4
        q = math.sqrt((i + 0.5) / blobs)
        pts.append(
            (
                q * spread * math.cos(a) * 0.85,
                -82 + q * spread * 0.62 * math.sin(a),
                rng.uniform(0.36, 0.5) * spread,
            )
        )
    cl = [colour] if isinstance(colour, str) else colour
    for i, (x, y, r) in enumerate(sorted(pts, key=lambda p: p[1])):
        leaf_ball(s, x, y, r, cl[i % len(cl)], seed * 50 + i, leaves, leaf, deep=deep)


def branches(
    s: Scene,
    x: float,
    y: float,
    angle: float,
    length: float,
    width: float,
    depth: int,
    colour: Colour,
    rng: np.random.Generator,
    tips: list[tuple[float, float]],
    spread: float = 28,
    rim: float = 0.0,
) -> None:
    """Grow a branch and all that branch from it; the ends are added to `tips`."""
    a = math.radians(angle)
    bend = rng.uniform(-12, 12)
    mx, my = x + length * 0.5 * math.cos(a), y + length * 0.5 * math.sin(a)
    a2 = math.radians(angle + bend)
    ex, ey = mx + length * 0.5 * math.cos(a2), my + length * 0.5 * math.sin(a2)
    s.fill(
        tube([(x, y), (mx, my), (ex, ey)], [width, width * 0.8, width * 0.62]),
        colour,
        volume=0.8,
        hatch_angle=90,
        hatch=0.1,
        rim=rim,
    )
    if depth == 0:
        tips.append((ex, ey))
        return
    for q in (-1, 1) if depth > 1 or rng.random() < 0.9 else (rng.choice([-1, 1]),):
        branches(
            s,
            ex,
            ey,
            angle + bend + q * rng.uniform(0.6, 1.2) * spread,
            length * rng.uniform(0.66, 0.82),
            width * 0.6,
            depth - 1,
            colour,
            rng,
            tips,
            spread,
            rim,
        )


def bare_tree(
    s: Scene,
    colour: Colour = "#2d2630",
    seed: int = 3,
    depth: int = 4,
    width: float = 7,
    length: float = 34,
    spread: float = 28,
    rim: float = 0.25,
    roots: bool = True,
) -> list[tuple[float, float]]:
    """A tree without leaves; returns the ends of its twigs."""
    tips: list[tuple[float, float]] = []
    if roots:
        s.fill(placed(shape(ROOT), 0, 0, width / 6.5, scale_y=0.8), colour, volume=0.9)
    branches(
        s,
        0,
        -4,
        -90,
        length,
        width,
        depth,
        colour,
        np.random.default_rng(seed),
        tips,
        spread,
        rim=rim,
    )
    return tips


def pine(
    s: Scene, colour: Colour = "#2f5d4c", bark: Colour = "#4a362c", snow: Colour | None = None
) -> None:
    """A pine, 100 high, with snow if it has a colour."""
    s.fill(rectangle(-3, -14, 6, 15), bark, volume=0.7)
    for i in range(5):
        y, w, h = -10 - i * 17, 32 - i * 5.6, 30 - i * 2.2
        p = shape(
            f"{-w},{y}! {-w * 0.6},{y - 4} {-w * 0.3},{y - h * 0.6} 0,{y - h}! "
            f"{w * 0.3},{y - h * 0.6} {w * 0.6},{y - 4} {w},{y}! "
            f"{w * 0.5},{y + 3} {w * 0.2},{y - 1} 0,{y + 4} {-w * 0.25},{y - 1} {-w * 0.55},{y + 3}"
        )
        s.fill(
            p,
            colour,
            s.darker(colour, 0.45),
            angle=70,
            volume=0.8,
            rim=0.3,
            grain=0.5,
            hatch=0.12,
            hatch_angle=60,
        )
        if snow:
            s.fill(
                shape(
                    f"{-w * 0.96},{y - 1}! {-w * 0.5},{y - 6} {-w * 0.25},{y - h * 0.6} 0,{y - h}! "
                    f"{w * 0.18},{y - h * 0.6} {w * 0.1},{y - h * 0.4} {-w * 0.1},{y - h * 0.25} "
                    f"{-w * 0.5},{y + 0}"
                ),
                snow,
                volume=0.5,
                alpha=0.9,
            )


def flower(
    s: Scene,
    colour: Colour = "#e0564d",
    height: float = 60,
    stem: Colour = "#4c7a4a",
    kind: str = "poppy",
    sway: float = 4,
) -> None:
    """A flower: a poppy, or a tulip."""
    s.fill(
        tube([(0, 0), (sway * 0.6, -height * 0.5), (sway, -height)], [1.8, 1.4, 1.2]),
        stem,
        volume=0.6,
    )
    s.fill(
        shape(f"1,-{height * 0.3}! 14,-{height * 0.5} 26,-{height * 0.52}! 16,-{height * 0.3}"),
        stem,
        volume=0.7,
    )
    with s.at(sway, -height):
        if kind == "poppy":
            s.fill(
                shape("-18,-4 -20,-20 -8,-26 0,-20 10,-27 20,-18 17,-3 0,6"),
                colour,
                s.darker(colour),
                volume=0.9,
                rim=0.3,
            )
            s.fill(
                shape("-19,-4 -15,-13 -4,-11 0,-7 6,-12 16,-12 18,-3 8,6 -8,6"),
                s.lighter(colour, 0.15),
                s.darker(colour, 0.25),
                volume=0.8,
            )
            s.flat(ellipse(0, -12, 6, 4), INK, 0.8, soft=0.6)
        else:
            s.fill(
                shape("-11,-2 -13,-18 -12,-30! -5,-22 0,-32! 5,-22 12,-30! 13,-18 11,-2 0,4"),
                colour,
                s.darker(colour),
                volume=0.9,
                rim=0.3,
            )


def mushroom(s: Scene, colour: Colour = "#c33d35", stem: Colour = "#efe2c8") -> None:
    """A mushroom, 104 high."""
    s.fill(
        shape("-12,0! -10,-24 -9,-52! 9,-52! 11,-24 14,0! 0,4"),
        stem,
        s.darker(stem, 0.4),
        angle=10,
        volume=0.8,
        hatch_angle=90,
    )
    s.fill(ellipse(0, -52, 36, 9), s.darker(stem, 0.35), s.darker(stem, 0.6), volume=0.3)
    cap = shape("-46,-50! -44,-72 -24,-98 0,-104 24,-98 44,-72 46,-50! 24,-56 -24,-56")
    s.fill(cap, colour, s.darker(colour, 0.4), angle=60, volume=0.95, rim=0.4)
    for x, y, r in (
        (-22, -80, 6),
        (2, -92, 7),
        (24, -76, 6.5),
        (2, -70, 5),
        (-36, -62, 4),
        (36, -60, 4),
        (-10, -62, 3.4),
    ):
        s.fill(ellipse(x, y, r, r * 0.8), "#fbf0dc", volume=0.6)
