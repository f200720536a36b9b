"""Create a deck from a folder of photographs or drawings.

Each picture is cropped to the size of a card, converted to sRGB and freed of metadata. The new
`deck.toml` has an empty description for each card.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from files.regular import open_binary
from files.replacement import open_folder_draft, replace_file
from images.card_size import HEIGHT, WIDTH
from images.colour_reduction import reduce_colours
from images.corners import round_corners
from images.deck import DeckError
from images.deck_check import MOST_CARDS, derive_card_id
from images.deck_finding import Finding
from images.deck_folder import DECK_FILE
from images.picture_check import (
    DECODING_ERRORS,
    DECOMPRESSION_BOMBS,
    decode_strictly,
    describe_damage,
)
from images.quoted_name import quote_name

INPUT_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "AVIF", "JPEG2000", "PPM")
"""Formats that can become cards, by Pillow's names."""
VERTICAL_CENTRE = 0.4
"""The vertical centre of crops of tall pictures: more of the top is kept, because of heads."""
SRGB = ImageCms.createProfile("sRGB")
BACKGROUND = (255, 255, 255)
"""The colour of transparent parts."""

HEADER = """\
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
#   clues    what Parlour's own player may say of it: ["Not today", "Almost there"]
#
# See what is still missing: parlour deck check FOLDER
"""


@dataclass
class CreatedDeck:
    """The result of creating a deck."""

    folder: Path
    """The folder of the deck."""
    cards: list[str] = field(default_factory=list)
    """The ids of its cards."""
    left_out: list[Finding] = field(default_factory=list)
    """The files that could not become cards, and why."""


def create_deck(
    photos: Path, folder: Path, progress: Callable[[int, int, str], None] | None = None
) -> CreatedDeck:
    """Create a deck: crop each picture to the size of a card and drop its metadata.

    The folder appears only when the deck is complete.

    Args:
        photos: A folder with pictures; its subfolders are ignored.
        folder: The folder for the deck; a new one, or an empty one.
        progress: Called with the number of files done and of all, and the next file's name.

    Raises:
        DeckError: If there is no picture, or the folder cannot be created.
    """
    files = _list_files(photos)
    with _complete_folder(folder) as unfinished:
        made = CreatedDeck(folder)
        names: dict[str, str] = {}
        seen: dict[bytes, str] = {}
        for number, file in enumerate(files):
            if progress:
                progress(number, len(files), quote_name(file.name))
            try:
                card = _read_card(file)
            except _CardError as error:
                made.left_out.append(Finding(quote_name(file.name), str(error)))
                continue
            first = seen.setdefault(sha256(card.tobytes()).digest(), quote_name(file.name))
            if first != quote_name(file.name):
                made.left_out.append(
                    Finding(quote_name(file.name), f"is the same picture as {first}.")
                )
                continue
            identity = _find_free_id(derive_card_id(file.stem), names)
            names[identity] = quote_name(file.name)
            small = reduce_colours(round_corners(card))
            picture = BytesIO()
            small.save(picture, format="PNG", optimize=True)
            replace_file(unfinished / f"{identity}.png", picture.getvalue(), durable=False)
        made.cards = sorted(names)
        if not made.cards:
            why = f" {made.left_out[0]}" if made.left_out else ""
            raise DeckError(f"There is no picture in {quote_name(photos)} to make a card of.{why}")
        tables = [_format_table(identity, names[identity]) for identity in made.cards]
        replace_file(unfinished / DECK_FILE, "\n".join((HEADER, *tables)))
    return made


class _CardError(ValueError):
    """A file cannot become a card; the message says why."""


def _list_files(photos: Path) -> list[Path]:
    """The files of a folder in order of name, without hidden ones."""
    try:
        if not photos.is_dir():
            what = "is no folder" if photos.exists() else "is not there"
            raise DeckError(f"{quote_name(photos)} {what}: give a folder with pictures.")
        files = sorted(file for file in photos.iterdir() if not file.name.startswith("."))
    except OSError as error:
        raise DeckError(f"{quote_name(photos)} cannot be read: {error.strerror}.") from None
    files = [file for file in files if not file.is_dir()]
    if len(files) > MOST_CARDS:
        raise DeckError(
            f"{quote_name(photos)} has {len(files)} files; a deck has at most {MOST_CARDS} cards."
        )
    return files


