"""Readings: which cards of a whole deck a solver takes a clue to mean, the likeliest first."""

import csv
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pandas as pd

from engine.export.csv_cell import restore_cell
from engine.text import clean
from files.regular import read_bytes
from files.replacement import replace_file
from lab.csv import format_csv
from lab.errors import BenchError
from lab.papers.dixitworld.bench_files import refuse_link

READINGS = "readings.csv"
"""The file of a bench with the readings that it was chosen by."""
HEADS = ("solver", "kind", "target", "clue", "ranking")
READER, MACHINE = "reader", "machine"
"""The kinds of solvers: those who look at pictures, and programs that know words for cards."""
LURES = 10
"""The wrong cards of a reading that can become distractors: the likeliest ones."""
DOUBT = 0.25
"""How often a reader chooses a card that it hesitates over, for each choice of the one before."""
MAX_BYTES = 50_000_000
LONGEST_CLUE, LONGEST_NAME = 200, 60


@dataclass(frozen=True, slots=True)
class Reading:
    """What one solver says of one clue."""

    solver: str
    """Who says it."""
    kind: str
    """`reader` or `machine`."""
    target: str
    """The card that the clue is for; the solver did not know it."""
    clue: str
    ranking: tuple[str, ...]
    """Cards, the likeliest first: those between which a reader hesitates, or the order in which a
    program chooses. What comes after the target in a program's order changes no answer, and may be
    left out."""

    def find_chance(self, target: str, cards: Sequence[str]) -> float:
        """Find the chance that the solver chooses the target among these cards.

        Who has named none of them guesses. A program chooses the first card of its order. A reader
        who hesitates between some of the cards chooses each a quarter as often as the one before.

        Args:
            target: The card.
            cards: All cards that are shown.
        """
        named = [card for card in self.ranking if card in cards]
        if not named:
            return 1 / len(cards)
        if self.kind == MACHINE:
            return float(named[0] == target)
        if target not in named:
            return 0.0
        return DOUBT ** named.index(target) / sum(DOUBT**place for place in range(len(named)))


def read_readings(path: Path, cards: Iterable[str]) -> list[Reading]:
    """Read readings from a CSV file.

    Raises:
        BenchError: If it cannot be read, or a line is wrong.
    """
    known = set(cards)
    found: dict[tuple[str, str, str], Reading] = {}
    for place, row in _read_rows(path, HEADS):
        ranking = tuple(row["ranking"].split())
        solver = clean(row["solver"], LONGEST_NAME)
        target, clue = _read_clue(place, row, known)
        if row["kind"] not in (READER, MACHINE):
            raise BenchError(f"{place}: a kind is {READER} or {MACHINE}.")
        if unknown := [card for card in ranking if card not in known]:
            raise BenchError(f"{place}: the deck has no card {unknown[0][:60]!r}.")
        if not (solver and ranking) or len(set(ranking)) < len(ranking):
            raise BenchError(f"{place}: a reading has a solver, a clue and cards, each once.")
        key = (solver, target, clue)
        if key in found:
            raise BenchError(f"{place}: {solver} has read this clue already.")
        found[key] = Reading(solver, row["kind"], target, clue, ranking)
    return list(found.values())


def read_meant_clues(path: Path, cards: Iterable[str]) -> list[tuple[str, str]]:
    """Read cards and the clues that mean them from a CSV file, which may be one of readings.

    Raises:
        BenchError: If it cannot be read, a line is wrong, or there is none.
    """
    known = set(cards)
    found = [_read_clue(place, row, known) for place, row in _read_rows(path, ("target", "clue"))]
    if not found:
        raise BenchError(f"{path} has no clues.")
    return list(dict.fromkeys(found))


def _read_rows(path: Path, heads: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the rows of a CSV file, each with its place."""
    try:
        text = read_bytes(path, MAX_BYTES).decode("utf-8-sig")
        reader = csv.DictReader(StringIO(text), restval="", strict=True)
        rows = [{str(key): restore_cell(cell) for key, cell in row.items()} for row in reader]
    except OSError as error:
        raise BenchError(f"{path} cannot be read: {error.strerror}.") from None
    except (UnicodeDecodeError, csv.Error, AttributeError, TypeError):
        raise BenchError(f"{path} is no table of UTF-8 text.") from None
    for number, row in enumerate(rows, 2):
        if not set(heads) <= row.keys():
            raise BenchError(f"{path} needs the columns {', '.join(heads)}.")
        yield f"{path}, line {number}", row


def _read_clue(place: str, row: Mapping[str, str], known: Collection[str]) -> tuple[str, str]:
    """Read the card and the clue of a row."""
    target, clue = row["target"], clean(row["clue"], LONGEST_CLUE)
    if target not in known:
        raise BenchError(f"{place}: the deck has no card {target[:60]!r}.")
    if not clue:
        raise BenchError(f"{place}: a reading has a solver, a clue and cards, each once.")
    return target, clue


def read_kept_readings(folder: Path, cards: Iterable[str]) -> list[Reading]:
    """Read the readings that a bench keeps in its folder; none, if it keeps none.

    Raises:
        BenchError: If the file is a link, cannot be read, or a line is wrong.
    """
    path = folder / READINGS
    refuse_link(path)
    return read_readings(path, cards) if path.is_file() else []


def write_readings(path: Path, readings: Iterable[Reading]) -> None:
    """Write readings as a CSV file.

    Raises:
        OSError: If it cannot be written.
    """
    rows = [(one.solver, one.kind, one.target, one.clue, " ".join(one.ranking)) for one in readings]
    replace_file(path, format_csv(pd.DataFrame(rows, columns=[*HEADS], dtype=object)))
