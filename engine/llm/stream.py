"""Read an answer that comes as server-sent events, and put it together as a whole completion."""

import asyncio
import json
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from engine.llm.calls_file import MAX_REPLY_CHARS
from engine.llm.message_parts import read_arguments, read_content, read_reasoning, read_refusal
from engine.llm.nesting import MAX_DEPTH, is_too_deep
from engine.llm.progress import Progress
from engine.llm.reasoning import REASONING_END, REASONING_START

EVENTS = "text/event-stream"
MAX_STREAM_BYTES = 64_000_000
"""The most that is read of a stream; an event has about 300 bytes, and often only one token."""
MAX_EVENTS = 250_000
MAX_EVENT_BYTES = 1_000_000
CHECK_CHARS = 200
"""After this many further characters, the end of a text is checked for repetitions."""
REPEATED_CHARS = 1_600
"""The length of the end of a text that is checked."""
MAX_WRITTEN_CHARS = 20_000
"""The longest answer if nothing is said of its length: some 5,000 tokens, for a few sentences."""
MAX_THOUGHT_CHARS = 64_000
"""The longest reasoning before it, likewise: some 16,000 tokens."""
AT_ONCE_SECONDS = 1.0
"""A server that hangs up sooner, and has answered nothing, has not begun with the question."""
MAX_PERIOD = 200
"""The longest passage that counts as repeated, if it fills the end: at least eight times."""
PROBE_CHARS = 32
TAG_CHARS = 60
"""The tags around reasoning are shorter, also with what a piece may bring after them."""


class OutOfBounds(Exception):
    """A response exceeds a limit; the text says what the server did."""


