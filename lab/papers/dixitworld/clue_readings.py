"""Readings: which cards of a whole deck a solver takes a clue to mean, the likeliest first."""

import csv
from collections.abc import Iterable, Sequence
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

READINGS = "readings.csv"
"""The file of a bench with the readings that it was chosen by."""
HEADS = ("solver", "kind", "target", "clue", "ranking")
READER, MACHINE = "reader", "machine"
"""The kinds of solvers: those who look at pictures, and programs that know words for cards."""
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
    """Cards, the likeliest first: all of a deck in the order in which a program chooses, or those
    between which a reader hesitates."""

    def find_chance(self, target: str, cards: Sequence[str], deck: int) -> float:
        """Find the chance that the solver chooses the target among these cards.

        A program chooses the first card of its order. A reader who hesitates between some of the
        cards chooses each half as often as the one before, and guesses if it has named none.

        Args:
            target: The card.
            cards: All cards that are shown.
            deck: The number of cards of the deck.
        """
        named = [card for card in self.ranking if card in cards]
        if not named:
            return 1 / len(cards)
        if len(self.ranking) >= deck:
            return float(named[0] == target)
        if target not in named:
            return 0.0
        return 2.0 ** -named.index(target) / (2 - 2.0 ** (1 - len(named)))


def read_readings(path: Path, cards: Iterable[str]) -> list[Reading]:
    """Read readings from a CSV file.

    Raises:
        BenchError: If it cannot be read, or a line is wrong.
    """
    known = set(cards)
    try:
        text = read_bytes(path, MAX_BYTES).decode("utf-8-sig")
        reader = csv.DictReader(StringIO(text), restval="", strict=True)
        rows = [{str(key): restore_cell(cell) for key, cell in row.items()} for row in reader]
    except OSError as error:
        raise BenchError(f"{path} cannot be read: {error.strerror}.") from None
    except (UnicodeDecodeError, csv.Error, AttributeError, TypeError):
        raise BenchError(f"{path} is no table of UTF-8 text.") from None
    found: dict[tuple[str, str, str], Reading] = {}
    for number, row in enumerate(rows, 2):
        place = f"{path}, line {number}"
        if not set(HEADS) <= row.keys():
            raise BenchError(f"{path} needs the columns {', '.join(HEADS)}.")
        ranking = tuple(row["ranking"].split())
        solver, clue = clean(row["solver"], LONGEST_NAME), clean(row["clue"], LONGEST_CLUE)
        if row["kind"] not in (READER, MACHINE):
            raise BenchError(f"{place}: a kind is {READER} or {MACHINE}.")
        if unknown := [card for card in (row["target"], *ranking) if card not in known]:
            raise BenchError(f"{place}: the deck has no card {unknown[0][:60]!r}.")
        if not (solver and clue and ranking) or len(set(ranking)) < len(ranking):
            raise BenchError(f"{place}: a reading has a solver, a clue and cards, each once.")
        key = (solver, row["target"], clue)
        if key in found:
            raise BenchError(f"{place}: {solver} has read this clue already.")
        found[key] = Reading(solver, row["kind"], row["target"], clue, ranking)
    return list(found.values())


def write_readings(path: Path, readings: Iterable[Reading]) -> None:
    """Write readings as a CSV file.

    Raises:
        OSError: If it cannot be written.
    """
    rows = [(one.solver, one.kind, one.target, one.clue, " ".join(one.ranking)) for one in readings]
    replace_file(path, format_csv(pd.DataFrame(rows, columns=[*HEADS], dtype=object)))
