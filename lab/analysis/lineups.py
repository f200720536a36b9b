"""The columns that tell line-ups apart, and their names for people."""

import pandas as pd

from engine.text import clean
from engine.wording import join_names
from lab.experiment.file import Experiment

NAME_LENGTH = 60


PAIRING = "pairing"
"""The column of a tournament with the two players that meet."""


DIMENSIONS = ("player_", "original_", "option_")


def label_pairings(games: pd.DataFrame, experiment: Experiment) -> pd.Categorical:
    """Label each game of a tournament with its two players, in the order of the experiment."""
    order = {name: number for number, name in enumerate(experiment.players)}
    seats = [name for name in games if name.startswith("player_")]
    pairs = []
    for row in zip(*(games[name].astype(str) for name in seats), strict=True):
        names = sorted(set(row), key=lambda name: order.get(name, 0))
        pairs.append((names[0], names[-1]))
    known = sorted(set(pairs), key=lambda pair: tuple(order.get(name, 0) for name in pair))
    return pd.Categorical([" v ".join(pair) for pair in pairs], [" v ".join(p) for p in known])


def describe_dimension(column: str) -> str:
    """Name a column that identifies line-ups for people."""
    if "_" not in column:
        return column
    prefix, _, name = column.partition("_")
    return f"original {name}" if prefix == "original" else name


def format_value(value: object) -> str:
    """Format a name or the value of an option in a short line."""
    if isinstance(value, list):
        return join_names([format_value(one) for one in value])
    return clean(str(value), NAME_LENGTH)