@dataclass(slots=True)
class Text:
    """A text that grows by pieces."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    end: str = ""
    """Its last characters."""
    _checked: int = 0

    def add(self, piece: str) -> None:
        """Add a piece."""
        self.pieces.append(piece)
        self.length += len(piece)
        self.end = (self.end + piece)[-REPEATED_CHARS:]

    def repeats(self) -> bool:
        """Whether it ends with one passage, again and again; checked now and then."""
        if self.length < REPEATED_CHARS or self.length < self._checked + CHECK_CHARS:
            return False
        self._checked = self.length
        return ends_in_repetition(self.end)


def ends_in_repetition(end: str) -> bool:
    """Whether a text of `REPEATED_CHARS` is one short passage, again and again."""
    before = end.rfind(end[-PROBE_CHARS:], 0, len(end) - 1)
    period = len(end) - PROBE_CHARS - before
    return before >= 0 and period <= MAX_PERIOD and end[period:] == end[:-period]


@dataclass(slots=True)
class Stream:
    """The events of one response so far."""

    timeout: float
    """Seconds between two pieces."""
    total: float
    """Seconds of the whole answer."""
    max_tokens: int | None
    progress: Progress
    bounded: bool = True
    """Whether an answer is cut at a length of ours, as nothing is said of its length."""
    deadline: asyncio.Timeout | None = None
    """The time-out of the request; each piece puts it off."""
    answered: bool = False
    """Whether the head of a response has come."""
    began: bool = False
    """Whether the server streams."""
    finish: str | None = None
    """Why the answer ended, in the server's words, or `repeats`, `length`, `bound` or `time` if we
    cut."""
    done: bool = False
    """Whether nothing more is expected."""
    was_cut: bool = False
    """Whether we stopped reading before the server ended."""
    out_of_time: bool = False
    """Whether the deadline is that of the whole answer."""
    _started: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    _content: Text = field(default_factory=Text)
    _reasoning: Text = field(default_factory=Text)
    _refusal: Text = field(default_factory=Text)
    _arguments: Text = field(default_factory=Text)
    """The arguments of the first call of a function."""
    _head: dict[str, Any] = field(default_factory=dict)
    _usage: dict[str, Any] | None = None
    _other: bytes | None = None
    """An event that is no part of a completion, such as an error."""
    _rest: bytes = b""
    _data: list[bytes] = field(default_factory=list)
    _size: int = 0
    _events: int = 0
    _tokens: int = 0
    _in_tags: bool = False
    """Whether the answer begins with reasoning in tags, which has not ended yet."""
    _tagged: int = 0
    """Characters of it."""

    def feed(self, piece: bytes) -> None:
        """Read a piece of the body, and put off the deadline.

        Raises:
            OutOfBounds: If the stream exceeds a limit.
        """
        self.began = True
        if self.done:  # only the end of the body is awaited
            return
        self._put_off_deadline()
        self._size += len(piece)
        if self._size > MAX_STREAM_BYTES:
            raise OutOfBounds(f"sent more than {MAX_STREAM_BYTES // 1_000_000} MB for one answer")
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for line in lines:
            self._read_line(line.rstrip(b"\r"))
            if self.done:
                return
        held = len(self._rest) + sum(len(line) + 1 for line in self._data)
        if held > MAX_EVENT_BYTES:
            raise OutOfBounds(f"sent an event of more than {MAX_EVENT_BYTES // 1_000_000} MB")

    def end(self) -> None:
        """Read what is left when the body has ended."""
        if self._rest and not self.done:
            self._read_line(self._rest.rstrip(b"\r"))
        if self._data and not self.done:
            self._read_line(b"")

    @property
    def is_whole(self) -> bool:
        """Whether the answer has come to an end."""
        return self.done or self.finish is not None

    @property
    def ended_at_once(self) -> bool:
        """Whether it was too short for anything to have been used, if it ends now."""
        seconds = asyncio.get_running_loop().time() - self._started
        return not self.answered and seconds < AT_ONCE_SECONDS

    @property
    def may_be_cut(self) -> bool:
        """Whether the time of the whole answer is over, while it was still being written."""
        return self.out_of_time and self._tokens > 0

    def build_body(self) -> bytes:
        """Build the body that the same answer would have had, had it come at once."""
        if self._other is not None:
            return self._other
        message: dict[str, Any] = {
            "role": "assistant",
            "content": "".join(self._content.pieces),
            "reasoning_content": "".join(self._reasoning.pieces) or None,
            "refusal": "".join(self._refusal.pieces) or None,
        }
        if self._arguments.pieces:
            call = {"function": {"arguments": "".join(self._arguments.pieces)}}
            message["tool_calls"] = [call]
        choice = {"index": 0, "message": message, "finish_reason": self.finish}
        return json.dumps({**self._head, "choices": [choice], "usage": self._usage}).encode()

    def _put_off_deadline(self) -> None:
        if self.deadline is None:
            return
        now = asyncio.get_running_loop().time()
        last = self._started + max(self.total, self.timeout)
        self.out_of_time = last < now + self.timeout
        self.deadline.reschedule(min(last, now + self.timeout))

    def _read_line(self, line: bytes) -> None:
        """Read a line: a part of an event's data, its end, or what we have no use for."""
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value.removeprefix(b" "))
        elif not line and self._data:
            data, self._data = b"\n".join(self._data), []
            self._events += 1
            if self._events > MAX_EVENTS:
                raise OutOfBounds(f"sent more than {MAX_EVENTS:,} events for one answer")
            self._read_event(data)

    def _read_event(self, data: bytes) -> None:
        if data.strip() == b"[DONE]":
            self.done = True
            return
        if is_too_deep(data):
            raise OutOfBounds(f"sent JSON nested more than {MAX_DEPTH} levels deep")
        try:
            event = json.loads(data)
        except (ValueError, RecursionError):
            event = None
        match event:
            case {"error": error} if error:
                self._stop_at(data)
            case {"choices": list(choices), **head}:
                self._note_head(head)
                self._read_choices(data, choices)
            case {"usage": dict()}:
                self._note_head(event)
            case _:
                self._stop_at(data)

    def _stop_at(self, data: bytes) -> None:
        """Take an event that is no part of an answer for the whole body."""
        self._other, self.done = data, True

    def _note_head(self, head: Mapping[Any, Any]) -> None:
        for name in ("id", "model", "system_fingerprint"):
            if isinstance(value := head.get(name), str) and value:
                self._head.setdefault(name, value)
        if isinstance(usage := head.get("usage"), dict):
            self._usage = usage

    def _read_choices(self, data: bytes, choices: list[Any]) -> None:
        match choices:
            case []:  # the usage comes so
                return
            case [{"error": error}, *_] if error:
                self._stop_at(data)
            case [{"delta": {**delta}, **choice}, *_] | [{"message": {**delta}, **choice}, *_]:
                self._read_delta(delta)
                finish = choice.get("finish_reason")
                if isinstance(finish, str) and finish and not self.done:
                    self.finish = finish
            case [{"finish_reason": str(finish)}, *_]:
                self.finish = finish
            case _:
                self._stop_at(data)

    def _read_delta(self, delta: Mapping[Any, Any]) -> None:
        pieces = [
            (self._content, read_content(delta)),
            (self._reasoning, read_reasoning(delta)),
            (self._arguments, read_arguments(delta)),
        ]
        for text, piece in (*pieces, (self._refusal, read_refusal(delta))):
            if piece:
                text.add(piece)
        if any(piece for _, piece in pieces):
            self._tokens += 1
            self._note_progress()
            self._cut_if_endless()

    def _note_progress(self) -> None:
        """Note how far the answer is; reasoning in tags at its beginning is no part of it."""
        if self._content.length <= TAG_CHARS and not self._tagged:
            start = "".join(self._content.pieces).lstrip()
            self._in_tags = REASONING_START.match(start) is not None
        if self._in_tags:
            self._tagged = self._content.length
            self._in_tags = REASONING_END.search(self._content.end[-TAG_CHARS:]) is None
        written = self._content.length - self._tagged + self._arguments.length
        self.progress.note(self._reasoning.length + self._tagged, written)

    def _cut_if_endless(self) -> None:
        """Cut an answer that repeats itself, or is longer than was asked for or is read."""
        # An event has one token or more, so more events than tokens is more than was asked for.
        too_many = self.max_tokens is not None and self._tokens > self.max_tokens
        texts = (self._content, self._reasoning, self._arguments)
        if too_many or max(one.length for one in texts) > MAX_REPLY_CHARS:
            self.cut("length")
        elif self.bounded and (
            self.progress.written > MAX_WRITTEN_CHARS or self.progress.thought > MAX_THOUGHT_CHARS
        ):
            self.cut("bound")
        elif any(one.repeats() for one in texts):
            self.cut("repeats")

    def cut(self, why: str) -> None:
        """End the answer here."""
        self.finish, self.done, self.was_cut = why, True, True


STREAM: ContextVar[Stream | None] = ContextVar("stream", default=None)
"""The stream of the request that is being sent; openai has no way to hand it on."""
