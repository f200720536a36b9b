"""List the legal moves of a position, where its fields have few values."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from engine.fields import Schema, list_fields
from engine.move_json import BadMove, decode_move
from engine.view import View

MOST_LISTED = 256
"""The most moves that are listed; a position with more is one where moves are written."""


MOST_TRIED = 4_096
"""The most moves that are judged to find those."""


def list_legal_moves(view: View[Any]) -> tuple[Any, ...]:
    """List the legal moves of a view, in the order of their kinds and values.

    Returns:
        The moves; empty if a field takes texts or numbers that are not listed, or if there are
        more than `MOST_LISTED` moves.
    """
    found: list[Any] = []
    for kind, choices in view.asked.items():
        values = {name: _list_values(one) for name, one in list_fields(kind, choices).items()}
        if any(not one or len(one) > MOST_TRIED for one in values.values()):
            return ()
        rows = list(islice(product(*values.values()), MOST_TRIED + 1))
        if len(rows) > MOST_TRIED:
            return ()
        for row in rows:
            try:
                move = decode_move((kind,), {kind.__name__: dict(zip(values, row, strict=True))})
            except BadMove:
                continue
            if view.judge(move) is None:
                found.append(move)
    return tuple(found) if len(found) <= MOST_LISTED else ()


def _list_values(schema: Schema) -> list[Any]:  # noqa: PLR0911 - a return for each type
    """List the values of a field; empty if they cannot be listed."""
    match schema:
        case {"enum": values}:
            return list(values)
        case {"const": value}:
            return [value]
        case {"anyOf": parts}:
            found = [_list_values(one) for one in parts]
            return [value for one in found for value in one] if all(found) else []
        case {"type": "null"}:
            return [None]
        case {"type": "boolean"}:
            return [False, True]
        case {"type": "integer", "minimum": low, "maximum": high}:
            return list(range(low, min(high, low + MOST_TRIED) + 1))
        case {"type": "array", "maxItems": most, "items": item}:
            rows = _list_rows(_list_values(item), schema.get("minItems", 0), most)
            unique = schema.get("uniqueItems", False)
            kept = (row for row in rows if not unique or len({*row}) == len(row))
            return list(islice(kept, MOST_TRIED + 1))
    return []


def _list_rows(values: list[Any], least: int, most: int) -> Iterator[list[Any]]:
    """Yield lists of these values, as long as there may be some that are listed."""
    if not values:
        return
    for length in range(least, most + 1):
        if len(values) ** length > MOST_TRIED:
            return
        yield from map(list, product(values, repeat=length))
