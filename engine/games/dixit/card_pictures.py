"""Pictures of cards: as PNG for models, and as data URLs for pages."""

from base64 import b64encode
from functools import cache, lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import PIL
from PIL import Image

from engine.config.paths import get_cache_folder
from files.regular import read_bytes
from images.card_size import HEIGHT, WIDTH
from images.deck import DeckError
from images.deck_folder import get_builtin_deck_files
from images.disk_cache import DiskCache

QUALITY = 80
"""WebP quality of pictures in HTML pages."""
PNG_VERSION = 1
"""Version of the cached files; raise it when the output of `encode_png` changes."""


@lru_cache(maxsize=128)
def encode_png(file: Path) -> bytes:
    """Encode a picture as PNG, on white, with no metadata.

    A card of a user's deck keeps its size; one of the built-in deck, which is drawn for
    high-resolution screens, is scaled to 305 x 460 pixels and 256 colours. Pictures of up to 256
    colours get a palette, which is lossless and makes requests smaller.

    Choosing the colours is slow, so the result is cached on disk by the content of the file.

    Raises:
        DeckError: If it cannot be read.
    """
    data = _read_file(file)
    key = _build_png_key(file, data)
    png = _open_png_store().get(key)
    if png is None:
        picture = _decode_pixels(file.name, data)
        indexed = _dither_builtin(picture) if _is_builtin(file) else _reduce_to_palette(picture)
        out = BytesIO()
        (indexed or picture).save(out, "PNG", optimize=True)
        png = out.getvalue()
        _open_png_store().put(key, png)
    return png


def _build_png_key(file: Path, data: bytes) -> str:
    made_by = f"{PNG_VERSION}, Pillow {PIL.__version__}, {WIDTH} x {HEIGHT}, {_is_builtin(file)}"
    return f"PNG {made_by}: {sha256(data).hexdigest()}"


def _is_builtin(file: Path) -> bool:
    return file.parent == get_builtin_deck_files()[0]


@cache
def _open_png_store() -> DiskCache:
    return DiskCache(get_cache_folder("model-pictures"))


@lru_cache(maxsize=128)
def encode_data_url(file: Path) -> str:
    """Encode a picture as a `data:` URL, for pages that load no other file.

    Raises:
        DeckError: If it cannot be read.
    """
    out = BytesIO()
    read_pixels(file).save(out, "WEBP", quality=QUALITY)
    return "data:image/webp;base64," + b64encode(out.getvalue()).decode()


def read_pixels(file: Path) -> Image.Image:
    """Read the pixels of a picture on white, without the metadata of its file.

    Raises:
        DeckError: If it cannot be read.
    """
    return _decode_pixels(file.name, _read_file(file))


def _read_file(file: Path) -> bytes:
    try:
        return read_bytes(file)
    except OSError as error:
        raise _build_unreadable_error(file.name, error) from None


def _decode_pixels(name: str, data: bytes) -> Image.Image:
    try:
        with Image.open(BytesIO(data)) as picture:
            pixels = picture.convert("RGBA")
    except OSError as error:
        raise _build_unreadable_error(name, error) from None
    flat = Image.new("RGBA", pixels.size, "white")
    flat.alpha_composite(pixels)
    return Image.frombytes("RGB", pixels.size, flat.convert("RGB").tobytes())


def _build_unreadable_error(name: str, error: OSError) -> DeckError:
    return DeckError(f"{name} cannot be read: {error.strerror or 'it is damaged'}.")


def _dither_builtin(picture: Image.Image) -> Image.Image:
    """Scale to the size of a card and dither to 256 colours."""
    card = picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    palette = card.quantize(256, Image.Quantize.MEDIANCUT)
    return card.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)


def _reduce_to_palette(picture: Image.Image) -> Image.Image | None:
    """Convert to a palette without loss, if there are few enough colours."""
    colours = picture.getcolors(256)
    if colours is None:
        return None
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in colours for part in _get_channels(colour)])
    indexed = picture.quantize(palette=palette, dither=Image.Dither.NONE)
    same = indexed.convert("RGB").tobytes() == picture.tobytes()
    return indexed if same else None


def _get_channels(colour: object) -> tuple[int, ...]:
    return colour if isinstance(colour, tuple) else ()
