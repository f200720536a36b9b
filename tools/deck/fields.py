"""Fields: one number for each canvas pixel, blurred, grown from noise, or worn like paper."""

from __future__ import annotations

import functools
import math

import numpy as np
from PIL import Image

from tools.deck.colour import Array
from tools.deck.size import CANVAS_HEIGHT, CANVAS_WIDTH, MARGIN


def resize(
    field: Array, height: int, width: int, method: Image.Resampling = Image.Resampling.BICUBIC
) -> Array:
    """The field stretched to another size."""
    picture = Image.fromarray(np.ascontiguousarray(field, np.float32))
    return np.asarray(picture.resize((width, height), method))


def box_blur(field: Array, radius: int, axis: int) -> Array:
    """Mean over `2 * radius + 1` neighbours along one axis, edges repeated."""
    length = field.shape[axis]
    radius = min(int(radius), max(1, length - 1))
    pads = [(0, 0)] * field.ndim
    pads[axis] = (radius + 1, radius)
    sums = np.cumsum(np.pad(field, pads, "edge"), axis, dtype=np.float64)
    width = 2 * radius + 1

    def part(start: int) -> Array:
        cut = [slice(None)] * field.ndim
        cut[axis] = slice(start, start + length)
        return sums[tuple(cut)]

    return np.asarray(((part(width) - part(0)) / width).astype(np.float32))


def blur(field: Array, sigma: float) -> Array:
    """Nearly a Gaussian: three box blurs; a wide one works on a copy of a quarter of the size."""
    if sigma < 0.4:
        return field
    if sigma > 14 and min(field.shape[:2]) > 60:
        if field.ndim == 3:
            return np.stack([blur(field[..., k], sigma) for k in range(field.shape[2])], -1)
        height, width = field.shape
        small = resize(field, height // 4, width // 4, Image.Resampling.BOX)
        return resize(blur(small, sigma / 4), height, width, Image.Resampling.BILINEAR)
    radius = max(1, round(math.sqrt(4 * sigma * sigma + 1) / 2 - 0.5))
    for _ in range(3):
        field = box_blur(box_blur(field, radius, 0), radius, 1)
    return field


def noise(
    rng: np.random.Generator,
    height: int,
    width: int,
    cell: float = 80,
    octaves: int = 4,
    gain: float = 0.5,
    stretch_x: float = 1.0,
    stretch_y: float = 1.0,
) -> Array:
    """Fractal value noise of mean 0 and deviation 1; `cell` is the size of its largest feature."""
    total = np.zeros((height, width), np.float32)
    weight, weights = 1.0, 0.0
    for _ in range(octaves):
        rows = max(2, int(height / cell / stretch_y) + 3)
        columns = max(2, int(width / cell / stretch_x) + 3)
        total += weight * resize(rng.random((rows, columns)), height, width)
        weights += weight
        weight *= gain
        cell = max(2, cell / 2)
    total = total / weights
    return np.asarray((total - total.mean()) / (total.std() + 1e-6))


def smoothstep(field: Array, low: float, high: float) -> Array:
    """0 up to `low`, 1 from `high`, and an even S between."""
    t = np.clip((field - low) / (high - low), 0, 1)
    return np.asarray(t * t * (3 - 2 * t))


@functools.cache
def paper() -> tuple[Array, dict[int, Array]]:
    """Grain, and pencil hatching by its angle in degrees, both as large as canvas and margins."""
    rng = np.random.default_rng(99)
    height, width = CANVAS_HEIGHT + 2 * MARGIN, CANVAS_WIDTH + 2 * MARGIN
    specks = rng.standard_normal((CANVAS_HEIGHT // 2 + 60, CANVAS_WIDTH // 2 + 60))
    coarse = np.kron(specks.astype(np.float32), np.ones((2, 2), np.float32))
    grain = blur(coarse[:height, :width], 0.5) * 1.2
    side = 1300
    lines = rng.standard_normal((side, side)).astype(np.float32)
    for _ in range(2):
        lines = box_blur(lines, 18, 1)
    lines = box_blur(lines, 1, 0)
    sheet = Image.fromarray((lines - lines.mean()) / lines.std())
    top, left = (side - height) // 2, (side - width) // 2
    hatching = {}
    for angle in range(0, 180, 30):
        turned = np.asarray(sheet.rotate(-angle, Image.Resampling.BILINEAR))
        hatching[angle] = turned[top : top + height, left : left + width]
    return grain, hatching
