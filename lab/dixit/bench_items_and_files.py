"""Draw the items of benches such as DixitBench, and write, check and read the files of a bench.

An item is a clue, the card that it describes, and five distractors, drawn by their similarity to
that card. A bench is a folder with `clues.csv`, `similarity.csv`, `items.csv` and `bench.toml`,
which has the version and the hash of the other three. Every result includes that hash.
"""

import csv
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import StringIO
from pathlib import Path
from random import Random

import numpy as np
import pandas as pd

from engine.forms.folding import fold_words
from engine.text import clean
from files.regular import read_bytes
from images.deck import Deck, DeckError
from images.deck_check import open_deck
from lab.dixit.card_similarity import read_matrix, write_matrix
from lab.errors import BenchError

BUILTIN = Path(__file__).parent / "dixitbench"
CLUES, MATRIX, ITEMS, MANIFEST = "clues.csv", "similarity.csv", "items.csv", "bench.toml"
DISTRACTORS = 5
LONGEST_CLUE = 200
MAX_BYTES = 50_000_000


@dataclass(frozen=True, slots=True)
class Tier:
    """A tier of difficulty: the ranks of similarity to the target of its distractors."""

    name: str
    first: int
    """The first rank; 1 is the most similar card."""
    last: int
    """The last rank."""


TIERS = (Tier("hard", 1, 5), Tier("medium", 10, 20), Tier("easy", 30, 80))
"""The tiers of the paper (appendix E)."""
TIER_ORDER = ("easy", "medium", "hard")
"""The order in tables."""


@dataclass(frozen=True, slots=True)
class Item:
    """One item: which of six cards does the clue mean?"""

    id: str
    tier: str
    target: str
    clue: str
    distractors: tuple[str, ...]

    @property
    def cards(self) -> tuple[str, ...]:
        """All its cards, target first; not the order in which they are shown."""
        return (self.target, *self.distractors)


@dataclass(frozen=True)
class Bench:
    """A bench whose files have been checked."""

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
    clues: Mapping[str, str]

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
            raise BenchError(str(error)) from None
        if not same:
            raise BenchError(
                f"The cards of {self.name} have changed since it was made: bring the old ones "
                "back, or make a new bench with: parlour lab bench build"
            )
        return deck


def parse_tiers(given: Iterable[str]) -> tuple[Tier, ...]:
    """Parse tiers with other ranks, such as `medium=8-15`.

    Raises:
        BenchError: If a text is invalid, or its tier is unknown.
    """
    tiers = {one.name: one for one in TIERS}
    for text in given:
        name, _, ranks = text.partition("=")
        first, _, last = ranks.partition("-")
        if name not in tiers or not (first.isdecimal() and last.isdecimal()):
            raise BenchError(
                f"A tier is hard, medium or easy with its ranks: medium=8-15, not {text[:40]!r}."
            )
        if not 1 <= int(first) <= int(last) - DISTRACTORS + 1:
            raise BenchError(f"{text[:40]}: a tier has at least {DISTRACTORS} ranks, from 1 on.")
        tiers[name] = Tier(name, int(first), int(last))
    return tuple(tiers.values())


def build_items(
    similarity: pd.DataFrame,
    clues: Mapping[str, str],
    seed: str = "42",
    tiers: Sequence[Tier] = TIERS,
) -> list[Item]:
    """Draw distractors for each target and tier by their rank of similarity (appendix E).

    Ranks are those of the other cards by falling similarity to the target; equally similar cards
    are ranked by their ids. Where a deck has fewer cards than a tier has ranks, its last ranks are
    missing.

    Args:
        similarity: A square table with ids of cards as index and columns.
        clues: By id of a card: its clue. A card without a clue is a distractor only.
        seed: Decides which cards of the tier's ranks are drawn.
        tiers: The tiers, in the order of the items of a target.

    Raises:
        BenchError: If the deck is too small for a tier.
    """
    items = []
    for target, clue in clues.items():
        ranked = rank_others(similarity, target)
        for tier in tiers:
            near = ranked[tier.first - 1 : tier.last]
            if len(near) < DISTRACTORS:
                raise BenchError(
                    f"The tier {tier.name} needs {tier.first + DISTRACTORS} cards; there are "
                    f"{len(ranked) + 1}. Give other ranks, such as --tier {tier.name}=6-12."
                )
            rng = Random(f"{seed}/{target}/{tier.name}")
            drawn = near if len(near) == DISTRACTORS else rng.sample(near, DISTRACTORS)
            items.append(Item(f"{target}-{tier.name}", tier.name, target, clue, tuple(drawn)))
    return items


def rank_others(similarity: pd.DataFrame, target: str) -> list[str]:
    """Rank all cards but the target, the most similar first."""
    row = similarity.loc[target].drop(target)
    return sorted(row.index, key=lambda card: (-row[card], card))


def order_candidates(item: Item, seed: str) -> tuple[str, ...]:
    """Order an item's cards as they are shown: the same for every player and strategy."""
    cards = sorted(item.cards)
    return tuple(Random(f"{seed}/{item.id}").sample(cards, len(cards)))


