"""Encode moves as JSON, and decode them strictly."""

import dataclasses
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any

from pydantic import ValidationError

from engine.fields import explain_value, list_fields
from engine.frozen_model import FrozenModel
from engine.validation import explain_mistake

BOUNDS = frozenset(
    {"greater_than_equal", "less_than_equal", "string_too_long", "string_too_short"}
    | {"string_pattern_mismatch", "literal_error", "enum"}
)
"""The types of errors of values outside what a field declares."""


CHANGEABLE = (dict, list, tuple, bool)
"""The types of JSON in which a conversion may drop or change something unnoticed."""


class BadMove(ValueError):
    """JSON that is not a move; the message says why."""


def encode_move(move: Any) -> dict[str, Any]:  # noqa: ANN401
    """Encode `Hint(("a", "b", "c"))` as `{"Hint": {"words": ["a", "b", "c"]}}`."""
    return {type(move).__name__: move.model_dump(mode="json", warnings=False)}  # judged when read


def decode_move(kinds: Iterable[type[Any]], data: object) -> Any:  # noqa: ANN401
    """Decode what `encode_move` returns; a move without fields is `{"Stop": {}}`.

    An integer may be written `1.0`, as JSON has only one type of number; `true` is not a number.

    Args:
        kinds: The allowed kinds of move.
        data: Parsed JSON: an object with one key, the kind's name.

    Raises:
        BadMove: If it is not a move of these kinds, or has unknown fields.
    """
    known = {kind.__name__: kind for kind in kinds}
    if not isinstance(data, Mapping) or len(data) != 1:
        raise BadMove(f"a move is an object with one key, one of {', '.join(known)}")
    ((name, fields),) = data.items()
    if name not in known:
        raise BadMove(f"a move is one of {', '.join(known)}, not {str(name)[:40]!r}")
    try:
        move = known[name].model_validate(fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        if first["type"] in BOUNDS and len(first["loc"]) == 1:  # as a form and a view say it
            field = list_fields(known[name], {})[str(first["loc"][0])]
            raise BadMove(explain_value(field, first["input"])) from None
        raise BadMove(
            explain_mistake(
                known[name],
                error,
                fields,
                place=name,
                noun="field",
                may_quote=lambda _, value: isinstance(value, int | float),  # texts may be secret
            ).removesuffix(".")
        ) from None
    if wrong := _find_change(fields, move, name):
        raise BadMove(wrong)
    return move


def find_value_fault(move: Any) -> str | None:  # noqa: ANN401
    """Return why a move's values are not as declared: a copy with changes is unchecked."""
    try:
        decode_move((type(move),), encode_move(move))
    except BadMove as error:
        return f"{str(error).removesuffix('.')}."
    return None


@cache
def _list_names(kind: type[Any]) -> frozenset[str]:
    """List the names of the fields of a model or a dataclass; empty for other types."""
    if issubclass(kind, FrozenModel):
        return frozenset(kind.model_fields)
    if dataclasses.is_dataclass(kind):
        return frozenset(one.name for one in dataclasses.fields(kind))
    return frozenset()


def _find_change(given: Any, taken: Any, place: str) -> str | None:  # noqa: ANN401
    """Say which value the conversion has dropped or changed first; `None` if it has none."""
    if isinstance(given, dict):
        known = isinstance(taken, dict)
        names: Collection[str] = taken if known else _list_names(taken.__class__)
        for key, value in given.items() if names or known else ():
            if key not in names:
                return f"{place}: there is no field {str(key)[:40]!r}"
            if isinstance(value, CHANGEABLE):
                inner = taken[key] if known else getattr(taken, key)
                if wrong := _find_change(value, inner, f"{place}.{key}"):
                    return wrong
    elif isinstance(given, (list, tuple)) and isinstance(taken, (list, tuple)):
        for number, (one, other) in enumerate(zip(given, taken, strict=False)):
            if isinstance(one, CHANGEABLE) and (
                wrong := _find_change(one, other, f"{place}.{number}")
            ):
                return wrong
    elif isinstance(given, bool) and not isinstance(taken, bool):
        return f"{place}: {str(given).lower()} is not allowed"
    return None
