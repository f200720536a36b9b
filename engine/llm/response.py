"""Parse the response of a model's server; everything in it is hostile."""

import json
from contextlib import suppress
from typing import Any

from engine.llm.error_builder import build_completion_error, build_response_error
from engine.llm.message_parts import (
    read_arguments,
    read_content,
    read_reasoning,
    read_refusal,
)
from engine.llm.reply import Reply
from engine.llm.requested_wait import read_wait
from engine.llm.server import Server


def parse_body(body: bytes) -> object:
    """Parse a body as JSON in UTF-8; return the text if it is not JSON."""
    with suppress(ValueError, RecursionError):
        return json.loads(body)
    return body.decode(errors="replace")


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
            problem = {"error": error}
            wait = read_wait({}, problem)
            raise build_response_error(server, model, status, problem, pictures=pictures, wait=wait)
        case {"choices": [{"message": {**message}, **choice}, *_], **rest}:
            pass
        case _:
            raise build_completion_error(server, usage_unknown=True)
    usage = rest.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    tokens_in, tokens_out, thought = _parse_tokens(counts)
    return Reply(
        content=_to_plain_text(
            "\n".join(filter(None, (read_content(message), read_arguments(message))))
        ),
        reasoning=_to_plain_text(read_reasoning(message)) or None,
        refusal=_to_plain_text(read_refusal(message)) or None,
        finish=_to_plain_text(choice.get("finish_reason")) or None,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        cost=_parse_price(counts.get("cost")),
        tokens_cached=_parse_cached(counts),
        tokens_reasoning=thought,
        response_id=_to_plain_text(rest.get("id")) or None,
        served_model=_to_plain_text(rest.get("model")) or None,
        fingerprint=_to_plain_text(rest.get("system_fingerprint")) or None,
    )


def _to_plain_text(value: object) -> str:
    # A lone surrogate is not text, and could not be sent back.
    return value.encode(errors="replace").decode() if isinstance(value, str) else ""


def _parse_tokens(usage: dict[str, Any]) -> tuple[int | None, int | None, int | None]:
    """Parse the tokens of the prompt, of the answer with its reasoning, and of the reasoning.

    Some servers count reasoning in the total, but not among the tokens of the answer.
    """
    tokens_in, tokens_out = (
        _parse_count(usage.get(name)) for name in ("prompt_tokens", "completion_tokens")
    )
    thought = _parse_detail(usage, "completion_tokens_details", "reasoning_tokens")
    total = _parse_count(usage.get("total_tokens"))
    if tokens_in is None or tokens_out is None or total is None:
        return tokens_in, tokens_out, thought
    apart = total - tokens_in - tokens_out
    if apart > 0 and thought in (None, apart):
        return tokens_in, tokens_out + apart, apart
    return tokens_in, tokens_out, thought


def _parse_cached(usage: dict[str, Any]) -> int | None:
    """Parse the tokens of the prompt that were cached; DeepSeek has a name of its own for them."""
    cached = _parse_detail(usage, "prompt_tokens_details", "cached_tokens")
    return _parse_count(usage.get("prompt_cache_hit_tokens")) if cached is None else cached


def _parse_detail(usage: dict[str, Any], group: str, name: str) -> int | None:
    details = usage.get(group)
    return _parse_count(details.get(name)) if isinstance(details, dict) else None


def _parse_count(value: object) -> int | None:
    return value if type(value) is int and 0 <= value < 10**9 else None


def _parse_price(value: object) -> float | None:
    known = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if known and 0 <= value < 10**6 else None  # type: ignore[arg-type, operator]
