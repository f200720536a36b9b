"""Cards as models and pages get them: the picture alone, without a name or a note in the file."""

from base64 import b64encode
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from images.deck import DeckError

if TYPE_CHECKING:
    from PIL.Image import Image

QUALITY = 80
"""Of the pictures in pages, on the scale of WebP."""


@lru_cache(maxsize=128)
def as_png(file: Path) -> bytes:
    """A picture in its full size as PNG, on white, with no chunk but those that draw it.

    Up to 256 colours get a palette, which loses nothing and keeps questions short.

    Raises:
        DeckError: If it cannot be read.
    """
    picture = bare(file)
    out = BytesIO()
    (_indexed(picture) or picture).save(out, "PNG", optimize=True)
    return out.getvalue()


@lru_cache(maxsize=128)
def as_data(file: Path) -> str:
    """A picture as an address that holds it, for a page that loads nothing.

    Raises:
        DeckError: If it cannot be read.
    """
    out = BytesIO()
    bare(file).save(out, "WEBP", quality=QUALITY)
    return "data:image/webp;base64," + b64encode(out.getvalue()).decode()


def bare(file: Path) -> "Image":
    """The pixels of a picture on white, and nothing else that its file says.

    Raises:
        DeckError: If it cannot be read.
    """
    from PIL import Image

    try:
        with Image.open(file) as picture:
            seen = picture.convert("RGBA")
    except OSError as error:
        raise DeckError(
            f"{file.name} cannot be read: {error.strerror or 'it is damaged'}."
        ) from None
    flat = Image.new("RGBA", seen.size, "white")
    flat.alpha_composite(seen)
    return Image.frombytes("RGB", seen.size, flat.convert("RGB").tobytes())


def _indexed(picture: "Image") -> "Image | None":
    """The same pixels with a palette, if it has room for their colours."""
    from PIL import Image

    colours = picture.getcolors(256)
    if colours is None:
        return None
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in colours for part in _parts(colour)])
    indexed = picture.quantize(palette=palette, dither=Image.Dither.NONE)
    same = indexed.convert("RGB").tobytes() == picture.tobytes()
    return indexed if same else None


def _parts(colour: object) -> tuple[int, ...]:
    return colour if isinstance(colour, tuple) else ()
