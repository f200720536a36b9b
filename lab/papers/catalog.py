"""The paper that each game is from, and what of it a report can show beside our own figures."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from lab.papers.exhibit import Exhibit, Paper

PAPERS = {"decrypto": "decrypto", "dixit": "dixitworld", "undercover": "comet"}
"""By game: the package of its paper in `lab/papers`, whose sections are in reports."""
NAMES = ("decrypto", "dixitworld", "comet")
"""The papers: the packages in `lab/papers`."""


def find_part(game: str, part: str) -> Any:  # noqa: ANN401
    """Find a module of the paper that a game is from, such as `sections`; `None` without one."""
    return find_module(PAPERS[game], part) if game in PAPERS else None


def find_module(paper: str, part: str) -> Any:  # noqa: ANN401
    """Find a module of a paper's package; `None` without one."""
    name = f"lab.papers.{paper}.{part}"
    return import_module(name) if find_spec(name) is not None else None


@cache
def read_paper(name: str) -> Paper:
    """Read the tables and figures of a paper: `paper.toml` of its package."""
    path = files(f"lab.papers.{name}").joinpath("paper.toml")
    return Paper.model_validate(tomllib.loads(path.read_text("utf-8")))


def list_exhibits(game: str) -> Mapping[str, Exhibit]:
    """List the tables and figures of the paper that a game is from; empty without one."""
    papers = (read_paper(name) for name in NAMES)
    return next((paper.exhibits for paper in papers if game in paper.games), {})
