"""From a picture's file to pixels of the size at which it is shown."""

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


def canvas(look: Look, cell: tuple[int, int], grid: tuple[int, int]) -> "Image":
    """The picture in the middle of its place, as large as it fits; RGBA, transparent around it.

    Args:
        look: The picture and its place.
        cell: Width and height of a cell in pixels.
        grid: Pixels of the result in each direction; they need not be square.

    Raises:
        PictureError: If the file holds no picture.
    """
    from PIL import Image

    place = look.columns * cell[0], look.rows * cell[1]
    picture = opened(look.path)
    fit = min(place[0] / picture.width, place[1] / picture.height)
    width = max(1, min(grid[0], round(picture.width * fit * grid[0] / place[0])))
    height = max(1, min(grid[1], round(picture.height * fit * grid[1] / place[1])))
    picture = picture.resize((width, height), Image.Resampling.LANCZOS)
    if look.dim:
        shade = Image.new("RGBA", picture.size, (*look.ground, 255))
        shade.putalpha(picture.getchannel("A"))
        picture = Image.blend(shade, picture, DIMMED)
    whole = Image.new("RGBA", grid, (0, 0, 0, 0))
    whole.paste(picture, ((grid[0] - width) // 2, (grid[1] - height) // 2))
    return whole


def opened(path: Path) -> "Image":
    """The picture in a file, as RGBA.

    Raises:
        PictureError: If the file holds no picture, or one too large.
    """
    from PIL import Image

    try:
        with Image.open(path) as file:
            if file.width * file.height > MOST:
                raise PictureError(f"{path}: {file.width} x {file.height} pixels are too many.")
            return file.convert("RGBA")
    except OSError as error:
        why = error.strerror or "it is no picture, or a damaged one"
        raise PictureError(f"{path}: {why}.") from None
    except (ValueError, SyntaxError, Image.DecompressionBombError) as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError(f"{path}: it is no picture, or a damaged one.") from None


def grounded(image: "Image", ground: tuple[int, int, int]) -> "Image":
    """The picture upon its ground, as RGB."""
    from PIL import Image

    whole = Image.new("RGBA", image.size, (*ground, 255))
    whole.alpha_composite(image)
    return whole.convert("RGB")
