"""Sending a request once, and reading the server's response."""

import asyncio
import json

from engine.llm.connections import Connection, open_connection
from engine.llm.errors import (
    CallFailed,
    FailureKind,
    dropped,
    error_from_response,
    timed_out,
    unreachable,
)
from engine.llm.prompt import has_pictures
from engine.llm.reply import Reply
from engine.llm.request import Request
from engine.llm.response import parse_body, parse_reply, parse_retry_after, read_body


async def send_request(request: Request) -> Reply:
    """Send a request once, and read the response.

    Raises:
        CallFailed: If there is no reply; `RequestRefused` if other settings may help.
    """
    content = _encode(request)
    async with open_connection(request.model.server) as connection:
        return await _post(connection, request, content)


def _encode(request: Request) -> bytes:
    """The body of the request.

    Raises:
        CallFailed: If the settings are no JSON.
    """
    model = request.model
    body = {
        "model": model.name,
        "messages": request.messages,
        **request.settings,
        **model.extra_body,
    }
    try:
        return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except (ValueError, TypeError, RecursionError):
        pass
    raise CallFailed(
        FailureKind.UNPREPARED,
        f"The settings of {model.name} cannot be sent as JSON: check extra_body.",
    )


async def _post(connection: Connection, request: Request, content: bytes) -> Reply:
    from httpx2 import ConnectError, ConnectTimeout, HTTPError, InvalidURL, ProxyError

    model, server = request.model, request.model.server
    pictures = has_pictures(request.messages)
    failure: CallFailed
    try:
        async with asyncio.timeout(server.timeout):
            response = await connection.post(content)
            try:
                body = await read_body(server, response)
            finally:
                await response.aclose()
        if 200 <= response.status_code < 300:
            return parse_reply(server, model.name, body, pictures=pictures)
        failure = error_from_response(
            server,
            model.name,
            response.status_code,
            parse_body(body),
            pictures=pictures,
            wait=parse_retry_after(response.headers),
        )
    except TimeoutError:
        failure = timed_out(server, model.name)
    except (ConnectError, ConnectTimeout, ProxyError, InvalidURL):
        failure = unreachable(server)
    except (HTTPError, ValueError):
        failure = dropped(server)
    # Raised here: an error of the package refers to the request, and so to the key.
    raise failure
