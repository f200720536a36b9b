"""Above a grid of houses that are all the same, one has left its plot and flies."""

import numpy as np

from tools.deck.colour import Colour, mix
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, shape, tube
from tools.deck.places.sky import cumulus, sky
from tools.deck.scene import Scene
from tools.deck.subjects.plants import leaf_ball

type Spot = tuple[float, float]


def _spot(u: float, v: float, z: float = 0.0) -> Spot:
    """A point of the plan, a plot being 1 by 1, in card units from the corner of the plan."""
    return (u - v) * 50, (u + v) * 28 - z * 50


def _block(s: Scene, wall: Colour, roof: Colour, pane: Colour) -> None:
    """A house seen from above one corner: about 62 wide and 72 tall, origin below its middle."""
    a, b, top, ridge = 0.29, 0.23, 0.44, 0.72

    def corner(u: float, v: float, z: float) -> Spot:
        return _spot(u, v, z)

    dark = mix(wall, s.shade_colour, 0.42)
    left = polygon(corner(-a, b, 0), corner(a, b, 0), corner(a, b, top), corner(-a, b, top))
    right = polygon(
        corner(a, b, 0),
        corner(a, -b, 0),
        corner(a, -b, top),
        corner(a, 0, ridge),
        corner(a, b, top),
    )
    s.fill(left, wall, mix(wall, dark, 0.2), volume=0.15, wobble=0.2)
    s.fill(right, dark, mix(dark, s.shade_colour, 0.3), volume=0.15, wobble=0.2)
    reach, over = a + 0.06, 0.05
    eave = top - 0.1
    s.fill(
        polygon(
            corner(-reach, b + over, eave),
            corner(reach, b + over, eave),
            corner(reach, 0, ridge),
            corner(-reach, 0, ridge),
        ),
        roof,
        mix(roof, s.shade_colour, 0.12),
        angle=90,
        volume=0.2,
        rim=0.3,
        wobble=0.2,
    )
    s.fill(
        polygon(
            corner(reach, -b - over, eave),
            corner(reach, 0, ridge),
            corner(reach, 0, ridge - 0.07),
            corner(reach, -b - over, eave - 0.07),
        ),
        mix(roof, s.shade_colour, 0.55),
        volume=0,
    )
    for u in (-0.2, 0.08):
        s.flat(
            polygon(
                corner(u, b, 0.14),
                corner(u + 0.12, b, 0.14),
                corner(u + 0.12, b, 0.34),
                corner(u, b, 0.34),
            ),
            pane,
        )
    s.flat(
        polygon(
            corner(a, 0.07, 0), corner(a, -0.08, 0), corner(a, -0.08, 0.3), corner(a, 0.07, 0.3)
        ),
        mix(roof, s.shade_colour, 0.6),
    )
    chimney = [corner(-0.16, -0.06, z) for z in (0.58, 0.9)]
    (x0, y0), (_, y1) = chimney
    s.fill(
        polygon((x0 - 4, y0), (x0 - 4, y1), (x0 + 4, y1), (x0 + 4, y0)),
        wall,
        dark,
        angle=0,
        volume=0.5,
    )
    s.fill(ellipse(x0, y1, 5, 2.4), mix(wall, s.shade_colour, 0.6), volume=0.2)


def _plot(s: Scene, lawn: Colour) -> None:
    """Lawn, hedge and path of one plot, middle at 0, 0."""
    whole = polygon(_spot(-0.44, -0.44), _spot(0.44, -0.44), _spot(0.44, 0.44), _spot(-0.44, 0.44))
    s.fill(whole, lawn, mix(lawn, s.shade_colour, 0.12), volume=0.15, hatch=0.08)
    s.flat(
        polygon(_spot(0.27, 0.07), _spot(0.44, 0.07), _spot(0.44, -0.08), _spot(0.27, -0.08)),
        "#fbf3e0",
        0.9,
    )


