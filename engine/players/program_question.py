"""Write the question to a program as one line of JSON."""

import json
from collections.abc import Sequence
from typing import Any

from engine.llm.schema import build_fields_schema
from engine.type_adapter import get_type_adapter


def build_question(
    game: str, seat: str, view: object, kinds: Sequence[type[Any]], complaint: str | None
) -> str:
    """Build the line of a question, a function of the view: one JSON object in ASCII.

    Args:
        game: The name of the game in the catalog.
        seat: The name of the seat.
        view: All that the seat may know.
        kinds: The kinds of move that the view invites.
        complaint: Why the last answer to this question was refused.
    """
    question = {
        "game": game,
        "seat": seat,
        "view": get_type_adapter(type(view)).dump_python(view, mode="json"),
        "kinds": {kind.__name__: _build_schema(kind) for kind in kinds},
        "complaint": complaint,
    }
    return json.dumps(question, separators=(",", ":"))


def _build_schema(kind: type[Any]) -> dict[str, Any]:
    """The JSON schema of one kind of move, without references."""
    fields = build_fields_schema(kind)
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }
