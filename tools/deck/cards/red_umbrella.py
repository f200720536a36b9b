"""From above, a hundred dark umbrellas stand like the seeds of a flower round a red one."""

import math
from itertools import pairwise

import numpy as np

from tools.deck.colour import Colour, mix
from tools.deck.finish import Picture
from tools.deck.paths import ellipse, shape, tube
from tools.deck.places.sky import sky
from tools.deck.scene import Scene

MIDDLE = (152, 214)
TURN = math.pi * (3 - math.sqrt(5))
"""The golden angle, in radians: seeds of a sunflower follow each other by it."""


def _canopy(
    s: Scene, radius: float, colour: Colour, turn: float, lean: tuple[float, float]
) -> None:
    """An umbrella from above, middle at 0, 0; lean moves its tip off the middle."""
    tip = (lean[0] * radius, lean[1] * radius)
    ribs = [
        (radius * math.cos(turn + i * math.pi / 4), radius * math.sin(turn + i * math.pi / 4))
        for i in range(9)
    ]
    for (ax, ay), (bx, by) in pairwise(ribs):
        mx, my = (ax + bx) / 2 * 0.93, (ay + by) / 2 * 0.93
        lit = (mx * s.sun[0] + my * s.sun[1]) / radius
        tone = mix(colour, "#fff4e0", 0.42 * lit) if lit > 0 else mix(colour, "#0d1220", -0.5 * lit)
        panel = shape(f"{tip[0]},{tip[1]}! {ax},{ay}! {mx},{my} {bx},{by}!")
        s.fill(panel, tone, volume=0.35, radius=3, hatch=0.03, wobble=0.2)
    for x, y in ribs[1:]:
        s.flat(tube([tip, (x, y)], [0.45, 0.35], False), mix(colour, "#0d1220", 0.5), 0.7)
    s.fill(ellipse(tip[0], tip[1], max(1.3, radius * 0.06)), "#e9dcc0", volume=0.8)


def _pavement(s: Scene) -> None:
    sky(s, "#f0e2bf", "#e6d3aa", "#d3bb8e", warp=0.12, cell=80, stretch=1)
    rng = np.random.default_rng(4)
    for row in range(20):
        y = row * 25 - 8
        for column in range(9):
            x = column * 40 - 20 * (row % 2) + rng.uniform(-2, 2)
            stone = shape(f"{x},{y}! {x + 37},{y + 1}! {x + 37},{y + 22}! {x + 1},{y + 22}!")
            s.fill(stone, mix("#f3e8cc", "#c9b084", rng.random()), volume=0.3, alpha=0.6)


def paint() -> Picture:
    """Paint the card."""
    s = Scene(7601, light="#fff3e0", shade="#1c2436", sun=(-0.6, -0.8), haze="#d9dcdc")
    _pavement(s)
    s.glow(*MIDDLE, 230, "#fff6e6", 0.75, 1.4)
    rng = np.random.default_rng(6)
    tones = ("#0e2f3c", "#16404e", "#0a232e", "#1f4e5c", "#113746")
    seeds = []
    for n in range(5, 150):
        reach = 22.5 * math.sqrt(n)
        x, y = MIDDLE[0] + reach * math.cos(n * TURN), MIDDLE[1] + reach * math.sin(n * TURN)
        radius = 14.5 + 0.034 * reach
        seeds.append((x, y, radius, tones[n % 5], rng.uniform(0, 0.7)))
    for x, y, radius, _, _ in seeds:
        s.flat(ellipse(x + 6, y + 9, radius), "#1c2436", 0.42, soft=2.2)
    for x, y, radius, tone, turn in seeds:
        lean = ((x - MIDDLE[0]) / 900, (y - MIDDLE[1]) / 900)
        with s.at(x, y):
            _canopy(s, radius, mix(tone, "#8c97a5", 0.001 * math.hypot(*lean) * 900), turn, lean)
    s.flat(ellipse(MIDDLE[0] + 10, MIDDLE[1] + 16, 41), "#1c2436", 0.5, soft=3.5)
    with s.at(*MIDDLE):
        _canopy(s, 43, "#cf2f2c", 0.2, (-0.03, -0.05))
    for _ in range(170):
        x, y = rng.uniform(0, 305), rng.uniform(0, 460)
        pull = (x - MIDDLE[0]) * 0.03, (y - MIDDLE[1]) * 0.03
        drop = [(x, y), (x + pull[0], y + pull[1])]
        s.flat(tube(drop, [0.2, 0.6], False), "#ffffff", rng.uniform(0.25, 0.6))
    s.keep(*MIDDLE, 50)
    return s.finish(grade=("#24304a", "#fff0dc", 0.08), vignette=0.4)
