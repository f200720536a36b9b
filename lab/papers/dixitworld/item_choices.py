"""Choices: which of the cards of an item a reader chose, kept with the cards that were shown.

Items are called after their bench, so a choice names clue and cards: it counts in any bench with an
item of these cards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from engine.text import clean
from files.replacement import replace_file
from lab.csv import format_csv
from lab.errors import BenchError
from lab.papers.dixitworld.bench_files import read_table, refuse_link
from lab.papers.dixitworld.clue_readings import LONGEST_CLUE, LONGEST_NAME
from lab.papers.dixitworld.item_drawing import DISTRACTORS, Item

CHOICES = "choices.csv"
"""The file of a bench with the choices that it was chosen by."""
HEADS = ("solver", "source", "target", "clue", "cards", "chosen")

type Place = tuple[str, str, frozenset[str]]
"""Target, clue and cards: what makes items the same, whatever they are called."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What one reader chose among the cards of one item."""

    solver: str
    source: str
    """In which run, study or file."""
    target: str
    """The card that the clue is for; the reader did not know it."""
    clue: str
    cards: tuple[str, ...]
    """All cards of the item."""
    chosen: str
    """One of them, or empty: an answer that names none is not right."""

    @property
    def place(self) -> Place:
        """The item that was answered."""
        return (self.target, self.clue, frozenset(self.cards))

    @property
    def right(self) -> float:
        """1 if it is the target."""
        return float(self.chosen == self.target)


def read_choices(path: Path, cards: Iterable[str]) -> list[Choice]:
    """Read choices from a CSV file; without `source` the name of the file stands for it.

    Raises:
        BenchError: If it cannot be read, or a line is wrong.
    """
    known, found = set(cards), dict[tuple[str, Place], Choice]()
    for number, row in enumerate(read_table(path), 2):
        if missing := [name for name in HEADS if name not in row and name != "source"]:
            raise BenchError(f"{path} has no column {missing[0]}.")
        place, shown = f"{path}, line {number}", tuple(row["cards"].split())
        if unknown := sorted({row["target"], *shown} - known):
            raise BenchError(f"{place}: the deck has no card {unknown[0][:60]!r}.")
        if len(set(shown)) != DISTRACTORS + 1 or len(shown) != DISTRACTORS + 1:
            raise BenchError(f"{place}: an item has {DISTRACTORS + 1} cards, each once.")
        for card in (row["target"], *([row["chosen"]] if row["chosen"] else ())):
            if card not in shown:
                raise BenchError(f"{place}: the item has no card {card[:60]!r}.")
        solver, clue = clean(row["solver"], LONGEST_NAME), clean(row["clue"], LONGEST_CLUE)
        if not (solver and clue):
            raise BenchError(f"{place}: a choice has a solver and a clue.")
        source = clean(row.get("source") or path.name, LONGEST_NAME)
        one = Choice(solver, source, row["target"], clue, shown, row["chosen"])
        if (solver, one.place) in found:
            raise BenchError(f"{place}: {solver} has answered this item already.")
        found[solver, one.place] = one
    return list(found.values())


def read_kept_choices(folder: Path, cards: Iterable[str]) -> list[Choice]:
    """Read the choices that a bench keeps in its folder; none, if it keeps none.

    Raises:
        BenchError: If the file is a link, cannot be read, or a line is wrong.
    """
    path = folder / CHOICES
    refuse_link(path)
    return read_choices(path, cards) if path.is_file() else []


def merge_choices(*groups: Sequence[Choice]) -> list[Choice]:
    """Merge choices: a later one of a reader replaces an earlier one of the same item."""
    found = {(one.solver, one.place): one for some in groups for one in some}
    return sorted(
        found.values(), key=lambda one: (one.solver, one.target, one.clue, sorted(one.cards))
    )


def list_items(choices: Iterable[Choice]) -> list[Item]:
    """List the items that were answered, each once, called after clue and cards."""
    found: dict[Place, Item] = {}
    for one in choices:
        distractors = tuple(sorted(set(one.cards) - {one.target}))
        name = f"{one.target}/{one.clue}/{' '.join(distractors)}"
        found.setdefault(one.place, Item(name, "", one.target, one.clue, distractors))
    return list(found.values())


def write_choices(path: Path, choices: Iterable[Choice]) -> None:
    """Write choices as a CSV file.

    Raises:
        OSError: If it cannot be written.
    """
    rows = [
        (one.solver, one.source, one.target, one.clue, " ".join(sorted(one.cards)), one.chosen)
        for one in choices
    ]
    replace_file(path, format_csv(pd.DataFrame(rows, columns=[*HEADS], dtype=object)))
