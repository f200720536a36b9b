"""Sending a request over the openai package, and reading the server's response."""

import asyncio
import json
import logging
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache
from math import isfinite
from threading import Lock
from typing import TYPE_CHECKING

from engine.llm.errors import (
    CallFailed,
    FailureKind,
    error_from_response,
    no_completion,
    timed_out,
    unreachable,
)
from engine.llm.prompt import has_pictures
from engine.llm.reply import Reply
from engine.llm.request import Request
from engine.llm.server_settings import Server

if TYPE_CHECKING:
    from ssl import SSLContext

    from openai import AsyncOpenAI

CONNECT_TIMEOUT = 10.0
"""Seconds in which a server has to accept a connection."""
LEAKY_LOGGERS = ("openai", "httpcore", "httpcore2")
"""Loggers that would write headers, and with them keys, at the level DEBUG."""
CERTIFICATE_VARIABLES = ("SSL_CERT_FILE", "SSL_CERT_DIR")
"""Variables that name the trusted certificates."""
ANSWER_PARTS = (None, "text", "output_text")
"""The types of part that belong to the answer, if a server sends it in parts."""
MAX_SHARERS = 8
"""How many requests share a client, which looks at all its connections for each of them."""

_CLIENT_LOCK = Lock()


async def send_request(request: Request) -> Reply:
    """Send a request once, and read the response.

    Raises:
        CallFailed: If there is no reply; `RequestRefused` if other settings may help.
    """
    async with _open_client(request.model.server) as client:
        return await _post(client, request)


async def _post(client: "AsyncOpenAI", request: Request) -> Reply:
    from openai import APIConnectionError, APIStatusError, OpenAIError

    model, server = request.model, request.model.server
    pictures = has_pictures(request.messages)
    failure: CallFailed
    try:
        async with asyncio.timeout(server.timeout):
            # Not `chat.completions.create`, which spends longer on its arguments than on the call.
            body = await client.post(
                "/chat/completions",
                cast_to=str,
                body={
                    "model": model.name,
                    "messages": request.messages,
                    **request.settings,
                    **model.extra_body,
                },
                options={"headers": dict(server.headers)},
            )
            return parse_reply(server, model.name, body, pictures=pictures)
    except TimeoutError:
        failure = timed_out(server, model.name)
    except APIStatusError as error:
        failure = error_from_response(
            server,
            model.name,
            error.status_code,
            error.body,
            pictures=pictures,
            wait=parse_retry_after(error.response.headers),
        )
    except APIConnectionError:
        failure = unreachable(server)
    except OpenAIError as error:
        failure = CallFailed(
            FailureKind.UNPREPARED, f"{server.host} could not be asked.", server.censor(str(error))
        )
    # Raised here: an error of the package refers to the request, and so to the key.
    raise failure


