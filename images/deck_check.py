"""Check whether a folder is a deck: its pictures, and whether `deck.toml` describes them."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from images.card import CARD_ID, SUFFIXES, Card
from images.card_count import SMALLEST_GAME, check_card_count
from images.deck_file import read_metadata
from images.deck_finding import Finding
from images.deck_folder import DECK_FILE
from images.description_check import ContainsWord, KnowsWord, check_descriptions
from images.quoted_name import quote_name

MOST_CARDS = 1000
"""Maximum number of pictures in a deck."""


UNSUPPORTED_SUFFIXES = (
    ".gif",
    ".bmp",
    ".tif",
    ".tiff",
    ".heic",
    ".heif",
    ".avif",
    ".jp2",
    ".svg",
    ".jxl",
)
"""Suffixes of pictures that cannot be cards without conversion."""


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """The result of checking a deck."""

    cards: Mapping[str, Card]
    """The cards that `deck.toml` describes."""
    pictures: Mapping[str, Path]
    """Each card's picture file."""
    findings: tuple[Finding, ...]
    """Errors first."""

    @property
    def errors(self) -> list[Finding]:
        """Findings that prevent games with the deck."""
        return [finding for finding in self.findings if not finding.warning]

    @property
    def is_playable(self) -> bool:
        """Whether the smallest game can be played with it."""
        return not self.errors and len(self.cards) >= SMALLEST_GAME

    @property
    def warnings(self) -> list[Finding]:
        """Findings that do not prevent games with the deck."""
        return [finding for finding in self.findings if finding.warning]


def check_deck(
    folder: Path,
    metadata: Path | None = None,
    *,
    contains_word: ContainsWord | None = None,
    knows_word: KnowsWord | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> DeckCheck:
    """Check the deck in a folder.

    Args:
        folder: The folder of the pictures.
        metadata: The file that describes them; `deck.toml` in the folder if None.
        contains_word: Checks whether a caption names a tag; skipped if None.
        knows_word: Checks whether the baselines know a tag or theme; skipped if None.
        progress: Called with the number of pictures that are checked, and of all.
    """
    from images.picture_check import decode_strictly  # noqa: PLC0415 - Pillow, only when a deck is checked

    cards, findings = read_metadata(metadata or folder / DECK_FILE)
    try:
        files = sorted(file for file in folder.iterdir() if _is_card_file(file))
    except OSError as error:
        fault = Finding(quote_name(folder), f"cannot be read: {error.strerror}.")
        return DeckCheck(cards, {}, (fault,))
    if len(files) > MOST_CARDS:
        fault = Finding(
            quote_name(folder), f"has {len(files)} pictures; a deck has at most {MOST_CARDS}."
        )
        return DeckCheck(cards, {}, (fault,))
    pictures: dict[str, Path] = {}
    seen: dict[str, str] = {}
    with decode_strictly():
        for number, file in enumerate(files):
            findings += _check_file(file, folder, pictures, seen)
            if progress:
                progress(number + 1, len(files))
    pictures = dict(sorted(pictures.items()))
    if cards:  # without cards, every picture would get a finding
        findings += _check_pairs(cards, pictures)
    findings += check_card_count(len(cards))
    findings += check_descriptions(cards, contains_word, knows_word)
    return DeckCheck(cards, pictures, tuple(sorted(findings, key=lambda one: one.warning)))


def _is_card_file(file: Path) -> bool:
    """Whether a file is a picture that the user probably means as a card."""
    return file.suffix.lower() in (*SUFFIXES, *UNSUPPORTED_SUFFIXES) and not file.name.startswith(
        "."
    )


def _check_file(
    file: Path, folder: Path, pictures: dict[str, Path], seen: dict[str, str]
) -> Iterator[Finding]:
    """Check a picture file, and add it to `pictures`."""
    from images.picture_check import check_picture  # noqa: PLC0415 - Pillow, only when a deck is checked

    name = quote_name(file.name)
    if file.suffix.lower() in UNSUPPORTED_SUFFIXES:
        yield Finding(name, "is no PNG, JPEG or WebP picture: parlour deck new converts some.")
        return
    identity = derive_card_id(file.stem)
    if not CARD_ID.fullmatch(file.stem) or file.suffix not in SUFFIXES:
        yield Finding(
            name,
            "is named as no card is (a lower-case letter, then lower-case letters, digits or _): "
            f"rename it, for example to {identity}{file.suffix.lower()}.",
        )
        return
    if file.stem in pictures:
        other = quote_name(pictures[file.stem].name)
        yield Finding(name, f"is the card {identity} again, as {other} is: take one of them away.")
        return
    pictures[file.stem] = file
    check = check_picture(file, folder)
    yield from check.findings
    if check.pixels:
        first = seen.setdefault(check.pixels, name)
        if first != name:
            yield Finding(name, f"is the same picture as {first}: take one of them away.")


def derive_card_id(name: str) -> str:
    """Derive a card ID from any name: `img_0012` from `IMG 0012`."""
    plain = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:50]
    return plain if CARD_ID.fullmatch(plain) else f"card_{plain}".rstrip("_")


def _check_pairs(cards: Mapping[str, Card], pictures: Mapping[str, Path]) -> Iterator[Finding]:
    for identity in cards.keys() - pictures.keys():
        yield Finding(
            f"{DECK_FILE}, card {identity}:",
            f"there is no picture {identity}.png: put it there, or take the table out.",
        )
    for identity in pictures.keys() - cards.keys():
        yield Finding(
            quote_name(pictures[identity].name),
            f"is not described: add [cards.{identity}] to {DECK_FILE}, or take the picture away.",
        )
