"""One question to a chat model over the openai package, and the answer as it came."""

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
from typing import TYPE_CHECKING, Any

from engine.llm.failures import (
    Failed,
    Name,
    no_completion,
    out_of_time,
    refusal,
    unreachable,
)
from engine.llm.models import Model
from engine.llm.prompt import Message, shows_pictures
from engine.llm.server import Server

if TYPE_CHECKING:
    from ssl import SSLContext

    from openai import AsyncOpenAI

CONNECT = 10.0
"""Seconds in which a server has to accept a connection."""
TALKATIVE = ("openai", "httpcore", "httpcore2")
"""Loggers of packages that would tell headers, in which keys are, to who listens closely."""
CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR")
"""Variables that name the certificates which are trusted."""
SPOKEN = (None, "text", "output_text")
"""The kinds of part that belong to an answer, where a server sends it in parts."""
SHARERS = 8
"""How many share a client: for each question it looks at all of its connections."""

_ONE_AT_A_TIME = Lock()


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said."""

    content: str
    """The answer; empty if there is none."""
    reasoning: str | None
    """What the server gave as reasoning, apart from the answer."""
    refusal: str | None
    """Why the model declined, in its own words."""
    finish: str | None
    """Why it stopped: `stop`, `length`, `content_filter` ..."""
    tokens_in: int | None
    tokens_out: int | None
    cost: float | None = None
    """What the server itself says that it cost."""


async def complete(model: Model, messages: list[Message], settings: Mapping[str, object]) -> Reply:
    """Ask once, and read the answer.

    Args:
        model: Whom to ask.
        messages: Role and content of each message.
        settings: Further fields of the question, such as `temperature`.

    Raises:
        Failed: If there is no answer; `Refused` if the question was not taken as put.
    """
    server = model.server
    pictures = shows_pictures(messages)
    async with _connected(server) as client:
        return await _asked(client, model, messages, settings, pictures=pictures)


async def _asked(
    client: "AsyncOpenAI",
    model: Model,
    messages: list[Any],
    settings: Mapping[str, object],
    *,
    pictures: bool,
) -> Reply:
    from openai import APIConnectionError, APIStatusError, OpenAIError

    server = model.server
    failure: Failed
    try:
        async with asyncio.timeout(server.timeout):
            # Not `chat.completions.create`, which spends longer on its arguments than on the call.
            answer = await client.post(
                "/chat/completions",
                cast_to=str,
                body={
                    "model": model.name,
                    "messages": messages,
                    **settings,
                    **model.extra_body,
                },
                options={"headers": dict(server.headers)},
            )
            return _reply(server, model.name, answer, pictures=pictures)
    except TimeoutError:
        failure = out_of_time(server, model.name)
    except APIStatusError as error:
        failure = refusal(
            server,
            model.name,
            error.status_code,
            error.body,
            pictures=pictures,
            wait=asked_to_wait(error.response.headers),
        )
    except APIConnectionError:
        failure = unreachable(server)
    except OpenAIError as error:
        failure = Failed(
            Name.UNPREPARED, f"{server.host} could not be asked.", server.censored(str(error))
        )
    # Raised here, as an error of the package leads to the request and with it to the key.
    raise failure


def asked_to_wait(headers: Mapping[str, str]) -> float | None:
    """The seconds that a server wants to be left alone, by its Retry-After; a date will do."""
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
class _Line:
    """A client that is shared by those who ask the same server at the same time."""

    client: "asyncio.Future[AsyncOpenAI]"
    users: int = 0


_LINES: dict[tuple[int, str, str], list[_Line]] = {}
"""What is open, by event loop, address and key."""


@asynccontextmanager
async def _connected(server: Server) -> "AsyncIterator[AsyncOpenAI]":
    """A client for as long as anybody asks: to make one takes longer than many answers.

    Raises:
        Failed: If none can be made.
    """
    place = (id(asyncio.get_running_loop()), server.url, server.key)
    lines = _LINES.setdefault(place, [])
    line = min(lines, key=lambda one: one.users, default=None)
    if line is None or line.users >= SHARERS:
        making = asyncio.ensure_future(asyncio.to_thread(_client, server))
        making.add_done_callback(lambda made: made.cancelled() or made.exception())
        line = _Line(making)
        lines.append(line)
    line.users += 1
    try:
        yield await asyncio.shield(line.client)
    finally:
        line.users -= 1
        if not line.users:
            lines.remove(line)
            if not lines:
                _LINES.pop(place, None)
            if line.client.done() and not line.client.cancelled() and not line.client.exception():
                # Whoever is called off again meanwhile would leave connections open.
                await asyncio.shield(line.client.result().close())


def prepare() -> None:
    """Load what the first question needs, so that it does not wait for that.

    What cannot be loaded is left to the question, which tells.
    """
    with suppress(ValueError, ImportError, OSError):
        import openai  # noqa: F401

        _trusted(*map(os.environ.get, CERTIFICATES))


def _client(server: Server) -> "AsyncOpenAI":
    """A client; made in a thread, as the package takes long to load."""
    with _ONE_AT_A_TIME:
        from openai import AsyncOpenAI, DefaultAsyncHttpxClient, Timeout

        for name in TALKATIVE:
            logging.getLogger(name).setLevel(logging.WARNING)
        try:
            return AsyncOpenAI(
                api_key=server.key,
                base_url=server.url,
                max_retries=0,  # whoever asks tries again
                timeout=Timeout(None, connect=CONNECT),
                # Elsewhere is not where the key, and headers as good as a key, were meant to go.
                http_client=DefaultAsyncHttpxClient(
                    follow_redirects=False,
                    verify=_trusted(*map(os.environ.get, CERTIFICATES)),
                ),
            )
        except (ValueError, ImportError, OSError):
            pass
    raise Failed(
        Name.UNPREPARED,
        f"No connection to {server.host} could be prepared: check the proxy and the certificates "
        f"that the environment names (HTTPS_PROXY, SSL_CERT_FILE).",
    )


@lru_cache(maxsize=1)
def _trusted(*_: str | None) -> "SSLContext":
    """The certificates that are trusted: read once, as that takes longer than many answers.

    Args:
        _: What the environment says of them.

    Raises:
        OSError: If they cannot be read.
    """
    from httpx2 import create_ssl_context

    return create_ssl_context()


def _reply(server: Server, model: str, body: str | bytes, *, pictures: bool) -> Reply:
    data: object = None
    with suppress(ValueError, RecursionError):  # no JSON is no completion
        data = json.loads(body)
    match data:
        case {"error": error} | {"choices": [{"error": error}, *_]} if error:
            code = error.get("code") if isinstance(error, dict) else None
            status = code if type(code) is int else 200
            raise refusal(server, model, status, {"error": error}, pictures=pictures)
        case {"choices": [{"message": {**message}, **choice}, *_], **rest}:
            pass
        case _:
            raise no_completion(server)
    usage = rest.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    reasoning = _text(message.get("reasoning_content")) or _text(message.get("reasoning"))
    return Reply(
        content=server.censored(_text(message.get("content"))),
        reasoning=server.censored(reasoning) or None,
        refusal=server.censored(_text(message.get("refusal"))) or None,
        finish=server.censored(_text(choice.get("finish_reason")))[:40] or None,
        tokens_in=_count(counts.get("prompt_tokens")),
        tokens_out=_count(counts.get("completion_tokens")),
        cost=_price(counts.get("cost")),
    )


def _text(value: object) -> str:
    """A text, or the texts of a list of parts, as some servers send it."""
    if isinstance(value, list):
        parts = [part for part in value if isinstance(part, dict) and part.get("type") in SPOKEN]
        return "".join(_text(part.get("text")) for part in parts)
    # Half a surrogate pair is no text, and could not be sent back.
    return value.encode(errors="replace").decode() if isinstance(value, str) else ""


def _count(value: object) -> int | None:
    return value if type(value) is int and 0 <= value < 10**9 else None


def _price(value: object) -> float | None:
    known = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if known and 0 <= value < 10**6 else None  # type: ignore[arg-type, operator]
