"""Layers: how one painted layer comes to lie on another, casts a shadow, or is mirrored in water.

A layer is a float array (canvas height, canvas width, 4) of premultiplied colour and opacity.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from PIL import Image

from tools.deck.colour import Array
from tools.deck.fields import blur
from tools.deck.size import CANVAS_HEIGHT, CANVAS_WIDTH, FINENESS

type Mode = Literal["over", "atop", "screen"]
"""Over all, over what is painted only, or as light."""


def empty() -> Array:
    """A layer without paint."""
    return np.zeros((CANVAS_HEIGHT, CANVAS_WIDTH, 4), np.float32)


def lay(
    under: Array, colour: Array, cover: Array, left: int, top: int, mode: Mode = "over"
) -> None:
    """Put colour on a layer where `cover` (0 to 1), at (left, top) of the canvas, lets it."""
    height, width = cover.shape
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(CANVAS_WIDTH, left + width), min(CANVAS_HEIGHT, top + height)
    if x1 <= x0 or y1 <= y0:
        return
    inside = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
    here = under[y0:y1, x0:x1]
    a = cover[inside][..., None]
    c = colour[inside] if colour.ndim == 3 else np.asarray(colour, np.float32)
    match mode:
        case "over":
            here[..., :3] = c * a + here[..., :3] * (1 - a)
            here[..., 3:] = a + here[..., 3:] * (1 - a)
        case "atop":
            here[..., :3] = c * a * here[..., 3:] + here[..., :3] * (1 - a)
        case "screen":
            here[..., :3] += c * a * (here[..., 3:] - here[..., :3]).clip(0)


def merge(under: Array, layer: Array, alpha: float = 1.0) -> None:
    """Put a whole layer on another."""
    a = layer[..., 3:] * alpha
    under[..., :3] = layer[..., :3] * alpha + under[..., :3] * (1 - a)
    under[..., 3:] = a + under[..., 3:] * (1 - a)


def shine(under: Array, light: Array, colour: Array) -> None:
    """Add light (0 and more, same size) of a colour to what is painted."""
    room = (under[..., 3:] - under[..., :3] * 0.75).clip(0)
    under[..., :3] += colour.astype(np.float32) * light[..., None] * room


def shifted(field: Array, x: float, y: float) -> Array:
    """The field moved by whole canvas pixels, edges wrapped round."""
    return np.roll(field, (int(y), int(x)), (0, 1))


def cast_shadow(
    under: Array,
    cover: Array,
    ground: float,
    lean: float,
    squash: float,
    strength: float,
    shade: Array,
) -> None:
    """Lay a long shadow on the ground: it leaves the subject's foot at `ground` (card units).

    It leans by `lean` units to the right for each unit of the subject's height and is `squash`
    times as long as the subject is high.
    """
    y0 = ground * FINENESS
    slant = lean / squash
    fallen = Image.fromarray(cover).transform(
        (CANVAS_WIDTH, CANVAS_HEIGHT),
        Image.Transform.AFFINE,
        (1, -slant, slant * y0, 0, -1 / squash, y0 + y0 / squash),
        Image.Resampling.BILINEAR,
    )
    shadow = np.array(fallen)
    shadow[: int(y0) - 1] = 0
    y = np.arange(CANVAS_HEIGHT, dtype=np.float32)[:, None]
    fade = np.clip(1 - (y - y0) / (CANVAS_HEIGHT * 0.5), 0.25, 1)
    shadow = (blur(shadow, 1.5) * 0.55 + blur(shadow, 5) * 0.45) * fade * strength
    under[..., :3] *= 1 - shadow[..., None] * (1 - shade.astype(np.float32) * 0.9)


def mirror_in_water(under: Array, layer: Array, surface: float, strength: float) -> None:
    """Lay the rippled reflection of a layer below a water line (card units)."""
    y0 = int(surface * FINENESS)
    n = min(y0, CANVAS_HEIGHT - y0)
    image = np.zeros_like(layer)
    image[y0 : y0 + n] = layer[y0 - n : y0][::-1]
    y, x = np.mgrid[0:CANVAS_HEIGHT, 0:CANVAS_WIDTH]
    waves = np.sin(y * 0.22 + np.sin(x * 0.02) * 2) * (1 + (y - y0).clip(0) * 0.03)
    image = blur(image[y, (x + waves.astype(int)).clip(0, CANVAS_WIDTH - 1)], 1.6)
    fade = np.clip(1 - (np.arange(CANVAS_HEIGHT) - y0) / (n * 1.1 + 1), 0, 1)
    merge(under, image * fade[:, None, None].astype(np.float32), strength)
