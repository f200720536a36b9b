"""Reduce a picture to a palette."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from screens.pictures.picture_file import flatten, open_picture, scale_picture
from screens.pictures.picture_request import PictureRequest

if TYPE_CHECKING:
    from numpy.typing import NDArray


CLEAR = 255
"""The palette index of pixels that are not painted."""


MAX_PALETTE = CLEAR - 1
"""The most colours in a palette: one index is left for what is around the picture."""


MIN_ALPHA = 8
"""Pixels with less alpha than this are not painted."""


@dataclass(frozen=True, slots=True)
class IndexedPicture:
    """A picture with a palette."""

    pixels: "NDArray[np.uint8]"
    """Height x width, palette indices; `CLEAR` is not painted."""
    palette: "NDArray[np.uint8]"
    """Colours x 3: red, green, blue."""

    def crop(self, x: int, y: int, width: int, height: int) -> "IndexedPicture":
        """Return a rectangle of the picture, given in pixels."""
        return IndexedPicture(self.pixels[y : y + height, x : x + width], self.palette)

    def fill_background(self, background: tuple[int, int, int]) -> "IndexedPicture":
        """Return the picture with its `CLEAR` pixels in the background colour."""
        pixels = self.pixels.copy()
        pixels[pixels == CLEAR] = len(self.palette)
        return IndexedPicture(pixels, np.vstack((self.palette, np.array([background], np.uint8))))


def index_picture(request: PictureRequest, cell: tuple[int, int], colours: int) -> IndexedPicture:
    """Scale a picture and reduce it to at most `colours` and at most `MAX_PALETTE` colours.

    Raises:
        PictureError: If the file is not a picture.
    """
    grid = request.columns * cell[0], request.rows * cell[1]
    image = scale_picture(open_picture(request.path), request, cell, grid)
    flat = flatten(image, request.background)
    quantized = flat.quantize(min(colours, MAX_PALETTE), Image.Quantize.FASTOCTREE)
    pixels = np.array(quantized)
    pixels[np.asarray(image.getchannel("A")) < MIN_ALPHA] = CLEAR
    palette = np.array(quantized.getpalette("RGB"), np.uint8).reshape(-1, 3)[:MAX_PALETTE]
    return IndexedPicture(pixels, palette)
