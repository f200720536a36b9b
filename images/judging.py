"""Judging a deck: everything that is wrong with a folder of cards."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from images.card import Card, Finding, shown
from images.describing import FEWEST, Known, Same, described
from images.metadata import ID, NAME, read_metadata
from images.picture_file import ENDINGS, careful, look

MOST = 1000
"""The most pictures that a deck may have."""
FOREIGN = (".gif", ".bmp", ".tif", ".tiff", ".heic", ".heif", ".avif", ".jp2", ".svg", ".jxl")
"""Endings of pictures that cannot be cards as they are."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is known of a deck after every file was looked into."""

    cards: Mapping[str, Card]
    """The cards that `deck.toml` describes."""
    pictures: Mapping[str, Path]
    """The file of each card's picture."""
    findings: tuple[Finding, ...]
    """Errors first."""

    @property
    def errors(self) -> list[Finding]:
        """What makes the deck unplayable."""
        return [finding for finding in self.findings if not finding.warning]

    @property
    def playable(self) -> bool:
        """Whether there is a game that can be played with it."""
        return not self.errors and len(self.cards) >= FEWEST

    @property
    def warnings(self) -> list[Finding]:
        """What the deck can be played with, but would be better without."""
        return [finding for finding in self.findings if finding.warning]


def judge(
    folder: Path,
    metadata: Path | None = None,
    *,
    same: Same | None = None,
    known: Known | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Judgement:
    """Judge the deck of a folder.

    Args:
        folder: Where the pictures lie.
        metadata: The file that describes them; `deck.toml` in the folder if None.
        same: Tells whether a caption names a tag; not asked if None.
        known: Tells whether the word-vector seats know a tag or a theme; not asked if None.
        progress: Told how many pictures of how many have been looked at.
    """
    cards, findings = read_metadata(metadata or folder / NAME)
    try:
        files = sorted(file for file in folder.iterdir() if _meant(file))
    except OSError as error:
        fault = Finding(shown(folder), f"cannot be read: {error.strerror}.")
        return Judgement(cards, {}, (fault,))
    if len(files) > MOST:
        fault = Finding(shown(folder), f"has {len(files)} pictures; a deck has at most {MOST}.")
        return Judgement(cards, {}, (fault,))
    pictures: dict[str, Path] = {}
    seen: dict[str, str] = {}
    with careful():
        for number, file in enumerate(files):
            findings += _one(file, folder, pictures, seen)
            if progress:
                progress(number + 1, len(files))
    pictures = dict(sorted(pictures.items()))
    if cards:  # else each picture would be told to lack a description
        findings += _unmatched(cards, pictures)
    findings += described(cards, same, known)
    return Judgement(cards, pictures, tuple(sorted(findings, key=lambda one: one.warning)))


def _meant(file: Path) -> bool:
    """Whether a file seems to be meant as a card."""
    return file.suffix.lower() in (*ENDINGS, *FOREIGN) and not file.name.startswith(".")


def _one(
    file: Path, folder: Path, pictures: dict[str, Path], seen: dict[str, str]
) -> Iterator[Finding]:
    """Look at one file, and note which card it is the picture of."""
    name = shown(file.name)
    if file.suffix.lower() in FOREIGN:
        yield Finding(name, "is no PNG, JPEG or WebP picture: parlour deck new converts some.")
        return
    identity = identity_for(file.stem)
    if not ID.fullmatch(file.stem) or file.suffix not in ENDINGS:
        yield Finding(
            name,
            "is named as no card is (a lower-case letter, then lower-case letters, digits or _): "
            f"rename it, for example to {identity}{file.suffix.lower()}.",
        )
        return
    if file.stem in pictures:
        other = shown(pictures[file.stem].name)
        yield Finding(name, f"is the card {identity} again, as {other} is: take one of them away.")
        return
    pictures[file.stem] = file
    looked = look(file, folder)
    yield from looked.findings
    if looked.pixels:
        first = seen.setdefault(looked.pixels, name)
        if first != name:
            yield Finding(name, f"is the same picture as {first}: take one of them away.")


def identity_for(name: str) -> str:
    """An id made of any name: `IMG 0012` becomes `img_0012`."""
    plain = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:50]
    return plain if ID.fullmatch(plain) else f"card_{plain}".rstrip("_")


def _unmatched(cards: Mapping[str, Card], pictures: Mapping[str, Path]) -> Iterator[Finding]:
    for identity in cards.keys() - pictures.keys():
        yield Finding(
            f"{NAME}, card {identity}:",
            f"there is no picture {identity}.png: put it there, or take the table out.",
        )
    for identity in pictures.keys() - cards.keys():
        yield Finding(
            shown(pictures[identity].name),
            f"is not described: add [cards.{identity}] to {NAME}, or take the picture away.",
        )
