"""JSON schemas of answers: thoughts, and the fields of a move."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.llm.prompt import Aliases
from engine.moves import type_adapter

THOUGHTS = "thoughts"
"""The key for the model's considerations before the move; they are only logged."""
KIND = "kind"
"""The key for the kind of move, if several are invited."""
MOVE = "move"
"""The key for the move, if several kinds are invited."""
SUPPORTED_KEYWORDS = ("type", "enum", "const", "minItems", "maxItems", "minimum", "maximum")
"""The keywords of JSON Schema that every strict server knows."""

_FIELDS: dict[type[Any], Mapping[str, Any]] = {}

NO_ALIASES: Aliases = {}
"""Every field is answered with its value."""


def answer_schema(kinds: Sequence[type[Any]], aliases: Aliases = NO_ALIASES) -> dict[str, Any]:
    """Build the schema of an answer.

    Args:
        kinds: The kinds of move that are invited.
        aliases: What may be answered instead of a field's value.

    Returns:
        For one kind of move, an object with thoughts and the fields of the move. For
        several, or a kind without fields, an object with thoughts and a move, which is an
        object with its kind and its fields.
    """
    thoughts = {THOUGHTS: {"type": "string"}}
    if len(kinds) == 1 and fields_schema(kinds[0]):
        return _strict_object(thoughts | _field_schemas(kinds[0], aliases))
    moves = [
        _strict_object(
            {KIND: {"type": "string", "enum": [kind.__name__]}} | _field_schemas(kind, aliases)
        )
        for kind in kinds
    ]
    return _strict_object(thoughts | {MOVE: {"anyOf": moves}})


def fields_schema(kind: type[Any]) -> Mapping[str, Any]:
    """The schema of each field of a move, by its name; cached, as building it is slow."""
    if kind not in _FIELDS:
        whole = type_adapter(kind).json_schema()
        _FIELDS[kind] = {
            name: _simplify(field, whole.get("$defs", {}))
            for name, field in whole.get("properties", {}).items()
        }
    return _FIELDS[kind]


def response_format(kinds: Sequence[type[Any]], aliases: Aliases = NO_ALIASES) -> dict[str, Any]:
    """The schema as the chat completions protocol takes it."""
    schema = {"name": "answer", "strict": True, "schema": answer_schema(kinds, aliases)}
    return {"type": "json_schema", "json_schema": schema}


def _field_schemas(kind: type[Any], aliases: Aliases) -> dict[str, Any]:
    """The schema of each field; a field with aliases takes one of these."""
    enums = {field: {"type": "string", "enum": list(known)} for field, known in aliases.items()}
    return {name: enums.get(name, schema) for name, schema in fields_schema(kind).items()}


def _strict_object(properties: Mapping[str, Any]) -> dict[str, Any]:
    """An object with exactly these properties, as strict servers require."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _simplify(node: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    """Resolve references and tuples, which few strict servers know."""
    if "$ref" in node:
        return _simplify(shared[node["$ref"].rpartition("/")[2]], shared)
    if "properties" in node:
        return _strict_object(
            {name: _simplify(part, shared) for name, part in node["properties"].items()}
        )
    plain = {key: node[key] for key in SUPPORTED_KEYWORDS if key in node}
    if "anyOf" in node:
        plain["anyOf"] = [_simplify(part, shared) for part in node["anyOf"]]
    if "items" in node:
        plain["items"] = _simplify(node["items"], shared)
    if "prefixItems" in node:
        parts = [_simplify(part, shared) for part in node["prefixItems"]]
        same = all(part == parts[0] for part in parts)
        plain["items"] = parts[0] if same else {"anyOf": parts}
    return plain
