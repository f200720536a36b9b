"""Making a deck of a folder of photographs or drawings."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from images.art.drawing import rounded
from images.art.palette import paletted
from images.art.size import HEIGHT, WIDTH
from images.card import DeckError, Finding, shown
from images.judging import MOST, identity_for
from images.metadata import NAME
from images.picture_file import BOMBS, DAMAGES, careful, damage

READ = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "AVIF", "JPEG2000", "PPM")
"""The kinds of files that cards are made of, as Pillow calls them."""
ABOVE = 0.4
"""Where a picture that is too high is cut: more of its top stays, where heads are."""
SRGB = ImageCms.createProfile("sRGB")
PAPER = (255, 255, 255)
"""What shows where a picture is transparent."""

TOP = """\
# What the cards of this deck show. Every line may stay empty, but
# - word2vec and glove play only a deck whose cards all have tags and themes,
# - key D, screen readers and --images none tell a card by its tags.
#
#   title    a name, 1 to 5 words; nobody sees it before a round is over
#   caption  the clue that a good storyteller would give: it hints at the picture, fits one or two
#            others as well, and names nothing that is to be seen
#   tags     4 to 8 things that are to be seen: ["boat", "wave", "gull"]
#   themes   4 to 8 things that it may be about, each on three cards or more: ["hope", "journey"]
#   echoes   sayings, songs, books that it calls to mind: ["Any port in a storm"]
#
# See what is still missing: parlour deck check FOLDER
"""


@dataclass
class Made:
    """What became of a folder of pictures."""

    folder: Path
    """The new deck."""
    cards: list[str] = field(default_factory=list)
    """The ids of its cards."""
    left_out: list[Finding] = field(default_factory=list)
    """The files that became no cards, and why."""


def make_deck(
    photos: Path, folder: Path, progress: Callable[[int, int, str], None] | None = None
) -> Made:
    """Make a deck: each picture cropped to the size of a card, without its metadata.

    The folder appears when the deck is whole; until then, nothing does.

    Args:
        photos: A folder with pictures; folders in it are not looked into.
        folder: Where the deck is to be; not there yet, or empty.
        progress: Told how many files of how many are done, and the next one's name.

    Raises:
        DeckError: If there is no picture, or the folder cannot be made.
    """
    files = _files(photos)
    with _whole(folder) as unfinished:
        made = Made(folder)
        names: dict[str, str] = {}
        seen: dict[bytes, str] = {}
        for number, file in enumerate(files):
            if progress:
                progress(number, len(files), shown(file.name))
            try:
                card = _card(file)
            except _NoCardError as error:
                made.left_out.append(Finding(shown(file.name), str(error)))
                continue
            first = seen.setdefault(sha256(card.tobytes()).digest(), shown(file.name))
            if first != shown(file.name):
                made.left_out.append(Finding(shown(file.name), f"is the same picture as {first}."))
                continue
            identity = _free(identity_for(file.stem), names)
            names[identity] = shown(file.name)
            paletted(rounded(card), refine=0).save(unfinished / f"{identity}.png", optimize=True)
        made.cards = sorted(names)
        if not made.cards:
            why = f" {made.left_out[0]}" if made.left_out else ""
            raise DeckError(f"There is no picture in {shown(photos)} to make a card of.{why}")
        tables = [_table(identity, names[identity]) for identity in made.cards]
        (unfinished / NAME).write_text("\n".join((TOP, *tables)), encoding="utf-8")
    return made


class _NoCardError(ValueError):
    """A file that cannot become a card, and why."""


def _files(photos: Path) -> list[Path]:
    """The files of a folder that are not hidden, in order of their names."""
    try:
        if not photos.is_dir():
            what = "is no folder" if photos.exists() else "is not there"
            raise DeckError(f"{shown(photos)} {what}: give a folder with pictures.")
        files = sorted(file for file in photos.iterdir() if not file.name.startswith("."))
    except OSError as error:
        raise DeckError(f"{shown(photos)} cannot be read: {error.strerror}.") from None
    files = [file for file in files if not file.is_dir()]
    if len(files) > MOST:
        raise DeckError(f"{shown(photos)} has {len(files)} files; a deck has at most {MOST} cards.")
    return files


@contextmanager
def _whole(folder: Path) -> Iterator[Path]:
    """A folder to work in, which takes its place when all went well and is gone otherwise.

    Raises:
        DeckError: If the place is taken, or cannot be written to.
    """
    unfinished = folder.parent / f".{folder.name}.{os.getpid()}.unfinished"
    try:
        if folder.exists() and not folder.is_dir():
            raise DeckError(f"{shown(folder)} is a file: name a folder that is not there yet.")
        if folder.exists() and any(folder.iterdir()):
            raise DeckError(f"{shown(folder)} is not empty: name a folder that is not there yet.")
        unfinished.mkdir()
        try:
            yield unfinished
            if folder.exists():
                folder.rmdir()
            unfinished.rename(folder)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
    except FileNotFoundError:
        raise DeckError(
            f"{shown(folder)} cannot be made: there is no folder {shown(folder.parent)}."
        ) from None
    except OSError as error:
        raise DeckError(f"{shown(folder)} cannot be made: {error.strerror}.") from None


def _card(file: Path) -> Image.Image:
    """The picture of a file at the size of a card, as RGB.

    Raises:
        _NoCardError: If it is none that can be read.
    """
    try:
        if not file.is_file():  # a pipe would never answer
            raise _NoCardError("is no file.")
        with careful(), Image.open(file, formats=READ) as picture:
            if getattr(picture, "is_animated", False) and picture.format != "MPO":  # two lenses
                raise _NoCardError("is animated: save one picture of it.")
            picture.draft("RGB", (2 * WIDTH, 2 * HEIGHT))  # a JPEG is read at the size needed
            upright = _flat(ImageOps.exif_transpose(picture))
            size, where = (WIDTH, HEIGHT), (0.5, ABOVE)
            card = ImageOps.fit(upright, size, Image.Resampling.LANCZOS, centering=where)
            return Image.frombytes("RGB", size, card.tobytes())  # nothing but pixels
    except PermissionError:
        raise _NoCardError("may not be read: change its permissions.") from None
    except UnidentifiedImageError:
        heic = file.suffix.lower() in (".heic", ".heif")
        says = "is HEIC: save it as JPEG first." if heic else "is no picture of a known kind."
        raise _NoCardError(says) from None
    except BOMBS:
        raise _NoCardError("has far too many pixels: scale it down first.") from None
    except _NoCardError:
        raise
    except DAMAGES as error:
        raise _NoCardError(damage(error)) from None


def _flat(picture: Image.Image) -> Image.Image:
    """The picture as RGB, on paper where it is transparent."""
    if picture.mode.startswith("I"):  # 16 bits of grey, which a plain conversion would cut off
        picture = picture.point(lambda value: value / 257).convert("L")
    if profile := picture.info.get("icc_profile"):
        picture = _usual_colours(picture, profile)
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    picture = picture.convert("RGBA")
    paper = Image.new("RGBA", picture.size, (*PAPER, 255))
    return Image.alpha_composite(paper, picture).convert("RGB")


def _usual_colours(picture: Image.Image, profile: bytes) -> Image.Image:
    """The picture in sRGB, from the colours of a camera or a printer."""
    mode = "RGBA" if picture.mode == "RGBA" else "RGB"
    try:
        turned = ImageCms.profileToProfile(
            picture, ImageCms.ImageCmsProfile(BytesIO(profile)), SRGB, outputMode=mode
        )
    except (ImageCms.PyCMSError, OSError):  # a profile of no use: the colours as they stand
        return picture
    return turned or picture


def _free(identity: str, taken: dict[str, str]) -> str:
    """The id, or with a number behind it if it is taken."""
    names = (identity, *(f"{identity}_{number}" for number in range(2, MOST + 2)))
    return next(name for name in names if name not in taken)


def _table(identity: str, file: str) -> str:
    return f'# {file}\n[cards.{identity}]\ntitle = ""\ncaption = ""\ntags = []\nthemes = []\n'
