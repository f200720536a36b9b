"""The sections of a report on a single game, and the tables in them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import zip_longest
from typing import Any, Self

import pandas as pd
from markupsafe import Markup

from lab.analysis.evaluation import Report
from lab.papers.catalog import find_part

LONGEST_NAME = 24
"""Maximum length of texts that stay on one line in tables, in characters."""
MAX_BESIDE = 3
"""Maximum number of columns with intervals for which intervals are beside their numbers."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table as a page shows it."""

    lines: tuple[str, ...]
    kind: str
    """How it is set: `number`, `short` or empty."""
    link: str = ""
    """The anchor that it links to; empty for none."""


@dataclass(frozen=True)
class TextTable:
    """A table of a report; its cells are clean text."""

    title: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    numbers_from: int
    """The index of the first column with numbers; all later ones have numbers, too."""
    note: str = ""
    links: tuple[str, ...] = ()
    """For each row: the anchor on the page that its numbers link to; empty for none."""
    anchors: tuple[str, ...] = ()
    """For each row: the anchor that its first cell links to."""

    def add_note(self, sentence: str) -> Self:
        """Return the table with a sentence after its note."""
        return replace(self, note=" ".join(filter(None, (self.note, sentence))))

    @property
    def head_cells(self) -> list[Cell]:
        """The headings as a page shows them."""
        return [Cell((text,), self._choose_kind(n, text)) for n, text in enumerate(self.heads)]

    @property
    def body_cells(self) -> Iterator[list[Cell]]:
        """The rows as a page shows them.

        Numbers link to what they count. If they do, or if there are many columns, intervals are
        below their numbers.
        """
        many = len(self.heads) - self.numbers_from > MAX_BESIDE
        for row, link, anchor in zip_longest(self.rows, self.links, self.anchors, fillvalue=""):
            cells = []
            for place, text in enumerate(row):
                is_number = place >= self.numbers_from
                lines = _split_interval(text) if is_number and (many or link) else (text,)
                target = link if is_number else "" if place else anchor
                cells.append(Cell(lines, self._choose_kind(place, text), target))
            yield cells

    def _choose_kind(self, place: int, text: str) -> str:
        if place >= self.numbers_from:
            return "number"
        return "short" if len(text) <= LONGEST_NAME else ""


def _split_interval(text: str) -> tuple[str, ...]:
    """Split a figure from its interval in brackets."""
    figure, *rest = text.split(" [")
    return (figure, *(f"[{part}" for part in rest))


@dataclass(frozen=True)
class ReportSection:
    """A section that is specific to a game: charts, tables, and pictures if the page has room."""

    title: str
    tables: Sequence[TextTable] = ()
    charts: Sequence[Markup] = ()
    """Charts as SVG with alt text."""
    note: str = ""
    template: str = ""
    """A template for further content of the page, such as `lab.papers.decrypto/turns.html`."""
    shown: Sequence[Any] = ()
    """What the template shows of the section."""
    frames: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    """By name of a CSV file: the same figures as a table."""


@lru_cache(maxsize=1)
def build_sections(report: Report) -> list[ReportSection]:
    """Build the sections of the paper that the game is from, if it has any."""
    sections = find_part(report.experiment.game, "sections")
    found: list[ReportSection] = sections.build_sections(report) if sections else []
    return found
