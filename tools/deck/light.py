"""How one shape is lit: relief from its own blurred mask, hatching, a table of its colours."""

from __future__ import annotations

import numpy as np

from tools.deck.colour import Array, Colour, rgb, to_lab, to_rgb
from tools.deck.fields import blur


def colours(base: Array, light: Array, shade: Array) -> Array:
    """A table of 256 sRGB colours from shadow over base to light, all arguments OKLab.

    Shadow and light are pulled towards the card's own shade and light.
    """
    dark = base * (0.40, 0.55, 0.55) + (shade * (0.30, 0.45, 0.45))
    dark[0] = min(dark[0], base[0] * 0.72)
    bright_lightness = base[0] + (max(0.93, base[0]) - base[0]) * 0.62
    bright = np.array([bright_lightness, *(base[1:] * 0.62 + light[1:] * 0.6)])
    x = np.linspace(0, 1, 256)
    stops = [[dark[i], base[i], bright[i]] for i in range(3)]
    mixed = np.stack([np.interp(x, [0, 0.5, 1], stop) for stop in stops], 1)
    return np.asarray(to_rgb(mixed).astype(np.float32))


def extent(mask: Array) -> float:
    """The lesser side of a mask without the margin around it, in canvas pixels, at least 4."""
    return float(max(4, min(mask.shape) - 12))


def relief(mask: Array, sun: tuple[float, float], volume: float, radius: float | None) -> Array:
    """Light from -1 to 1 as if the mask were a body whose edge is `radius` canvas pixels round."""
    height, width = mask.shape
    small = extent(mask)
    edge = max(1.2, radius if radius else min(40.0, small * 0.22))
    raised = blur(mask, edge) + 0.5 * blur(mask, edge * 0.4)
    gy, gx = np.gradient(raised)
    value = np.zeros((height, width), np.float32)
    value -= (gx * sun[0] + gy * sun[1]) * edge * 1.25 * volume
    if small > 24:
        y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
        x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
        value += (x * sun[0] + y * sun[1]) * 0.17 * volume * min(1.0, (small - 24) / 80)
    return value


def hatching_strength(mask: Array, colour: Colour) -> float:
    """Less on small shapes and on pale paint."""
    paleness = float(to_lab(rgb(colour))[0])
    size = min(1.0, max(0.12, (extent(mask) - 16) / 110))
    return 1.6 * size * (1.15 - 0.55 * paleness)


def gradient(mask: Array, angle: float) -> Array | None:
    """From 0 to 1 through the shape along an angle in radians; nothing where no pixel is full."""
    y, x = np.mgrid[0 : mask.shape[0], 0 : mask.shape[1]].astype(np.float32)
    along = x * np.cos(angle) + y * np.sin(angle)
    inside = mask > 0.5
    if not inside.any():
        return None
    low, high = along[inside].min(), along[inside].max()
    return np.asarray((along - low) / (high - low + 1e-6))


def lit_edge(mask: Array, sun: tuple[float, float]) -> Array:
    """Where the sun catches the rim of the shape, from 0 to 1."""
    reach = max(1.5, min(5.0, extent(mask) * 0.05))
    back = (-round(sun[1] * reach), -round(sun[0] * reach))
    return blur(np.clip(mask - np.roll(mask, back, (0, 1)), 0, 1), 0.8)
