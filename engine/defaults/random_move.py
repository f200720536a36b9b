"""Random moves, drawn from the declared fields and the choices of the position."""

from random import Random
from typing import Any

from engine.fields import Schema, list_fields
from engine.made_up_word import make_up_word
from engine.move_json import BadMove, decode_move

TRIES = 1_000
"""How many moves are drawn before a position counts as one without a legal move."""
MOST_ITEMS = 3
"""The most items that are drawn for a list of any length."""


def draw_move(view: Any, rng: Random) -> Any:  # noqa: ANN401 - a view, which imports this
    """Draw a move that a view allows.

    Raises:
        LookupError: If none of many is legal.
    """
    for _ in range(TRIES):
        kind, choices = rng.choice(list(view.asked.items()))
        fields = list_fields(kind, choices).items()
        drawn = {name: _draw_value(one, rng) for name, one in fields}
        try:
            move = decode_move((kind,), {kind.__name__: drawn})
        except BadMove:
            continue
        if view.judge(move) is None:
            return move
    raise LookupError(f"{type(view).__name__} allows no move of {TRIES} random ones")


def _draw_value(schema: Schema, rng: Random) -> Any:  # noqa: ANN401, PLR0911 - a case for each type
    match schema:
        case {"enum": values}:
            return rng.choice(values)
        case {"const": value}:
            return value
        case {"anyOf": options}:
            return _draw_value(rng.choice(options), rng)
        case {"type": "boolean"}:
            return rng.random() < 0.5
        case {"type": "integer"}:
            return rng.randint(schema.get("minimum", 0), schema.get("maximum", 9))
        case {"type": "number"}:
            return rng.uniform(schema.get("minimum", 0), schema.get("maximum", 1))
        case {"type": "array", "prefixItems": items}:
            return [_draw_value(one, rng) for one in items]
        case {"type": "array"}:
            return _draw_list(schema, rng)
        case {"type": "null"}:
            return None
    return make_up_word(rng)


def _draw_list(schema: Schema, rng: Random) -> list[Any]:
    item = schema["items"]
    count = rng.randint(schema.get("minItems", 1), schema.get("maxItems", MOST_ITEMS))
    if schema.get("uniqueItems") and "enum" in item:
        return rng.sample(item["enum"], min(count, len(item["enum"])))
    return [_draw_value(item, rng) for _ in range(count)]
