"""Looking into the file of one picture, whatever it may be."""

import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from PIL import Image, UnidentifiedImageError

from images.art.size import HEIGHT, WIDTH
from images.card import Finding, shown

LARGEST = 4
"""How many times as wide and as high a card may be."""
BYTES = 20_000_000
"""The most bytes that the file of a card may have."""
SLACK = 0.01
"""By how much a picture's proportions may differ from a card's."""

FORMATS = {"PNG": (".png",), "JPEG": (".jpg", ".jpeg"), "WEBP": (".webp",)}
"""What a card may be, as Pillow calls it, and how its file ends."""
ENDINGS = tuple(ending for endings in FORMATS.values() for ending in endings)
METADATA = ("exif", "xmp", "XML:com.adobe.xmp", "comment", "photoshop", "Raw profile type exif")
"""Where Pillow keeps what a camera or a program has written beside the pixels."""

BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)
DAMAGES = (
    OSError,  # cut short
    SyntaxError,  # Pillow's word for a broken PNG
    ValueError,
    TypeError,
    IndexError,
    KeyError,
    EOFError,
    OverflowError,
    AssertionError,
    struct.error,
    zlib.error,
)
"""What Pillow raises for files that are damaged, in its order of likelihood."""


@contextmanager
def careful() -> Iterator[None]:
    """While files from outside are opened: a decompression bomb is an error, not a warning.

    What Pillow warns of besides concerns metadata, which is not used.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        yield


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look into a file brought."""

    findings: tuple[Finding, ...]
    pixels: str = ""
    """SHA-256 of the pixels, empty if there are none."""


def look(file: Path, folder: Path) -> Looked:
    """Look whether a file is a picture that can be a card.

    Size and number of frames are looked at before a pixel is decoded. Call it in `careful()`.

    Args:
        file: The file, which may be anything.
        folder: The deck's, which it must not lead out of.
    """
    name = shown(file.name)
    try:
        wrong = _no_file(file, folder)
        if wrong:
            return Looked((Finding(name, wrong),))
        with Image.open(file, formats=tuple(FORMATS)) as picture:
            findings = tuple(Finding(name, says) for says in _faults(picture, file))
            if findings:
                return Looked(findings)
            picture.verify()  # the checksums of a PNG
        with Image.open(file, formats=tuple(FORMATS)) as picture:
            pixels = sha256(picture.convert("RGBA").tobytes()).hexdigest()
            notes = tuple(Finding(name, says, warning=True) for says in _warnings(picture))
            return Looked(notes, pixels)
    except PermissionError:
        return Looked((Finding(name, "may not be read: change its permissions."),))
    except UnidentifiedImageError:
        empty = "is empty" if not file.stat().st_size else "is no PNG, JPEG or WebP picture"
        return Looked((Finding(name, f"{empty}: put the picture there again."),))
    except BOMBS:
        return Looked((Finding(name, f"has far too many pixels: {_size()}."),))
    except DAMAGES as error:
        return Looked((Finding(name, damage(error)),))


def damage(error: Exception) -> str:
    """What a file has that made the system or Pillow raise this error."""
    if isinstance(error, OSError) and error.strerror:
        return f"cannot be opened: {error.strerror}."
    return f"is damaged or cut short ({shown(error)[:100]}): put the picture there again."


def _no_file(file: Path, folder: Path) -> str:
    """Why something is no file to open; a pipe would never answer."""
    if file.is_symlink() and not file.resolve().is_relative_to(folder.resolve()):
        return "is a link out of the folder: put the picture itself there."
    try:
        status = file.stat()
    except FileNotFoundError:
        return "is a link to nothing: put the picture itself there."
    if S_ISDIR(status.st_mode):
        return "is a folder, not a picture: rename it, or move it elsewhere."
    if not S_ISREG(status.st_mode):
        return "is a pipe or a device, not a picture: take it away."
    if status.st_size > BYTES:
        return f"is larger than {BYTES // 1_000_000} MB: {_size()}."
    return ""


def _faults(picture: Image.Image, file: Path) -> Iterator[str]:
    """Why a picture cannot be a card, as far as its header tells."""
    width, height = picture.size
    kind = "JPEG" if picture.format == "MPO" else picture.format or ""
    if file.suffix not in FORMATS[kind]:
        yield f"is a {kind} picture: rename it to {shown(file.stem + FORMATS[kind][0])}."
    if getattr(picture, "n_frames", 1) > 1:
        yield "is animated, or several pictures in one: a card is one that does not move."
    if picture.mode.startswith(("I", "F")):
        yield "has more than 8 bits for a shade of grey: parlour deck new converts it."
    if width > LARGEST * WIDTH or height > LARGEST * HEIGHT:
        yield f"has {width} x {height} pixels, which is too many: {_size()}."
    elif abs(width * HEIGHT / (height * WIDTH) - 1) > SLACK:
        yield f"has {width} x {height} pixels, which is another shape: {_size()}."


def _warnings(picture: Image.Image) -> Iterator[str]:
    width, height = picture.size
    if width < WIDTH * (1 - SLACK):
        yield f"has {width} x {height} pixels, so it will look blurred: {_size()}."
    if picture.getexif() or any(picture.info.get(key) for key in METADATA) or _texts(picture):
        yield (
            "carries metadata beside its pixels (a camera writes when and where there): "
            "parlour deck new takes it out."
        )


def _texts(picture: Image.Image) -> bool:
    return bool(getattr(picture, "text", None))


def _size() -> str:
    return f"a card has {WIDTH} x {HEIGHT}; parlour deck new crops and scales"
