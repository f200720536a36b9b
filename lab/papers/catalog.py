"""The paper that each game is from, and what of it a report can show beside our own figures."""

import tomllib
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

PAPERS = {"decrypto": "decrypto", "dixit": "dixitworld", "undercover": "comet"}
"""By game: the package of its paper in `lab/papers`."""


def find_part(game: str, part: str) -> Any:  # noqa: ANN401
    """Find a module of the paper that a game is from, such as `sections`; `None` without one."""
    name = f"lab.papers.{PAPERS.get(game)}.{part}"
    return import_module(name) if game in PAPERS and find_spec(name) is not None else None


@cache
def read_published(game: str) -> dict[str, Any]:
    """Read the values that the game's paper publishes, by the name of a figure or table.

    They stand in `paper.toml` of its package; a paper without that file has none.
    """
    if game not in PAPERS:
        return {}
    path = files(f"lab.papers.{PAPERS[game]}").joinpath("paper.toml")
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
