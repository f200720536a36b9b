"""Read the parts of a model's message, or of a piece of one in a stream."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

ANSWER_PARTS = (None, "text", "output_text")
"""The types of content parts that belong to the answer."""
REASONING_PARTS = ("thinking", "reasoning", "reasoning.text", "reasoning.summary")
"""The types of content parts, and of the parts of `reasoning_details`, that are reasoning."""
REASONING_FIELDS = ("reasoning_content", "reasoning", "reasoning_details")
"""Where servers put reasoning; some send the same in two of them."""


def read_content(message: Mapping[Any, Any]) -> str:
    """Read the answer: a text, or the texts of its parts."""
    return _join(message.get("content"), ANSWER_PARTS)


def read_reasoning(message: Mapping[Any, Any]) -> str:
    """Read the reasoning, wherever the server puts it."""
    found = (_join(message.get(name), REASONING_PARTS) for name in REASONING_FIELDS)
    inner = message.get("content")
    parts = _join(inner, REASONING_PARTS) if isinstance(inner, list) else ""
    return next(filter(None, found), "") or parts


def read_refusal(message: Mapping[Any, Any]) -> str:
    """Read why the model declined, in its own words."""
    refusal = message.get("refusal")
    return refusal if isinstance(refusal, str) else ""


def read_arguments(message: Mapping[Any, Any]) -> str:
    """Read the arguments of the first call of a function, in which the answer may be."""
    match message:
        case {"tool_calls": [{"function": {"arguments": arguments}, **call}, *_]}:
            first = call.get("index") in (0, None)
        case {"function_call": {"arguments": arguments}}:  # the form before there were tools
            first = True
        case _:
            return ""
    if isinstance(arguments, dict):
        arguments = json.dumps(arguments)
    return arguments if first and isinstance(arguments, str) else ""


def _join(value: object, types: tuple[str | None, ...]) -> str:
    """Return a text, or join the texts of the parts of some types."""
    if isinstance(value, list):
        return "".join(text for part in value for text in _list_texts(part, types))
    return value if isinstance(value, str) else ""


def _list_texts(part: object, types: tuple[str | None, ...]) -> Iterator[str]:
    if isinstance(part, dict) and part.get("type") in types:
        for name in ("text", "thinking", "summary"):
            yield _join(part.get(name), ANSWER_PARTS)
