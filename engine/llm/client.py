"""One question to a chat model over the openai package, and the answer as it came."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from engine.llm.failures import no_completion, out_of_time, refusal, unreachable
from engine.llm.prompt import Message, shows_pictures
from engine.llm.server import Server
from engine.players import PlayerError

if TYPE_CHECKING:
    from openai import AsyncOpenAI

RETRIES = 2
"""How often the package asks again after 429, 5xx or a broken connection."""
CONNECT = 10.0
"""Seconds in which a server has to accept a connection."""

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


async def complete(
    server: Server, model: str, messages: list[Message], settings: Mapping[str, object]
) -> Reply:
    """Ask once, and read the answer.

    Args:
        server: Whom to ask.
        model: The model there.
        messages: Role and content of each message.
        settings: Further fields of the question, such as `temperature`.

    Raises:
        PlayerError: If there is no answer; `Refused` if the question was not taken as put.
    """
    question: dict[str, Any] = {"model": model, "messages": messages, **settings}
    pictures = shows_pictures(messages)
    client = await asyncio.to_thread(_client, server)
    from openai import APIConnectionError, APIStatusError, OpenAIError

    failure: PlayerError
    try:
        async with asyncio.timeout(server.timeout), client:
            answer = await client.chat.completions.with_raw_response.create(**question)
            return _reply(server, model, answer.content, pictures=pictures)
    except TimeoutError:
        failure = out_of_time(server, model)
    except APIStatusError as error:
        failure = refusal(server, model, error.status_code, error.body, pictures=pictures)
    except APIConnectionError:
        failure = unreachable(server)
    except OpenAIError as error:
        failure = PlayerError(f"{server.host} could not be asked.", server.censored(str(error)))
    # Raised here, as an error of the package leads to the request and with it to the key.
    raise failure


def _client(server: Server) -> "AsyncOpenAI":
    """A client for one question; in a thread, as the package takes long to load."""
    with _ONE_AT_A_TIME:
        from openai import AsyncOpenAI, Timeout

        try:
            return AsyncOpenAI(
                api_key=server.key,
                base_url=server.url,
                max_retries=RETRIES,
                timeout=Timeout(None, connect=CONNECT),
            )
        except (ValueError, ImportError, OSError):
            pass
    raise PlayerError(
        f"No connection to {server.host} could be prepared: check the proxy and the certificates "
        f"that the environment names (HTTPS_PROXY, SSL_CERT_FILE)."
    )


def _reply(server: Server, model: str, body: bytes, *, pictures: bool) -> Reply:
    data: object = None
    with suppress(ValueError, RecursionError):  # no JSON is no completion
        data = json.loads(body)
    match data:
        case {"choices": [{"message": {**message}, **choice}, *_], **rest}:
            pass
        case {"error": error} if error:
            code = error.get("code") if isinstance(error, dict) else None
            status = code if type(code) is int else 200
            raise refusal(server, model, status, data, pictures=pictures)
        case _:
            raise no_completion(server)
    usage = rest.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    reasoning = _text(message.get("reasoning_content")) or _text(message.get("reasoning"))
    return Reply(
        content=server.censored(_text(message.get("content"))),
        reasoning=server.censored(reasoning) or None,
        refusal=server.censored(_text(message.get("refusal"))) or None,
        finish=_text(choice.get("finish_reason")) or None,
        tokens_in=_count(counts.get("prompt_tokens")),
        tokens_out=_count(counts.get("completion_tokens")),
    )


def _text(value: object) -> str:
    """A text, or the texts of a list of parts, as some servers send it."""
    if isinstance(value, list):
        return "".join(_text(part.get("text")) for part in value if isinstance(part, dict))
    # Half a surrogate pair is no text, and could not be sent back.
    return value.encode(errors="replace").decode() if isinstance(value, str) else ""


def _count(value: object) -> int | None:
    return value if type(value) is int and 0 <= value < 10**9 else None
