"""Answers of the chat completions protocol, whole or streamed."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

CREATED = 1_700_000_000
"""The timestamp in every answer, constant so that answers are reproducible."""


PIECE_LENGTH = 24
"""Characters per piece of a stream."""


PICTURE_TOKENS = 255
"""Tokens per picture."""


CHARS_PER_TOKEN = 4
"""Characters per token."""


BEGINNING = '{"thoughts": "'
"""The beginning of answers with thoughts."""


FILLER = "I compare the words with each other, and with what was said before. "
"""The text by which thoughts are lengthened."""


def estimate_tokens(text: str) -> int:
    """Estimate the number of tokens of a text."""
    return -(-len(text) // CHARS_PER_TOKEN)


def lengthen_thoughts(answer: str, tokens: int) -> str:
    """Lengthen an answer to this many tokens, if it begins with thoughts."""
    missing = CHARS_PER_TOKEN * tokens - len(answer)
    if missing <= 0 or not answer.startswith(BEGINNING):
        return answer
    words = (FILLER * (missing // len(FILLER) + 1))[:missing]
    return f"{BEGINNING}{words}{answer.removeprefix(BEGINNING)}"


def build_completion(
    model: str, message: Mapping[str, Any], finish: str, used: int
) -> dict[str, Any]:
    """Build a complete answer.

    Args:
        model: The model's name in the request.
        message: The `content` or `refusal`.
        finish: Why the model stopped.
        used: The tokens of the request.
    """
    whole = {"role": "assistant", "content": None, "refusal": None, **message}
    choice = {"index": 0, "message": whole, "finish_reason": finish, "logprobs": None}
    return {
        "id": "chatcmpl-rehearsal",
        "object": "chat.completion",
        "created": CREATED,
        "model": model,
        "choices": [choice],
        "usage": _build_usage(used, estimate_tokens("".join(filter(None, message.values())))),
    }


def stream_completion(whole: Mapping[str, Any], *, with_usage: bool) -> Iterator[bytes]:
    """Split an answer into server-sent events.

    Args:
        whole: The result of `build_completion`.
        with_usage: Whether to add a last event with the tokens.
    """
    (choice,) = whole["choices"]
    message = choice["message"]
    yield _encode_event(whole, [_build_choice({"role": "assistant", "content": ""})])
    for name in ("content", "refusal"):
        text = message[name] or ""
        for start in range(0, len(text), PIECE_LENGTH):
            yield _encode_event(whole, [_build_choice({name: text[start : start + PIECE_LENGTH]})])
    yield _encode_event(whole, [_build_choice({}, choice["finish_reason"])])
    if with_usage:
        yield _encode_event(whole, [], usage=whole["usage"])
    yield b"data: [DONE]\n\n"


def build_error(message: str, kind: str, code: str | int | None = None) -> dict[str, Any]:
    """Build the body of an error."""
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def _build_usage(tokens_in: int, tokens_out: int) -> dict[str, int]:
    return {
        "prompt_tokens": tokens_in,
        "completion_tokens": tokens_out,
        "total_tokens": tokens_in + tokens_out,
    }


def _build_choice(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}


def _encode_event(whole: Mapping[str, Any], choices: list[dict[str, Any]], **more: Any) -> bytes:  # noqa: ANN401
    head = {name: whole[name] for name in ("id", "created", "model")}
    event = {**head, "object": "chat.completion.chunk", "choices": choices, **more}
    return b"data: " + json.dumps(event).encode() + b"\n\n"
