"""Pictures of few colours: what Sixel needs, and what makes a small PNG."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from screens.pictures.canvas import Look, canvas, grounded, opened

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLEAR = 255
"""The number of the pixels that are not painted."""
MOST = CLEAR - 1
"""The most colours of a picture: one number is left for what is around it."""
FAINT = 8
"""Pixels of less alpha than this are not painted."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """Pixels as numbers of colours."""

    pixels: "NDArray[np.uint8]"
    """Height x width; `CLEAR` is not painted."""
    palette: "NDArray[np.uint8]"
    """Colours x 3: red, green, blue."""

    def cut(self, x: int, y: int, width: int, height: int) -> "Indexed":
        """A rectangle of the picture, in pixels."""
        return Indexed(self.pixels[y : y + height, x : x + width], self.palette)

    def upon(self, ground: tuple[int, int, int]) -> "Indexed":
        """The picture with its `CLEAR` pixels painted too."""
        pixels = self.pixels.copy()
        pixels[pixels == CLEAR] = len(self.palette)
        return Indexed(pixels, np.vstack((self.palette, np.array([ground], np.uint8))))


def indexed(look: Look, cell: tuple[int, int], colours: int) -> Indexed:
    """A picture in its place, in at most `colours` colours, `MOST` if there are more.

    Raises:
        PictureError: If the file holds no picture.
    """
    grid = look.columns * cell[0], look.rows * cell[1]
    image = canvas(opened(look.path), look, cell, grid)
    flat = grounded(image, look.ground)
    numbered = flat.quantize(min(colours, MOST), Image.Quantize.FASTOCTREE)
    pixels = np.array(numbered)
    pixels[np.asarray(image.getchannel("A")) < FAINT] = CLEAR
    palette = np.array(numbered.getpalette("RGB"), np.uint8).reshape(-1, 3)[:MOST]
    return Indexed(pixels, palette)
