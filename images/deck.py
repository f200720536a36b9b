"""A deck of picture cards, and the reader of `deck.toml`, which describes the cards.

`read_metadata` leaves faulty values out of their cards and reports them as `Finding`s, so that one
run finds all faults. A fingerprint identifies the deck of a saved game.
"""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from files.regular import read_bytes

HERE = Path(__file__).parent

# fmt: off
THEMES = frozenset((
    "adventure", "ambition", "balance", "beauty", "belonging", "captivity", "chance", "change",
    "chaos", "childhood", "conflict", "courage", "curiosity", "danger", "decay", "deception",
    "desire", "distance", "dream", "duty", "escape", "exile", "faith", "fate", "fear", "freedom",
    "friendship", "generosity", "greed", "growth", "guilt", "harmony", "hope", "humility",
    "identity", "illusion", "imagination", "innocence", "isolation", "journey", "joy", "justice",
    "knowledge", "loneliness", "longing", "loss", "love", "magic", "melancholy", "memory",
    "mystery", "nostalgia", "obsession", "order", "patience", "peace", "play", "power", "pride",
    "protection", "rebellion", "rebirth", "secrecy", "silence", "sleep", "solitude", "time",
    "travel", "trust", "truth", "vanity", "wisdom", "wonder",
))
# fmt: on
"""The themes of the built-in deck; other decks may have others."""

DEVICES = (
    "scale",
    "containment",
    "substitution",
    "hybrid",
    "inversion",
    "reflection",
    "portal",
    "transformation",
    "displacement",
    "repetition",
    "pattern",
    "paradox",
)
"""The devices by which a picture is surreal."""

PLACES = ("sky", "sea", "town", "forest", "desert", "interior", "emblem")
"""The settings of pictures."""

TONES = ("metaphorical", "literal")
"""The tones: whether a picture is a metaphor."""


class DeckError(ValueError):
    """A deck cannot be played; the message names the file or card and says what to do."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card, as described in `deck.toml`; all fields except the ID may be empty."""

    id: str
    """The name of its picture file without the suffix."""
    title: str = ""
    """Its name; shown only after the reveal."""
    caption: str = ""
    """The clue that a good storyteller would give; shown only after the reveal."""
    tags: tuple[str, ...] = ()
    """What the picture shows, literally."""
    themes: tuple[str, ...] = ()
    """What the picture may be about."""
    echoes: tuple[str, ...] = ()
    """Sayings and well-known titles that it recalls."""
    clues: tuple[str, ...] = ()
    """What storytellers may say of it."""
    tone: str = ""
    """One of `TONES`."""
    device: str = ""
    """One of `DEVICES`."""
    place: str = ""
    """One of `PLACES`."""
    palette: tuple[str, ...] = ()
    """The dominant colours, as `#rrggbb`."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of a deck."""

    where: str
    """The file, the card, or both."""
    says: str
    """What is wrong and what to do; completes the sentence that `where` begins."""
    warning: bool = False
    """Whether the deck can be played nevertheless."""

    def __str__(self) -> str:
        return f"{self.where} {self.says}"


def quote_name(name: object) -> str:
    """Return a file name for a message, with unprintable characters escaped."""
    text = str(name)
    return text if text.isprintable() else ascii(text)


DECK_FILE = "deck.toml"
FORMATS = {"PNG": (".png",), "JPEG": (".jpg", ".jpeg"), "WEBP": (".webp",)}
"""The formats of cards, by Pillow's names, and their suffixes."""
SUFFIXES = tuple(suffix for suffixes in FORMATS.values() for suffix in suffixes)
LARGEST_FILE = 4_000_000
"""Maximum size of the file in bytes."""
CARD_ID = re.compile(r"[a-z][a-z0-9_]{0,59}")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

TEXTS = {"title": 60, "caption": 200}
"""Keys with a text, and its maximum length."""
CHOICES = {"tone": TONES, "device": DEVICES, "place": PLACES}
"""Keys with one of a few words."""
LISTS = {"tags": 40, "themes": 40, "echoes": 100, "clues": 60, "palette": 7}
"""Keys with a list of texts, and the maximum length of an entry."""
MOST_ENTRIES = 24
KEYS = (*TEXTS, *CHOICES, *LISTS)


