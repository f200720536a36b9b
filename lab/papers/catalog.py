"""The paper that each game is from, and what of it a report can show beside our own figures."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

PAPERS = {"decrypto": "decrypto", "dixit": "dixitworld", "undercover": "comet"}
"""By game: the package in `lab/papers` whose `sections` are in a report on it."""


@cache
def read_published(game: str) -> dict[str, Any]:
    """Read the values that the game's paper publishes, by the name of a figure or table.

    They stand in `paper.toml` of its package; a paper without that file has none.
    """
    if game not in PAPERS:
        return {}
    path = files(f"lab.papers.{PAPERS[game]}").joinpath("paper.toml")
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
