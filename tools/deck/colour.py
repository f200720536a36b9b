"""Colours are mixed in OKLab, where equal steps look equal (Ottosson, 2020)."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

type Array = npt.NDArray[Any]
type Colour = str | Array
"""`#rrggbb`, `#rgb`, or three numbers from 0 to 1."""

_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_FROM_CONES, _FROM_LAB = np.linalg.inv(_CONES), np.linalg.inv(_LAB)


def to_lab(colours: npt.ArrayLike) -> Array:
    """OKLab of sRGB colours (0 to 1) in the last axis."""
    c = np.asarray(colours, float)
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return np.asarray(np.cbrt(linear @ _CONES.T) @ _LAB.T)


def to_rgb(lab: npt.ArrayLike) -> Array:
    """Colours (0 to 1) of sRGB for OKLab in the last axis, clipped to what a screen shows."""
    linear = np.clip(((np.asarray(lab) @ _FROM_LAB.T) ** 3) @ _FROM_CONES.T, 0, 1)
    curved = 1.055 * linear ** (1 / 2.4) - 0.055
    return np.asarray(np.where(linear <= 0.0031308, linear * 12.92, curved))


@functools.cache
def _parsed(name: str) -> tuple[float, float, float]:
    digits = name.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue


def rgb(colour: Colour) -> Array:
    """Red, green and blue from 0 to 1."""
    return np.array(_parsed(colour)) if isinstance(colour, str) else np.asarray(colour, float)


def mix(first: Colour, second: Colour, share: float) -> Array:
    """The colour that holds `share` of the second and the rest of the first."""
    return to_rgb(to_lab(rgb(first)) * (1 - share) + to_lab(rgb(second)) * share)


def ramp(stops: Sequence[Colour], steps: int = 256) -> Array:
    """A table of `steps` colours through evenly spaced stops."""
    places = np.array([i / max(1, len(stops) - 1) for i in range(len(stops))])
    labs = to_lab(np.array([rgb(colour) for colour in stops]))
    at = np.linspace(0, 1, steps)
    mixed = np.stack([np.interp(at, places, labs[:, axis]) for axis in range(3)], 1)
    return np.asarray(to_rgb(mixed).astype(np.float32))