def read_metadata(file: Path) -> tuple[dict[str, Card], list[Finding]]:  # noqa: PLR0911 - a return for each fault
    """Read a `deck.toml`.

    Faulty values are left out of their cards, so that one run finds all faults.

    Returns:
        The cards in order of id, and the faults.
    """
    name = quote_name(file.name)
    try:
        if not file.is_file():  # reading a pipe might never end
            missing = "is not there" if not file.exists() else "is no file"
            return {}, [Finding(name, f"{missing}: a deck has one with a table for each card.")]
        data = read_bytes(file, LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            return {}, [Finding(name, f"is larger than {LARGEST_FILE:,} bytes.")]
        tables = tomllib.loads(data.decode("utf-8-sig"))
    except OSError as error:
        return {}, [Finding(name, f"cannot be read: {error.strerror}.")]
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return {}, [Finding(name, f"is not UTF-8 text (line {line}): save it as UTF-8.")]
    except tomllib.TOMLDecodeError as error:
        return {}, [Finding(name, f"is not TOML: {quote_name(error)}.")]
    except RecursionError:
        return {}, [Finding(name, "is not TOML that can be read: it is nested too deep.")]
    return _read_cards(tables, name)


def describe_unknown(what: str, name: str, known: Collection[str]) -> str:
    """Say that a name is unknown, which names there are, and the nearest one."""
    near = get_close_matches(name.lower(), known, 1)
    guess = f" Did you mean {near[0]!r}?" if near else ""
    return f"has no {what} {name[:60]!r}.{guess} There is: {', '.join(known)}."


def _read_cards(tables: dict[str, Any], name: str) -> tuple[dict[str, Card], list[Finding]]:
    faults = [
        Finding(name, describe_unknown("table", key, ("cards",)))
        for key in tables
        if key != "cards"
    ]
    described = tables.get("cards")
    if not isinstance(described, dict) or not described:
        faults.append(Finding(name, "describes no card: each has a table such as [cards.sea]."))
        return {}, faults
    cards = {}
    for identity, table in sorted(described.items()):
        where = f"{name}, card {quote_name(identity[:60])}:"
        if not CARD_ID.fullmatch(identity):
            faults.append(Finding(where, f"{_describe_id()} Rename it here, and its picture."))
        elif not isinstance(table, dict):
            faults.append(Finding(where, f"write it as a table, [cards.{identity}]."))
        else:
            cards[identity] = _read_card(identity, table, where, faults)
    return cards, faults


def _describe_id() -> str:
    return "an id is a lower-case letter, then lower-case letters, digits or _, at most 60 in all."


def _read_card(identity: str, table: dict[str, Any], where: str, faults: list[Finding]) -> Card:
    values: dict[str, Any] = {}
    for key, value in table.items():
        fault = _find_fault(key, value)
        if fault:
            faults.append(Finding(where, fault))
        elif isinstance(value, list):
            values[key] = tuple(value)
        else:
            values[key] = value
    return Card(identity, **values)


def _find_fault(key: str, value: object) -> str:
    """Say what is wrong with a value in a card's table; empty if nothing is."""
    if key not in KEYS:
        return describe_unknown("key", key, KEYS)
    if key in LISTS:
        return _find_list_fault(key, value)
    if not isinstance(value, str):
        return f"{key} is text in quotes, not {str(value)[:40]!r}."
    if key in CHOICES and value and value not in CHOICES[key]:
        return describe_unknown(key, value, CHOICES[key])
    return _find_text_fault(key, value, TEXTS.get(key, 60))


def _find_list_fault(key: str, value: object) -> str:
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        example = '["#204060"]' if key == "palette" else '["boat", "wave"]'
        return f"{key} is a list of texts such as {example}, not {str(value)[:40]!r}."
    if len(value) > MOST_ENTRIES:
        return f"{key} has {len(value)} entries; at most {MOST_ENTRIES} are allowed."
    return next(_find_entry_faults(key, value), "")


def _find_entry_faults(key: str, entries: list[str]) -> Iterator[str]:
    for place, entry in enumerate(entries):
        if not entry.strip():
            yield f"{key} has an empty entry: take it out."
        elif key == "palette" and not COLOUR.fullmatch(entry):
            yield f"palette has colours as #rrggbb, not {entry[:20]!r}."
        elif entry in entries[:place]:
            yield f"{key} has {entry[:40]!r} twice."
        elif fault := _find_text_fault(key, entry, LISTS[key]):
            yield fault


def _find_text_fault(key: str, text: str, longest: int) -> str:
    if not text.isprintable():
        return f"{key} is one line without control characters, not {text[:40]!r}."
    if len(text) > longest:
        return f"{key} has at most {longest} characters, not {len(text)}."
    return ""


@dataclass(frozen=True, eq=False)
class Deck:
    """The cards of one folder."""

    folder: Path
    """The folder of the pictures."""
    cards: Mapping[str, Card]
    """The cards by id, in order of id."""
    pictures: Mapping[str, Path]
    """Each card's picture file, by id."""

    def get_path(self, identity: str) -> Path:
        """The picture file of a card.

        Raises:
            DeckError: If the deck has no such card.
        """
        if identity not in self.pictures:
            raise DeckError(f"{quote_name(self.folder)} has no card {identity[:60]!r}.")
        return self.pictures[identity]

    def can_continue(self, fingerprint: str) -> bool:
        """Whether a game that began with the deck of this fingerprint can continue with this one.

        Raises:
            DeckError: If a picture can no longer be read.
        """
        return fingerprint == self.fingerprint

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of IDs and pictures, in hexadecimal, which identifies the deck.

        Raises:
            DeckError: If a picture cannot be read any more.
        """
        whole = sha256()
        for identity, file in self.pictures.items():
            try:
                picture = read_bytes(file)
            except OSError as error:
                raise DeckError(f"{quote_name(file)} cannot be read: {error.strerror}.") from None
            whole.update(f"{identity} {len(picture)}\n".encode())
            whole.update(picture)
        return whole.hexdigest()


def resolve_path(where: str) -> Path:
    """Return the absolute path of what a user typed.

    Raises:
        DeckError: If it is not a path, or names the home folder of an unknown user.
    """
    if not where or "\0" in where:
        raise DeckError(f"{where[:300]!r} is no name of a folder.")
    try:
        return Path(where).expanduser().absolute()
    except RuntimeError:
        raise DeckError(f"There is no such home folder: {quote_name(where[:300])}.") from None


def find_deck_folder(where: str) -> Path:
    """Return the folder of a deck.

    Raises:
        DeckError: If there is no such folder.
    """
    folder = resolve_path(where)
    try:
        if folder.is_dir():
            return folder
        what = "is a file, not a folder" if folder.exists() else "is not there"
    except (OSError, ValueError):  # no permission, or an invalid name
        what = "cannot be opened"
    raise DeckError(
        f"The deck {quote_name(where[:300])} {what}: "
        f"give a folder with pictures and {DECK_FILE} (parlour deck new makes one)."
    )


def get_builtin_deck_files() -> tuple[Path, Path]:
    """The folder of the built-in cards, and the file that describes them."""
    return HERE / "cards", HERE / DECK_FILE
