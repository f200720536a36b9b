"""Paths become masks of coverage from 0 to 1."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from tools.deck.colour import Array
from tools.deck.paths import Path

_FINER = 2
"""Subpixels along each axis of a canvas pixel."""


def coverage(path: Path, left: int, top: int, right: int, bottom: int) -> Array:
    """How much of each canvas pixel of a box lies in the path, holes cut last."""
    size = ((right - left) * _FINER, (bottom - top) * _FINER)
    picture = Image.new("L", size)
    draw = ImageDraw.Draw(picture)
    for wanted in (1, -1):
        for outline, sign in path:
            if sign == wanted and len(outline) > 2:
                points = ((outline - (left, top)) * _FINER - 0.5).ravel().tolist()
                draw.polygon(points, fill=255 if sign > 0 else 0)
    return np.asarray(picture.reduce(_FINER), np.float32) / 255
