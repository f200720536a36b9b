"""Glass vessels: outlines to clip what is in them, and their lights."""

from __future__ import annotations

from tools.deck.paths import Path, placed, shape, tube
from tools.deck.scene import Scene


def bottle_shape(x: float = 0, y: float = 0, scale: float = 1) -> Path:
    """A bottle standing at (x, y), 128 high."""
    return placed(
        shape(
            "-30,0! -34,-8 -34,-62 -28,-80 -12,-94 -10,-104 -10,-128! 10,-128! "
            "10,-104 12,-94 28,-80 34,-62 34,-8 30,0!"
        ),
        x,
        y,
        scale,
    )


def glass_shine(s: Scene, strength: float = 1.0) -> None:
    """The lights on a bottle that stands at the origin."""
    s.fill(
        tube([(-26, -70), (-29, -50), (-28, -14)], [1.6, 2.6, 1.4]),
        "#ffffff",
        volume=0,
        alpha=0.6 * strength,
        soft=0.5,
    )
    s.fill(
        tube([(27, -64), (29, -40), (28, -12)], [0.6, 1.2, 0.8]),
        "#ffffff",
        volume=0,
        alpha=0.4 * strength,
        soft=0.4,
    )
    s.fill(
        tube([(-6, -122), (-6, -106)], [1.2, 1]),
        "#ffffff",
        volume=0,
        alpha=0.6 * strength,
        soft=0.3,
    )


def jar_shape(x: float = 0, y: float = 0, scale: float = 1) -> Path:
    """A jar standing at (x, y), 98 high."""
    return placed(
        shape(
            "-34,0! -40,-8 -40,-70 -34,-84 -26,-90 -26,-98! 26,-98! 26,-90 34,-84 "
            "40,-70 40,-8 34,0!"
        ),
        x,
        y,
        scale,
    )
