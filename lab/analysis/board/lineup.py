"""Describe line-ups by fields, and fields for people."""

from engine.text import clean
from lab.experiment.file import Experiment
from lab.run.lineup import PLAYER, SPEC, Lineup, Value


def describe_lineup(lineup: Lineup, experiment: Experiment) -> dict[str, Value]:
    """Describe a line-up by the names of table columns.

    For teams, which change seats, they are two players, in the order of the experiment.
    """
    found = lineup.list_columns(experiment.seats)
    if experiment.teams is None or len(lineup.seats) < 2:
        return found
    sat = set(lineup.seats.values())
    pair = [name for name in experiment.players if name in sat]
    seated = (PLAYER, SPEC)
    rest = {name: one for name, one in found.items() if not name.startswith(seated)}
    return {f"{PLAYER}player": pair[0], f"{PLAYER}opponent": pair[-1], **rest}


def describe_column(column: str) -> str:
    """Name a column for people: `encoder`, `k`."""
    prefix, _, name = column.partition("_")
    return name if prefix in ("player", "option") else column.replace("_", " ")


def format_value(value: Value) -> str:
    """Format a player or the value of an option in a short line, without markup."""
    return clean(str(value), 40)
