"""A request of the chat completions protocol."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lab.mock.answer_form import read_form
from lab.mock.schema_value import Schema

CHARS_PER_TOKEN = 4
PICTURE_TOKENS = 255


class BadRequest(ValueError):
    """A request that is refused; the message says why."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the server needs of a request."""

    model: str
    text: str
    """The texts of the last message that asks for something: no answer, and no complaint."""
    system: str
    """The texts of the system messages."""
    schema: Schema | None
    """The schema of the answer, or of the arguments of a tool; `None` if there is none."""
    tool: str
    """The name of the tool to call; empty for an answer in the message."""
    response_format: str
    """The type of the `response_format`; empty if there is none."""
    streamed: bool
    with_usage: bool
    """Whether a stream ends with the usage."""
    seed: object
    limit: int | None
    """The maximum number of tokens."""
    tokens: int
    """The estimated number of tokens of all messages."""

    @classmethod
    def parse(cls, body: Mapping[str, Any]) -> "Request":
        """Parse the body of a request.

        Raises:
            BadRequest: If it has no messages, or parts that are neither texts nor pictures.
        """
        messages = body.get("messages")
        if not isinstance(messages, list) or not messages:
            raise BadRequest("'messages' is a list of at least one message.")
        read = [
            (str(_get(one, "role")), list(_read_parts(_get(one, "content")))) for one in messages
        ]
        system = "\n\n".join(text for role, parts in read if role == "system" for text in parts)
        asked = _find_asked(read)
        tool, schema = _find_tool(body)
        form = body.get("response_format")
        kind = str(_get(form, "type") or "") if form else ""
        if kind == "json_schema":
            tool, schema = "", _get(_get(form, "json_schema"), "schema")
            if not isinstance(schema, Mapping):
                raise BadRequest("'response_format.json_schema.schema' is missing.")
        options = body.get("stream_options")
        limit = body.get("max_completion_tokens") or body.get("max_tokens")
        return cls(
            model=str(body.get("model") or ""),
            text=asked,
            system=system,
            schema=schema if schema is not None else read_form(system, asked),
            tool=tool,
            response_format=kind,
            streamed=body.get("stream") is True,
            with_usage=bool(_get(options, "include_usage")),
            seed=body.get("seed"),
            limit=limit if isinstance(limit, int) and limit > 0 else None,
            tokens=sum(estimate_tokens(text) for _, parts in read for text in parts)
            + PICTURE_TOKENS * _count_pictures(messages),
        )


def estimate_tokens(text: str) -> int:
    """Estimate the number of tokens of a text."""
    return -(-len(text) // CHARS_PER_TOKEN)


def _get(part: object, key: str) -> Any:  # noqa: ANN401
    return part.get(key) if isinstance(part, Mapping) else None


def _find_tool(body: Mapping[str, Any]) -> tuple[str, Schema | None]:
    """Find the name and the parameters of the last tool, unless none may be called."""
    tools = body.get("tools")
    if not isinstance(tools, list) or not tools or body.get("tool_choice") == "none":
        return "", None
    function = _get(tools[-1], "function")
    schema = _get(function, "parameters")
    return str(_get(function, "name") or ""), schema if isinstance(schema, Mapping) else {}


def _find_asked(read: list[tuple[str, list[str]]]) -> str:
    """Find the last message of a user that is no complaint about an answer.

    A question has several paragraphs or parts; a complaint about the last answer has one.
    """
    asked = ["\n\n".join(parts) for role, parts in read if role == "user"]
    return next((one for one in reversed(asked) if "\n\n" in one), asked[-1] if asked else "")


def _read_parts(content: object) -> Iterator[str]:
    """Yield the texts of a message.

    Raises:
        BadRequest: If it has parts of other types.
    """
    if isinstance(content, str):
        yield content
        return
    for part in content if isinstance(content, list) else ():
        match part:
            case {"type": "text", "text": str(text)}:
                yield text
            case {"type": "image_url", "image_url": {"url": str()}}:
                pass
            case _:
                raise BadRequest("A message has parts that are neither texts nor pictures.")


def _count_pictures(messages: list[Any]) -> int:
    contents = [_get(one, "content") for one in messages]
    parts = [part for one in contents if isinstance(one, list) for part in one]
    return sum(_get(part, "type") == "image_url" for part in parts)
