"""Cards are kept as PNG with 256 colours: a third of the size, and the same bytes each time."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

_OPAQUE = 228
"""Colours for the picture; the rest is for the smooth edge of the rounded corners."""

_LEVELS = 7
"""Steps of opacity; on the last a pixel counts as opaque, below the first as not there."""


def _find_corners(height: int, width: int) -> NDArray[Any]:
    """For each pixel the number of its nearest corner, 0 to 3."""
    rows, columns = np.arange(height) >= height // 2, np.arange(width) >= width // 2
    return rows[:, None] * 2 + columns[None, :]


def reduce_colours(card: Image.Image) -> Image.Image:
    """Convert a card (RGBA) to 256 colours: a dithered picture with corners as smooth as before."""
    pixels = np.asarray(card)
    picture = Image.fromarray(pixels[..., :3].copy())
    found = picture.quantize(_OPAQUE, Image.Quantize.MEDIANCUT)
    dithered = picture.quantize(palette=found, dither=Image.Dither.FLOYDSTEINBERG)
    index = np.array(dithered)
    colours = np.zeros((256, 3), np.uint8)
    given = np.array(found.getpalette("RGB"), np.uint8).reshape(-1, 3)[:_OPAQUE]
    colours[: len(given)] = given
    opacity = np.full(256, 255, np.uint8)
    opacity[-1] = 0
    alpha, corner = pixels[..., 3], _find_corners(*index.shape)
    steps = np.floor(alpha / 255 * (_LEVELS + 1)).astype(int)
    index[steps == 0] = 255
    for which in range(4):
        edge = (alpha < 255) & (corner == which)
        for step in range(1, _LEVELS):
            entry = _OPAQUE + which * (_LEVELS - 1) + step - 1
            colours[entry] = np.round(pixels[..., :3][edge].mean(0))
            opacity[entry] = round(255 * (step + 0.5) / (_LEVELS + 1))
            index[edge & (steps == step)] = entry
    whole = Image.fromarray(index)
    whole.putpalette(colours.tobytes(), "RGB")
    whole.info["transparency"] = opacity.tobytes()
    return whole
