"""Encode a picture for a terminal, as block characters, PNG or Sixel."""

from textual.geometry import Region
from textual.strip import Strip

from screens.pictures.blocks import MOSAICS, draw_half_blocks, draw_mosaic, sharpen
from screens.pictures.colour_reduction import IndexedPicture, index_picture
from screens.pictures.graphics_mode import GraphicsMode
from screens.pictures.picture_file import flatten, open_picture, scale_picture
from screens.pictures.picture_request import PictureRequest
from screens.pictures.png import encode_png, encode_true_colour
from screens.pictures.protocol import BLOCK_PIXELS, Protocol
from screens.pictures.sixel import BAND_ROWS, encode_sixel

MAX_SIXEL_HEIGHT = 900
"""Pixels of the tallest Sixel picture: xterm accepts at most 1000."""


def render_blocks(request: PictureRequest, mode: GraphicsMode) -> tuple[Strip, ...]:
    """Render a picture in block characters.

    Raises:
        PictureError: If the file is not a picture.
    """
    across, down = block = BLOCK_PIXELS[mode.protocol]
    grid = request.columns * across, request.rows * down
    # Whole cells: one that is half picture has no colour left for the background beside it.
    picture = scale_picture(open_picture(request.path), request, mode.cell, grid, block)
    image = flatten(picture, request.background)
    if not mode.true_colour:
        # Only the picture: the background beside a bright edge would turn black.
        image.paste(sharpen(image), mask=picture.getchannel("A"))
    if mode.protocol is Protocol.HALF:
        return draw_half_blocks(image, true_colour=mode.true_colour)
    return draw_mosaic(image, MOSAICS[down], true_colour=mode.true_colour)


def encode_pixels(request: PictureRequest, mode: GraphicsMode, part: Region | None = None) -> bytes:
    """Encode a picture, or a `part` of it in cells, as Sixel or PNG.

    Raises:
        PictureError: If the file is not a picture.
    """
    if mode.protocol is not Protocol.SIXEL and mode.is_fine:
        return encode_true_colour(request, mode.cell, part)
    image = index_picture(request, mode.cell, mode.colours)
    if part is not None:
        width, height = mode.cell
        image = image.crop(
            part.x * width, part.y * height, part.width * width, part.height * height
        )
    if mode.opaque:
        image = image.fill_background(request.background)
    return (
        _encode_sixels(image, mode.cell[1])
        if mode.protocol is Protocol.SIXEL
        else encode_png(image)
    )


def _encode_sixels(image: IndexedPicture, row: int) -> bytes:
    """Encode as one Sixel picture, or as several, split at rows of cells, if it is too tall."""
    rows = MAX_SIXEL_HEIGHT // row // BAND_ROWS * BAND_ROWS
    if image.pixels.shape[0] <= MAX_SIXEL_HEIGHT or not rows:
        return encode_sixel(image)
    height, width = image.pixels.shape
    pieces = (
        encode_sixel(image.crop(0, top, width, rows * row)) for top in range(0, height, rows * row)
    )
    return (b"\x1b8\x1b[%dB\x1b7" % rows).join(pieces).join((b"\x1b7", b"\x1b8"))
