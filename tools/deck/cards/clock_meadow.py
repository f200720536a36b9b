"""A gardener waters a meadow in which clocks bloom on stems."""

import numpy as np

from tools.deck.colour import mix
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, polygon, shape, tube
from tools.deck.places.land import grass, hill
from tools.deck.places.sky import sky
from tools.deck.scene import Scene
from tools.deck.subjects.instruments import clock_face
from tools.deck.subjects.people import person

STEM = "#2f6f5a"
PETALS = ("#f2f0e6", "#e8735a", "#f6c64a", "#b58ac6")


def _bloom(s: Scene, radius: float, petal: str, hour: int, minute: int, turn: float) -> None:
    """A clock with petals round its face, middle at 0, 0."""
    with s.at(0, 0, radius / 50, turn):
        n = 13
        for ring_turn, tone in ((14, s.darker(petal, 0.3)), (0, petal)):
            for i in range(n):
                with s.at(0, 0, 1, ring_turn + i * 360 / n):
                    s.fill(
                        shape("-8,-40! -14,-62 -7,-80 0,-84 7,-80 14,-62 8,-40!"),
                        tone,
                        s.darker(tone, 0.25),
                        angle=90,
                        volume=0.6,
                        wobble=0.3,
                    )
    with s.at(0, 0, radius / 50, turn * 0.3):
        clock_face(s, "#c98f3f", "#fff6dc", hour, minute)


def _plant(
    s: Scene,
    x: float,
    y: float,
    height: float,
    radius: float,
    petal: str,
    seed: int,
    stem: str = STEM,
) -> None:
    rng = np.random.default_rng(seed)
    sway = rng.uniform(-12, 12) * height / 160
    top = (x + sway, y - height)
    s.fill(
        tube([(x, y), (x - sway * 0.3, y - height * 0.5), top], [radius * 0.1, radius * 0.075]),
        stem,
        volume=0.8,
        rim=0.3,
    )
    for side in (-1, 1):
        at = 0.28 + 0.16 * rng.random()
        reach = radius * 1.1
        s.fill(
            shape(
                f"{x},{y - height * at}! {x + side * reach * 0.6},{y - height * at - reach * 0.5}"
                f" {x + side * reach * 1.3},{y - height * at - reach * 0.55}!"
                f" {x + side * reach * 0.7},{y - height * at - reach * 0.06}"
            ),
            stem,
            mix(stem, s.shade_colour, 0.3),
            volume=0.8,
        )
    with s.at(*top):
        _bloom(
            s,
            radius,
            petal,
            int(rng.integers(1, 12)),
            int(rng.integers(0, 59)),
            rng.uniform(-20, 20),
        )


def _can(s: Scene) -> None:
    """A watering can tilted to the left, origin at its handle: 46 wide."""
    tin = "#4f7fa0"
    s.fill(tube([(-14, 14), (-30, 10), (-42, 2)], [3, 2.2, 2], False), tin, volume=0.8)
    s.fill(shape("-47,6! -41,-6! -37,-3! -42,8!"), tin, volume=0.7)
    s.fill(
        shape("-16,4! 12,-2! 16,20! -10,26!"),
        tin,
        s.darker(tin, 0.5),
        angle=20,
        volume=0.9,
        rim=0.4,
    )
    s.fill(tube([(-12, 4), (-4, -8), (8, -4)], [1.8]), tin, volume=0.7)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(8201, light="#fffbd6", shade="#2a3a5c", sun=(0.6, -0.8), haze="#f6f3c4")
    sky(
        s,
        "#5fb0b5",
        "#a9d6b9",
        "#eef0b4",
        "#fbe88c",
        clouds=0.5,
        cloud_colour="#fffdf0",
        bottom=330,
    )
    s.glow(214, 210, 210, "#fffce0", 0.9, 1.4)
    hill(s, 290, 14, "#b9c977", "#cdd27a", seed=4)
    hill(s, 318, 10, "#8fb567", "#6f9f5c", seed=9)
    rng = np.random.default_rng(12)
    with s.group(haze=0.3, haze_colour="#e3e8a4"):
        for i in range(34):
            q = (i / 33) ** 1.1
            y = 318 + 44 * q
            _plant(
                s,
                (i * 91.7 + rng.uniform(-9, 9)) % 325 - 10,
                y,
                16 + 20 * q,
                4.4 + 4 * q,
                PETALS[i % 4],
                i,
            )
    s.fill(
        polygon((-10, 372), (315, 364), (315, 480), (-10, 480)),
        "#5a9a58",
        "#234f44",
        angle=90,
        volume=0,
        hatch=0.2,
        hatch_angle=90,
    )
    _plant(s, 240, 420, 226, 28, PETALS[3], 41)
    grass(s, 380, 90, "#2f6f4c", "#8fc06a", (8, 18), 4, spread=30)
    with s.at(238, 430, 1.56, flip=True):
        person(
            s,
            "fwd",
            coat="#d8583f",
            legs="#2a3a5c",
            hair="#3a2519",
            view="back",
            style="bun",
            length=1.4,
            rim=0.5,
        )
    s.fill(ellipse(238, 288, 36, 8), "#f3cf72", "#b98a3a", volume=0.7, rim=0.4)
    s.fill(shape("220,288! 222,274 238,268 254,274 256,288!"), "#f3cf72", "#c99a48", volume=0.8)
    for i in range(4):
        fall = [(147 - i * 2, 341 + i), (136 - i * 4, 362), (129 - i * 5, 424 + 3 * i)]
        s.flat(tube(fall, [0.7, 0.9, 0.4]), "#e6fbff", 0.85)
    with s.at(190, 336, 1.0):
        _can(s)
    _plant(s, 108, 452, 306, 54, PETALS[1], 52)
    _plant(s, 160, 452, 158, 20, PETALS[2], 47)
    _plant(s, 54, 468, 118, 25, PETALS[0], 55)
    _plant(s, 178, 484, 56, 17, PETALS[3], 58)
    grass(s, 436, 150, "#17403c", "#5f9a58", (12, 30), 6, spread=26)
    s.keep(100, 150, 104, 104)
    return s.finish(grade=("#24486a", "#fff8b8", 0.08), vignette=0.22)
