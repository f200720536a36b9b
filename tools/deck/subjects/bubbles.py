"""Soap bubbles."""

import numpy as np

from tools.deck.paths import ellipse, ring
from tools.deck.scene import Scene


def bubbles(
    s: Scene, n: int, seed: int, across: tuple[float, float], down: tuple[float, float]
) -> None:
    """Bubbles 4 to 15 wide, scattered over a box of card units."""
    rng = np.random.default_rng(seed)
    for _ in range(n):
        x, y, r = rng.uniform(*across), rng.uniform(*down), rng.uniform(2, 7.5)
        s.flat(ring(x, y, r, r * 0.83), "#ffffff", 0.8)
        s.flat(ellipse(x - r * 0.35, y - r * 0.35, r * 0.21), "#ffffff", 0.95)
