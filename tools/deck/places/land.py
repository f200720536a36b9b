"""Hills, dunes, woods, meadows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from images.card_size import HEIGHT, WIDTH
from tools.deck.colour import Array, Colour, mix
from tools.deck.paths import Path, shape, tube
from tools.deck.scene import Scene


def ridge(
    s: Scene,
    y: float,
    height: float,
    rough: int = 3,
    cell: float = 130,
    seed: int | None = None,
    peak: float = 0.0,
) -> tuple[Array, Array]:
    """The outline of a hill or mountain: its x and its y."""
    rng = np.random.default_rng(seed if seed is not None else int(s.rng.integers(1 << 30)))
    x = np.linspace(-20, WIDTH + 20, 180)
    v = np.zeros_like(x)
    a, c = 1.0, cell
    for _ in range(rough):
        k = rng.uniform(-1, 1, int(400 / c) + 4)
        xi = (x + 20) / c + rng.uniform(0, 1)
        if peak:
            f = np.interp(xi, np.arange(len(k)), k)
        else:
            i = xi.astype(int).clip(0, len(k) - 2)
            u = xi - i
            u = u * u * (3 - 2 * u)
            f = k[i] * (1 - u) + k[i + 1] * u
        v += f * a
        a *= 0.42
        c = max(6, c * 0.45)
    yy = y + v * height
    return (x, yy)


def hill(
    s: Scene,
    y: float,
    height: float,
    colour: Colour,
    colour2: Colour | None = None,
    rough: int = 2,
    cell: float = 150,
    seed: int | None = None,
    peak: float = 0.0,
    *,
    volume: float = 0.9,
    radius: float = 16,
    grain: float = 0.3,
    hatch: float = 0.07,
    hatch_angle: float = 0,
    bottom: float = HEIGHT + 30,
    rim: float = 0.0,
    alpha: float = 1.0,
    soft: float = 0.0,
) -> Callable[[float], float]:
    """Paint a hill down to `bottom` and return its y at any x."""
    x, yy = ridge(s, y, height, rough, cell, seed, peak)
    p = Path([(np.concatenate([np.stack([x, yy], 1), [[WIDTH + 20, bottom], [-20, bottom]]]), 1)])
    s.fill(
        p,
        colour,
        colour2,
        volume=volume,
        radius=radius,
        grain=grain,
        hatch=hatch,
        hatch_angle=hatch_angle,
        rim=rim,
        alpha=alpha,
        soft=soft,
    )
    return lambda q: float(np.interp(q, x, yy))


def dunes(
    s: Scene, y: float, light: Colour, dark: Colour, n: int = 4, seed: int = 3, height: float = 26
) -> None:
    """Lay n dunes one before the other, each with a lit and a dark side."""
    rng = np.random.default_rng(seed)
    for i in range(n):
        t = i / max(1, n - 1)
        y0 = y + (HEIGHT - y) * t**1.25 * 0.8
        a = height * (0.5 + t)
        px = rng.uniform(40, WIDTH - 40)
        base = mix(mix(light, s.haze, 0.55 * (1 - t)), dark, 0.1 * t)
        s.fill(
            shape(
                f"-30,{y0 + a * 0.8}! {px - 120},{y0 + a * 0.5} {px - 40},{y0 - a * 0.2} "
                f"{px},{y0 - a * 0.5}! {px + 70},{y0 + a * 0.1} {px + 160},{y0 + a * 0.5} "
                f"{WIDTH + 40},{y0 + a * 0.3}! {WIDTH + 40},{HEIGHT + 40}! -30,{HEIGHT + 40}!"
            ),
            base,
            mix(base, dark, 0.35),
            volume=0.25,
            radius=12,
            hatch=0.06,
            hatch_angle=0,
            grain=0.35,
        )
        s.fill(
            shape(
                f"{px},{y0 - a * 0.5}! {px + 70},{y0 + a * 0.1} {px + 160},{y0 + a * 0.5} "
                f"{WIDTH + 40},{y0 + a * 0.3}! {WIDTH + 40},{HEIGHT + 40}! "
                f"{px - 60},{HEIGHT + 40}! {px - 30},{y0 + a * 2.2} {px + 22},{y0 + a * 0.9}"
            ),
            mix(base, dark, 0.55),
            mix(base, dark, 0.25),
            volume=0.1,
            hatch=0.06,
            hatch_angle=30,
            grain=0.3,
            alpha=0.85,
        )


def trunks(
    s: Scene,
    n: int,
    y0: float,
    y1: float,
    colour: Colour,
    widths: tuple[float, float] = (5, 14),
    seed: int = 1,
    haze: float = 0.0,
    haze_colour: Colour | None = None,
    branches: bool = True,
) -> None:
    """A wall of n tree trunks between two heights."""
    rng = np.random.default_rng(seed)
    with s.group(haze=haze, haze_colour=haze_colour):
        for i in range(n):
            x = (i + rng.uniform(0.1, 0.9)) * WIDTH / n
            ww = rng.uniform(*widths)
            ln = rng.uniform(-12, 12)
            s.fill(
                tube(
                    [
                        (x, y1 + rng.uniform(0, 14)),
                        (x + ln * 0.4, (y0 + y1) / 2),
                        (x + ln, y0 - 20),
                    ],
                    [ww * 0.75, ww * 0.45, ww * 0.36],
                ),
                colour,
                volume=0.8,
                hatch=0.14,
                hatch_angle=90,
                grain=0.4,
            )
            if branches:
                for _ in range(3):
                    by = rng.uniform(y0, y0 + (y1 - y0) * 0.6)
                    d = rng.choice([-1, 1])
                    L = rng.uniform(18, 50)
                    s.fill(
                        tube(
                            [
                                (x + ln * 0.5, by),
                                (x + ln * 0.5 + d * L * 0.5, by - L * 0.25),
                                (x + ln * 0.5 + d * L, by - L * 0.75),
                            ],
                            [ww * 0.22, ww * 0.14, 0.5],
                        ),
                        colour,
                        volume=0.6,
                    )


def grass(
    s: Scene,
    y: float | Callable[[float], float],
    n: int,
    colour: Colour,
    colour2: Colour,
    heights: tuple[float, float] = (6, 16),
    seed: int = 1,
    spread: float = 14,
    lean: float = 3,
) -> None:
    """Scatter n blades about y, or about a line of ground."""
    rng = np.random.default_rng(seed)
    for _ in range(n):
        x = rng.uniform(-5, WIDTH + 5)
        yy = (y(x) if callable(y) else y) + rng.uniform(-1, spread)
        hh = rng.uniform(*heights)
        bend = rng.normal(lean, 3)
        s.flat(
            tube(
                [(x, yy + 2), (x + bend * 0.4, yy - hh * 0.5), (x + bend, yy - hh)], [0.9, 0.7, 0.1]
            ),
            mix(colour, colour2, rng.random()),
            0.85,
        )
