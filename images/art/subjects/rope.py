"""Rope."""

from __future__ import annotations

import numpy as np

from images.art.colour import Colour
from images.art.paths import Points, tube
from images.art.scene import Scene


def rope(s: Scene, points: Points, radius: float, colour: Colour = "#d9b878") -> None:
    """A twisted rope along points, its strands winding to the right."""
    path = tube(points, [radius])
    s.fill(path, colour, s.darker(colour, 0.2), angle=90, volume=1.0, radius=radius * 0.7, rim=0.4)
    outline = path[0][0]
    line = (outline[: len(outline) // 2] + outline[len(outline) // 2 :][::-1]) / 2
    walked = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    ahead = np.gradient(line, axis=0)
    ahead /= np.hypot(ahead[:, 0], ahead[:, 1])[:, None] + 1e-9
    for place in np.arange(radius * 0.7, walked[-1] - radius * 0.4, radius * 0.82):
        i = int(np.searchsorted(walked, place))
        along, across = ahead[i], np.array([-ahead[i, 1], ahead[i, 0]])
        strand = [
            line[i] + across * radius * 0.96 - along * radius * 0.62,
            line[i] + across * radius * 0.4 - along * radius * 0.3,
            line[i] - across * radius * 0.4 + along * radius * 0.3,
            line[i] - across * radius * 0.96 + along * radius * 0.62,
        ]
        s.stroke(strand, [0.4, radius * 0.13, 0.4], s.darker(colour, 0.6), 0.75)
        lit = [point + along * radius * 0.2 for point in strand]
        s.stroke(lit, [0.2, radius * 0.08, 0.2], s.lighter(colour, 0.6), 0.6)
