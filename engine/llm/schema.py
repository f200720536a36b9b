"""Build the JSON schema of an answer, from the declared fields and the choices of the position.

OpenAI's strict mode refuses a schema with `minLength`, `maxLength`, `uniqueItems` or `prefixItems`,
so lengths are part of patterns, and lists of different digits are enumerated as texts.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from engine.fields import Choices, Schema, narrow_fields
from engine.prompt import KIND, MOVE, THOUGHTS, Aliases
from engine.text_pattern import build_line_pattern

STRICT_KEYWORDS = ("type", "enum", "const", "pattern", "minItems", "maxItems", "minimum", "maximum")
"""The keywords of JSON Schema that strict servers support, besides those for parts."""
KEYWORDS = (*STRICT_KEYWORDS, "minLength", "maxLength", "uniqueItems")
"""The keywords that programs are told."""


TOOL = "answer"
"""The name of the schema, and of the function whose call is an answer."""


type ChoicesByKind = Mapping[type[Any], Choices]
"""By kind of move: the choices of its fields."""


NO_CHOICES: ChoicesByKind = {}


NO_ALIASES: Aliases = {}
"""No aliases: every field is answered with its value."""


NOTHING: Mapping[str, Any] = {}
"""No further keys of the answer."""


_FIELDS: dict[type[Any], Mapping[str, Any]] = {}
"""The schema of each field, by kind of move."""


def build_answer_schema(
    kinds: Sequence[type[Any]],
    aliases: Aliases = NO_ALIASES,
    also: Mapping[str, Any] = NOTHING,
    choices: ChoicesByKind = NO_CHOICES,
) -> dict[str, Any]:
    """Build the schema of an answer.

    Args:
        kinds: The kinds of move that are invited.
        aliases: What may be answered instead of a field's value.
        also: Further keys of the answer, with their schemas.
        choices: The choices of the fields of each kind.

    Returns:
        For one kind of move, an object with thoughts and the fields of the move. For
        several, or a kind without fields, an object with thoughts and a move, which is an
        object with its kind and its fields.
    """
    thoughts = {THOUGHTS: {"type": "string"}, **also}
    if len(kinds) == 1 and build_fields_schema(kinds[0]):
        return _build_strict_object(thoughts | _build_field_schemas(kinds[0], aliases, choices))
    moves = [
        _build_strict_object(
            {KIND: {"type": "string", "enum": [kind.__name__]}}
            | _build_field_schemas(kind, aliases, choices)
        )
        for kind in kinds
    ]
    return _build_strict_object(thoughts | {MOVE: {"anyOf": moves}})


def build_fields_schema(kind: type[Any]) -> Mapping[str, Any]:
    """Build the schema of each field of a move by name; cached, as it is slow."""
    if kind not in _FIELDS:
        whole = kind.model_json_schema()
        _FIELDS[kind] = {
            name: _simplify(field, whole.get("$defs", {}))
            for name, field in whole.get("properties", {}).items()
        }
    return _FIELDS[kind]


def build_response_format(
    kinds: Sequence[type[Any]],
    aliases: Aliases = NO_ALIASES,
    also: Mapping[str, Any] = NOTHING,
    choices: ChoicesByKind = NO_CHOICES,
) -> dict[str, Any]:
    """Build the `response_format` of the chat completions protocol."""
    schema = {
        "name": TOOL,
        "strict": True,
        "schema": build_answer_schema(kinds, aliases, also, choices),
    }
    return {"type": "json_schema", "json_schema": schema}


def build_tool(
    kinds: Sequence[type[Any]],
    aliases: Aliases = NO_ALIASES,
    also: Mapping[str, Any] = NOTHING,
    choices: ChoicesByKind = NO_CHOICES,
) -> dict[str, Any]:
    """Build the `tools` and the `tool_choice` with which an answer is the call of a function."""
    function = {
        "name": TOOL,
        "description": "Give your answer in the form that you were asked for.",
        "parameters": build_answer_schema(kinds, aliases, also, choices),
    }
    return {
        "tools": [{"type": "function", "function": function}],
        "tool_choice": {"type": "function", "function": {"name": TOOL}},
    }


def _build_field_schemas(
    kind: type[Any], aliases: Aliases, choices: ChoicesByKind
) -> dict[str, Any]:
    """Build the strict schema of each field; one with aliases accepts one of them."""
    fields = narrow_fields(build_fields_schema(kind), choices.get(kind, {}))
    return {
        name: {"type": "string", "enum": list(aliases[name])}
        if name in aliases
        else _make_strict(schema)
        for name, schema in fields.items()
    }


def _build_strict_object(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Build the schema of an object with exactly these properties, as strict servers require."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _simplify(node: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    """Resolve references and tuples, which few strict servers support."""
    if "$ref" in node:
        return _simplify(shared[node["$ref"].rpartition("/")[2]], shared)
    if "properties" in node:
        return _build_strict_object(
            {name: _simplify(part, shared) for name, part in node["properties"].items()}
        )
    plain = {key: node[key] for key in KEYWORDS if key in node}
    if "anyOf" in node:
        plain["anyOf"] = [_simplify(part, shared) for part in node["anyOf"]]
    if "items" in node:
        plain["items"] = _simplify(node["items"], shared)
    if "prefixItems" in node:
        parts = [_simplify(part, shared) for part in node["prefixItems"]]
        same = all(part == parts[0] for part in parts)
        plain["items"] = parts[0] if same else {"anyOf": parts}
    return plain


def _make_strict(node: Schema) -> Schema:
    """Say the same with the keywords that strict servers support."""
    if "properties" in node:
        parts = node["properties"].items()
        return _build_strict_object({name: _make_strict(part) for name, part in parts})
    strict = {key: node[key] for key in STRICT_KEYWORDS if key in node}
    if node.get("uniqueItems") and "minimum" in node["items"]:
        return {"type": "string", "enum": [*_list_digit_rows(**node)]}
    if "maxLength" in node and "pattern" not in node:
        strict["pattern"] = build_line_pattern(node["maxLength"], node.get("minLength", 0))
    if "anyOf" in node:
        strict["anyOf"] = [_make_strict(part) for part in node["anyOf"]]
    if "items" in node:
        strict["items"] = _make_strict(node["items"])
    return strict


def _list_digit_rows(items: Schema, maxItems: int, **_: object) -> Iterator[str]:
    """Write all lists of different digits as texts that stand for them, such as `3-1-4`."""
    digits = range(items["minimum"], items["maximum"] + 1)
    return ("-".join(map(str, row)) for row in permutations(digits, maxItems))
