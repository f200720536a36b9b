"""Open a picture and scale it to the pixels of its cells; measure a cell of the terminal."""

import struct
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

MOST = 50_000_000
"""Pixels of the largest file that is opened: a few kilobytes can claim to hold gigabytes."""
DIMMED = 0.4
"""How much of a picture is left where it is dimmed."""


class PictureError(ValueError):
    """A file that is no picture, or cannot be read: which, and why."""


@dataclass(frozen=True, slots=True)
class Look:
    """One picture as it is to be seen."""

    path: Path
    columns: int
    """Width of its place, in cells."""
    rows: int
    """Height of its place, in cells."""
    ground: tuple[int, int, int]
    """The colour around it, which shows through where the picture is transparent."""
    dim: bool = False
    """Sunk into the ground, as what cannot be chosen."""


def canvas(picture: "Image", look: Look, cell: tuple[int, int], grid: tuple[int, int]) -> "Image":
    """A picture in the middle of its place, as large as it fits; RGBA, transparent around it.

    Args:
        picture: The picture as it was opened.
        look: How it is to be seen.
        cell: Width and height of a cell in pixels.
        grid: Pixels of the result in each direction; they need not be square.
    """
    from PIL import Image

    place = look.columns * cell[0], look.rows * cell[1]
    fit = min(place[0] / picture.width, place[1] / picture.height)
    width = max(1, min(grid[0], round(picture.width * fit * grid[0] / place[0])))
    height = max(1, min(grid[1], round(picture.height * fit * grid[1] / place[1])))
    scaled = picture.convert("RGBA").resize((width, height), Image.Resampling.LANCZOS)
    if look.dim:
        shade = Image.new("RGBA", scaled.size, (*look.ground, 255))
        shade.putalpha(scaled.getchannel("A"))
        scaled = Image.blend(shade, scaled, DIMMED)
    whole = Image.new("RGBA", grid, (0, 0, 0, 0))
    whole.paste(scaled, ((grid[0] - width) // 2, (grid[1] - height) // 2))
    return whole


def opened(path: Path) -> "Image":
    """The picture in a file.

    Raises:
        PictureError: If the file holds no picture, or one too large.
    """
    from PIL import Image

    from images.picture_file import BOMBS, DAMAGES, FORMATS

    try:
        with Image.open(path, formats=tuple(FORMATS)) as file:
            if file.width * file.height > MOST:
                raise PictureError(f"{path}: {file.width} x {file.height} pixels are too many.")
            file.load()
            return file
    except PictureError:
        raise
    except BOMBS:
        raise PictureError(f"{path}: too many pixels.") from None
    except DAMAGES as error:
        why = getattr(error, "strerror", None) or "it is no picture, or a damaged one"
        raise PictureError(f"{path}: {why}.") from None


def grounded(image: "Image", ground: tuple[int, int, int]) -> "Image":
    """A picture upon its ground, as RGB."""
    from PIL import Image

    whole = Image.new("RGBA", image.size, (*ground, 255))
    whole.alpha_composite(image)
    return whole.convert("RGB")


def cell_of_window() -> tuple[int, int] | None:
    """Width and height of a cell in pixels, if the system knows the window's size in pixels."""
    if sys.platform == "win32" or sys.__stderr__ is None:
        return None
    import fcntl
    import termios

    try:
        said = fcntl.ioctl(sys.__stderr__.fileno(), termios.TIOCGWINSZ, bytes(8))
    except (OSError, ValueError):  # no terminal, or one that was closed
        return None
    rows, columns, width, height = struct.unpack("HHHH", said)
    if not rows or not columns or width < columns or height < rows:
        return None
    return width // columns, height // rows
