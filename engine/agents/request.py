"""The line that a program is asked with: a function of the view, and nothing else."""

import json
from collections.abc import Sequence
from typing import Any

from engine.llm.schema import fields_schema
from engine.moves import adapter


def request(
    game: str, seat: str, view: object, kinds: Sequence[type[Any]], complaint: str | None
) -> str:
    """One JSON object in one line of ASCII, without blanks between its parts.

    Args:
        game: The name of the game in the catalog.
        seat: The name of the seat that is asked.
        view: All that the seat may know.
        kinds: The kinds of move that are invited.
        complaint: Why the last answer to this question did not count.
    """
    asked = {
        "game": game,
        "seat": seat,
        "view": adapter(type(view)).dump_python(view, mode="json"),
        "kinds": {kind.__name__: _schema(kind) for kind in kinds},
        "complaint": complaint,
    }
    return json.dumps(asked, separators=(",", ":"))


def _schema(kind: type[Any]) -> dict[str, Any]:
    """The JSON schema of one kind of move, without references."""
    fields = fields_schema(kind)
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }
