"""Check whether a folder of pictures is a deck for the game, and open decks without errors.

`check_deck` checks the picture files, compares them with `deck.toml`, and warns about missing or
unsuitable descriptions. `open_deck` opens the built-in deck or one that passes the check.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from images.deck import (
    CARD_ID,
    DECK_FILE,
    SUFFIXES,
    Card,
    Deck,
    DeckError,
    Finding,
    find_deck_folder,
    get_builtin_deck_files,
    quote_name,
    read_metadata,
)

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
USUAL_GAME, SMALLEST_GAME = 60, 3
"""Cards in a game with default options (four streams of 15), and in the smallest game."""

type ContainsWord = Callable[[str, str], object]
"""Says whether a text contains a word or a form of it."""
type KnowsWord = Callable[[str], bool]
"""Says whether the word-vector baselines know a word."""


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
    from images.picture_check import strict_decoding  # it imports Pillow

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
    with strict_decoding():
        for number, file in enumerate(files):
            findings += _check_file(file, folder, pictures, seen)
            if progress:
                progress(number + 1, len(files))
    pictures = dict(sorted(pictures.items()))
    if cards:  # without cards, every picture would get a finding
        findings += _check_pairs(cards, pictures)
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
    from images.picture_check import check_picture

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


def check_descriptions(
    cards: Mapping[str, Card],
    contains_word: ContainsWord | None,
    knows_word: KnowsWord | None,
) -> Iterator[Finding]:
    """Yield warnings about missing or unsuitable descriptions."""
    yield from _check_card_count(cards)
    yield from _check_missing_words(cards)
    yield from _check_rare_themes(cards)
    yield from _check_repeated_texts(cards)
    if contains_word:
        yield from _check_captions(cards, contains_word)
    if knows_word:
        yield from _check_unknown_words(cards, knows_word)


def _check_card_count(cards: Mapping[str, Card]) -> Iterator[Finding]:
    count = len(cards)
    if 0 < count < USUAL_GAME:
        says = f"cannot be dealt to anybody: the smallest game takes {SMALLEST_GAME}."
        if count >= SMALLEST_GAME:
            says = (
                f"are not enough for a usual game, which takes {USUAL_GAME}: "
                f"play {suggest_smaller_game(count)}."
            )
        yield _build_warning(_format_count(cards, "card"), says)


def suggest_smaller_game(cards: int) -> str:
    """Suggest options for a game with few cards and as many rounds as possible.

    Each of four seats needs a hand, and a card for each round of a phase but the first.

    Args:
        cards: The number of cards, from 3 to 59.
    """
    each = cards // 4
    if each >= 4:
        return f"fewer rounds (--set rounds={2 * (each - 3)})"
    if each:
        return f"with smaller hands (--set hand={each} --set rounds=2)"
    return "three at a table (--set rules=boxed --set players=3 --set hand=1)"


def _check_missing_words(cards: Mapping[str, Card]) -> Iterator[Finding]:
    bare = [card.id for card in cards.values() if not (card.tags and card.themes)]
    if bare:
        yield _build_warning(
            f"{_format_count(bare, 'card')} of {len(cards)}",
            f"without tags or without themes ({format_some(bare)}): word2vec and glove cannot play "
            "this deck, and key D has no words for a picture without tags.",
        )


def _check_rare_themes(cards: Mapping[str, Card]) -> Iterator[Finding]:
    themes = Counter(theme for card in cards.values() for theme in card.themes)
    lone = sorted(theme for theme, count in themes.items() if count == 1)
    if lone and len(cards) > 1:
        yield _build_warning(
            _format_count(lone, "theme"),
            f"on one card only ({format_some(lone)}): "
            "a clue made of such a theme points at its card.",
        )


def _check_repeated_texts(cards: Mapping[str, Card]) -> Iterator[Finding]:
    for key in ("title", "caption"):
        same = defaultdict(list)
        for card in cards.values():
            if text := getattr(card, key):
                same[text.casefold()].append(card.id)
        for ids in same.values():
            if len(ids) > 1:
                yield _build_warning(format_some(ids), f"have the same {key}.")


def _check_captions(cards: Mapping[str, Card], contains_word: ContainsWord) -> Iterator[Finding]:
    for card in cards.values():
        named = [tag for tag in card.tags if contains_word(card.caption, tag)]
        if named:
            says = f"the caption names {format_some(named)}, so that as a clue it tells too much."
            yield _build_warning(f"{DECK_FILE}, card {card.id}:", says)


def _check_unknown_words(cards: Mapping[str, Card], knows_word: KnowsWord) -> Iterator[Finding]:
    words = sorted({word for card in cards.values() for word in (*card.tags, *card.themes)})
    unknown = [word for word in words if not knows_word(word)]
    if unknown:
        yield _build_warning(
            _format_count(unknown, "tag or theme", "tags or themes"),
            f"that word2vec or glove does not know ({format_some(unknown)}): "
            "to them it says nothing; find a simpler word.",
        )


def _build_warning(where: str, says: str) -> Finding:
    return Finding(where, says, warning=True)


def _format_count(things: Collection[object], one: str, many: str = "") -> str:
    return f"{len(things)} {one if len(things) == 1 else many or one + 's'}"


def format_some(names: Sequence[str], most: int = 4) -> str:
    """List the first few names, and how many more there are."""
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + rest


def open_deck(where: str = "") -> Deck:
    """Open a deck; cached.

    Args:
        where: The folder of a deck; empty for the built-in deck.

    Raises:
        DeckError: If it cannot be played.
    """
    return _open_builtin() if not where else _open_folder(find_deck_folder(where))


@cache
def _open_builtin() -> Deck:
    """Open the built-in deck without a check, as tests check it."""
    folder, metadata = get_builtin_deck_files()
    cards, findings = read_metadata(metadata)
    if findings:
        raise DeckError(f"The built-in deck is damaged: {findings[0]}")
    pictures = {identity: folder / f"{identity}.webp" for identity in cards}
    for file in pictures.values():
        if not file.is_file():
            raise DeckError(f"The built-in deck is damaged: {quote_name(file)} is missing.")
    return Deck(folder, cards, pictures)


@cache
def _open_folder(folder: Path) -> Deck:
    check = check_deck(folder)
    require_no_errors(folder, check.errors)
    return Deck(folder, check.cards, check.pictures)


def require_no_errors(folder: Path, errors: list[Finding]) -> None:
    """Refuse a deck with errors.

    Raises:
        DeckError: If there are errors; the message quotes the first and says how to see all.
    """
    if errors:
        more = f" And {len(errors) - 1} more." if len(errors) > 1 else ""
        raise DeckError(
            f"The deck {quote_name(folder)} cannot be played: {errors[0]}{more} "
            f"See: parlour deck check {quote_name(folder)}"
        )
