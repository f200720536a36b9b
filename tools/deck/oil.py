"""Repaints a picture with oil strokes that follow its edges, coarse first, fine where it differs.

After Hertzmann, "Painterly rendering with curved brush strokes of multiple sizes" (1998), with the
smoothed structure tensor as the direction of the strokes.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np
from PIL import Image

from tools.deck.colour import Array
from tools.deck.fields import blur, noise, smoothstep

_TURNS = 24
"""Directions of a stroke in half a circle."""


@dataclass(frozen=True, slots=True)
class _Pass:
    """One layer of strokes; lengths in canvas pixels."""

    length: float
    width: float
    step: int
    difference: float | None
    """How wrong the paint below must be to be painted over; none: paint all but the detail."""
    softness: float


_PASSES = (
    _Pass(46, 15, 11, None, 5),
    _Pass(26, 8, 7, 0.028, 2.2),
    _Pass(15, 4.5, 5, 0.035, 1.0),
)


def _stroke(rng: np.random.Generator, length: float, width: float) -> tuple[Array, Array]:
    """Opacity and height of the paint of one stroke, bristles and frayed ends included."""
    n = int(length * 1.5) | 1
    y, x = np.mgrid[-n // 2 + 1 : n // 2 + 1, -n // 2 + 1 : n // 2 + 1].astype(np.float32)
    bristles = np.convolve(rng.standard_normal(n).astype(np.float32), [0.3, 0.4, 0.3], "same")
    ends = 1 + bristles * 0.12
    across = 1 - smoothstep(np.abs(y) / (width / 2), 0.6, 1.05)
    along = 1 - smoothstep(np.abs(x) / (length / 2) * ends[:, None], 0.7, 1.05)
    body = across * along
    height = body * (1 + 0.35 * bristles[:, None])
    return body * np.clip(0.88 + 0.22 * bristles[:, None], 0.3, 1), height


@functools.cache
def _strokes(length: float, width: float, variants: int = 3) -> list[list[tuple[Array, Array]]]:
    """Strokes by variant and direction."""
    rng = np.random.default_rng(7)
    bank = []
    for _ in range(variants):
        opacity, height = (Image.fromarray(field) for field in _stroke(rng, length, width))
        row = []
        for i in range(_TURNS):
            angle = -180 * i / _TURNS
            turned = np.asarray(opacity.rotate(angle, Image.Resampling.BICUBIC)).clip(0, 1)
            raised = np.asarray(height.rotate(angle, Image.Resampling.BICUBIC)).clip(0, 2)
            row.append((turned[..., None].copy(), raised.copy()))
        bank.append(row)
    return bank


def _directions(picture: Array, rng: np.random.Generator) -> Array:
    """Angle along the edges in radians; a slow flow where there is none."""
    height, width = picture.shape[:2]
    luma = picture @ np.array([0.3, 0.59, 0.11], np.float32)
    gy, gx = np.gradient(blur(luma, 2.0))
    jxx, jyy, jxy = (blur(product, 6) for product in (gx * gx, gy * gy, gx * gy))
    edge = 0.5 * np.arctan2(2 * jxy, jxx - jyy) + math.pi / 2
    coherence = np.sqrt((jxx - jyy) ** 2 + 4 * jxy**2)
    flow = noise(rng, height, width, 260, 2) * 0.55
    weight = smoothstep(coherence, 2e-6, 4e-5)
    cos = np.cos(2 * edge) * weight + np.cos(2 * flow) * (1 - weight)
    sin = np.sin(2 * edge) * weight + np.sin(2 * flow) * (1 - weight)
    return np.asarray(0.5 * np.arctan2(sin, cos))


def _lay(
    layer: _Pass,
    paint: Array,
    relief: Array,
    picture: Array,
    directions: Array,
    detail: Array,
    rng: np.random.Generator,
) -> None:
    """Paint one layer of strokes onto paint and relief."""
    height, width = relief.shape
    soft = blur(picture, layer.softness)
    bank = _strokes(layer.length, layer.width)
    n = bank[0][0][1].shape[0]
    rows, columns = np.mgrid[0 : height : layer.step, 0 : width : layer.step]
    spread = rng.uniform(-layer.step * 0.6, layer.step * 0.6, (rows.size, 2))
    points = np.stack([rows.ravel(), columns.ravel()], 1) + spread
    points = points[rng.permutation(len(points))].astype(int)
    points[:, 0] = points[:, 0].clip(0, height - 1)
    points[:, 1] = points[:, 1].clip(0, width - 1)
    tint = rng.normal(0, 0.022, (len(points), 3)).astype(np.float32) * 0.6
    tint = tint + rng.normal(0, 0.016, (len(points), 1)).astype(np.float32)
    variants = rng.integers(0, len(bank), len(points))
    if layer.difference is None:
        wanted = detail <= 0.5
    else:
        wanted = blur(np.abs(paint - soft).sum(-1), 2) >= layer.difference
    for i, (y, x) in enumerate(points):
        if not wanted[y, x]:
            continue
        turn = round(directions[y, x] / math.pi * _TURNS) % _TURNS
        opacity, raised = bank[variants[i]][turn]
        top, left = y - n // 2, x - n // 2
        y0, x0 = max(0, top), max(0, left)
        y1, x1 = min(height, top + n), min(width, left + n)
        inside = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
        cover = opacity[inside]
        here = paint[y0:y1, x0:x1]
        here += (soft[y, x] + tint[i] - here) * cover
        raise_here = relief[y0:y1, x0:x1]
        raise_here += (raised[inside] - raise_here) * cover[..., 0]


def oil(picture: Array, detail: Array, amount: float = 0.75, seed: int = 5) -> Array:
    """The picture (0 to 1) in oil, `amount` of it, with its edges and its detail (0 to 1) kept."""
    rng = np.random.default_rng(seed)
    directions = _directions(picture, rng)
    paint = picture.copy()
    relief = np.zeros(picture.shape[:2], np.float32)
    for layer in _PASSES:
        _lay(layer, paint, relief, picture, directions, detail, rng)
    lost = blur(np.abs(paint - picture).sum(-1), 1.2)
    kept = np.maximum(smoothstep(lost, 0.06, 0.30), detail * 0.6)[..., None]
    share = amount * (1 - kept * 0.85)
    mixed = picture * (1 - share) + paint * share
    gy, gx = np.gradient(blur(relief, 0.7))
    lit = mixed * (1 + (-(gx + gy) * 0.16 * amount)[..., None])
    return np.asarray(np.clip(lit, 0, 1))
