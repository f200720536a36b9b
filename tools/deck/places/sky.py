"""Skies and what hangs in them."""

from __future__ import annotations

import math

import numpy as np

from images.card_size import HEIGHT, WIDTH
from tools.deck.colour import Colour, mix, ramp, rgb
from tools.deck.fields import blur, noise, smoothstep
from tools.deck.paths import Path, ellipse, polygon
from tools.deck.scene import Scene
from tools.deck.size import CANVAS_HEIGHT, CANVAS_WIDTH, MARGIN


def sky(
    s: Scene,
    *stops: Colour,
    clouds: float = 0.0,
    cloud_colour: Colour = "#ffffff",
    cell: float = 150,
    warp: float = 0.05,
    bottom: float = HEIGHT,
    stretch: float = 2.6,
) -> None:
    """Fill the layer with colours from the top down to `bottom`, and clouds (0 to 1) if asked."""
    lut = ramp(list(stops))
    n = noise(s.rng, CANVAS_HEIGHT, CANVAS_WIDTH, cell, 4, 0.5, stretch_x=stretch)
    t = np.linspace(0, 1, CANVAS_HEIGHT, dtype=np.float32)[:, None] * (HEIGHT / bottom) + n * warp
    canvas = np.s_[MARGIN : MARGIN + CANVAS_HEIGHT, MARGIN : MARGIN + CANVAS_WIDTH]
    t = t + s.grain[canvas] * 0.008 + s.hatching[0][canvas] * 0.008
    img = lut[(np.clip(t, 0, 1) * 255).astype(np.uint8)]
    if clouds:
        m = noise(s.rng, CANVAS_HEIGHT, CANVAS_WIDTH, cell, 6, 0.55, stretch_x=stretch)
        a = smoothstep(m, 0.1, 1.7) * clouds
        g = np.gradient(blur(m, 5), axis=0)
        lit = np.clip(g * 16, -0.6, 0.6)[..., None]
        cc = np.clip(rgb(cloud_colour) * (1 + lit * 0.25), 0, 1)
        img = img * (1 - a[..., None]) + cc * a[..., None]
    s.layers[-1][..., :3] = img
    s.layers[-1][..., 3] = 1


def stars(
    s: Scene, n: int = 120, bottom: float = 300, colour: Colour = "#fff6dc", big: int = 6
) -> None:
    """Scatter n stars between two heights, the first `big` of them with rays."""
    for i in range(n):
        x, y = (s.rng.uniform(0, WIDTH), 0 + (bottom - 0) * s.rng.random() ** 1.3)
        r = s.rng.uniform(0.35, 0.85) if i >= big else s.rng.uniform(1.0, 1.5)
        s.flat(ellipse(x, y, r, n=8), colour, s.rng.uniform(0.4, 1), wobble=0)
        if i < big:
            s.glow(x, y, 9, colour, 0.5, 2)
            for a in (0, 90):
                with s.at(x, y, 1, a):
                    s.flat(
                        polygon((-r * 3.2, 0), (0, -r * 0.3), (r * 3.2, 0), (0, r * 0.3)),
                        colour,
                        0.85,
                        wobble=0,
                    )


def star_shape(radius: float, depth: float = 0.45) -> Path:
    """A star about the origin; `depth` is its inner radius as a share of the outer."""
    t = np.radians(-90 + np.arange(10) * 180 / 5)
    q = np.where(np.arange(10) % 2 == 0, radius, radius * depth)
    return Path([(np.stack([q * np.cos(t), q * np.sin(t)], 1), 1)])


def star(
    s: Scene,
    x: float,
    y: float,
    radius: float,
    colour: Colour = "#ffe9a3",
    glow: float = 0.8,
    turn: float = 8,
) -> None:
    """One glowing star."""
    s.glow(x, y, radius * 4.2, colour, glow, 2.2)
    with s.at(x, y, 1, turn):
        s.fill(star_shape(radius, 0.46), colour, "#f6b94a", angle=70, volume=0.7)


