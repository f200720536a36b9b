"""The fields of options and moves, as people and machines are asked for them.

The JSON schema of a field, narrowed to what the position allows, is its only description: the form,
the prompt, the random player and the error sentences read it.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, cast

from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from engine.frozen_model import FrozenModel
from engine.value_text import format_value

type Schema = dict[str, Any]
type Choices = Mapping[str, Sequence[object] | Mapping[str, object]]
"""By field: the values that a position allows, or further keywords of JSON Schema for it, such as
`{"maxLength": 40}`; other fields are as declared. `players.seat` is the field of each item of a
list, and a list of single values is narrowed by what its items may be."""

SHOWN = 60
"""The most characters of a value that a sentence quotes."""


@cache
def _inline_schema(kind: type[BaseModel]) -> Schema:
    """Build the JSON schema of a model without references."""
    whole = kind.model_json_schema()
    named = whole.get("$defs", {})

    def inline(schema: Any) -> Any:  # noqa: ANN401
        if isinstance(schema, list):
            return [inline(one) for one in schema]
        if not isinstance(schema, dict):
            return schema
        own = named.get(schema.get("$ref", "").rpartition("/")[2], {})
        return {name: inline(one) for name, one in {**own, **schema}.items() if name != "$ref"}

    inlined: Schema = inline({key: one for key, one in whole.items() if key != "$defs"})
    return inlined


@cache
def _list_declared(kind: type[FrozenModel]) -> Mapping[str, Schema]:
    titles = {name: title_field(kind, name) for name in kind.model_fields}
    declared = _inline_schema(kind).get("properties", {}).items()
    return {name: {**one, "title": titles[name]} for name, one in declared}


def find_schema(kind: type[BaseModel], path: Sequence[str]) -> Schema:
    """Find the JSON schema of the value at a path, whose indices count from 1; empty if unknown."""
    found = _inline_schema(kind)
    for key in path:
        parts = [found, *found.get("anyOf", ())]
        found = next(filter(None, (_find_part(part, key) for part in parts)), {})
    return found


def _find_part(schema: Schema, key: str) -> Schema:
    if key in schema.get("properties", {}):
        return dict(schema["properties"][key])
    if isinstance(schema.get("additionalProperties"), dict):
        return dict(schema["additionalProperties"])
    if not key.isdecimal():
        return {}
    first = schema.get("prefixItems", ())
    return dict(first[int(key) - 1] if 0 < int(key) <= len(first) else schema.get("items", {}))


def title_field(kind: type[FrozenModel], name: str) -> str:
    """Name a field for people, such as `Guesses left`."""
    return kind.model_fields[name].title or name.replace("_", " ").capitalize()


def title_kind(kind: type[FrozenModel]) -> str:
    """Name a kind of move for people, such as `Give up` for `GiveUp`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", kind.__name__).capitalize()


def describe_kind(kind: type[FrozenModel]) -> str:
    """Take what a kind of move does from the first line of its docstring; empty without one."""
    return next(iter((kind.__doc__ or "").strip().splitlines()), "").strip()


def describe_field(schema: Schema) -> str:
    """Take what a field takes from the docstring below it; empty without one."""
    return " ".join(schema.get("description", "").split())


def list_fields(kind: type[FrozenModel], choices: Choices) -> dict[str, Schema]:
    """List the JSON schema of each field, narrowed by the choices of the position."""
    return narrow_fields(_list_declared(kind), choices)


def narrow_fields(fields: Mapping[str, Schema], choices: Choices) -> dict[str, Schema]:
    """Narrow the schemas of fields by the choices of a position."""
    narrowed = dict(fields)
    for path, allowed in choices.items():
        name, _, inner = path.partition(".")
        narrowed[name] = _narrow(narrowed[name], inner, allowed)
    return narrowed


def choose_several(values: Sequence[object], count: int) -> Mapping[str, object]:
    """Narrow a list to so many different ones of these values, in any order."""
    allowed = to_jsonable_python(list(values))
    return {
        "items": {"enum": allowed},
        "minItems": count,
        "maxItems": count,
        "uniqueItems": True,
    }


