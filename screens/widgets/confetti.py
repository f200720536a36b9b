"""Place the confetti."""

from dataclasses import dataclass
from functools import lru_cache
from math import pi, sin
from random import Random


@dataclass(frozen=True, slots=True)
class Spark:
    """A piece of confetti at its final position."""

    x: int
    y: int
    sign: str
    colour: str


@lru_cache(maxsize=64)
def scatter_confetti(
    signs: tuple[str, ...], colours: tuple[str, ...], width: int, rows: int, done: float
) -> list[Spark]:
    """Place the confetti.

    Args:
        signs: The winners' marks.
        colours: Their colours, by the theme's names.
        width: Cells of a row.
        rows: How many rows there are.
        done: The progress of the animation, from 0 to 1.
    """
    chance = Random(f"{signs}/{width}")
    sparks = []
    for number in range(width * rows // 14):
        x, y, lift = chance.randrange(width), chance.randrange(rows), chance.uniform(1.0, rows)
        one = chance.randrange(len(signs))
        sign = (signs[one], "•", "·")[number % 3]
        way = 1 - (1 - done) ** 2
        now_x = round(width / 2 + (x - width / 2) * way)
        now_y = round(rows / 2 + (y - rows / 2) * way - lift * sin(pi * done))
        if done and 0 <= now_x < width and 0 <= now_y < rows:
            sparks.append(Spark(now_x, now_y, sign, colours[one]))
    return sparks