def order_tiers(names: Iterable[str]) -> list[str]:
    """Order names of tiers without repetition: easy, medium, hard, then others in their order."""
    return sorted(dict.fromkeys(names), key=lambda name: (*TIER_ORDER, name).index(name))


def describe_similarity(similarity: pd.DataFrame, items: Iterable[Item]) -> pd.DataFrame:
    """Describe the similarity of all pairs of cards, and of target and distractor by tier (app. F).

    Returns:
        Rows `all pairs` and each tier: `pairs`, `mean`, `median`, `sd` (of the population), `min`,
        `max`; and `ratio`, the mean of the tier over the mean of `easy`, where there is one.
    """
    above = similarity.to_numpy(float)[np.triu_indices(len(similarity), 1)]
    groups: dict[str, list[float]] = {}
    for item in items:
        found = similarity.loc[item.target, list(item.distractors)]
        groups.setdefault(item.tier, []).extend(float(one) for one in found)
    order = order_tiers(groups)
    rows = {"all pairs": above, **{name: np.array(groups[name]) for name in order}}
    table = pd.DataFrame(
        {
            name: {
                "pairs": len(values),
                "mean": values.mean() if len(values) else np.nan,
                "median": np.median(values) if len(values) else np.nan,
                "sd": values.std() if len(values) else np.nan,
                "min": values.min() if len(values) else np.nan,
                "max": values.max() if len(values) else np.nan,
            }
            for name, values in rows.items()
        }
    ).T.astype({"pairs": int})
    easy = table["mean"].get("easy", float("nan"))
    table["ratio"] = [table["mean"][name] / easy if name in groups else np.nan for name in rows]
    return table


def read_clues(path: Path, cards: Iterable[str]) -> dict[str, str]:
    """Read `card,clue` from a CSV file.

    Raises:
        BenchError: If it cannot be read, names an unknown card, or two clues are alike.
    """
    rows = _read_rows(path)
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
    folder.mkdir(parents=True, exist_ok=True)
    _write_rows(folder / CLUES, ("card", "clue"), clues.items())
    write_matrix(similarity, folder / MATRIX)
    heads = ("item", "tier", "target", "clue", *(f"distractor_{n}" for n in range(1, 6)))
    rows = ((one.id, one.tier, one.target, one.clue, *one.distractors) for one in items)
    _write_rows(folder / ITEMS, heads, rows)
    facts = {
        "name": name,
        "version": version,
        "hash": _hash_files(folder),
        "deck": where,
        "fingerprint": deck.fingerprint,
        "seed": seed,
        "similarity": source,
        "tiers": ", ".join(f"{one.name}: ranks {one.first} to {one.last}" for one in tiers),
    }
    lines = [
        f"{key} = {json.dumps(value, ensure_ascii=False).replace(chr(127), '')}"
        for key, value in facts.items()
    ]
    (folder / MANIFEST).write_text("\n".join(lines) + "\n", "utf-8")
    return open_bench(str(folder))


def open_bench(where: str = "") -> Bench:
    """Open a bench and check it.

    Args:
        where: Its folder; empty for the built-in one.

    Raises:
        BenchError: If it is not a bench, or its files do not belong together.
    """
    folder = Path(where).expanduser() if where else BUILTIN
    try:
        return _open_bench(folder, _hash_files(folder))
    except OSError as error:
        raise BenchError(
            f"{folder} is no bench: {error.strerror}. Make one with: parlour lab bench build"
        ) from None


@lru_cache(maxsize=4)
def _open_bench(folder: Path, digest: str) -> Bench:
    try:
        text = read_bytes(folder / MANIFEST, 100_000).decode("utf-8")
        facts = {key: str(value) for key, value in tomllib.loads(text).items()}
        name, version, known = facts["name"], facts["version"], facts["hash"]
        where, fingerprint = facts["deck"], facts["fingerprint"]
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError) as error:
        raise BenchError(f"{folder / MANIFEST} is damaged: {error}.") from None
    if known != digest:
        raise BenchError(f"{folder}: its files have changed since it was made (hash {known}).")
    rows = _read_rows(folder / ITEMS)
    clues = {row["card"]: row["clue"] for row in _read_rows(folder / CLUES)}
    try:
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
        raise BenchError(f"{folder / ITEMS} has no column {error}.") from None
    cards = sorted({card for item in items for card in item.cards})
    matrix = read_matrix(folder / MATRIX, cards)
    about = {key: facts.get(key, "") for key in ("seed", "similarity", "tiers")}
    return Bench(
        clean(name), clean(version), digest, where, fingerprint, about, items, matrix, clues
    )


def _hash_files(folder: Path) -> str:
    whole = sha256()
    for name in (CLUES, MATRIX, ITEMS):
        data = read_bytes(folder / name, MAX_BYTES)
        whole.update(f"{name} {len(data)}\n".encode() + data)
    return whole.hexdigest()[:16]


def _read_rows(path: Path) -> list[dict[str, str]]:
    try:
        text = read_bytes(path, MAX_BYTES).decode("utf-8-sig")
    except OSError as error:
        raise BenchError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BenchError(f"{path} is not UTF-8 text.") from None
    return list(csv.DictReader(StringIO(text)))


def _write_rows(path: Path, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    path.write_text(out.getvalue(), "utf-8")
