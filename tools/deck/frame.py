"""Where a card is drawn: transforms, unsteady lines, masks on the canvas."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

import numpy as np

from tools.deck import raster
from tools.deck.colour import Array
from tools.deck.paths import Path
from tools.deck.size import CANVAS_HEIGHT, CANVAS_WIDTH, FINENESS, MARGIN

type Masked = tuple[Array, int, int]
"""Coverage of a part of the canvas, and the left and top of this part in canvas pixels."""


class Frame:
    """Positions are card units under the transforms of `at`; angles are degrees, clockwise."""

    def __init__(self, phases: Array) -> None:
        self.matrix = np.eye(3)
        """From the units of what is drawn now to card units."""
        self._phases = phases

    @contextmanager
    def at(
        self,
        x: float = 0,
        y: float = 0,
        scale: float = 1,
        turn: float = 0,
        flip: bool = False,
        scale_y: float | None = None,
    ) -> Iterator[Self]:
        """Draw inside as if the origin were at (x, y), scaled, flipped left to right and turned."""
        a = math.radians(turn)
        sx, sy = -scale if flip else scale, scale if scale_y is None else scale_y
        with self.through(
            np.array(
                [
                    [math.cos(a) * sx, -math.sin(a) * sy, x],
                    [math.sin(a) * sx, math.cos(a) * sy, y],
                    [0, 0, 1],
                ]
            )
        ):
            yield self

    @contextmanager
    def through(self, matrix: Array) -> Iterator[Self]:
        """Draw inside through any affine transform, shape (3, 3)."""
        before = self.matrix
        self.matrix = before @ matrix
        try:
            yield self
        finally:
            self.matrix = before

    def scale(self) -> float:
        """Card units to a unit of what is drawn now."""
        return math.sqrt(abs(np.linalg.det(self.matrix[:2, :2])))

    def _on_canvas(self, path: Path, wobble: float) -> Path:
        """The path in canvas pixels, its lines as unsteady as a hand's."""
        moved = Path()
        frequency = 0.09
        for outline, sign in path:
            points = outline @ self.matrix[:2, :2].T + self.matrix[:2, 2]
            if wobble:
                x, y = points[:, 0] * frequency, points[:, 1] * frequency
                phase = self._phases[:, 0]
                dx = np.sin(y + phase[0]) + 0.6 * np.sin(y * 2.3 + x + phase[1])
                dy = np.sin(x + phase[2]) + 0.6 * np.sin(x * 2.1 - y + phase[3])
                points = points + np.stack([dx, dy], 1) * wobble * 0.5
            moved.append((points * FINENESS, sign))
        return moved

    def mask(self, path: Path, wobble: float = 0.0, margin: int = 6) -> Masked | None:
        """Coverage of a path, or nothing where it is off the canvas or thinner than two pixels."""
        outlines = self._on_canvas(path, wobble)
        low = np.min([points.min(0) for points, _ in outlines], 0) - margin
        high = np.max([points.max(0) for points, _ in outlines], 0) + margin
        x0, y0 = (int(max(-MARGIN, math.floor(value))) for value in low)
        x1 = int(min(CANVAS_WIDTH + MARGIN, math.ceil(high[0])))
        y1 = int(min(CANVAS_HEIGHT + MARGIN, math.ceil(high[1])))
        if x1 - x0 < 2 or y1 - y0 < 2:
            return None
        return raster.coverage(outlines, x0, y0, x1, y1), x0, y0