def _town(s: Scene, gone: tuple[int, int]) -> Spot:
    """Plots from back to front; the plot `gone` is a hole. The middle of the hole."""
    left = (0.0, 0.0)
    for total in range(-1, 22):
        for u in range(-6, 18):
            v = total - u
            x, y = _spot(u, v)
            x, y = x + 140, y + 18
            if not (-50 < x < 355 and -40 < y < 540):
                continue
            with s.at(x, y):
                _plot(s, "#2f7478")
                if (u, v) == gone:
                    left = (x, y)
                    _hole(s)
                    continue
                s.fill(ellipse(11, 5, 25, 9), s.shade_colour, volume=0, alpha=0.3, soft=2)
                with s.at(-4, -2, 0.8):
                    _block(s, "#a9c9c2", "#c88478", "#3f6a78")
                leaf_ball(s, -27, 1, 7, "#25606a", 3, 18, 3)
    return left


def _hole(s: Scene) -> None:
    pit = polygon(_spot(-0.29, -0.23), _spot(0.29, -0.23), _spot(0.29, 0.23), _spot(-0.29, 0.23))
    s.fill(pit, "#3a2226", "#6f4638", angle=90, volume=-0.6, radius=4)
    wall = polygon(
        _spot(-0.29, -0.23),
        _spot(0.29, -0.23),
        _spot(0.29, -0.23, -0.16),
        _spot(-0.29, -0.23, -0.16),
    )
    s.fill(wall, "#e0a868", volume=0)


def _clod(s: Scene) -> None:
    """The earth that came along, hanging under the house, with roots and a bent pipe."""
    s.fill(
        shape("-43,0! 0,24! 43,0! 36,18 22,24 14,36 4,32 -4,44 -12,30 -24,28 -32,14"),
        "#8a6046",
        "#5a3c38",
        angle=80,
        volume=0.9,
        radius=6,
        hatch=0.12,
    )
    for x, y, dx, dy in ((-24, 22, -5, 26), (-6, 38, 4, 28), (10, 30, -3, 30), (24, 16, 6, 24)):
        s.fill(
            tube([(x, y), (x + dx, y + dy * 0.5), (x + dx * 0.4, y + dy)], [1.5, 1, 0.3]),
            "#6f4a3a",
            volume=0.5,
        )
    s.fill(tube([(18, 24), (18, 44), (26, 48)], [1.9, 1.9, 1.9], False), "#7f8a98", volume=0.8)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(7701, light="#fff4d8", shade="#1f3a56", sun=(-0.75, -0.65), haze="#8fc4c4")
    sky(s, "#3f7f8c", "#4a8a94", "#3f7a88", warp=0.04, cell=90)
    with s.group(haze=0.38, haze_colour="#3f8490"):
        x, y = _town(s, (7, 7))
    s.flat(ellipse(x + 6, y - 56, 96, 40), "#12304a", 0.5, soft=9)
    with s.at(x, y, 1.3):
        _hole(s)
    s.glow(140, 130, 210, "#ffe9b4", 0.62, 1.5)
    for cx, cy, w, seed in ((14, 262, 120, 3), (296, 280, 120, 6)):
        cumulus(s, cx, cy, w, "#fffaf0", "#9fbcc8", seed, alpha=0.9)
    rng = np.random.default_rng(3)
    for i in range(10):
        q = i / 9
        s.fill(
            ellipse(116 - 96 * q + rng.uniform(-4, 4), 34 + 8 * np.sin(q * 5), 6 + 13 * q),
            "#fffdf6",
            "#c3d0d8",
            volume=0.7,
            alpha=0.9 - 0.45 * q,
            soft=1,
        )
    with s.at(152, 178, 2.85, -8):
        _clod(s)
        _plot(s, "#a4cc62")
        leaf_ball(s, -32, 1, 8, "#6fa848", 3, 40, 3)
        _block(s, "#fffaf0", "#dd3a2c", "#6fc0dc")
    for _ in range(16):
        with s.at(x + rng.uniform(-34, 34), rng.uniform(316, y - 10)):
            s.fill(ellipse(0, 0, rng.uniform(1.2, 3)), "#5f3c2f", volume=0.5)
    s.keep(152, 140, 120, 130)
    return s.finish(grade=("#1f3a6a", "#fff0c4", 0.08), vignette=0.25)
