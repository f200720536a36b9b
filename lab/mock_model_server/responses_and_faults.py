"""The responses of the mock model server, and the faults that it simulates, such as rate limits.

`MockModelServer` takes requests of the chat completions protocol, and builds whole or streamed
responses. `baseline_answers.py` finds the answers, and `server.py` sends the responses over HTTP.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any

from engine.errors import OptionError
from engine.readback import UnknownPrompt
from engine.suggestion import explain_unknown
from images.deck import Deck
from lab.mock_model_server.baseline_answers import SEED, SPACES, Question, answer_question

FAULTS = {
    "429": "too many questions, with Retry-After",
    "500": "the server is in trouble",
    "timeout": "no answer at all",
    "dropped": "the connection breaks in the middle of the answer",
    "truncated": "the answer is cut off",
    "garbage": "an answer without sense",
    "empty": "an answer without a word",
    "refusal": "the model declines",
    "error200": "an error with status 200",
    "ansi": "terminal escape sequences in a good answer",
    "markup": "markup in a good answer",
    "slow": "a good answer, late",
}
"""By name of a fault: what happens."""
GARBAGE = (
    "As a language model I see many possibilities here, and each of them has its charm.",
    "{{{{ }}}} [[[[ ]]]] null NaN \\u0000 \\ud800",
    '{"thoughts": "the braces of this answer never close", "words": ["one", "two"',
    '{"answer": {"to": {"everything": [42, [42, [42]]]}}}',
    "```json\n// nothing to see here\n```",
)
"""Nonsensical answers."""


@dataclass(slots=True)
class Faults:
    """The faults to simulate, their rate, and their seed."""

    names: Sequence[str] = ()
    rate: float = 1.0
    """The share of requests with a fault."""
    seed: str = "1"
    _met: Counter[bytes] = field(default_factory=Counter)

    def draw(self, question: bytes) -> tuple[str | None, Random]:
        """Draw the fault for a request, and a `Random` for its details.

        It depends on the request and the number of earlier requests of the same content, so it does
        not change if games are played concurrently.
        """
        key = sha256(question).digest()
        rng = Random(f"{self.seed}/{key.hex()}/{self._met[key]}")
        self._met[key] += 1
        happens = bool(self.names) and rng.random() < self.rate
        return (rng.choice(list(self.names)) if happens else None), rng


def parse_faults(text: str) -> tuple[str, ...]:
    """Parse names of faults, separated by commas.

    Raises:
        OptionError: At the first unknown name.
    """
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    for name in names:
        if name not in FAULTS:
            raise OptionError(explain_unknown("fault", name, FAULTS))
    return names


def add_escapes(text: str) -> str:
    """Add terminal escape sequences: a colour, a title, a clear screen, a link."""
    return f"\x1b[31m{text}\x1b[0m\x1b]0;title\x07\x1b[2J\x1b]8;;http://example.invalid\x1b\\"


def add_markup(text: str) -> str:
    """Add markup."""
    return f"[b]{text}[/b]"


JSON = "application/json"
EVENTS = "text/event-stream"
LATE_SECONDS = 5.0
"""Delay of a slow answer in seconds."""
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
