"""Describe line-ups by fields, and fields for people."""

import json

from engine.text import clean
from lab.experiment.file import Experiment

type Value = str | int | float | bool | None


def describe_lineup(lineup: str, experiment: Experiment) -> dict[str, Value]:
    """Describe a line-up by fields with the names of table columns.

    For teams, which change seats, they are two players, in the order of the experiment.
    """
    prefixes = {"players": "player_", "options": "option_", "original": "original_"}
    found: dict[str, Value] = {}
    fields = json.loads(lineup)
    if experiment.teams is not None and len(fields.get("players", {})) > 1:
        sat = set(fields.pop("players").values())
        pair = [name for name in experiment.players if name in sat]
        fields["players"] = {"player": pair[0], "opponent": pair[-1]}
    for name, value in fields.items():
        inside = value.items() if name in prefixes else [("", value)]
        for key, one in inside:
            plain = one if isinstance(one, str | int | float | None) else json.dumps(one)
            found[f"{prefixes[name]}{key}" if name in prefixes else name] = plain
    return dict(sorted(found.items(), key=lambda pair: not pair[0].startswith("player_")))


def describe_column(column: str) -> str:
    """Name a column for people: `encoder`, `k`."""
    prefix, _, name = column.partition("_")
    return name if prefix in ("player", "option") else column.replace("_", " ")


def format_value(value: Value) -> str:
    """Format a player or the value of an option in a short line, without markup."""
    return clean(str(value), 40)
