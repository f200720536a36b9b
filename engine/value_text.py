"""Show values: as text, and those with fields as pairs."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import partial
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from engine.frozen_model import FrozenModel
from engine.seat import Seat


def format_value(value: Any, seats: Sequence[str] = ()) -> str:  # noqa: ANN401, PLR0911 - a return for each type of value
    """Format a value: `yes`, `giver`, `pear, plum`, `word pear, seat p1`; `-` for `None`.

    Args:
        value: The value.
        seats: The names of the seats, to write in place of fields of the type `Seat`.
    """
    write = partial(format_value, seats=seats)
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return value.name.lower().replace("_", " ")
    if has_fields(value):
        return ", ".join(f"{n.replace('_', ' ')} {write(v)}" for n, v in list_values(value, seats))
    if isinstance(value, Mapping):
        return ", ".join(f"{write(n)} {write(v)}" for n, v in value.items())
    if isinstance(value, tuple | list | set | frozenset):
        return ", ".join(map(write, value))
    return str(value)


def has_fields(value: object) -> bool:
    """Whether a value is a model or a dataclass."""
    return isinstance(value, FrozenModel) or (is_dataclass(value) and not isinstance(value, type))


def list_values(value: Any, seats: Sequence[str] = ()) -> list[tuple[str, Any]]:  # noqa: ANN401
    """List the fields of a model or a dataclass with their values.

    Args:
        value: The model or dataclass.
        seats: The names of the seats, to put in place of values of the type `Seat`.
    """
    if isinstance(value, FrozenModel):
        values = list(value)
    else:
        values = [(one.name, getattr(value, one.name)) for one in fields(value)]
    if not seats:
        return values
    types = _find_types(type(value))
    return [(name, _name_seats(one, types.get(name), seats)) for name, one in values]


def _find_types(kind: type[Any]) -> dict[str, Any]:
    """Find the declared types of the fields of a model or a dataclass."""
    if issubclass(kind, FrozenModel):
        return {name: field.annotation for name, field in kind.model_fields.items()}
    return get_type_hints(kind)


def _name_seats(value: Any, declared: Any, seats: Sequence[str]) -> Any:  # noqa: ANN401
    """Put the names of seats where the declared type has a `Seat`."""
    declared = getattr(declared, "__value__", declared)
    inner = get_args(declared)
    if isinstance(declared, UnionType) or get_origin(declared) in (Annotated, Union):
        return next(
            (
                named
                for one in inner
                if (named := _name_seats(value, one, seats)) is not value and named != value
            ),
            value,
        )
    if declared is Seat:
        return seats[value] if isinstance(value, int) and 0 <= value < len(seats) else value
    if isinstance(value, Mapping) and len(inner) == 2:
        key, item = inner
        return {_name_seats(k, key, seats): _name_seats(v, item, seats) for k, v in value.items()}
    if isinstance(value, tuple | list | frozenset) and inner:
        types = inner if len(inner) == len(value) and ... not in inner else inner[:1] * len(value)
        return type(value)(
            _name_seats(one, kind, seats) for one, kind in zip(value, types, strict=True)
        )
    return value