def parse_retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait by the Retry-After header, which may be a date; `None` if it has none."""
    for name, unit in (("retry-after-ms", 1000), ("retry-after", 1)):
        with suppress(ValueError):
            seconds = float(headers.get(name, "")) / unit
            if isfinite(seconds):
                return max(0.0, seconds)
    with suppress(ValueError):
        until = parsedate_to_datetime(headers.get("retry-after", ""))
        return max(0.0, (until.replace(tzinfo=UTC) - datetime.now(UTC)).total_seconds())
    return None


@dataclass(slots=True)
class _SharedClient:
    """A client for requests to the same server at the same time."""

    client: "asyncio.Future[AsyncOpenAI]"
    users: int = 0


_CLIENTS: dict[tuple[int, str, str], list[_SharedClient]] = {}
"""The open clients, by event loop, address and key."""


@asynccontextmanager
async def _open_client(server: Server) -> "AsyncIterator[AsyncOpenAI]":
    """Open a client, or share one that is open: making one takes longer than many replies.

    Raises:
        CallFailed: If no client can be made.
    """
    key = (id(asyncio.get_running_loop()), server.url, server.key)
    shared_clients = _CLIENTS.setdefault(key, [])
    shared = min(shared_clients, key=lambda one: one.users, default=None)
    if shared is None or shared.users >= MAX_SHARERS:
        making = asyncio.ensure_future(asyncio.to_thread(_make_client, server))
        making.add_done_callback(lambda done: done.cancelled() or done.exception())
        shared = _SharedClient(making)
        shared_clients.append(shared)
    shared.users += 1
    try:
        yield await asyncio.shield(shared.client)
    finally:
        shared.users -= 1
        if not shared.users:
            shared_clients.remove(shared)
            if not shared_clients:
                _CLIENTS.pop(key, None)
            made = shared.client
            if made.done() and not made.cancelled() and not made.exception():
                # Shielded: a second cancellation would leave connections open.
                await asyncio.shield(made.result().close())


def preload() -> None:
    """Import and read what the first request needs, so that it does not wait for it.

    Errors are left to the request.
    """
    with suppress(ValueError, ImportError, OSError):
        import openai  # noqa: F401

        _ssl_context(*map(os.environ.get, CERTIFICATE_VARIABLES))


def _make_client(server: Server) -> "AsyncOpenAI":
    """Make a client, in a thread, as importing the package takes long."""
    with _CLIENT_LOCK:
        from openai import AsyncOpenAI, DefaultAsyncHttpxClient, Timeout

        for name in LEAKY_LOGGERS:
            logging.getLogger(name).setLevel(logging.WARNING)
        try:
            return AsyncOpenAI(
                api_key=server.key,
                base_url=server.url,
                max_retries=0,  # the player retries
                timeout=Timeout(None, connect=CONNECT_TIMEOUT),
                # A redirect would carry the key, and headers as good as a key, to another server.
                http_client=DefaultAsyncHttpxClient(
                    follow_redirects=False,
                    verify=_ssl_context(*map(os.environ.get, CERTIFICATE_VARIABLES)),
                ),
            )
        except (ValueError, ImportError, OSError):
            pass
    raise CallFailed(
        FailureKind.UNPREPARED,
        f"No connection to {server.host} could be prepared: check the proxy and the certificates "
        f"that the environment names (HTTPS_PROXY, SSL_CERT_FILE).",
    )


@lru_cache(maxsize=1)
def _ssl_context(*_: str | None) -> "SSLContext":
    """The trusted certificates; cached, as reading them takes longer than many replies.

    Args:
        _: The variables that name them.

    Raises:
        OSError: If they cannot be read.
    """
    from httpx2 import create_ssl_context

    return create_ssl_context()


def parse_reply(server: Server, model: str, body: str | bytes, *, pictures: bool) -> Reply:
    """Parse the body of a response.

    Args:
        server: The server that responded; its keys are removed from all texts.
        model: The model that was asked.
        body: The body of the response.
        pictures: Whether the request held pictures.

    Raises:
        CallFailed: If it is an error, or no chat completion.
    """
    data: object = None
    with suppress(ValueError, RecursionError):  # no JSON is no completion
        data = json.loads(body)
    match data:
        case {"error": error} | {"choices": [{"error": error}, *_]} if error:
            code = error.get("code") if isinstance(error, dict) else None
            status = code if type(code) is int else 200
            raise error_from_response(server, model, status, {"error": error}, pictures=pictures)
        case {"choices": [{"message": {**message}, **choice}, *_], **rest}:
            pass
        case _:
            raise no_completion(server)
    usage = rest.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    reasoning = _text(message.get("reasoning_content")) or _text(message.get("reasoning"))
    return Reply(
        content=server.censor(_text(message.get("content"))),
        reasoning=server.censor(reasoning) or None,
        refusal=server.censor(_text(message.get("refusal"))) or None,
        finish=server.censor(_text(choice.get("finish_reason")))[:40] or None,
        tokens_in=_count(counts.get("prompt_tokens")),
        tokens_out=_count(counts.get("completion_tokens")),
        cost=_price(counts.get("cost")),
    )


def _text(value: object) -> str:
    """A text, or the texts of a list of parts, as some servers send it."""
    if isinstance(value, list):
        parts = [
            part for part in value if isinstance(part, dict) and part.get("type") in ANSWER_PARTS
        ]
        return "".join(_text(part.get("text")) for part in parts)
    # Half a surrogate pair is no text, and could not be sent back.
    return value.encode(errors="replace").decode() if isinstance(value, str) else ""


def _count(value: object) -> int | None:
    return value if type(value) is int and 0 <= value < 10**9 else None


def _price(value: object) -> float | None:
    known = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if known and 0 <= value < 10**6 else None  # type: ignore[arg-type, operator]
