"""A model server without a model: it turns requests into responses, and applies faults."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.readback import UnknownPrompt
from images.deck import Deck
from lab.mock.baseline import SEED, SPACES, answer_question
from lab.mock.completion import (
    CREATED,
    PICTURE_TOKENS,
    build_completion,
    build_error,
    estimate_tokens,
    lengthen_thoughts,
    stream_completion,
)
from lab.mock.faults import GARBAGE, Faults, add_escapes, add_markup
from lab.mock.question import Question

JSON = "application/json"


EVENTS = "text/event-stream"


LATE_SECONDS = 5.0
"""Delay of a slow answer in seconds."""


@dataclass(frozen=True, slots=True)
class Response:
    """A response to an HTTP request."""

    status: int
    body: tuple[bytes, ...]
    """The body in pieces."""
    content_type: str = JSON
    wait: float = 0.0
    """Delay in seconds."""
    headers: Mapping[str, str] = field(default_factory=dict)
    silent: bool = False
    """Whether nothing is sent until the client gives up."""
    dropped: bool = False
    """Whether the connection is dropped after half of the body."""


class MockModelServer:
    """A model server without a model."""

    def __init__(
        self,
        decks: Sequence[Deck],
        faults: Faults,
        delay: float = 0.0,
        *,
        vary: bool = False,
        tokens: int = 0,
    ) -> None:
        """Set up the server.

        Args:
            decks: Decks whose cards are recognised by their pictures, the built-in one first.
            faults: The faults to simulate.
            delay: Seconds before each answer.
            vary: Whether to use another seed each time a request is repeated.
            tokens: The minimum number of tokens of an answer; thoughts are lengthened.
        """
        self.decks = decks
        self.faults = faults
        self.delay = delay
        self.vary = vary
        self.tokens = tokens

    def respond(self, method: str, path: str, body: bytes) -> Response:
        """Respond to an HTTP request."""
        path = path.partition("?")[0].rstrip("/")
        if path == "/v1/models" and method == "GET":
            models = [
                {"id": name, "object": "model", "created": CREATED, "owned_by": "parlour"}
                for name in SPACES
            ]
            return _build_json_response(200, {"object": "list", "data": models})
        if path != "/v1/chat/completions":
            return _build_json_response(
                404, build_error(f"There is nothing at {path[:60]}.", "not_found_error")
            )
        if method != "POST":
            return _build_json_response(
                405, build_error("Questions are sent with POST.", "invalid_request_error")
            )
        try:
            request = json.loads(body)
        except (ValueError, RecursionError):
            request = None
        if not isinstance(request, dict):
            return _build_json_response(
                400, build_error("The question is no JSON object.", "invalid_request_error")
            )
        return self._complete(request)

    def _complete(self, request: dict[str, Any]) -> Response:
        fault, rng = None, Random(0)
        if self.faults.names or self.vary:  # encoding a request with pictures is slow
            fault, rng = self.faults.draw(json.dumps(request, sort_keys=True).encode())
        if (failure := _build_failure(fault)) is not None:
            return failure
        change = {"ansi": add_escapes, "markup": add_markup}.get(fault or "", str)
        try:
            question = Question.parse(request)
            given = request.get("seed")
            seed = SEED if given is None else f"{SEED}/{given}"
            seed = str(rng.random()) if self.vary else seed
            content = answer_question(question, self.decks, change, seed)
            content = lengthen_thoughts(content, self.tokens)
        except UnknownPrompt:
            why = "This is no question of one of Parlour's games, and no other is answered."
            return _build_json_response(400, build_error(why, "invalid_request_error"))
        message, finish = _spoil_answer(fault, content, rng)
        prompt = question.prompt
        used = estimate_tokens(prompt.system + prompt.user + question.others)
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


def _build_failure(fault: str | None) -> Response | None:
    """Build the response that a fault sends instead of an answer."""
    match fault:
        case "429":
            body = build_error(
                "Too many requests: slow down.", "rate_limit_error", "rate_limit_exceeded"
            )
            return _build_json_response(429, body, {"retry-after": "1", "retry-after-ms": "200"})
        case "500":
            return _build_json_response(
                500, build_error("The server had an error.", "server_error")
            )
        case "error200":
            return _build_json_response(
                200, build_error("The model is overloaded.", "server_error", 503)
            )
        case "timeout":
            return Response(200, (), silent=True)
    return None


def _spoil_answer(fault: str | None, content: str, rng: Random) -> tuple[dict[str, str], str]:  # noqa: PLR0911 - a case for each fault
    """Apply a fault to an answer; return the message, and why the model stopped."""
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


def _build_json_response(
    status: int, body: object, headers: Mapping[str, str] | None = None
) -> Response:
    return Response(status, (json.dumps(body).encode(),), headers=headers or {})
