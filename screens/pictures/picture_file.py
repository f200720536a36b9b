"""Open a picture file, scale the image, and flatten it onto a background."""

from pathlib import Path

from PIL import Image

from files.regular import open_binary
from images.card import FORMATS
from images.picture_check import DECODING_ERRORS, DECOMPRESSION_BOMBS
from screens.pictures.errors import PictureError
from screens.pictures.picture_request import PictureRequest

MAX_PIXELS = 50_000_000
"""Larger files are refused: a few kilobytes can claim to hold gigabytes."""


DIM_OPACITY = 0.4
"""The opacity of a dimmed picture."""


def scale_picture(
    picture: Image.Image,
    request: PictureRequest,
    cell: tuple[int, int],
    grid: tuple[int, int],
    step: tuple[int, int] = (1, 1),
) -> Image.Image:
    """Scale a picture to fit its place, centred, with transparent pixels around it.

    Args:
        picture: The opened picture.
        request: Its size in cells, and whether it is dimmed.
        cell: Width and height of a cell in pixels.
        grid: Width and height of the result in pixels; pixels need not be square.
        step: The picture begins and ends at multiples of so many pixels across and down.

    Returns:
        An RGBA image of `grid` pixels.
    """
    place = request.columns * cell[0], request.rows * cell[1]
    fit = min(place[0] / picture.width, place[1] / picture.height)
    width, height = (
        max(one, min(whole, round(side * fit * whole / room / one) * one))
        for side, whole, room, one in zip(picture.size, grid, place, step, strict=True)
    )
    if picture.mode not in ("RGB", "RGBA"):
        picture = picture.convert("RGBA")
    scaled = picture.resize((width, height), Image.Resampling.LANCZOS).convert("RGBA")
    if request.dim:
        shade = Image.new("RGBA", scaled.size, (*request.background, 255))
        shade.putalpha(scaled.getchannel("A"))
        scaled = Image.blend(shade, scaled, DIM_OPACITY)
    whole = Image.new("RGBA", grid, (0, 0, 0, 0))
    left, top = (
        (outer - inner) // 2 // one * one
        for outer, inner, one in zip(grid, scaled.size, step, strict=True)
    )
    whole.paste(scaled, (left, top))
    return whole


def open_picture(path: Path) -> Image.Image:
    """Open and decode the picture in a file.

    Raises:
        PictureError: If the file is not a picture, or too large.
    """
    try:
        with open_binary(path) as opened, Image.open(opened, formats=tuple(FORMATS)) as file:
            if file.width * file.height > MAX_PIXELS:
                raise PictureError(f"{path}: {file.width} x {file.height} pixels are too many.")
            return file.copy()  # without the decoder, which holds the picture twice more
    except PictureError:
        raise
    except DECOMPRESSION_BOMBS:
        raise PictureError(f"{path}: too many pixels.") from None
    except DECODING_ERRORS as error:
        why = getattr(error, "strerror", None) or "it is no picture, or a damaged one"
        raise PictureError(f"{path}: {why}.") from None


def flatten(image: Image.Image, background: tuple[int, int, int]) -> Image.Image:
    """Paste an RGBA image onto a background colour; return RGB."""
    whole = Image.new("RGBA", image.size, (*background, 255))
    whole.alpha_composite(image)
    return whole.convert("RGB")
