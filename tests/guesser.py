"""A model that knows nothing but the JSON schema of its answer, which it fills in at random."""

import json
from functools import lru_cache
from random import Random
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser as regex  # type: ignore[attr-defined]
from string import ascii_letters, digits
from typing import Any

from engine.llm.reply import Reply
from engine.llm.request import Request

LONGEST = 400
"""The most characters of a text without a pattern."""


def guess_answer(schema: dict[str, Any], rng: Random) -> str:
    """Write an answer that the schema allows."""
    return json.dumps(draw_value(schema, rng))


class Guesser:
    """Takes the place of `send_request`."""

    def __init__(self, seed: str) -> None:
        self.rng = Random(seed)
        self.asked: list[Request] = []

    async def __call__(self, request: Request) -> Reply:
        self.asked.append(request)
        told: Any = request.settings["response_format"]
        answer = guess_answer(told["json_schema"]["schema"], self.rng)
        return Reply(answer, None, None, "stop", 100, 20)


def draw_value(schema: dict[str, Any], rng: Random) -> Any:  # noqa: PLR0911 - a case for each type
    """Draw any value that a strict schema allows; its bounds are met as often as possible."""
    match schema:
        case {"enum": values}:
            return rng.choice(values)
        case {"const": value}:
            return value
        case {"anyOf": parts}:
            return draw_value(rng.choice(parts), rng)
        case {"type": "object"}:
            parts = schema["properties"].items()
            return {name: draw_value(part, rng) for name, part in parts}
        case {"type": "array", "items": item}:
            low = schema.get("minItems", 0)
            count = rng.randint(low, schema.get("maxItems", low + 4))
            return [draw_value(item, rng) for _ in range(count)]
        case {"type": "boolean"}:
            return rng.random() < 0.5
        case {"type": "integer"}:
            return rng.randint(schema.get("minimum", -9), schema.get("maximum", 10**6))
        case {"type": "number"}:
            return rng.uniform(schema.get("minimum", -9), schema.get("maximum", 10**6))
        case {"type": "string"}:
            pattern = schema.get("pattern", f"^[ -~]{{0,{LONGEST}}}$")
            return "".join(_draw_text(regex.parse(pattern), rng))
    raise AssertionError(f"unknown schema: {schema}")


def _draw_text(nodes: Any, rng: Random) -> str:
    """Draw a text of a pattern: as short or as long as it allows, or in between."""
    text = ""
    for kind, value in nodes:
        if kind is ops.LITERAL:
            text += chr(value)
        elif kind is ops.IN:
            text += _draw_character(value, rng)
        elif kind is ops.MAX_REPEAT:
            low, high, part = value
            count = rng.choice((low, high, rng.randint(low, high)))
            text += "".join(_draw_text(part, rng) for _ in range(count))
        elif kind is ops.SUBPATTERN:
            text += _draw_text(value[-1], rng)
        else:
            assert kind is ops.AT, kind
    return text


@lru_cache
def _list_characters(choices: tuple[Any, ...]) -> tuple[list[str], list[str]]:
    """List the characters of a class, and the usual ones among them."""
    found = [
        chr(code)
        for kind, value in choices
        for code in (range(value[0], value[1] + 1) if kind is ops.RANGE else (value,))
    ]
    return found, [one for one in found if one in ascii_letters + digits + " "] or found


def _draw_character(choices: list[Any], rng: Random) -> str:
    """Draw a character of a class; a letter, a digit or a blank more often than others."""
    every, usual = _list_characters(tuple(choices))
    return rng.choice(usual if rng.random() < 0.8 else every)
