"""Write, check and read the files of a bench such as DixitBench."""

import csv
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import StringIO
from pathlib import Path

import pandas as pd
from pydantic import BaseModel, ValidationError

from engine.export.csv_cell import restore_cell
from engine.forms.folding import fold_words
from engine.text import clean
from engine.validation import explain_mistake
from files.regular import read_bytes
from files.replacement import open_folder_draft, replace_file
from images.deck import Deck, DeckError
from images.deck_reader import open_deck
from lab.csv import format_csv
from lab.errors import BenchError
from lab.papers.dixitworld.card_similarity_file import read_matrix, write_matrix
from lab.papers.dixitworld.item_drawing import DISTRACTORS, TIERS, Item, Tier, build_items

BUILTIN = Path(__file__).parent / "dixitbench"


CLUES, MATRIX, ITEMS, MANIFEST = "clues.csv", "similarity.csv", "items.csv", "bench.toml"


LONGEST_CLUE = 200


VERSION_LENGTH = 8
"""The digits of the hash that are the version of a bench without another."""


MAX_BYTES = 50_000_000


class Manifest(BaseModel, strict=True):
    """What `bench.toml` says."""

    name: str
    version: str
    hash: str
    deck: str
    fingerprint: str
    seed: str = ""
    similarity: str = ""
    tiers: str = ""


@dataclass(frozen=True)
class Bench:
    """A bench whose files have been checked."""

    folder: Path
    """Its own folder."""
    name: str
    version: str
    hash: str
    """The first 16 digits of the SHA-256 of clues, matrix and items."""
    deck: str
    """The folder of the deck; empty for the built-in one."""
    fingerprint: str
    """The fingerprint of the deck."""
    about: Mapping[str, str]
    """How it was made."""
    items: tuple[Item, ...]
    similarity: pd.DataFrame
    clues: tuple[tuple[str, str], ...]
    """Cards and clues; a card may have several."""

    def read_similarity(self) -> pd.DataFrame:
        """Read the whole matrix; `similarity` has the cards of its items alone.

        Raises:
            BenchError: If the matrix lacks a card of the deck.
        """
        return read_matrix(self.folder / MATRIX, sorted(self.open_deck().cards))

    @property
    def label(self) -> str:
        """Name, version and hash, for results."""
        return f"{self.name} {self.version} ({self.hash})"

    def open_deck(self) -> Deck:
        """Open its deck.

        Raises:
            BenchError: If it is missing or has changed.
        """
        try:
            deck = open_deck(self.deck)
            same = deck.can_continue(self.fingerprint)
        except DeckError as error:
            raise BenchError(f"{self.folder / MANIFEST}: {error}") from None
        if not same:
            raise BenchError(
                f"The cards of {self.name} have changed since it was made: bring the old ones "
                "back, or make a new bench with: parlour lab bench build"
            )
        return deck


def read_clues(path: Path, cards: Iterable[str]) -> dict[str, str]:
    """Read `card,clue` from a CSV file.

    Raises:
        BenchError: If it cannot be read, names an unknown card, or two clues are alike.
    """
    rows = read_table(path)
    if rows and not {"card", "clue"} <= rows[0].keys():
        raise BenchError(f"{path} needs a head line with these names between commas: card,clue.")
    if not rows:
        raise BenchError(f"{path} has no clues: a head line card,clue, then a line for each card.")
    known, clues, said = set(cards), dict[str, str](), dict[tuple[str, ...], str]()
    for number, row in enumerate(rows, 2):
        card, clue = row["card"] or "", clean(row["clue"] or "", LONGEST_CLUE)
        place = f"{path}, line {number}"
        if card not in known:
            raise BenchError(f"{place}: the deck has no card {card[:60]!r}.")
        if not fold_words(clue):
            raise BenchError(f"{place}: the clue of {card} is empty.")
        if card in clues:
            raise BenchError(f"{place}: {card} has two clues.")
        if (other := said.setdefault(fold_words(clue), card)) != card:
            raise BenchError(f"{place}: {card} and {other} have the same clue.")
        clues[card] = clue
    return clues


def check_folder(folder: Path, *, replace: bool = False) -> None:
    """Check that a new bench may be written into a folder.

    Args:
        folder: A new or empty folder.
        replace: Whether a bench in it may be replaced.

    Raises:
        BenchError: If there is something else in it.
    """
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    is_bench = (folder / ITEMS).is_file()
    if not is_bench:
        raise BenchError(f"{folder} is not empty, and holds no bench. Name a new folder.")
    if not replace:
        raise BenchError(f"{folder} holds a bench. Name a new folder, or replace it: --replace.")


def write_bench(
    folder: Path,
    deck: Deck,
    clues: Mapping[str, str],
    similarity: pd.DataFrame,
    *,
    where: str = "",
    name: str = "DixitBench",
    version: str = "1",
    seed: str = "42",
    tiers: Sequence[Tier] = TIERS,
    source: str = "",
) -> Bench:
    """Build a bench and write its files.

    Args:
        folder: The folder of the bench; it is created if it is missing.
        deck: The cards.
        clues: By id of a card.
        similarity: A square table over the cards.
        where: The folder of the deck as `open_deck` takes it; empty for the built-in one.
        name: The name of the bench.
        version: Its version.
        seed: Decides which distractors are drawn.
        tiers: The tiers.
        source: The source of the similarity.

    Raises:
        BenchError: If the deck is too small for a tier.
        OSError: If a file cannot be written.
    """
    items = build_items(similarity, clues, seed, tiers)
    about = {
        "seed": seed,
        "similarity": source,
        "tiers": ", ".join(f"{one.name}: ranks {one.first} to {one.last}" for one in tiers),
    }
    return write_items(
        folder, deck, items, similarity, about, where=where, name=name, version=version
    )


