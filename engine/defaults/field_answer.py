"""Read a person's answers as the values of a move's fields."""

import json
import re
from typing import Any

from engine.fields import Choices, Schema, list_fields
from engine.frozen_model import FrozenModel
from engine.games.plain_form import Answers
from engine.move_json import BadMove, decode_move
from engine.value_text import format_value


def read_move[Move: FrozenModel](kind: type[Move], answers: Answers, choices: Choices) -> Move:
    """Read a move from a person's answers, one for each field.

    Raises:
        BadMove: If a field does not accept an answer; the message is for the person.
    """
    pairs = zip(list_fields(kind, choices).items(), answers, strict=True)
    values = {name: read_value(schema, answer) for (name, schema), answer in pairs}
    move: Move = decode_move((kind,), {kind.__name__: values})
    return move


def read_value(schema: Schema, answer: str) -> Any:  # noqa: ANN401
    """Read an answer as the JSON value of a field.

    Raises:
        BadMove: If it is not such a value.
    """
    schema = drop_null(schema)
    values = list_values(schema)
    named = {key: one for one in values for key in (format_value(one), json.dumps(one))}
    if answer in named:
        return named[answer]
    match schema.get("type"):
        case "string":
            return answer
        case "array":
            inner = schema.get("items") or schema["prefixItems"][0]
            numbers = inner.get("type") == "integer"
            between = r"[\s,;]+" if numbers else r"\s*[,;]\s*"
            return [
                read_value(inner, part) for part in re.split(between, answer.strip(" ,;")) if part
            ]
        case "integer":
            try:
                return int(answer)
            except ValueError:
                raise BadMove("Type a whole number.") from None
    try:
        return json.loads(answer)
    except ValueError:
        raise BadMove("Type it as JSON.") from None


def drop_null(schema: Schema) -> Schema:
    """Return the schema of the value itself, if it may be missing."""
    inner = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    if len(inner) != 1:
        return schema
    named = {key: schema[key] for key in ("title", "description") if key in schema}
    return {**inner[0], **named}


def list_values(schema: Schema) -> tuple[Any, ...]:
    """List the values of a field with few values; empty for others."""
    if schema.get("type") == "boolean":
        return True, False
    return (schema["const"],) if "const" in schema else tuple(schema.get("enum", ()))
