"""What the rehearsal server says to a question: an answer of a baseline, or a fault."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.rehearsal.answering import SEED, SPACES, Question, answer
from engine.rehearsal.completion import CREATED, PICTURE, completion, error, stream, tokens
from engine.rehearsal.faults import GARBAGE, Faults, coloured, marked_up
from engine.rehearsal.reading import Unknown
from images.deck import Deck

JSON = "application/json"
EVENTS = "text/event-stream"
LATE = 5.0
"""Seconds by which a slow answer is late."""


@dataclass(frozen=True, slots=True)
class Said:
    """What goes back over the line."""

    status: int
    body: tuple[bytes, ...]
    """In the pieces in which it is sent."""
    kind: str = JSON
    """The type of its content."""
    wait: float = 0.0
    """Seconds before it is sent."""
    headers: Mapping[str, str] = field(default_factory=dict)
    silent: bool = False
    """Nothing is ever sent, until the other side gives up."""
    dropped: bool = False
    """The connection breaks after half of it."""


class Rehearsal:
    """A model server without a model."""

    def __init__(
        self, decks: Sequence[Deck], faults: Faults, delay: float = 0.0, *, vary: bool = False
    ) -> None:
        """Open it.

        Args:
            decks: Decks whose cards are recognised by their pictures, the built-in one first.
            faults: What goes wrong.
            delay: Seconds before each answer.
            vary: Answer a question that comes again by another chance each time.
        """
        self.decks = decks
        self.faults = faults
        self.delay = delay
        self.vary = vary

    def said(self, method: str, path: str, body: bytes) -> Said:
        """The answer to a request of HTTP."""
        path = path.partition("?")[0].rstrip("/")
        if path == "/v1/models" and method == "GET":
            models = [
                {"id": name, "object": "model", "created": CREATED, "owned_by": "parlour"}
                for name in SPACES
            ]
            return _whole(200, {"object": "list", "data": models})
        if path != "/v1/chat/completions":
            return _whole(404, error(f"There is nothing at {path[:60]}.", "not_found_error"))
        if method != "POST":
            return _whole(405, error("Questions are sent with POST.", "invalid_request_error"))
        try:
            asked = json.loads(body)
        except (ValueError, RecursionError):
            asked = None
        if not isinstance(asked, dict):
            return _whole(400, error("The question is no JSON object.", "invalid_request_error"))
        return self._completed(asked)

    def _completed(self, asked: dict[str, Any]) -> Said:
        fault, rng = self.faults.draw(json.dumps(asked, sort_keys=True).encode())
        if (failure := _failure(fault)) is not None:
            return failure
        change = {"ansi": coloured, "markup": marked_up}.get(fault or "", str)
        try:
            question = Question.of(asked)
            chance = str(rng.random()) if self.vary else SEED
            content = answer(question, self.decks, change, chance)
        except Unknown:
            why = "This is no question of one of Parlour's games, and no other is answered."
            return _whole(400, error(why, "invalid_request_error"))
        said, finish = _spoiled(fault, content, rng)
        used = tokens(question.system + question.user) + PICTURE * len(question.pictures)
        whole = completion(question.model, said, finish, used)
        wait = self.delay + (LATE if fault == "slow" else 0.0)
        dropped = fault == "dropped"
        if not asked.get("stream"):
            return Said(200, (json.dumps(whole).encode(),), wait=wait, dropped=dropped)
        wished = asked.get("stream_options")
        with_usage = isinstance(wished, dict) and bool(wished.get("include_usage"))
        pieces = tuple(stream(whole, with_usage=with_usage))
        return Said(200, pieces, EVENTS, wait, dropped=dropped)


def _failure(fault: str | None) -> Said | None:
    """What is sent instead of an answer."""
    match fault:
        case "429":
            told = error("Too many requests: slow down.", "rate_limit_error", "rate_limit_exceeded")
            return _whole(429, told, {"retry-after": "1", "retry-after-ms": "200"})
        case "500":
            return _whole(500, error("The server had an error.", "server_error"))
        case "error200":
            return _whole(200, error("The model is overloaded.", "server_error", 503))
        case "timeout":
            return Said(200, (), silent=True)
    return None


def _spoiled(fault: str | None, content: str, rng: Random) -> tuple[dict[str, str], str]:
    """What the model says, and why it stopped."""
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
            return {"content": coloured(content)}, "stop"
        case "markup":
            return {
                "content": f"**Sure!** [red]Here[/red] you go:\n\n```json\n{content}\n```"
            }, "stop"
    return {"content": content}, "stop"


def _whole(status: int, body: object, headers: Mapping[str, str] | None = None) -> Said:
    return Said(status, (json.dumps(body).encode(),), headers=headers or {})
