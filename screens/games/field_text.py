"""The fields of any view as plain text: their names, and their values."""

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from engine.defaults.narration import UNTOLD
from engine.value_text import has_fields, list_values
from screens.players.seat_names import SeatNames


def read_fields(view: Any, names: SeatNames) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    """Yield the name and value of each field that is shown; points with the players' names."""
    for name, shown in list_values(view, names.seats):
        value = shown
        if name == "points" and isinstance(value, tuple) and len(value) == len(names.labels):
            scored = zip(names.labels, value, strict=True)
            value = ", ".join(f"{player} {one:g}" for player, one in scored)
        if name not in UNTOLD:
            yield name, value


def format_label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def list_fields(view: Any, names: SeatNames) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """Yield the name and the value, as text, of each field of a view that is not empty.

    A sequence of dataclasses, such as finished rounds, yields one entry per item. A value that
    consists of seat names, such as `p1, p3`, is written as the players' names.
    """
    for field, value in read_fields(view, names):
        name = format_label(field)
        if isinstance(value, list | tuple) and any(map(has_fields, value)):
            for number, item in enumerate(value, 1):
                yield f"{name} {number}", format_value(item, names.players)
        elif value not in (None, "", (), [], {}):
            yield name, format_value(value, names.players)


def format_value(value: object, players: Mapping[str, str] = MappingProxyType({})) -> str:
    """Format a value as plain text: `yes`, `3, 1, 4`, `seat: p1, word: pie`; `-` for `None`.

    Args:
        value: The value.
        players: The players' names by seat name.
    """
    write = partial(format_value, players=players)
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if has_fields(value):
        pairs = list_values(value, tuple(players))
        return ", ".join(f"{name.replace('_', ' ')}: {write(one)}" for name, one in pairs)
    if isinstance(value, dict):
        return ", ".join(f"{write(key)}: {write(one)}" for key, one in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(write, value))
    parts = str(value).split(", ")
    return ", ".join(map(players.__getitem__, parts)) if {*parts} <= {*players} else str(value)
