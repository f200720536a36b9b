"""The JSON that a model is to answer with: thoughts, and a move as its own type has it."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.llm.prompt import Names
from engine.moves import adapter

THOUGHTS = "thoughts"
"""The key of what a model may say to itself before it moves; nobody reads it but the log."""
KIND = "kind"
"""The key that tells which kind of move is meant, where several are invited."""
MOVE = "move"
"""The key of the move, where several kinds are invited."""
KEPT = ("type", "enum", "const", "minItems", "maxItems", "minimum", "maximum")
"""The words of JSON Schema that every strict server knows."""

_FIELDS: dict[type[Any], Mapping[str, Any]] = {}

NO_NAMES: Names = {}
"""Every field is answered as it is."""


def answer_schema(kinds: Sequence[type[Any]], names: Names = NO_NAMES) -> dict[str, Any]:
    """The schema of an answer.

    Args:
        kinds: The kinds of move that are invited.
        names: For a field what may be answered instead of its value.

    Returns:
        For one kind of move an object of thoughts and the fields of the move; for
        several an object of thoughts and a move, which is an object of its kind and
        its fields.
    """
    thoughts = {THOUGHTS: {"type": "string"}}
    if len(kinds) == 1:
        return _closed(thoughts | _asked(kinds[0], names))
    moves = [
        _closed({KIND: {"type": "string", "enum": [kind.__name__]}} | _asked(kind, names))
        for kind in kinds
    ]
    return _closed(thoughts | {MOVE: {"anyOf": moves}})


def fields_schema(kind: type[Any]) -> Mapping[str, Any]:
    """The schema of each field of a move, by its name; made once, as making it is slow."""
    if kind not in _FIELDS:
        whole = adapter(kind).json_schema()
        _FIELDS[kind] = {
            name: _plain(field, whole.get("$defs", {}))
            for name, field in whole.get("properties", {}).items()
        }
    return _FIELDS[kind]


def response_format(kinds: Sequence[type[Any]], names: Names = NO_NAMES) -> dict[str, Any]:
    """The schema as the chat completions protocol asks for it."""
    schema = {"name": "answer", "strict": True, "schema": answer_schema(kinds, names)}
    return {"type": "json_schema", "json_schema": schema}


def _asked(kind: type[Any], names: Names) -> dict[str, Any]:
    """The schema of each field, with the names that stand for values."""
    chosen = {field: {"type": "string", "enum": list(known)} for field, known in names.items()}
    return {name: chosen.get(name, shape) for name, shape in fields_schema(kind).items()}


def _closed(properties: Mapping[str, Any]) -> dict[str, Any]:
    """An object of exactly these properties, as strict servers want it."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _plain(node: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    """A schema without references and tuples, which few strict servers know."""
    if "$ref" in node:
        return _plain(shared[node["$ref"].rpartition("/")[2]], shared)
    if "properties" in node:
        return _closed({name: _plain(part, shared) for name, part in node["properties"].items()})
    plain = {word: node[word] for word in KEPT if word in node}
    if "anyOf" in node:
        plain["anyOf"] = [_plain(part, shared) for part in node["anyOf"]]
    if "items" in node:
        plain["items"] = _plain(node["items"], shared)
    if "prefixItems" in node:
        parts = [_plain(part, shared) for part in node["prefixItems"]]
        same = all(part == parts[0] for part in parts)
        plain["items"] = parts[0] if same else {"anyOf": parts}
    return plain