@contextmanager
def _complete_folder(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder that is renamed on success and removed otherwise.

    Raises:
        DeckError: If the folder exists and is not empty, or cannot be written.
    """
    try:
        if folder.exists() and not folder.is_dir():
            raise DeckError(f"{quote_name(folder)} is a file: name a folder that is not there yet.")
        if folder.exists() and any(folder.iterdir()):
            raise DeckError(
                f"{quote_name(folder)} is not empty: name a folder that is not there yet."
            )
        with open_folder_draft(folder) as unfinished:
            yield unfinished
    except FileNotFoundError:
        raise DeckError(
            f"{quote_name(folder)} cannot be made: there is no folder {quote_name(folder.parent)}."
        ) from None
    except OSError as error:
        raise DeckError(f"{quote_name(folder)} cannot be made: {error.strerror}.") from None


def _read_card(file: Path) -> Image.Image:
    """Read a picture, as RGB at the size of a card.

    Raises:
        _CardError: If the file is no readable picture.
    """
    try:
        if not file.is_file():  # opening a pipe might never return
            raise _CardError("is no file.")
        with (
            decode_strictly(),
            open_binary(file) as opened,
            Image.open(opened, formats=INPUT_FORMATS) as picture,
        ):
            if (
                getattr(picture, "is_animated", False) and picture.format != "MPO"
            ):  # MPO: several lenses
                raise _CardError("is animated: save one picture of it.")
            picture.draft("RGB", (2 * WIDTH, 2 * HEIGHT))  # a JPEG is read at the size needed
            upright = _flatten(ImageOps.exif_transpose(picture))
            size, where = (WIDTH, HEIGHT), (0.5, VERTICAL_CENTRE)
            card = ImageOps.fit(upright, size, Image.Resampling.LANCZOS, centering=where)
            return Image.frombytes("RGB", size, card.tobytes())  # only pixels, without metadata
    except PermissionError:
        raise _CardError("may not be read: change its permissions.") from None
    except UnidentifiedImageError:
        heic = file.suffix.lower() in (".heic", ".heif")
        says = "is HEIC: save it as JPEG first." if heic else "is no picture of a known kind."
        raise _CardError(says) from None
    except DECOMPRESSION_BOMBS:
        raise _CardError("has far too many pixels: scale it down first.") from None
    except _CardError:
        raise
    except DECODING_ERRORS as error:
        raise _CardError(describe_damage(error)) from None


def _flatten(picture: Image.Image) -> Image.Image:
    """Convert a picture to RGB, with the background in transparent parts."""
    if picture.mode.startswith("I"):  # 16 bits of grey, which a plain conversion would cut off
        picture = picture.point(lambda value: value / 257).convert("L")
    if profile := picture.info.get("icc_profile"):
        picture = _convert_to_srgb(picture, profile)
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    picture = picture.convert("RGBA")
    background = Image.new("RGBA", picture.size, (*BACKGROUND, 255))
    return Image.alpha_composite(background, picture).convert("RGB")


def _convert_to_srgb(picture: Image.Image, profile: bytes) -> Image.Image:
    """Convert a picture from its own colour profile to sRGB."""
    mode = "RGBA" if picture.mode == "RGBA" else "RGB"
    try:
        turned = ImageCms.profileToProfile(
            picture, ImageCms.ImageCmsProfile(BytesIO(profile)), SRGB, outputMode=mode
        )
    except (ImageCms.PyCMSError, OSError):  # an unusable profile: keep the colours
        return picture
    return turned or picture


def _find_free_id(identity: str, taken: dict[str, str]) -> str:
    """The id, with a number appended if it is taken."""
    names = (identity, *(f"{identity}_{number}" for number in range(2, MOST_CARDS + 2)))
    return next(name for name in names if name not in taken)


def _format_table(identity: str, file: str) -> str:
    return f'# {file}\n[cards.{identity}]\ntitle = ""\ncaption = ""\ntags = []\nthemes = []\n'
