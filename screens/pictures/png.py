"""Encode a picture as PNG."""

from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from screens.pictures.colour_reduction import CLEAR, IndexedPicture
from screens.pictures.picture_file import open_picture, scale_picture
from screens.pictures.picture_request import PictureRequest

if TYPE_CHECKING:
    from textual.geometry import Region


def encode_png(image: IndexedPicture) -> bytes:
    """Encode as a PNG with a palette, transparent where pixels are `CLEAR`."""
    quantized = Image.fromarray(image.pixels)
    whole = np.zeros((256, 3), np.uint8)
    whole[: len(image.palette)] = image.palette
    quantized.putpalette(whole.tobytes())
    file = BytesIO()
    quantized.save(file, "PNG", transparency=CLEAR)
    return file.getvalue()


def encode_true_colour(
    request: PictureRequest, cell: tuple[int, int], part: "Region | None" = None
) -> bytes:
    """Encode as a PNG with all colours and smooth edges, or a `part` of it in cells.

    Raises:
        PictureError: If the file is not a picture.
    """
    width, height = cell
    grid = request.columns * width, request.rows * height
    image = scale_picture(open_picture(request.path), request, cell, grid)
    if part is not None:
        image = image.crop(
            (part.x * width, part.y * height, part.right * width, part.bottom * height)
        )
    file = BytesIO()
    image.save(file, "PNG", compress_level=1)
    return file.getvalue()
