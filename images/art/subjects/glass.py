"""Glass vessels: outlines to clip what is in them, and their lights."""

from __future__ import annotations

from collections.abc import Callable

from images.art.colour import Colour, mix
from images.art.paths import Path, join, placed, rectangle, shape, tube
from images.art.scene import Scene


def hourglass(
    s: Scene,
    wood: Colour = "#8a5a36",
    glass: Colour = "#cfe3e6",
    top: Callable[[Scene], None] | None = None,
    bottom: Callable[[Scene], None] | None = None,
) -> None:
    """An hourglass, 112 high; both bulbs may hold a picture."""
    up = shape("-26,-100! -28,-84 -20,-66 -4,-56! 4,-56! 20,-66 28,-84 26,-100!")
    lo = shape("-4,-54! -20,-44 -28,-26 -26,-10! 26,-10! 28,-26 20,-44 4,-54!")
    for p, fn in ((up, top), (lo, bottom)):
        s.fill(p, glass, mix(glass, s.shade_colour, 0.35), angle=40, volume=0.4, alpha=0.55)
        if fn:
            with s.group(clip=p):
                fn(s)
    s.fill(
        join(
            tube([(-20, -92), (-22, -82), (-17, -70)], [1.2, 1.8, 0.6]),
            tube([(-17, -40), (-22, -28), (-21, -18)], [0.6, 1.8, 1]),
        ),
        "#ffffff",
        volume=0,
        alpha=0.75,
        soft=0.3,
    )
    s.fill(
        join(tube([(21, -90), (22, -80), (17, -70)], [0.6, 1, 0.4])), "#ffffff", volume=0, alpha=0.5
    )
    for x in (-33, 33):
        s.fill(
            tube([(x, -102), (x * 0.97, -55), (x, -8)], [3, 2.2, 3]),
            wood,
            s.darker(wood, 0.3),
            angle=0,
            volume=0.9,
            rim=0.3,
        )
    for y in (-112, -9):
        s.fill(
            rectangle(-40, y, 80, 11, 4), wood, s.darker(wood, 0.4), volume=0.9, rim=0.4, radius=3
        )


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
