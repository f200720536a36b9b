"""Send one request to a model's server, without retries, and parse the response.

The size and the nesting of the response, and the time to wait for it, are limited.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import inf
from secrets import token_hex
from typing import Any

from engine.llm.connections import open_connection
from engine.llm.depth import MAX_DEPTH, is_too_deep
from engine.llm.encoding import encode_json
from engine.llm.errors import (
    CallFailed,
    FailureKind,
    build_bounds_error,
    build_completion_error,
    build_dropped_error,
    build_response_error,
    build_timeout_error,
    build_unreachable_error,
)
from engine.llm.http import ConnectFailed, Connection, ConnectionDropped, Response
from engine.llm.pictures import encode_url, has_pictures
from engine.llm.reply import Reply
from engine.llm.request import Request
from engine.llm.server import Server
from engine.prompt import DATA_URL, Message

MAX_BODY_BYTES = 4_000_000
"""The largest body that is read; answers are limited to 200,000 characters."""
MAX_HEADER_CHARS = 100
"""Longer headers are ignored."""
WRITER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
"""Writes the settings of requests; NaN is an error."""
ANSWER_PARTS = (None, "text", "output_text")
"""The types of content parts that belong to the answer."""


async def send_request(request: Request) -> Reply:
    """Send a request once, and read the response.

    Raises:
        CallFailed: If there is no reply. `RequestRefused` if other settings may help.
    """
    content = _encode(request)
    async with open_connection(request.model.server) as connection:
        return await _post_request(connection, request, content)


def _encode(request: Request) -> Sequence[bytes]:
    """Encode the body of a request in pieces; each picture is a piece that requests share.

    Raises:
        CallFailed: If the settings are not JSON.
    """
    model, messages = request.model, request.messages
    stand_ins = StandIns() if has_pictures(messages) else None
    if stand_ins is not None:
        messages = [stand_ins.cut(message) for message in messages]
    fields = {"model": model.name, **request.settings, **model.extra_body}
    try:
        text = WRITER.encode(fields).encode()
        text = b'{"messages":' + encode_json(messages) + b"," + text[1:]
        return (text,) if stand_ins is None else stand_ins.fill_in(text)
    except (ValueError, TypeError, RecursionError):
        pass
    raise CallFailed(
        FailureKind.UNPREPARED,
        f"The settings of {model.name} cannot be sent as JSON: check extra_body.",
    )


class StandIns:
    """Placeholders for pictures while JSON is encoded, which scans every character.

    A request with six pictures has half a megabyte of Base64, which needs no escaping.
    """

    def __init__(self) -> None:
        self._mark = token_hex(16)
        self._pictures: list[bytes] = []

    def cut(self, message: Message) -> Message:
        """Replace the pictures of a message by placeholders."""
        content = message.get("content")
        if not isinstance(content, list):
            return message
        return {**message, "content": [self._cut_part(part) for part in content]}

    def _cut_part(self, part: dict[str, Any]) -> dict[str, Any]:
        match part:
            case {"type": "image_url", "image_url": {"url": str(url)}} if url.startswith(DATA_URL):
                self._pictures.append(encode_url(url))
                return {**part, "image_url": {**part["image_url"], "url": self._mark}}
        return part

    def fill_in(self, text: bytes) -> list[bytes]:
        """Split the JSON at the placeholders, and insert the pictures."""
        pieces = text.split(self._mark.encode())
        filled = (piece for pair in zip(pieces, self._pictures, strict=False) for piece in pair)
        return [*filled, pieces[-1]]


async def _post_request(
    connection: Connection, request: Request, content: Sequence[bytes]
) -> Reply:
    model, server = request.model, request.model.server
    pictures = has_pictures(request.messages)
    failure: CallFailed
    try:
        async with asyncio.timeout(server.timeout), connection.post(content) as response:
            body = await read_body(server, response)
        if 200 <= response.status < 300:
            return parse_reply(server, model.name, body, pictures=pictures)
        failure = build_response_error(
            server,
            model.name,
            response.status,
            parse_body(body),
            pictures=pictures,
            wait=parse_retry_after(response.headers),
        )
    except TimeoutError:
        failure = build_timeout_error(server, model.name)
    except ConnectFailed:
        failure = build_unreachable_error(server)
    except (ConnectionDropped, ValueError):
        failure = build_dropped_error(server)
    # Raised here, because an error of httpx2 refers to the request and thus to the key.
    raise failure


async def read_body(server: Server, response: Response) -> bytes:
    """Read the body of a response, and stop as soon as it is too large.

    Raises:
        CallFailed: If it is compressed, although we asked for no compression, too large or too
            deeply nested.
    """
    encoding = response.headers.get("content-encoding", "").strip().lower()
    if encoding not in ("", "identity"):
        raise build_bounds_error(
            server, "sent a compressed answer, though it was asked for a plain one"
        )
    size, pieces = 0, []
    async for piece in response.pieces:
        size += len(piece)
        if size > MAX_BODY_BYTES:
            raise build_bounds_error(
                server, f"sent more than {MAX_BODY_BYTES // 1_000_000} MB for one answer"
            )
        pieces.append(piece)
    body = b"".join(pieces)
    if is_too_deep(body):
        raise build_bounds_error(server, f"sent JSON nested more than {MAX_DEPTH} levels deep")
    return body


def parse_body(body: bytes) -> object:
    """Parse a body as JSON in UTF-8; return the text if it is not JSON."""
    with suppress(ValueError, RecursionError):
        return json.loads(body)
    return body.decode(errors="replace")


def parse_retry_after(headers: Mapping[str, str]) -> float | None:
    """Parse Retry-After, seconds or a date, to seconds; `None` without a valid header."""
    for name, unit in (("retry-after-ms", 1000), ("retry-after", 1)):
        with suppress(ValueError):
            seconds = float(_read_header(headers, name)) / unit
            if 0 <= seconds < inf:  # NaN fails, too
                return seconds
    with suppress(ValueError, OverflowError, TypeError):
        until = parsedate_to_datetime(_read_header(headers, "retry-after"))
        until = until.replace(tzinfo=until.tzinfo or UTC)
        return max(0.0, (until - datetime.now(UTC)).total_seconds())
    return None


def _read_header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name, "")
    return value if len(value) <= MAX_HEADER_CHARS else ""


def parse_reply(server: Server, model: str, body: str | bytes, *, pictures: bool) -> Reply:
    """Parse the body of a response; the texts of the reply are not cleaned.

    Args:
        server: The server that responded.
        model: The model that was asked.
        body: The body of the response.
        pictures: Whether the request had pictures.

    Raises:
        CallFailed: If it is an error, or not a chat completion.
    """
    data: object = None
    with suppress(ValueError, RecursionError):  # not JSON, so not a completion
        data = json.loads(body)
    match data:
        case {"error": error} | {"choices": [{"error": error}, *_]} if error:
            code = error.get("code") if isinstance(error, dict) else None
            status = code if type(code) is int and 100 <= code < 600 else 200
            raise build_response_error(server, model, status, {"error": error}, pictures=pictures)
        case {"choices": [{"message": {**message}, **choice}, *_], **rest}:
            pass
        case _:
            raise build_completion_error(server, usage_unknown=True)
    usage = rest.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    reasoning = _join_text(message.get("reasoning_content")) or _join_text(message.get("reasoning"))
    return Reply(
        content=_join_text(message.get("content")),
        reasoning=reasoning or None,
        refusal=_join_text(message.get("refusal")) or None,
        finish=_join_text(choice.get("finish_reason")) or None,
        tokens_in=_parse_count(counts.get("prompt_tokens")),
        tokens_out=_parse_count(counts.get("completion_tokens")),
        cost=_parse_price(counts.get("cost")),
    )


def _join_text(value: object) -> str:
    """Return a text, or join the texts of content parts."""
    if isinstance(value, list):
        return "".join(
            _to_plain_text(part.get("text"))
            for part in value
            if isinstance(part, dict) and part.get("type") in ANSWER_PARTS
        )
    return _to_plain_text(value)


def _to_plain_text(value: object) -> str:
    # A lone surrogate is not text, and could not be sent back.
    return value.encode(errors="replace").decode() if isinstance(value, str) else ""


def _parse_count(value: object) -> int | None:
    return value if type(value) is int and 0 <= value < 10**9 else None


def _parse_price(value: object) -> float | None:
    known = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if known and 0 <= value < 10**6 else None  # type: ignore[arg-type, operator]
