"""Check whether a file is a picture that can be a card; the file is untrusted."""

import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from os.path import realpath
from pathlib import Path
from stat import S_ISDIR, S_ISREG

import PIL.WebPImagePlugin  # noqa: F401 - else Pillow imports 45 formats to read a card
from PIL import Image, UnidentifiedImageError

from files.regular import open_binary
from images.card import FORMATS
from images.card_size import HEIGHT, WIDTH
from images.deck_finding import Finding
from images.quoted_name import quote_name

LARGEST_SCALE = 4
"""Maximum width and height of a picture, in multiples of a card's."""
LARGEST_FILE = 20_000_000
"""Maximum size of a picture file in bytes."""
TOLERANCE = 0.01
"""Maximum relative difference of the proportions of a picture and a card."""

METADATA_KEYS = (
    "exif",
    "xmp",
    "XML:com.adobe.xmp",
    "comment",
    "photoshop",
    "Raw profile type exif",
)
"""The keys under which Pillow stores metadata."""

DECOMPRESSION_BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)
DECODING_ERRORS = (
    OSError,  # cut short
    SyntaxError,  # what Pillow raises for a broken PNG
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
"""The errors that Pillow raises for damaged files, most likely first."""


@contextmanager
def decode_strictly() -> Iterator[None]:
    """Make a decompression bomb an error while untrusted files are opened.

    Pillow's other warnings concern metadata, which is not used.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        yield


@dataclass(frozen=True, slots=True)
class PictureCheck:
    """The result of checking a file."""

    findings: tuple[Finding, ...]
    pixels: str = ""
    """SHA-256 of the pixels; empty if it is no valid picture."""


def check_picture(file: Path, folder: Path) -> PictureCheck:  # noqa: PLR0911 - a return for each fault
    """Check whether a file is a picture that can be a card.

    Size and number of frames are checked before a pixel is decoded. Call it in `decode_strictly()`.

    Args:
        file: The file.
        folder: The deck's folder; links out of it are refused.
    """
    name = quote_name(file.name)
    try:
        fault = _find_file_fault(file, folder)
        if fault:
            return PictureCheck((Finding(name, fault),))
        with open_binary(file) as opened, Image.open(opened, formats=tuple(FORMATS)) as picture:
            findings = tuple(Finding(name, says) for says in _find_faults(picture, file))
            if findings:
                return PictureCheck(findings)
            picture.verify()  # it checks the checksums of a PNG
        with open_binary(file) as opened, Image.open(opened, formats=tuple(FORMATS)) as picture:
            pixels = sha256(picture.convert("RGBA").tobytes()).hexdigest()
            notes = tuple(Finding(name, says, warning=True) for says in _find_warnings(picture))
            return PictureCheck(notes, pixels)
    except PermissionError:
        return PictureCheck((Finding(name, "may not be read: change its permissions."),))
    except UnidentifiedImageError:
        empty = "is empty" if not file.stat().st_size else "is no PNG, JPEG or WebP picture"
        return PictureCheck((Finding(name, f"{empty}: put the picture there again."),))
    except DECOMPRESSION_BOMBS:
        return PictureCheck((Finding(name, f"has far too many pixels: {_describe_size()}."),))
    except DECODING_ERRORS as error:
        return PictureCheck((Finding(name, describe_damage(error)),))


def describe_damage(error: Exception) -> str:
    """Describe the damage of a file from the error of the system or Pillow."""
    if isinstance(error, OSError) and error.strerror:
        return f"cannot be opened: {error.strerror}."
    return f"is damaged or cut short ({quote_name(error)[:100]}): put the picture there again."


def _find_file_fault(file: Path, folder: Path) -> str:
    """Find a reason not to open a path; opening a pipe might never return."""
    # Not `Path.resolve`, which raises RuntimeError in Python 3.12 if a link leads to itself.
    if file.is_symlink() and not Path(realpath(file)).is_relative_to(realpath(folder)):
        return "is a link out of the folder: put the picture itself there."
    try:
        status = file.stat()
    except FileNotFoundError:
        return "is a link to nothing: put the picture itself there."
    if S_ISDIR(status.st_mode):
        return "is a folder, not a picture: rename it, or move it elsewhere."
    if not S_ISREG(status.st_mode):
        return "is a pipe or a device, not a picture: take it away."
    if status.st_size > LARGEST_FILE:
        return f"is larger than {LARGEST_FILE // 1_000_000} MB: {_describe_size()}."
    return ""


def _find_faults(picture: Image.Image, file: Path) -> Iterator[str]:
    """Yield why a picture cannot be a card, judging by its header."""
    width, height = picture.size
    kind = "JPEG" if picture.format == "MPO" else picture.format or ""
    if file.suffix not in FORMATS[kind]:
        yield f"is a {kind} picture: rename it to {quote_name(file.stem + FORMATS[kind][0])}."
    if getattr(picture, "n_frames", 1) > 1:
        yield "is animated, or several pictures in one: a card is one that does not move."
    if picture.mode.startswith(("I", "F")):
        yield "has more than 8 bits for a shade of grey: parlour deck new converts it."
    if width > LARGEST_SCALE * WIDTH or height > LARGEST_SCALE * HEIGHT:
        yield f"has {width} x {height} pixels, which is too many: {_describe_size()}."
    elif abs(width * HEIGHT / (height * WIDTH) - 1) > TOLERANCE:
        yield f"has {width} x {height} pixels, which is another shape: {_describe_size()}."


def _find_warnings(picture: Image.Image) -> Iterator[str]:
    width, height = picture.size
    if width < WIDTH * (1 - TOLERANCE):
        yield f"has {width} x {height} pixels, so it will look blurred: {_describe_size()}."
    if (
        picture.getexif()
        or any(picture.info.get(key) for key in METADATA_KEYS)
        or _has_text(picture)
    ):
        yield (
            "carries metadata beside its pixels (a camera writes when and where there): "
            "parlour deck new takes it out."
        )


def _has_text(picture: Image.Image) -> bool:
    return bool(getattr(picture, "text", None))


def _describe_size() -> str:
    return f"a card has {WIDTH} x {HEIGHT}; parlour deck new crops and scales"
