"""An octopus and its arms."""

from __future__ import annotations

import numpy as np

from tools.deck.colour import Colour
from tools.deck.paths import Points, ellipse, shape, tube
from tools.deck.scene import Scene
from tools.deck.subjects.ink import INK


def octopus_arm(
    s: Scene, points: Points, radius: float, colour: Colour, suckers: float = 1
) -> None:
    """An arm along points from the body to its tip; suckers on its left (1) or right (-1) side."""
    arm = tube(points, [radius, radius * 0.86, radius * 0.66, radius * 0.44, radius * 0.22])
    s.fill(arm, colour, s.darker(colour, 0.32), angle=90, volume=0.95, rim=0.4, grain=0.4)
    outline = arm[0][0]
    line = (outline[: len(outline) // 2] + outline[len(outline) // 2 :][::-1]) / 2
    wide = np.linspace(radius, radius * 0.22, len(line))
    ahead = np.gradient(line, axis=0)
    ahead /= np.hypot(ahead[:, 0], ahead[:, 1])[:, None] + 1e-9
    walked = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    place = radius * 1.2
    while place < walked[-1] * 0.97:
        i = int(np.searchsorted(walked, place))
        size = float(wide[i]) * 0.36
        x, y = line[i] + np.array([ahead[i, 1], -ahead[i, 0]]) * wide[i] * 0.52 * suckers
        s.fill(ellipse(x, y, size), s.lighter(colour, 0.62), volume=0.6, hatch=0)
        s.flat(ellipse(x, y, size * 0.45), s.darker(colour, 0.3), 0.8)
        place += float(wide[i]) * 0.95


def octopus_head(s: Scene, colour: Colour = "#d9583f") -> None:
    """Mantle and eyes, 116 wide and 170 high, the arms' root at the origin."""
    mantle = (
        "-34,6! -44,-16 -40,-40 -54,-66 -58,-104 -40,-146 0,-164 40,-146 58,-104 "
        "54,-66 40,-40 44,-16 34,6! 0,16"
    )
    body = shape(mantle)
    s.fill(
        body,
        s.lighter(colour, 0.12),
        s.darker(colour, 0.34),
        angle=70,
        volume=1.0,
        radius=15,
        rim=0.5,
        grain=0.5,
    )
    rng = np.random.default_rng(4)
    with s.group(clip=body):
        for _ in range(34):
            x, y = rng.uniform(-52, 52), rng.uniform(-158, -56)
            size = rng.uniform(1.4, 5)
            s.fill(ellipse(x, y, size, size * 0.8), s.lighter(colour, 0.4), volume=0.4, alpha=0.55)
    for q in (-1, 1):
        s.fill(
            ellipse(q * 28, -36, 17, 18),
            s.lighter(colour, 0.2),
            s.darker(colour, 0.3),
            volume=0.9,
            rim=0.3,
        )
        s.fill(ellipse(q * 28, -35, 11.5, 12.5), "#fbf0d4", "#d9c49a", volume=0.4)
        s.flat(shape(f"{q * 28 - 8},-35 {q * 28},-39.5 {q * 28 + 8},-35 {q * 28},-30.5"), INK)
        s.fill(
            shape(f"{q * 28 - 14},-42! {q * 28 - q * 2},-53 {q * 28 + 14},-44! {q * 28},-41"),
            s.darker(colour, 0.08),
            volume=0.6,
        )
