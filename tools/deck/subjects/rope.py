"""Rope."""

from __future__ import annotations

import math

import numpy as np

from tools.deck.colour import Colour
from tools.deck.paths import Points, ellipse, placed, tube
from tools.deck.scene import Scene


def rope(s: Scene, points: Points, radius: float, colour: Colour = "#d9b878") -> None:
    """A twisted rope along points: strands that bulge at its edges and wind to the right."""
    path = tube(points, [radius * 0.86])
    s.fill(path, s.darker(colour, 0.6), volume=0.4)
    outline = path[0][0]
    line = (outline[: len(outline) // 2] + outline[len(outline) // 2 :][::-1]) / 2
    walked = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    ahead = np.gradient(line, axis=0)
    strand = ellipse(0, 0, radius * 1.16, radius * 0.46, n=20)
    seam = ellipse(0, 0, radius * 1.2, radius * 0.53, n=20)
    for place in np.arange(radius * 0.3, walked[-1], radius * 0.7):
        x, y = (float(np.interp(place, walked, line[:, axis])) for axis in (0, 1))
        along = [float(np.interp(place, walked, ahead[:, axis])) for axis in (0, 1)]
        turn = math.degrees(math.atan2(along[1], along[0])) + 56
        s.flat(placed(seam, x, y, turn=turn), s.darker(colour, 0.75), 0.9)
        s.fill(
            placed(strand, x, y, turn=turn),
            colour,
            s.darker(colour, 0.3),
            angle=90,
            volume=1.1,
            radius=radius * 0.3,
            rim=0.35,
        )
