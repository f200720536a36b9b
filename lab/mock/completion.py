"""Completions of the chat completions protocol, whole or streamed."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from lab.mock.request import CHARS_PER_TOKEN, estimate_tokens

CREATED = 1_700_000_000
"""The timestamp in every answer, constant so that answers are reproducible."""
FINGERPRINT = "fp_rehearsal"
PIECE_LENGTH = 24
"""Characters per piece of a stream."""
BEGINNING = '{"thoughts": "'
"""The beginning of answers with thoughts."""
FILLER = "I compare the words with each other, and with what was said before. "
"""The text by which thoughts are lengthened."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model says."""

    model: str
    """The name under which it answers."""
    content: str = ""
    reasoning: str = ""
    refusal: str = ""
    tool: str = ""
    """The name of the tool whose arguments the content is; empty for a message."""
    finish: str = "stop"
    more: Iterable[str] = ()
    """What follows the content, piece by piece, without an end."""
    pause: float = 0.0
    """The seconds that each piece of it takes."""

    def lengthen(self, tokens: int) -> "Answer":
        """Lengthen the thoughts with which it begins, until it has this many tokens."""
        missing = CHARS_PER_TOKEN * tokens - len(self.content)
        if missing <= 0 or not self.content.startswith(BEGINNING):
            return self
        sentences = (f"{number}. {FILLER}" for number in range(1, missing // len(FILLER) + 2))
        words = "".join(sentences)[:missing]  # numbered, as nobody reads an answer that repeats
        return replace(self, content=BEGINNING + words + self.content.removeprefix(BEGINNING))

    def cut(self, limit: int | None) -> "Answer":
        """Cut it off at a number of tokens."""
        if limit is None:
            return self
        room = max(0, CHARS_PER_TOKEN * limit - len(self.reasoning))
        content = self.content
        for piece in self.more:
            if len(content) > room:
                break
            content += piece
        if len(content) <= room:
            return self
        return replace(self, content=content[:room], finish="length", more=())


@dataclass(frozen=True, slots=True)
class Completion:
    """An answer with what the protocol says about it."""

    id: str
    answer: Answer
    tokens_in: int

    def build_body(self) -> bytes:
        """Build the body of an answer that comes at once."""
        said = self.answer
        silent = bool(said.tool or said.refusal)
        message: dict[str, Any] = {
            "role": "assistant",
            "content": None if silent else said.content,
            "refusal": said.refusal or None,
        }
        if said.reasoning:
            message["reasoning_content"] = said.reasoning
        if said.tool:
            message["tool_calls"] = [_build_call(said.tool, said.content)]
        head = {"index": 0, "message": message}
        choice = head | {"finish_reason": said.finish, "logprobs": None}
        whole = self._build_head("chat.completion")
        return json.dumps(whole | {"choices": [choice], "usage": self._build_usage()}).encode()

    def stream(self, *, with_usage: bool) -> Iterator[bytes]:
        """Yield the answer as server-sent events.

        Args:
            with_usage: Whether to add a last event with the tokens.
        """
        said = self.answer
        yield self._encode_event({"role": "assistant", "content": ""})
        for name, text in (("reasoning_content", said.reasoning), ("refusal", said.refusal)):
            for piece in _cut_into_pieces(text):
                yield self._encode_event({name: piece})
        if said.tool:
            yield self._encode_event({"tool_calls": [{"index": 0, **_build_call(said.tool, "")}]})
        for piece in _cut_into_pieces(said.content):
            called = [{"index": 0, "function": {"arguments": piece}}]
            yield self._encode_event({"tool_calls": called} if said.tool else {"content": piece})
        for piece in said.more:
            yield self._encode_event({"content": piece})
        yield self._encode_event({}, said.finish)
        if with_usage:
            chunk = self._build_head("chat.completion.chunk")
            yield _encode(chunk | {"choices": [], "usage": self._build_usage()})
        yield b"data: [DONE]\n\n"

    def _build_head(self, kind: str) -> dict[str, Any]:
        return {
            "id": self.id,
            "object": kind,
            "created": CREATED,
            "model": self.answer.model,
            "system_fingerprint": FINGERPRINT,
        }

    def _encode_event(self, delta: dict[str, Any], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return _encode(self._build_head("chat.completion.chunk") | {"choices": [choice]})

    def _build_usage(self) -> dict[str, Any]:
        said = self.answer
        thought = estimate_tokens(said.reasoning)
        used = estimate_tokens(said.content + said.refusal) + thought
        return {
            "prompt_tokens": self.tokens_in,
            "completion_tokens": used,
            "total_tokens": self.tokens_in + used,
            "prompt_tokens_details": {"cached_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": thought},
        }


def build_error(message: str, kind: str, code: str | int | None = None) -> dict[str, Any]:
    """Build the body of an error."""
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def _build_call(tool: str, arguments: str) -> dict[str, Any]:
    function = {"name": tool, "arguments": arguments}
    return {"id": "call_1", "type": "function", "function": function}


def _cut_into_pieces(text: str) -> Iterator[str]:
    for start in range(0, len(text), PIECE_LENGTH):
        yield text[start : start + PIECE_LENGTH]


def _encode(event: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(event).encode() + b"\n\n"
