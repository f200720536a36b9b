"""A card while it is painted: its light, and what is on the canvas so far."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from tools.deck import fields, layers, light
from tools.deck.colour import Array, Colour, mix, rgb, to_lab
from tools.deck.finish import Grade, Picture, bloomed, graded, vignetted
from tools.deck.frame import Frame
from tools.deck.layers import Mode
from tools.deck.oil import oil
from tools.deck.paths import Path, Points, tube
from tools.deck.size import CANVAS_HEIGHT, CANVAS_WIDTH, FINENESS, MARGIN


class Scene(Frame):
    """Paints one card; it has one sun, and one light and shade that pull at all its colours."""

    def __init__(
        self,
        seed: int = 1,
        light: Colour = "#fff0cf",
        shade: Colour = "#20264a",
        sun: tuple[float, float] = (-0.55, -0.83),
        haze: Colour | None = None,
    ) -> None:
        self.rng = np.random.default_rng(seed)
        super().__init__(self.rng.uniform(0, 6.28, (4, 2)))
        self.light_colour, self.shade_colour = rgb(light), rgb(shade)
        self.haze = rgb(light if haze is None else haze)
        self.sun = (sun[0] / math.hypot(*sun), sun[1] / math.hypot(*sun))
        """Direction towards the sun, of length 1, y downwards."""
        self.layers = [layers.empty()]
        self.grain, self.hatching = fields.paper()
        self._light, self._shade = to_lab(self.light_colour), to_lab(self.shade_colour)
        self._detail = np.zeros((CANVAS_HEIGHT, CANVAS_WIDTH), np.float32)
        self._tables: dict[tuple[float, ...], Array] = {}

    def darker(self, colour: Colour, share: float = 0.35) -> Array:
        """The colour mixed with the scene's shade."""
        return mix(colour, self.shade_colour, share)

    def lighter(self, colour: Colour, share: float = 0.35) -> Array:
        """The colour mixed with the scene's light."""
        return mix(colour, self.light_colour, share)

    def fill(
        self,
        path: Path,
        colour: Colour,
        colour2: Colour | None = None,
        *,
        angle: float = 90,
        volume: float = 0.6,
        radius: float | None = None,
        rim: float = 0.0,
        grain: float = 0.22,
        hatch: float = 0.045,
        hatch_angle: float | None = None,
        soft: float = 0.0,
        wobble: float = 0.5,
        alpha: float = 1.0,
        rim_colour: Colour | None = None,
        shadow: float = 0.0,
    ) -> None:
        """Paint a shape: colour to colour2 along an angle, lit as a body, hatched and grained.

        `volume` is how round it looks (below 0: hollow), `radius` how wide its edge is round,
        `rim` how much sun its edge catches, `soft` blurs its outline (card units).
        """
        scale = self.scale()
        masked = self.mask(path, wobble if scale > 0.25 else wobble * 0.5, 6 + int(soft * 4))
        if masked is None:
            return
        mask, x0, y0 = masked
        height, width = mask.shape
        here = np.s_[y0 + MARGIN : y0 + MARGIN + height, x0 + MARGIN : x0 + MARGIN + width]
        paper = self.grain[here]
        value = np.zeros((height, width), np.float32)
        if volume:
            edge = radius * FINENESS * scale if radius else None
            value = light.relief(mask, self.sun, volume, edge)
        if hatch:
            direction = 120 if hatch_angle is None else round(hatch_angle / 30) * 30 % 180
            strength = hatch * light.hatching_strength(mask, colour)
            value += self.hatching[direction][here] * strength
        value += paper * grain * 0.35 * (np.abs(value) + 0.12)
        index = (np.clip(value * 0.5 + 0.5, 0, 1) * 255).astype(np.uint8)
        paint = self._table(colour)[index]
        along = None if colour2 is None else light.gradient(mask, math.radians(angle))
        if colour2 is not None and along is not None:
            t = np.clip(along + paper * grain * 0.18, 0, 1)[..., None]
            paint = paint * (1 - t) + self._table(colour2)[index] * t
        if rim:
            edge_light = (light.lit_edge(mask, self.sun) * rim * (1 + 0.3 * paper).clip(0))[
                ..., None
            ]
            shining = self.light_colour if rim_colour is None else rgb(rim_colour)
            paint = paint + shining.astype(np.float32) * edge_light * 0.9 - paint * edge_light * 0.5
        if soft:
            mask = fields.blur(mask, soft * FINENESS)
        if shadow:
            dark = fields.blur(mask, 4 * scale + 2) * shadow
            dx, dy = int(-self.sun[0] * 5 * scale), int(-self.sun[1] * 5 * scale)
            layers.lay(self.layers[-1], self.shade_colour * 0.6, dark, x0 + dx, y0 + dy, "atop")
        layers.lay(self.layers[-1], np.clip(paint, 0, 1), mask * alpha, x0, y0)

    def _table(self, colour: Colour) -> Array:
        lab = to_lab(rgb(colour))
        key = tuple(np.round(lab, 4))
        if key not in self._tables:
            self._tables[key] = light.colours(lab, self._light, self._shade)
        return self._tables[key]

    def flat(
        self,
        path: Path,
        colour: Colour,
        alpha: float = 1.0,
        soft: float = 0.0,
        mode: Mode = "over",
        wobble: float = 0.3,
    ) -> None:
        """Paint a shape in one unlit colour."""
        masked = self.mask(path, wobble, 6 + int(soft * 8))
        if masked is not None:
            mask, x0, y0 = masked
            cover = fields.blur(mask, soft * FINENESS) if soft else mask
            layers.lay(self.layers[-1], rgb(colour), cover * alpha, x0, y0, mode)

    def stroke(
        self,
        points: str | Points,
        width: float | Sequence[float],
        colour: Colour,
        alpha: float = 1.0,
        soft: float = 0.0,
    ) -> None:
        """Draw an unlit line of a width, or of radii spread along it."""
        radii = [width / 2] if isinstance(width, int | float) else width
        self.flat(tube(points, radii), colour, alpha, soft)

    def glow(
        self,
        x: float,
        y: float,
        radius: float,
        colour: Colour,
        strength: float = 0.8,
        power: float = 2.0,
    ) -> None:
        """Shine on what is painted around (x, y); a higher power gathers it in the middle."""
        centre = self.matrix @ (x, y, 1)
        reach = radius * self.scale() * FINENESS
        cx, cy = centre[0] * FINENESS, centre[1] * FINENESS
        x0, x1 = int(max(0, cx - reach)), int(min(CANVAS_WIDTH, cx + reach + 1))
        y0, y1 = int(max(0, cy - reach)), int(min(CANVAS_HEIGHT, cy + reach + 1))
        if x1 <= x0 or y1 <= y0:
            return
        dx = np.arange(x0, x1, dtype=np.float32)[None] - cx
        dy = np.arange(y0, y1, dtype=np.float32)[:, None] - cy
        shining = np.clip(1 - np.hypot(dx, dy) / reach, 0, 1) ** power * strength
        shining *= 1 + self.grain[MARGIN + y0 : MARGIN + y1, MARGIN + x0 : MARGIN + x1] * 0.06
        layers.shine(self.layers[-1][y0:y1, x0:x1], shining.clip(0), rgb(colour))

    def keep(
        self, x: float, y: float, rx: float, ry: float | None = None, strength: float = 1.0
    ) -> None:
        """Keep the broad brush off an ellipse."""
        centre = self.matrix @ (x, y, 1)
        unit = self.scale() * FINENESS
        py, px = np.mgrid[0:CANVAS_HEIGHT, 0:CANVAS_WIDTH].astype(np.float32)
        dx = (px - centre[0] * FINENESS) / (rx * unit)
        dy = (py - centre[1] * FINENESS) / ((ry or rx) * unit)
        inside = strength * (1 - fields.smoothstep(np.sqrt(dx**2 + dy**2), 0.7, 1.1))
        self._detail = np.maximum(self._detail, inside)

    @contextmanager
    def group(
        self,
        alpha: float = 1.0,
        haze: float = 0.0,
        haze_colour: Colour | None = None,
        blur: float = 0.0,
        glow: tuple[Colour, float, float] | None = None,
        clip: Path | None = None,
        cast: tuple[float, float, float, float] | None = None,
        mirror: tuple[float, float] | None = None,
        drop: float = 0.0,
        tint: tuple[Colour, float] | None = None,
    ) -> Iterator[Scene]:
        """Paint what is inside on a layer of its own, then lay it on the one below.

        Args:
            alpha: Opacity of the whole.
            haze: Share of haze mixed in, for distance.
            haze_colour: Instead of the scene's haze.
            blur: Deviation in card units.
            glow: Light around it: colour, radius in card units, strength.
            clip: Only what lies in this path stays.
            cast: Long shadow: y of the ground, lean, length to height, strength.
            mirror: Reflection in water: y of the surface, strength.
            drop: Strength of a soft shadow straight behind it.
            tint: A colour and its share.
        """
        self.layers.append(layers.empty())
        try:
            yield self
        finally:
            layer = self.layers.pop()
        if clip is not None:
            layer *= self._clipping(clip)[..., None]
        opacity = layer[..., 3]
        if tint is not None:
            layer[..., :3] = (
                layer[..., :3] * (1 - tint[1]) + rgb(tint[0]) * opacity[..., None] * tint[1]
            )
        if haze:
            air = (self.haze if haze_colour is None else rgb(haze_colour)).astype(np.float32)
            layer[..., :3] = layer[..., :3] * (1 - haze) + air * opacity[..., None] * haze
        if blur:
            layer = fields.blur(layer, blur * FINENESS)
        under = self.layers[-1]
        if cast:
            layers.cast_shadow(under, layer[..., 3], *cast, self.shade_colour)
        if drop:
            shadow = fields.blur(layer[..., 3], 9)
            shadow = layers.shifted(shadow, -self.sun[0] * 12, -self.sun[1] * 12) * drop
            dark = self.shade_colour.astype(np.float32) * 0.5
            under[..., :3] *= 1 - shadow[..., None] * (1 - dark)
        if glow:
            shining = fields.blur(layer[..., 3], glow[1] * FINENESS) * glow[2]
            layers.shine(under, shining, rgb(glow[0]))
        if mirror:
            layers.mirror_in_water(under, layer, *mirror)
        layers.merge(under, layer, alpha)

    def _clipping(self, path: Path) -> Array:
        """Coverage of a path on the whole canvas."""
        layer = layers.empty()
        masked = self.mask(path)
        if masked is not None:
            mask, x0, y0 = masked
            layers.lay(layer, np.zeros(3), mask, x0, y0, "over")
        return np.asarray(layer[..., 3])

    def finish(
        self,
        *,
        paint: float = 0.75,
        grade: Grade | None = None,
        vignette: float = 0.35,
        grain: float = 0.03,
        saturation: float = 1.06,
        contrast: float = 1.06,
        bloom: float = 0.18,
        seed: int = 5,
    ) -> Picture:
        """The finished card; `paint` is how much of it is oil strokes."""
        picture = np.clip(self.layers[0][..., :3], 0, 1)
        if paint:
            picture = oil(picture, self._detail, paint, seed)
        if bloom:
            picture = bloomed(picture, bloom)
        picture = np.clip(vignetted(picture, vignette, self.shade_colour), 0, 1)
        return graded(
            picture, grade, grain=grain, saturation=saturation, contrast=contrast, seed=seed
        )
