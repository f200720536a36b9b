"""The rehearsal server's responses in the form of the chat completions protocol."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.games.prompt_reading import UnknownPrompt
from engine.rehearsal.answers import SEED, SPACES, Question, answer_question
from engine.rehearsal.faults import GARBAGE, Faults, add_escapes, add_markup
from images.deck import Deck

JSON = "application/json"
EVENTS = "text/event-stream"
LATE_SECONDS = 5.0
"""How late a slow answer is."""
CREATED = 1_700_000_000
"""The time in every answer: the same, so that answers are."""
PIECE_LENGTH = 24
"""Characters in one piece of a stream."""
PICTURE_TOKENS = 255
"""How many tokens a picture counts."""


@dataclass(frozen=True, slots=True)
class Response:
    """A response to an HTTP request."""

    status: int
    body: tuple[bytes, ...]
    """The pieces in which it is sent."""
    content_type: str = JSON
    wait: float = 0.0
    """Seconds before it is sent."""
    headers: Mapping[str, str] = field(default_factory=dict)
    silent: bool = False
    """Nothing is sent until the client gives up."""
    dropped: bool = False
    """The connection breaks after half of the body."""


class Rehearsal:
    """A model server without a model."""

    def __init__(
        self, decks: Sequence[Deck], faults: Faults, delay: float = 0.0, *, vary: bool = False
    ) -> None:
        """Set the server up.

        Args:
            decks: Decks whose cards are recognised by their pictures, the built-in one first.
            faults: What goes wrong.
            delay: Seconds before each answer.
            vary: Answer a repeated question with another seed each time.
        """
        self.decks = decks
        self.faults = faults
        self.delay = delay
        self.vary = vary

    def respond(self, method: str, path: str, body: bytes) -> Response:
        """Respond to an HTTP request."""
        path = path.partition("?")[0].rstrip("/")
        if path == "/v1/models" and method == "GET":
            models = [
                {"id": name, "object": "model", "created": CREATED, "owned_by": "parlour"}
                for name in SPACES
            ]
            return _json_response(200, {"object": "list", "data": models})
        if path != "/v1/chat/completions":
            return _json_response(
                404, build_error(f"There is nothing at {path[:60]}.", "not_found_error")
            )
        if method != "POST":
            return _json_response(
                405, build_error("Questions are sent with POST.", "invalid_request_error")
            )
        try:
            request = json.loads(body)
        except (ValueError, RecursionError):
            request = None
        if not isinstance(request, dict):
            return _json_response(
                400, build_error("The question is no JSON object.", "invalid_request_error")
            )
        return self._complete(request)

    def _complete(self, request: dict[str, Any]) -> Response:
        fault, rng = self.faults.draw(json.dumps(request, sort_keys=True).encode())
        if (failure := _failure(fault)) is not None:
            return failure
        change = {"ansi": add_escapes, "markup": add_markup}.get(fault or "", str)
        try:
            question = Question.parse(request)
            seed = str(rng.random()) if self.vary else SEED
            content = answer_question(question, self.decks, change, seed)
        except UnknownPrompt:
            why = "This is no question of one of Parlour's games, and no other is answered."
            return _json_response(400, build_error(why, "invalid_request_error"))
        message, finish = _spoil(fault, content, rng)
        prompt = question.prompt
        used = estimate_tokens(prompt.system + prompt.user)
        used += PICTURE_TOKENS * len(prompt.pictures)
        whole = build_completion(question.model, message, finish, used)
        wait = self.delay + (LATE_SECONDS if fault == "slow" else 0.0)
        dropped = fault == "dropped"
        if not request.get("stream"):
            return Response(200, (json.dumps(whole).encode(),), wait=wait, dropped=dropped)
        options = request.get("stream_options")
        with_usage = isinstance(options, dict) and bool(options.get("include_usage"))
        pieces = tuple(stream_completion(whole, with_usage=with_usage))
        return Response(200, pieces, EVENTS, wait, dropped=dropped)


def _failure(fault: str | None) -> Response | None:
    """Build the response that a fault sends instead of an answer."""
    match fault:
        case "429":
            body = build_error(
                "Too many requests: slow down.", "rate_limit_error", "rate_limit_exceeded"
            )
            return _json_response(429, body, {"retry-after": "1", "retry-after-ms": "200"})
        case "500":
            return _json_response(500, build_error("The server had an error.", "server_error"))
        case "error200":
            return _json_response(200, build_error("The model is overloaded.", "server_error", 503))
        case "timeout":
            return Response(200, (), silent=True)
    return None


def _spoil(fault: str | None, content: str, rng: Random) -> tuple[dict[str, str], str]:
    """Apply a fault to an answer: the message, and why the model stopped."""
    match fault:
        case "truncated":
            return {"content": content[: len(content) // 2]}, "length"
        case "garbage":
            return {"content": rng.choice(GARBAGE)}, "stop"
        case "empty":
            return {"content": ""}, "stop"
        case "refusal":
            return {"refusal": "I'm sorry, but I can't help with that."}, "stop"
        case "ansi":
            return {"content": add_escapes(content)}, "stop"
        case "markup":
            return {
                "content": f"**Sure!** [red]Here[/red] you go:\n\n```json\n{content}\n```"
            }, "stop"
    return {"content": content}, "stop"


def _json_response(status: int, body: object, headers: Mapping[str, str] | None = None) -> Response:
    return Response(status, (json.dumps(body).encode(),), headers=headers or {})


def estimate_tokens(text: str) -> int:
    """Estimate the number of tokens of a text."""
    return -(-len(text) // 4)


def build_completion(
    model: str, message: Mapping[str, Any], finish: str, used: int
) -> dict[str, Any]:
    """Build a whole answer.

    Args:
        model: The name in the question.
        message: `content`, or `refusal`.
        finish: Why the model stopped.
        used: The tokens of the question.
    """
    whole = {"role": "assistant", "content": None, "refusal": None, **message}
    choice = {"index": 0, "message": whole, "finish_reason": finish, "logprobs": None}
    return {
        "id": "chatcmpl-rehearsal",
        "object": "chat.completion",
        "created": CREATED,
        "model": model,
        "choices": [choice],
        "usage": _usage(used, estimate_tokens("".join(filter(None, message.values())))),
    }


def stream_completion(whole: Mapping[str, Any], *, with_usage: bool) -> Iterator[bytes]:
    """Split an answer into server-sent events.

    Args:
        whole: The result of `build_completion`.
        with_usage: Add a last event with the tokens.
    """
    (choice,) = whole["choices"]
    message = choice["message"]
    yield _event(whole, [_delta({"role": "assistant", "content": ""})])
    for name in ("content", "refusal"):
        text = message[name] or ""
        for start in range(0, len(text), PIECE_LENGTH):
            yield _event(whole, [_delta({name: text[start : start + PIECE_LENGTH]})])
    yield _event(whole, [_delta({}, choice["finish_reason"])])
    if with_usage:
        yield _event(whole, [], usage=whole["usage"])
    yield b"data: [DONE]\n\n"


def build_error(message: str, kind: str, code: str | int | None = None) -> dict[str, Any]:
    """Build the body of an error."""
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def _usage(tokens_in: int, tokens_out: int) -> dict[str, int]:
    return {
        "prompt_tokens": tokens_in,
        "completion_tokens": tokens_out,
        "total_tokens": tokens_in + tokens_out,
    }


def _delta(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}


def _event(whole: Mapping[str, Any], choices: list[dict[str, Any]], **more: Any) -> bytes:  # noqa: ANN401
    head = {name: whole[name] for name in ("id", "created", "model")}
    event = {**head, "object": "chat.completion.chunk", "choices": choices, **more}
    return b"data: " + json.dumps(event).encode() + b"\n\n"
