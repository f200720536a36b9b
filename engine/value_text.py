"""Show values: as text, and those with fields as pairs."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from engine.frozen_model import FrozenModel


def format_value(value: Any) -> str:  # noqa: ANN401, PLR0911 - a return for each type of value
    """Format a value: `yes`, `giver`, `pear, plum`, `word pear, seat 1`; `-` for `None`."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return value.name.lower().replace("_", " ")
    if has_fields(value):
        return ", ".join(f"{n.replace('_', ' ')} {format_value(v)}" for n, v in list_values(value))
    if isinstance(value, Mapping):
        return ", ".join(f"{format_value(n)} {format_value(v)}" for n, v in value.items())
    if isinstance(value, tuple | list | set | frozenset):
        return ", ".join(map(format_value, value))
    return str(value)


def has_fields(value: object) -> bool:
    """Whether a value is a model or a dataclass."""
    return isinstance(value, FrozenModel) or (is_dataclass(value) and not isinstance(value, type))


def list_values(value: Any) -> list[tuple[str, Any]]:  # noqa: ANN401
    """List the fields of a model or a dataclass with their values."""
    if isinstance(value, FrozenModel):
        return list(value)
    return [(one.name, getattr(value, one.name)) for one in fields(value)]