def moon(
    s: Scene,
    x: float,
    y: float,
    radius: float,
    colour: Colour = "#fdf1cf",
    colour2: Colour = "#d9b98a",
    phase: float | None = None,
    glow: float = 0.7,
    glow_colour: Colour | None = None,
    turn: float = -20,
    earthshine: float = 0.0,
) -> None:
    """A full moon, or one lit from -1 (new) to 1 (full) by `phase`."""
    gx, gy, gk = (x, y, 1.0)
    if phase is not None and phase > -0.2:
        q = (1 + phase) / 2 * radius
        gx, gy, gk = (
            x + q * math.cos(math.radians(turn)),
            y + q * math.sin(math.radians(turn)),
            0.75,
        )
    s.glow(gx, gy, radius * 3.2 * gk, glow_colour or colour, glow, 2.4)
    s.glow(gx, gy, radius * 1.7 * gk, glow_colour or colour, glow * 0.7, 1.6)
    if earthshine:
        s.flat(ellipse(x, y, radius), colour, earthshine)
    with s.at(x, y, radius / 50, turn):
        if phase is None:
            s.fill(ellipse(0, 0, 50), colour, colour2, angle=60, volume=0.5, wobble=0, hatch=0.03)
            for cx, cy, q in (
                (-14, -18, 11),
                (16, 6, 15),
                (-22, 16, 8),
                (6, 30, 7),
                (24, -22, 6),
                (-4, -2, 5),
            ):
                s.flat(ellipse(cx, cy, q, q * 0.92), mix(colour, colour2, 0.85), 0.55, soft=0.5)
                s.flat(
                    ellipse(cx + 1.5, cy + 2, q * 0.8, q * 0.75),
                    mix(colour, colour2, 0.3),
                    0.5,
                    soft=0.6,
                )
        else:
            t = np.radians(np.linspace(-90, 90, 40))
            o = np.stack([50 * np.cos(t), 50 * np.sin(t)], 1)
            i = np.stack([50 * phase * np.cos(t[::-1]), 50 * np.sin(t[::-1])], 1)
            s.fill(
                Path([(np.concatenate([o, i]), 1)]), colour, colour2, angle=90, volume=0.7, wobble=0
            )


def cumulus(
    s: Scene,
    x: float,
    y: float,
    width: float,
    colour: Colour = "#ffffff",
    colour2: Colour = "#b9c3df",
    seed: int = 1,
    n: int = 9,
    alpha: float = 1.0,
    volume: float = 0.9,
) -> None:
    """A painted cloud: soft lobes piled on a flat base at (x, y)."""
    rng = np.random.default_rng(seed)
    with s.group(alpha=alpha):
        lob = []
        for i in range(n):
            t = (i + 0.5) / n * 2 - 1
            r = width * 0.2 * (1.15 - abs(t) ** 1.6 * 0.8) * rng.uniform(0.8, 1.25)
            lob.append(
                (
                    x + t * width * 0.42,
                    y - r * 0.55 - width * 0.06 * (1 - t * t) * rng.uniform(0, 2),
                    r,
                )
            )
        for _ in range(n // 2):
            t = rng.uniform(-0.55, 0.55)
            r = width * rng.uniform(0.1, 0.16)
            lob.append((x + t * width * 0.5, y - width * 0.05 - r * 0.4, r))
        lob.sort(key=lambda q: q[1])
        for cx, cy, r in lob:
            s.fill(
                ellipse(cx, cy, r, r * 0.86, n=26),
                colour,
                colour2,
                angle=90,
                volume=volume,
                radius=r * 0.5,
                grain=0.5,
                hatch=0.05,
                wobble=2.2,
                soft=0.35,
            )
        s.fill(
            ellipse(x, y - width * 0.01, width * 0.5, width * 0.07),
            mix(colour, colour2, 0.7),
            colour2,
            volume=0.5,
            grain=0.5,
            wobble=2,
            soft=0.8,
        )


def rays(
    s: Scene,
    x: float,
    y: float,
    start: float,
    end: float,
    n: int,
    length: float,
    colour: Colour,
    strength: float = 0.25,
    seed: int = 1,
) -> None:
    """Shafts of light from (x, y) between two angles."""
    rng = np.random.default_rng(seed)
    for i in range(n):
        a = math.radians(start + (end - start) * (i + rng.uniform(0.2, 0.8)) / n)
        da = math.radians(rng.uniform(0.8, 3.0))
        g = polygon(
            (x, y),
            (x + length * math.cos(a - da), y + length * math.sin(a - da)),
            (x + length * math.cos(a + da), y + length * math.sin(a + da)),
        )
        s.flat(g, colour, strength * rng.uniform(0.4, 1), soft=2.5, mode="screen")