def write_items(
    folder: Path,
    deck: Deck,
    items: Sequence[Item],
    similarity: pd.DataFrame,
    about: Mapping[str, str],
    *,
    where: str = "",
    name: str = "DixitBench",
    version: str = "",
) -> Bench:
    """Write the files of a bench with these items.

    Args:
        folder: The folder of the bench; it is created if it is missing.
        deck: The cards.
        items: The items.
        similarity: A square table over the cards.
        about: How it was made: `seed`, `similarity`, `tiers`.
        where: The folder of the deck as `open_deck` takes it; empty for the built-in one.
        name: The name of the bench.
        version: Its version; empty for the first digits of its hash.

    Raises:
        OSError: If a file cannot be written.
    """
    clues = dict.fromkeys((item.target, item.clue) for item in items)
    heads = ("item", "tier", "target", "clue", *(f"distractor_{n}" for n in range(1, 6)))
    rows = ((one.id, one.tier, one.target, one.clue, *one.distractors) for one in items)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open_folder_draft(folder, replace=True) as draft:
        _write_rows(draft / CLUES, ("card", "clue"), clues)
        write_matrix(similarity, draft / MATRIX)
        _write_rows(draft / ITEMS, heads, rows)
        digest = hash_files(draft)
        facts = Manifest(
            name=name,
            version=version or digest[:VERSION_LENGTH],
            hash=digest,
            deck=where,
            fingerprint=deck.fingerprint,
            **about,
        )
        lines = [
            f"{key} = {json.dumps(value, ensure_ascii=False).replace(chr(127), '')}"
            for key, value in facts.model_dump().items()
        ]
        replace_file(draft / MANIFEST, "\n".join(lines) + "\n")
    return open_bench(str(folder))


def open_bench(where: str = "") -> Bench:
    """Open a bench and check it.

    Args:
        where: Its folder; empty for the built-in one.

    Raises:
        BenchError: If it is not a bench, or its files do not belong together.
    """
    folder = Path(where).expanduser() if where else BUILTIN
    for name in (MANIFEST, CLUES, MATRIX, ITEMS):
        refuse_link(folder / name)
    try:
        return _open_bench(folder, hash_files(folder))
    except OSError as error:
        raise BenchError(
            f"{folder} is no bench: {error.strerror}. Make one with: parlour lab bench build"
        ) from None


def refuse_link(path: Path) -> None:
    """Refuse a file of a bench that is a link.

    Raises:
        BenchError: If it is one.
    """
    if path.is_symlink():
        raise BenchError(f"{path} is a link: a bench reads no file from elsewhere.")


@lru_cache(maxsize=4)
def _open_bench(folder: Path, digest: str) -> Bench:
    told: dict[str, object] = {}
    try:
        told = tomllib.loads(read_bytes(folder / MANIFEST, 100_000).decode("utf-8"))
        facts = Manifest.model_validate(told)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BenchError(f"{folder / MANIFEST} is damaged: {error}.") from None
    except ValidationError as error:
        raise BenchError(f"{folder / MANIFEST}: {explain_mistake(Manifest, error, told)}") from None
    except RecursionError:
        raise BenchError(f"{folder / MANIFEST}: it is nested too deep.") from None
    if facts.hash != digest:
        raise BenchError(
            f"{folder}: its files have changed since it was made (hash {clean(facts.hash, 40)})."
        )
    rows = read_table(folder / ITEMS)
    try:
        clues = tuple((row["card"], row["clue"]) for row in read_table(folder / CLUES))
        items = tuple(
            Item(
                row["item"],
                row["tier"],
                row["target"],
                row["clue"],
                tuple(row[f"distractor_{number}"] for number in range(1, DISTRACTORS + 1)),
            )
            for row in rows
        )
    except KeyError as error:
        raise BenchError(f"{folder} is damaged: a table in it has no column {error}.") from None
    cards = sorted({card for item in items for card in item.cards})
    matrix = read_matrix(folder / MATRIX, cards)
    about = facts.model_dump(include={"seed", "similarity", "tiers"})
    name, version = clean(facts.name), clean(facts.version)
    deck, fingerprint = facts.deck, facts.fingerprint
    return Bench(folder, name, version, digest, deck, fingerprint, about, items, matrix, clues)


def hash_files(folder: Path) -> str:
    """Hash the clues, the matrix and the items of a bench."""
    whole = sha256()
    for name in (CLUES, MATRIX, ITEMS):
        data = read_bytes(folder / name, MAX_BYTES)
        whole.update(f"{name} {len(data)}\n".encode() + data)
    return whole.hexdigest()[:16]


def read_table(path: Path) -> list[dict[str, str]]:
    """Read a CSV file as rows of text.

    Raises:
        BenchError: If it cannot be read.
    """
    try:
        text = read_bytes(path, MAX_BYTES).decode("utf-8-sig")
    except OSError as error:
        raise BenchError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BenchError(f"{path} is not UTF-8 text.") from None
    try:
        return [
            {name: restore_cell(cell) for name, cell in row.items() if name}
            for row in csv.DictReader(StringIO(text), restval="", strict=True)
        ]
    except csv.Error as error:
        raise BenchError(f"{path} is no table: {error}.") from None


def _write_rows(path: Path, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    replace_file(path, format_csv(pd.DataFrame([*rows], columns=[*heads], dtype=object)))
