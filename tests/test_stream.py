"""Answers that come piece by piece: how they are put together, cut, bounded and given up."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from engine.llm import stream as streams
from engine.llm.answer_errors import AnswerUnbounded
from engine.llm.client import send_request
from engine.llm.errors import CallFailed, FailureKind, RequestRefused
from engine.llm.model import Model
from engine.llm.progress import Progress, describe_progress
from engine.llm.reply import Reply, read_reply
from engine.llm.request import Request, build_settings
from engine.llm.server import Server
from engine.llm.server_limits import LIMITS, find_server_limits, learn_from_refusal
from engine.llm.stream import MAX_THOUGHT_CHARS, MAX_WRITTEN_CHARS, REPEATED_CHARS, Stream, Text
from tests.patience import PATIENCE, come_true
from tests.piece_clock import PieceClock

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n"
OPEN = HEAD + b"connection: close\r\n\r\n"
DONE = b"data: [DONE]\n\n"
FINISH = b'data: {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}\n\n'


def event(**delta: Any) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": None}
    data = {"id": "c-1", "model": "big-7", "system_fingerprint": "fp", "choices": [choice]}
    return b"data: " + json.dumps(data).encode() + b"\n\n"


def usage(tokens_in: int, tokens_out: int) -> bytes:
    counts = {"prompt_tokens": tokens_in, "completion_tokens": tokens_out}
    return b"data: " + json.dumps({"choices": [], "usage": counts}).encode() + b"\n\n"


class Pieces:
    """A server that sends these pieces to each request, after a pause before each."""

    def __init__(self, *pieces: bytes, pause: float = 0.0, hang: bool = False) -> None:
        self.pieces = pieces
        self.pause: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(pause)
        self.hang = hang
        self.requests = 0
        self.connections = 0
        self.sent = 0
        self.left = asyncio.Event()

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                await reader.readexactly(int(head.partition("content-length: ")[2].split()[0]))
                self.requests += 1
                for piece in self.pieces:
                    await self.pause()
                    writer.write(piece)
                    await writer.drain()
                    self.sent += 1
                if self.hang:
                    await reader.read(1)
                if b"connection: close" in self.pieces[0]:
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.left.set()
            writer.close()

    @asynccontextmanager
    async def serving(self, **fields: Any) -> AsyncIterator[Request]:
        """Serve, and give a request to send there."""
        server = await asyncio.start_server(self.handle, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        times = {name: fields.pop(name) for name in ("timeout", "total_timeout") if name in fields}
        model = Model("m", Server(url, "none", "host", **{"timeout": PATIENCE, **times}), **fields)
        try:
            yield Request(
                model, [{"role": "user", "content": "hi"}], build_settings(model, (), {}), (), {}
            )
        finally:
            server.close()


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    LIMITS.clear()
    yield
    LIMITS.clear()


async def _fail(request: Request) -> CallFailed:
    with pytest.raises(CallFailed) as caught:
        await send_request(request)
    return caught.value


async def test_pieces_become_one_answer_with_what_belongs_to_it() -> None:
    text = b"".join((
        b": a comment\r\n\r\n",
        event(role="assistant", content=""),
        event(reasoning_content="Hm, "), event(reasoning="why?"),
        event(content='{"words": '), event(content='["caf\u00e9"]}'),
        FINISH, usage(12, 34), DONE,
    ))  # fmt: skip
    for size in (1, 7, len(text)):  # events are cut anywhere, within a character, too
        cut = [text[start : start + size] for start in range(0, len(text), size)]
        async with Pieces(OPEN, *cut).serving() as request:
            reply = await send_request(request)
        assert reply.content == '{"words": ["caf\u00e9"]}'
        assert reply.reasoning == "Hm, why?"
        assert (reply.tokens_in, reply.tokens_out, reply.finish) == (12, 34, "stop")
        assert (reply.response_id, reply.served_model, reply.fingerprint) == ("c-1", "big-7", "fp")


async def test_a_connection_is_used_again_after_a_stream() -> None:
    body = event(content="a") + FINISH + DONE
    chunked = b"transfer-encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    server = Pieces(HEAD + chunked)
    async with server.serving() as request:
        for _ in range(3):
            assert (await send_request(request)).content == "a"
    assert (server.requests, server.connections) == (3, 1)


async def test_a_stream_that_stays_open_after_its_end_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.llm.transport.DRAIN_SECONDS", 0.05)
    server = Pieces(OPEN, event(content="a") + FINISH + DONE, hang=True)
    async with server.serving() as request, asyncio.timeout(PATIENCE / 2):
        assert (await send_request(request)).content == "a"
        await server.left.wait()


async def test_the_time_out_is_between_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Pieces(OPEN, event(content="a"), hang=True)
    async with server.serving(timeout=0.2) as request:
        assert (await _fail(request)).kind is FailureKind.TIMEOUT
        async with asyncio.timeout(PATIENCE):
            await server.left.wait()
    clock = PieceClock(20)
    clock.run(monkeypatch)
    pieces = [event(content="a")] * 8
    async with Pieces(OPEN, *pieces, FINISH + DONE, pause=0.01).serving(timeout=30) as request:
        assert (await send_request(request)).content == "a" * 8
    assert clock.pieces > 2, "in more time than one piece may take"


async def test_an_answer_that_takes_too_long_as_a_whole_is_cut_and_not_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    PieceClock(4).run(monkeypatch)
    server = Pieces(OPEN, *[event(content=f"{n} ") for n in range(500)], pause=0.02)
    async with server.serving(timeout=30, total_timeout=60) as request:
        reply = await send_request(request)
        async with asyncio.timeout(PATIENCE):
            await server.left.wait()
    assert reply.finish == "time"
    assert reply.content.startswith("0 1 2 ")
    assert server.sent < 60
    with pytest.raises(Exception, match="cut off"):
        read_reply((), reply, {})


@pytest.mark.parametrize("field", ["content", "reasoning_content"])
@pytest.mark.parametrize("passage", ["I think so. ", "\n", "ab" * 60])
async def test_an_answer_that_repeats_itself_is_cut_at_once(field: str, passage: str) -> None:
    pieces = [event(**{field: passage})] * (20_000 // len(passage))
    server = Pieces(OPEN, event(content="Well: "), *pieces, hang=True)
    async with server.serving() as request:
        reply = await send_request(request)
    assert reply.finish == "repeats"
    said = reply.content + (reply.reasoning or "")
    assert len(said) < REPEATED_CHARS + 2 * streams.CHECK_CHARS + 2 * len(passage)
    assert (reply.tokens_in, reply.tokens_out) == (None, None), "so it is estimated"
    with pytest.raises(Exception, match="repeated itself"):
        read_reply((), reply, {})


def test_long_texts_that_only_resemble_themselves_are_not_cut() -> None:
    rng = Random(5)
    poem = Text()
    numbers = Text()
    for number in range(3_000):
        poem.add(f"{rng.choice(('red', 'green', 'blue'))} rose, ")
        numbers.add(f"{number}. I compare the words with each other. ")
        assert not poem.repeats()
        assert not numbers.repeats()


async def test_more_tokens_than_were_asked_for_are_not_read() -> None:
    server = Pieces(OPEN, *[event(content=f"{n} ") for n in range(500)], hang=True)
    async with server.serving(max_tokens=50) as request:
        reply = await send_request(request)
    assert reply.finish == "length"
    assert len(reply.content.split()) == 51


@pytest.mark.parametrize(
    ("limit", "value", "body"),
    [
        ("MAX_STREAM_BYTES", 1000, b": keep alive\n\n" * 200),
        ("MAX_EVENT_BYTES", 1000, b"data: " + b"x" * 5000),
        ("MAX_EVENT_BYTES", 1000, b"data: x\n" * 2000),
        ("MAX_EVENTS", 100, event(role="assistant") * 200),
        ("MAX_DEPTH", 64, b"data: " + b"[" * 100 + b"]" * 100 + b"\n\n"),
    ],
)
async def test_a_stream_is_read_within_bounds(
    limit: str, value: int, body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, limit, value)
    pieces = [body[start : start + 400] for start in range(0, len(body), 400)]
    async with Pieces(OPEN, *pieces, hang=True).serving() as request:
        error = await _fail(request)
    assert error.kind is FailureKind.BOUNDS
    assert error.usage_unknown


async def test_a_stream_that_ends_too_early_is_no_answer() -> None:
    async with Pieces(OPEN, event(content='{"words": ["a"')).serving() as request:
        error = await _fail(request)
    assert error.kind is FailureKind.DROPPED
    assert error.usage_unknown


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b'data: {"error": {"message": "overloaded", "code": 503}}\n\n', FailureKind.BROKEN),
        (b'event: error\ndata: {"error": "no"}\n\n', FailureKind.ERROR),
        (b"data: <html>\n\n", FailureKind.PROTOCOL),
        (b"data: 7\n\n", FailureKind.PROTOCOL),
        (b'data: {"choices": [7]}\n\n', FailureKind.PROTOCOL),
    ],
)
async def test_an_event_that_is_no_part_of_an_answer_is_told(
    body: bytes, kind: FailureKind
) -> None:
    async with Pieces(OPEN, event(content="a") + body + DONE).serving() as request:
        assert (await _fail(request)).kind is kind


async def test_calling_off_closes_the_stream() -> None:
    server = Pieces(OPEN, *[event(content=f"{n} ") for n in range(1000)], pause=0.01)
    async with server.serving() as request:
        asking = asyncio.create_task(send_request(request))
        await come_true(lambda: request.progress.written)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        async with asyncio.timeout(PATIENCE):
            await server.left.wait()
    assert server.sent < 1000


async def test_progress_counts_and_tells_nothing() -> None:
    seen: list[str] = []
    pieces = [*[event(reasoning="secret ")] * 4, *[event(content="word ")] * 4]
    server = Pieces(OPEN, *pieces, FINISH + DONE)
    async with server.serving() as request:

        async def look() -> None:
            """Look at what has come before the next piece is sent."""
            progress, words = request.progress, max(0, server.sent - 1)
            read = 7 * min(words, 4), 5 * max(0, words - 4)
            await come_true(lambda: (progress.thought, progress.written) == read)
            seen.append(describe_progress([progress]))

        server.pause = look
        assert (await send_request(request)).content == "word " * 4
    assert seen[0] == ""
    assert "thinks, about 1 tokens" in seen
    assert "writes, 5 characters" in seen
    assert not [text for text in seen if "secret" in text or "word" in text]
    assert describe_progress([Progress()]) == describe_progress([]) == ""


async def test_reasoning_in_tags_is_no_answer_yet() -> None:
    progress = Progress()
    stream, seen = Stream(5.0, 5.0, None, progress), []
    for piece in ("<thi", "nk>hm", "m</th", "ink>", "{}"):
        stream.feed(event(content=piece))
        seen.append((progress.thought, progress.written))
    assert seen == [(0, 4), (9, 0), (14, 0), (18, 0), (18, 2)]


@pytest.mark.parametrize(
    ("field", "most"), [("content", MAX_WRITTEN_CHARS), ("reasoning_content", MAX_THOUGHT_CHARS)]
)
async def test_an_answer_without_a_limit_is_cut_at_a_length_of_ours(field: str, most: int) -> None:
    rng = Random("bound")
    pieces = [event(**{field: f"{rng.random()} " * 20}) for _ in range(1000)]
    async with Pieces(OPEN, *pieces).serving() as request:
        reply = await send_request(request)
    read = len(reply.content) + len(reply.reasoning or "")
    assert reply.finish == "bound"
    assert most < read < most + 500
    with pytest.raises(AnswerUnbounded):
        read_reply((), reply, {})
    for allowed in ({"max_tokens": 9_000}, {"reasoning_effort": "high"}):
        async with Pieces(OPEN, *pieces[:200], FINISH + DONE).serving(**allowed) as request:
            assert (await send_request(request)).finish == "stop"


async def test_a_server_that_answers_as_a_whole_is_asked_for_that_from_then_on() -> None:
    body = b'{"choices": [{"message": {"content": "a"}, "finish_reason": "stop"}]}'
    whole = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body)
    async with Pieces(whole).serving() as request:
        assert {"stream", "stream_options"} <= request.settings.keys()
        assert (await send_request(request)).content == "a"
        assert not {"stream", "stream_options"} & build_settings(request.model, (), {}).keys()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Unknown parameter: 'stream_options'.", {"stream"}),
        ("'stream' is not supported by this model.", set()),
    ],
)
async def test_a_refused_stream_is_learned(text: str, left: set[str]) -> None:
    error = json.dumps({"error": {"message": text}}).encode()
    refused = b"HTTP/1.1 400 No\r\ncontent-length: %d\r\n\r\n%s" % (len(error), error)
    async with Pieces(refused).serving() as request:
        failure = await _fail(request)
        assert isinstance(failure, RequestRefused)
        assert learn_from_refusal(request.model, failure.server_text, request.settings)
        assert build_settings(request.model, (), {}).keys() & {"stream", "stream_options"} == left
        assert find_server_limits(request.model).answer_format == "schema"


def test_reasons_of_our_own_are_read_like_those_of_servers() -> None:
    with pytest.raises(Exception, match="cut off"):
        read_reply((), Reply("{}", None, None, "time", None, None), {})
