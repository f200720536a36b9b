"""The file of a matrix of similarities: CSV whose first column and head are the ids of cards."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from files.replacement import replace_file
from lab.csv import format_csv
from lab.errors import BenchError

DECIMALS = 6
"""Decimals of a matrix in a file: ranks are computed from these figures, on any computer."""


def read_matrix(path: Path, cards: Sequence[str]) -> pd.DataFrame:
    """Read a precomputed matrix: a CSV file whose first column and head are the ids of cards.

    Raises:
        BenchError: If it cannot be read, lacks a card, is not symmetric, or holds no numbers.
    """
    try:
        table = pd.read_csv(path, index_col=0)
    except OSError as error:
        raise BenchError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BenchError(f"{path} is not UTF-8 text.") from None
    except ValueError:
        raise BenchError(
            f"{path} is no table: its head and each row have as many cells, the first an id."
        ) from None
    for where, names in (("row", table.index), ("column", table.columns)):
        missing = [card for card in cards if card not in names]
        if missing:
            raise BenchError(f"{path} has no {where} for the card {missing[0]}.")
        if names.duplicated().any():
            raise BenchError(f"{path} has a {where} twice: {names[names.duplicated()][0]}.")
    found = table.loc[list(cards), list(cards)].apply(pd.to_numeric, errors="coerce")
    if not np.isfinite(found.to_numpy(float)).all():
        raise BenchError(f"{path} has a cell without a number.")
    if not np.allclose(found, found.T, atol=1e-4):
        raise BenchError(f"{path} is not symmetric: give one figure for each pair of cards.")
    return found.round(DECIMALS)


def write_matrix(table: pd.DataFrame, path: Path) -> None:
    """Write a matrix as `read_matrix` reads it."""
    text = format_csv(table.rename_axis("card").reset_index(), f"%.{DECIMALS}f")
    replace_file(path, text)
