"""Answers in the form of the chat completions protocol, whole or as a stream."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

CREATED = 1_700_000_000
"""When every answer was made: there is no clock in them."""
PIECE = 24
"""Characters in one piece of a stream."""
PICTURE = 255
"""What a picture counts in tokens."""


def tokens(text: str) -> int:
    """About how many tokens a text has."""
    return -(-len(text) // 4)


def completion(model: str, said: Mapping[str, Any], finish: str, used: int) -> dict[str, Any]:
    """A whole answer.

    Args:
        model: As the question has it.
        said: `content`, or `refusal`.
        finish: Why the model stopped.
        used: The tokens of the question.
    """
    message = {"role": "assistant", "content": None, "refusal": None, **said}
    choice = {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
    return {
        "id": "chatcmpl-rehearsal",
        "object": "chat.completion",
        "created": CREATED,
        "model": model,
        "choices": [choice],
        "usage": _usage(used, tokens("".join(filter(None, said.values())))),
    }


def stream(whole: Mapping[str, Any], *, with_usage: bool) -> Iterator[bytes]:
    """The same answer as server-sent events.

    Args:
        whole: What `completion` gave.
        with_usage: The question asked for a last event with the tokens.
    """
    (choice,) = whole["choices"]
    message = choice["message"]
    yield _event(whole, [_delta({"role": "assistant", "content": ""})])
    for name in ("content", "refusal"):
        text = message[name] or ""
        for start in range(0, len(text), PIECE):
            yield _event(whole, [_delta({name: text[start : start + PIECE]})])
    yield _event(whole, [_delta({}, choice["finish_reason"])])
    if with_usage:
        yield _event(whole, [], usage=whole["usage"])
    yield b"data: [DONE]\n\n"


def error(message: str, kind: str, code: str | int | None = None) -> dict[str, Any]:
    """The body of an error."""
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def _usage(used: int, said: int) -> dict[str, int]:
    return {"prompt_tokens": used, "completion_tokens": said, "total_tokens": used + said}


def _delta(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}


def _event(whole: Mapping[str, Any], choices: list[dict[str, Any]], **more: Any) -> bytes:  # noqa: ANN401
    head = {name: whole[name] for name in ("id", "created", "model")}
    event = {**head, "object": "chat.completion.chunk", "choices": choices, **more}
    return b"data: " + json.dumps(event).encode() + b"\n\n"