def _narrow(schema: Schema, path: str, allowed: Sequence[object] | Mapping[str, object]) -> Schema:
    is_list = schema.get("type") == "array" and "items" in schema
    if path and is_list:
        return schema | {"items": _narrow(schema["items"], path, allowed)}
    if path:
        return schema | {"properties": narrow_fields(schema["properties"], {path: allowed})}
    if isinstance(allowed, Mapping):
        items = {**schema.get("items", {}), **cast("Schema", allowed.get("items", {}))}
        return schema | dict(allowed) | ({"items": items} if items else {})
    values = to_jsonable_python(list(allowed))
    if is_list and not any(isinstance(value, list) for value in values):
        items = {"enum": values} if values else {}  # no enumeration is empty
        none = {} if values else {"maxItems": 0}
        return schema | {"items": schema["items"] | items, **none}
    return schema | {"enum": values}


def describe_values(schema: Schema) -> str:  # noqa: C901, PLR0911 - a case for each type
    """Describe which values a field takes, such as `a whole number from 1 to 20`."""
    match schema:
        case {"form": form}:
            return str(form)
        case {"anyOf": parts}:
            return " or ".join(
                dict.fromkeys(describe_values(one) for one in parts if one.get("type") != "null")
            )
        case {"type": "array", "prefixItems": items}:
            return f"{len(items)} values, each {describe_values(items[0])}"
        case {"type": "array", "items": item, "minItems": least, "maxItems": most} if least == most:
            different = " different" * schema.get("uniqueItems", False)
            return f"{most}{different} values, each {describe_values(item)}"
        case {"type": "array", "items": {"type": "string"} as item} if "enum" not in item:
            return "a list of texts"
        case {"type": "array", "items": item}:
            return f"a list, each {describe_values(item)}"
        case {"enum": values}:
            return f"one of {', '.join(map(format_value, values))}"
        case {"const": value}:
            return format_value(value)
        case {"type": "boolean"}:
            return "yes or no"
        case {"type": "integer" | "number" as number}:
            return f"a {'whole ' * (number == 'integer')}number{_describe_bounds(schema)}"
        case {"type": "object"}:
            return "a table"
        case {"maxLength": most}:
            return f"text of at most {most} characters"
    return "text"


def _describe_bounds(schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    above = schema.get("exclusiveMinimum")
    bounds = [f"above {above:g}"] if above is not None else []
    bounds += [f"from {low:.12g}"] if low is not None else []
    bounds += [f"{'to' if low is not None else 'up to'} {high:.12g}"] if high is not None else []
    return "".join(f" {one}" for one in bounds)


def is_allowed(schema: Schema, value: Any) -> bool:  # noqa: ANN401
    """Whether a value is within the bounds of a field; objects are not judged."""
    if "enum" in schema:
        return value in schema["enum"]
    if isinstance(value, list | tuple):
        fits = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
        repeats = schema.get("uniqueItems", False) and len(set(value)) < len(value)
        inner = schema.get("items", {})
        return fits and not repeats and all(is_allowed(inner, one) for one in value)
    if isinstance(value, str):
        fits = len(value) <= schema.get("maxLength", len(value))
        return fits and re.search(schema.get("pattern", ""), value) is not None
    if isinstance(value, int | float):
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return True


def explain_value(schema: Schema, value: object) -> str:
    """Say which values a field takes instead of this one."""
    given = format_value(value)[:SHOWN] or "empty"
    described = describe_field(schema)
    fits = isinstance(value, str) and len(value) <= schema.get("maxLength", len(value))
    if described and fits and "pattern" in schema:  # only the description says what the pattern is
        return f"{schema['title']} cannot be {given}. {described}"
    sentence = f"{schema['title']} must be {describe_values(schema)}, not {given}."
    return f"{sentence} {described}".strip()
