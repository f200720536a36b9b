"""The sections of a report on a single game, and the tables in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module

import pandas as pd

from lab.analysis.evaluation import Report

PAPERS = {"decrypto": "decrypto", "dixit": "dixitworld", "undercover": "comet"}
"""By game: the package in `lab/papers` whose `sections` are in a report on it."""


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


@dataclass(frozen=True)
class ReportSection:
    """A section that is specific to a game: charts, tables, and pictures if the page has room."""

    title: str
    tables: Sequence[TextTable] = ()
    charts: Sequence[str] = ()
    """Charts as SVG with alt text."""
    note: str = ""
    html: str = ""
    """Further content for the page; all text in it is escaped."""
    frames: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    """By name of a CSV file: the same figures as a table."""


@lru_cache(maxsize=1)
def build_sections(report: Report) -> list[ReportSection]:
    """Build the sections of the paper that the game is from, if it has any."""
    paper = PAPERS.get(report.experiment.game)
    if paper is None:
        return []
    module = import_module(f"lab.papers.{paper}.sections")
    found: list[ReportSection] = module.build_sections(report)
    return found
