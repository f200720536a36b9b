"""The last look of a card: bloom, vignette, paper fibres, and a split tone."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tools.deck.colour import Array, Colour, rgb, to_lab, to_rgb
from tools.deck.fields import blur, noise, smoothstep
from tools.deck.size import CANVAS_HEIGHT, CANVAS_WIDTH, FINENESS

type Picture = npt.NDArray[np.uint8]
"""A finished card: (920, 610, 3), sRGB from 0 to 255."""

type Grade = tuple[Colour, Colour, float]
"""A colour for the shadows, one for the lights, and how much of both."""


def bloomed(picture: Array, amount: float) -> Array:
    """Light parts shine over their neighbours."""
    light = np.clip(picture - 0.62, 0, 1) * 2
    return np.asarray(1 - (1 - picture) * (1 - blur(light, 16) * amount))


def vignetted(picture: Array, amount: float, shade: Array) -> Array:
    """Corners fall towards the shade; what is bright stays bright."""
    y, x = np.mgrid[-1 : 1 : CANVAS_HEIGHT * 1j, -1 : 1 : CANVAS_WIDTH * 1j].astype(np.float32)
    kept = 1 - amount * smoothstep(np.sqrt(x**2 * 0.8 + y**2 * 0.9), 0.55, 1.45)
    kept = 1 - (1 - kept) * (1 - 0.75 * smoothstep(blur(picture.mean(-1), 6), 0.7, 0.97))
    kept = kept[..., None]
    return np.asarray(picture * kept + (1 - kept) * picture * shade.astype(np.float32))


def graded(
    picture: Array,
    grade: Grade | None,
    *,
    grain: float,
    saturation: float,
    contrast: float,
    seed: int,
) -> Picture:
    """The finished card: contrast, paper fibres and the split tone, all in OKLab."""
    lab = to_lab(picture)
    lightness = lab[..., 0]
    lightness = lightness + (contrast - 1) * (lightness - 0.5) * 1.2
    rng = np.random.default_rng(seed)
    height, width = lightness.shape
    fibres = (
        noise(rng, height, width, 3.2 * FINENESS, 2, 0.8) * 0.6
        + noise(rng, height, width, 2.2 * FINENESS, 1, stretch_x=5) * 0.4
        + noise(rng, height, width, 2.2 * FINENESS, 1, stretch_y=5) * 0.4
    )
    lightness = lightness * (1 + grain * 0.5 * fibres * (1.15 - lightness))
    lightness = lightness + grain * 0.08 * blur(
        rng.standard_normal((height, width)).astype(np.float32), 0.6
    )
    hues = lab[..., 1:] * saturation
    if grade:
        dark, bright, amount = grade
        t = smoothstep(lightness, 0.15, 0.9)[..., None]
        tone = to_lab(rgb(dark))[1:] * (1 - t) + to_lab(rgb(bright))[1:] * t
        hues = hues * (1 - amount * 0.35) + amount * tone
    final = to_rgb(np.concatenate([lightness[..., None], hues], -1))
    return np.asarray((np.clip(final, 0, 1) * 255 + 0.5).astype(np.uint8))
