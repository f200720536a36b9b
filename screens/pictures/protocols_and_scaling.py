"""The protocols that show pictures in a terminal, and functions that open and scale pictures."""

import struct
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from files.regular import open_binary

if TYPE_CHECKING:
    from PIL.Image import Image


class Protocol(StrEnum):
    """A way to show a picture; the values are those of `--images`."""

    KITTY = "kitty"
    SIXEL = "sixel"
    ITERM2 = "iterm2"
    OCTANT = "octant"
    SEXTANT = "sextant"
    QUAD = "quad"
    HALF = "half"
    NONE = "none"

    @property
    def label(self) -> str:
        return LABELS[self]

    @property
    def pixels(self) -> bool:
        """Whether the terminal draws real pixels over cells that Textual leaves blank."""
        return self in (Protocol.KITTY, Protocol.SIXEL, Protocol.ITERM2)

    @property
    def blocks(self) -> bool:
        """Whether the picture is made of coloured block characters."""
        return self in BLOCK_PIXELS


AUTO = "auto"
"""Instead of a protocol's name: use the best protocol that the terminal supports."""
BLOCK_PIXELS = {
    Protocol.OCTANT: (2, 4),
    Protocol.SEXTANT: (2, 3),
    Protocol.QUAD: (2, 2),
    Protocol.HALF: (1, 2),
}
"""Pixels across and down in a cell of block characters."""
MOSAICS = (Protocol.OCTANT, Protocol.SEXTANT, Protocol.QUAD)
"""Block characters with two pixels across, finest first."""
LABELS = {
    Protocol.KITTY: "Kitty graphics",
    Protocol.SIXEL: "Sixel",
    Protocol.ITERM2: "iTerm2 images",
    Protocol.OCTANT: "Octant blocks",
    Protocol.SEXTANT: "Sextant blocks",
    Protocol.QUAD: "Quadrant blocks",
    Protocol.HALF: "Half-blocks",
    Protocol.NONE: "Words",
}


MAX_PIXELS = 50_000_000
"""Larger files are refused: a few kilobytes can claim to hold gigabytes."""
DIM_OPACITY = 0.4
"""The opacity of a dimmed picture."""


class PictureError(ValueError):
    """A file that is not a picture or cannot be read; the message says which, and why."""


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """A picture file and the size and colours at which to render it."""

    path: Path
    columns: int
    """Width, in cells."""
    rows: int
    """Height, in cells."""
    background: tuple[int, int, int]
    """The colour around the picture and behind its transparent pixels."""
    dim: bool = False
    """Whether to fade it into the background, for a card that cannot be chosen."""


def scale_picture(
    picture: "Image", request: PictureRequest, cell: tuple[int, int], grid: tuple[int, int]
) -> "Image":
    """Scale a picture to fit its place, centred, with transparent pixels around it.

    Args:
        picture: The opened picture.
        request: Its size in cells, and whether it is dimmed.
        cell: Width and height of a cell in pixels.
        grid: Width and height of the result in pixels; pixels need not be square.

    Returns:
        An RGBA image of `grid` pixels.
    """
    from PIL import Image

    place = request.columns * cell[0], request.rows * cell[1]
    fit = min(place[0] / picture.width, place[1] / picture.height)
    width = max(1, min(grid[0], round(picture.width * fit * grid[0] / place[0])))
    height = max(1, min(grid[1], round(picture.height * fit * grid[1] / place[1])))
    if picture.mode not in ("RGB", "RGBA"):
        picture = picture.convert("RGBA")
    scaled = picture.resize((width, height), Image.Resampling.LANCZOS).convert("RGBA")
    if request.dim:
        shade = Image.new("RGBA", scaled.size, (*request.background, 255))
        shade.putalpha(scaled.getchannel("A"))
        scaled = Image.blend(shade, scaled, DIM_OPACITY)
    whole = Image.new("RGBA", grid, (0, 0, 0, 0))
    whole.paste(scaled, ((grid[0] - width) // 2, (grid[1] - height) // 2))
    return whole


def open_picture(path: Path) -> "Image":
    """Open and decode the picture in a file.

    Raises:
        PictureError: If the file is not a picture, or too large.
    """
    from PIL import Image

    from images.card import FORMATS
    from images.picture import DECODING_ERRORS, DECOMPRESSION_BOMBS

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


def flatten(image: "Image", background: tuple[int, int, int]) -> "Image":
    """Paste an RGBA image onto a background colour; return RGB."""
    from PIL import Image

    whole = Image.new("RGBA", image.size, (*background, 255))
    whole.alpha_composite(image)
    return whole.convert("RGB")


def measure_cell() -> tuple[int, int] | None:
    """Return a cell's width and height in pixels, or `None` if the system does not know them."""
    if sys.platform == "win32" or sys.__stderr__ is None:
        return None
    import fcntl
    import termios

    try:
        reply = fcntl.ioctl(sys.__stderr__.fileno(), termios.TIOCGWINSZ, bytes(8))
    except (OSError, ValueError):  # not a terminal, or a closed one
        return None
    rows, columns, width, height = struct.unpack("HHHH", reply)
    if not rows or not columns or width < columns or height < rows:
        return None
    return width // columns, height // rows
