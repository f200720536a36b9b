"""The ridges of a fingertip."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from tools.deck.colour import Array


def _orientation(x: Array, y: Array, cores: Sequence[complex], deltas: Sequence[complex]) -> Array:
    """Direction of the ridges in radians, after Sherlock and Monro (1993): zeros and poles."""
    z = x - 1j * y
    turned = sum(np.angle(z - core) for core in cores) - sum(np.angle(z - d) for d in deltas)
    return -0.5 * np.asarray(turned)


def ridges(
    height: int, width: int, middle: tuple[float, float], spacing: float, seed: int
) -> Array:
    """A whorl as a field of heights from -1 to 1, shape (height, width).

    Noise grows into ridges by being filtered again and again along their direction, as Cappelli
    (2004) makes fingerprints; `middle` and `spacing` are pixels.
    """
    rng = np.random.default_rng(seed)
    py, px = np.mgrid[0:height, 0:width].astype(float)
    x, y = px - middle[0], py - middle[1]
    unit = spacing
    cores = (complex(0, 1.5 * unit), complex(0.2 * unit, -1.5 * unit))
    deltas = (complex(-6.3 * unit, -8.2 * unit), complex(6.6 * unit, -7.6 * unit))
    angle = _orientation(x, y, cores, deltas) % math.pi
    frequency_y = np.fft.fftfreq(height)[:, None]
    frequency_x = np.fft.rfftfreq(width)[None]
    n = 24
    index = np.round(angle / math.pi * n).astype(int) % n
    filters = []
    for i in range(n):
        across = i * math.pi / n + math.pi / 2
        fx, fy = math.cos(across) / spacing, math.sin(across) / spacing
        narrow = (0.32 / spacing) ** 2 * 2
        there = np.exp(-((frequency_x - fx) ** 2 + (frequency_y - fy) ** 2) / narrow)
        back = np.exp(-((frequency_x + fx) ** 2 + (frequency_y + fy) ** 2) / narrow)
        filters.append(there + back)
    field = rng.standard_normal((height, width))
    for _ in range(26):
        spectrum = np.fft.rfft2(field)
        grown = np.zeros_like(field)
        for i in range(n):
            one = np.fft.irfft2(spectrum * filters[i], (height, width))
            grown = np.where(index == i, one, grown)
        field = np.tanh(1.6 * grown / grown.std())
    return field
