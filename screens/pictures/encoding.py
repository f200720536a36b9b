"""Encode a picture for the terminal, once for each size and protocol."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from screens.pictures import BLOCK_PIXELS, Protocol
from screens.pictures.picture_scaling import (
    PictureError,
    PictureRequest,
    flatten,
    open_picture,
    scale_picture,
)
from words.file_access import read_bytes

if TYPE_CHECKING:
    from textual.geometry import Region
    from textual.strip import Strip

    from screens.pictures.pixel_encoders import IndexedPicture


VERSION = 1
"""Increase it whenever the same request is encoded to different bytes than before."""
BLOCK_CELL_BYTES = 500
"""Approximate memory of one cell of block characters, in bytes."""
DEFAULT_CELL = (10, 20)
"""The size of a cell in pixels if the terminal does not report it."""
FINE_CELL_HEIGHT = 28
"""Pixels of a cell from which on PNG pictures are sent in true colour: five times the bytes."""
MAX_COLOURS = 256
MAX_SIXEL_HEIGHT = 900
"""Pixels of the tallest Sixel picture: xterm accepts at most 1000."""


@dataclass(frozen=True, slots=True)
class GraphicsMode:
    """How this terminal shows pictures: the protocol and its limits."""

    protocol: Protocol
    cell: tuple[int, int] = DEFAULT_CELL
    """Width and height of a cell in pixels."""
    colours: int = MAX_COLOURS
    """The most colours in one Sixel picture."""
    opaque: bool = False
    """Whether Sixel must paint every pixel, as the terminal clears those that are left out."""
    tmux: bool = False
    """Whether Parlour runs inside tmux."""
    finest: Protocol = Protocol.QUAD
    """The finest block characters that the terminal is known to draw, for large letters."""

    @property
    def is_fine(self) -> bool:
        """Whether cells have the pixels of a HiDPI screen."""
        return self.cell[1] >= FINE_CELL_HEIGHT


type EncodedPicture = "tuple[Strip, ...] | bytes"
"""Rows of block characters, or the bytes of a PNG or of a Sixel escape sequence."""


def measure_bytes(prepared: EncodedPicture) -> int:
    """Estimate the memory of an encoded picture, in bytes."""
    if isinstance(prepared, bytes):
        return len(prepared)
    return BLOCK_CELL_BYTES * sum(strip.cell_length for strip in prepared)


def build_cache_key(request: PictureRequest, mode: GraphicsMode) -> str:
    """Build the key of an encoded picture in the disk cache, from all that its bytes depend on.

    Raises:
        PictureError: If the file cannot be read.
    """
    try:
        content = sha256(read_bytes(request.path)).hexdigest()
    except OSError as error:
        raise PictureError(f"{request.path}: {error.strerror}.") from None
    if mode.protocol is Protocol.SIXEL:
        form = "sixel"
    else:
        form = "png in true colour" if mode.is_fine else "png"
    size = (
        f"Look(path={Path()!r}, columns={request.columns}, rows={request.rows}, "
        f"ground={request.background}, dim={request.dim})"
    )
    parts = (VERSION, content, size, form, mode.cell, mode.colours, mode.opaque)
    return sha256(" ".join(map(str, parts)).encode()).hexdigest()


def render_blocks(request: PictureRequest, mode: GraphicsMode) -> "tuple[Strip, ...]":
    """Render a picture in block characters.

    Raises:
        PictureError: If the file is not a picture.
    """
    from screens.pictures.pixel_encoders import MOSAICS, draw_half_blocks, draw_mosaic

    across, down = BLOCK_PIXELS[mode.protocol]
    grid = request.columns * across, request.rows * down
    image = flatten(
        scale_picture(open_picture(request.path), request, mode.cell, grid), request.background
    )
    if mode.protocol is Protocol.HALF:
        return draw_half_blocks(image)
    return draw_mosaic(image, MOSAICS[down])


def encode_pixels(
    request: PictureRequest, mode: GraphicsMode, part: "Region | None" = None
) -> bytes:
    """Encode a picture, or a `part` of it in cells, as Sixel or PNG.

    Raises:
        PictureError: If the file is not a picture.
    """
    from screens.pictures.pixel_encoders import encode_png, encode_true_colour, index_picture

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


def _encode_sixels(image: "IndexedPicture", row: int) -> bytes:
    """Encode as one Sixel picture, or as several, split at rows of cells, if it is too tall."""
    from screens.pictures.pixel_encoders import BAND_ROWS, encode_sixel

    rows = MAX_SIXEL_HEIGHT // row // BAND_ROWS * BAND_ROWS
    if image.pixels.shape[0] <= MAX_SIXEL_HEIGHT or not rows:
        return encode_sixel(image)
    height, width = image.pixels.shape
    pieces = (
        encode_sixel(image.crop(0, top, width, rows * row)) for top in range(0, height, rows * row)
    )
    return (b"\x1b8\x1b[%dB\x1b7" % rows).join(pieces).join((b"\x1b7", b"\x1b8"))
