"""Servers that load, limit or have not started are waited for, and everybody is told."""

import asyncio
import json
import re
import subprocess
import time
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from socket import socket
from ssl import PROTOCOL_TLS_SERVER, SSLContext
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.errors import PlayerError
from engine.llm.errors import CallFailed, FailureKind
from engine.llm.player import ModelPlayer
from engine.llm.progress import describe_progress
from engine.llm.requested_wait import read_wait
from engine.llm.retry import LONGEST_PAUSE, TRIES, Retry
from engine.llm.server_pace import Pace
from engine.match import Match
from engine.players.factory import create_player
from engine.players.spec import parse_spec
from engine.seat import Seat
from tests.chat_server import Answer, ChatServer, said, serving
from tests.patience import PATIENCE
from tests.samples.decrypto import SAMPLE as DECRYPTO

HINTS = said('{"thoughts": "t", "words": ["orchard", "kettle", "violin"]}')
LOADING = Answer(b'{"error": {"code": 503, "message": "Loading model"}}', 503)
GAME = DECRYPTO.game({})
OPENING = Match(GAME, "waiting").view(Seat(0))


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    monkeypatch.setattr("engine.llm.retry.BACKOFF", 0.005)
    # A server here hangs up at once, whatever holds both of them up.
    monkeypatch.setattr("engine.llm.stream.AT_ONCE_SECONDS", PATIENCE)


def seat(
    monkeypatch: pytest.MonkeyPatch, url: str, patience: float, told: list[str] | None = None
) -> ModelPlayer[Any, Any]:
    monkeypatch.setenv("OPENAI_BASE_URL", url)
    player = create_player(
        parse_spec(f"llm:m,patience={patience:g}"),
        DECRYPTO.definition,
        GAME,
        Seat(0),
        "s",
        settings=load_settings(),
        notify=([] if told is None else told).append,
    )
    assert isinstance(player, ModelPlayer)
    return player


async def fail(player: ModelPlayer[Any, Any]) -> PlayerError:
    with pytest.raises(PlayerError) as caught:
        await player.decide(OPENING, None)
    return caught.value


@pytest.mark.parametrize(
    "refusal",
    [
        LOADING,
        Answer(b"", 503),
        Answer(b"bad gateway", 502),
        Answer(b'{"error": "model is loading"}', 500),
        Answer(b'{"error": {"message": "slow down"}}', 429),
        Answer(b'{"error": {"message": "slow down", "code": 429}}', 200),
    ],
)
async def test_a_server_that_is_not_ready_is_asked_until_it_is(
    monkeypatch: pytest.MonkeyPatch, refusal: Answer
) -> None:
    chat = ChatServer([refusal] * (TRIES + 3) + [HINTS])
    with serving(chat) as url:
        player = seat(monkeypatch, url, 60)
        await player.decide(OPENING, None)
    assert player.usage.calls == len(chat.questions) == TRIES + 4
    assert len({json.dumps(one) for one in chat.questions}) == 1


async def test_it_is_waited_for_as_long_as_the_setting_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.llm.server_pace.VAIN_SECONDS", PATIENCE)
    chat = ChatServer([LOADING])
    with serving(chat) as url:
        began = time.monotonic()
        error = await fail(seat(monkeypatch, url, 3))
        took = time.monotonic() - began
        asked = len(chat.questions)
        assert asked >= TRIES
        second = await fail(seat(monkeypatch, url, 60))  # nobody waits twice for the same
        assert len(chat.questions) == asked + TRIES
        assert "waited" not in str(second)
    assert "is not ready: it still loads its model (error 503)." in str(error)
    told = re.search(r"It was waited for (\d+) seconds; patience sets how long\.$", str(error))
    assert told is not None
    assert 3 <= int(told[1]) <= took + 0.5, "rounded"


async def test_without_patience_there_are_three_quick_tries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chat = ChatServer([LOADING])
    with serving(chat) as url:
        error = await fail(seat(monkeypatch, url, 0))
    assert len(chat.questions) == TRIES
    assert "waited" not in str(error)


async def test_a_server_that_has_not_started_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    place = socket()  # which nobody else gets meanwhile
    place.bind(("127.0.0.1", 0))
    player = seat(monkeypatch, f"http://127.0.0.1:{place.getsockname()[1]}/v1", 60)
    asked = asyncio.create_task(player.decide(OPENING, None))
    while player.usage.calls <= TRIES:  # noqa: ASYNC110 - nothing tells of a failed call
        await asyncio.sleep(0.01)
    async with await asyncio.start_server(_answer, sock=place):
        await asked


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    head = f"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {len(HINTS.body)}\r\n\r\n"
    writer.write(head.encode() + HINTS.body)
    writer.close()


@pytest.mark.parametrize("reads", [False, True])
@pytest.mark.parametrize("resets", [False, True])
async def test_a_server_that_drops_connections_at_once_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, *, reads: bool, resets: bool
) -> None:
    """A container's proxy accepts connections before the server in it has started."""
    dropped = 0

    async def drop(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal dropped
        dropped += 1
        if dropped > TRIES + 2:
            await _answer(reader, writer)
            return
        if reads:
            await reader.readuntil(b"\r\n\r\n")
        if resets:
            writer.transport.abort()
        writer.close()

    async with await asyncio.start_server(drop, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        player = seat(monkeypatch, f"http://127.0.0.1:{port}/v1", 60)
        await player.decide(OPENING, None)
    looks = 2  # for TLS, and for another protocol, once
    assert player.usage.calls == dropped - looks == TRIES + 1
    assert player.usage.estimated == 0  # nothing was used in vain


@pytest.mark.parametrize("sent", [b"HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{", b""])
async def test_one_that_has_begun_with_the_question_is_tried_three_times(
    monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    """It answered, or took its time before it hung up: the question may have been paid for."""
    monkeypatch.setattr("engine.llm.stream.AT_ONCE_SECONDS", 0.05)

    async def drop(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        if not sent:
            await asyncio.sleep(0.2)
        writer.write(sent)
        writer.close()

    async with await asyncio.start_server(drop, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        player = seat(monkeypatch, f"http://127.0.0.1:{port}/v1", 60)
        error = await fail(player)
    assert isinstance(error, CallFailed)
    assert player.usage.calls == player.usage.estimated == TRIES
    assert error.usage_unknown
    assert not error.wait_reason


def speaks_tls(folder: Path) -> SSLContext:
    """What a server of HTTPS has: a certificate that nobody trusts."""
    files = folder / "key.pem", folder / "certificate.pem"
    command = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost")
    names = ("-keyout", str(files[0]), "-out", str(files[1]))
    subprocess.run((*command, *names), check=True, capture_output=True)
    context = SSLContext(PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files[1], files[0])
    return context


@pytest.mark.parametrize(
    ("scheme", "serves", "told"),
    [
        ("http", "TLS", "speaks HTTPS: begin OPENAI_BASE_URL with https://."),
        ("http", "SSH", "does not speak HTTP: check the port in OPENAI_BASE_URL."),
        ("http", "Redis", "does not speak HTTP: check the port in OPENAI_BASE_URL."),
        ("https", "SSH", "does not speak HTTPS: begin OPENAI_BASE_URL with http://, or check its"),
        ("https", "HTTP", "does not speak HTTPS: begin OPENAI_BASE_URL with http://, or check its"),
        ("https", "TLS", "is not trusted (self-signed certificate): check OPENAI_BASE_URL, or"),
    ],
)
async def test_a_port_of_another_protocol_is_told_at_once_and_gets_no_key(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, scheme: str, serves: str, told: str
) -> None:
    heard: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if serves == "SSH":
            writer.write(b"SSH-2.0-x\r\n")
        if serves == "HTTP":  # a handshake is taken for the beginning of a request
            heard.append(await reader.readuntil(b"\r\n\r\n"))
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
        else:
            heard.append(await reader.read(65_536))
        if serves == "Redis":
            writer.write(b"-ERR unknown command\r\n")
        writer.close()

    if serves == "HTTP":
        monkeypatch.setattr("engine.llm.connections.CONNECT_TIMEOUT", 1.0)
    tls = speaks_tls(tmp_path) if serves == "TLS" else None
    key = "sk-canary-of-some-length"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    async with await asyncio.start_server(answer, "127.0.0.1", 0, ssl=tls) as server:
        port = server.sockets[0].getsockname()[1]
        player = seat(monkeypatch, f"{scheme}://127.0.0.1:{port}/v1", 60)
        began = time.monotonic()
        error = await fail(player)
        assert time.monotonic() - began < 10
    assert told in str(error)
    assert player.usage.calls == 1
    assert sum(key.encode() in one for one in heard) <= (scheme == "http"), "as a key of the server"


async def test_what_cannot_pass_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    quota = b'{"error": {"code": "insufficient_quota", "message": "no quota"}}'
    for answer in (Answer(b"", 401), Answer(b"", 404), Answer(b"", 403), Answer(quota, 429)):
        chat = ChatServer([answer])
        with serving(chat) as url:
            await fail(seat(monkeypatch, url, 60))
        assert len(chat.questions) == 1


async def test_an_unknown_host_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    def find_none(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", find_none)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-key-of-some-length")
    player = seat(monkeypatch, "https://models.example/v1", 60)
    error = await fail(player)
    assert isinstance(error, CallFailed)
    assert error.kind is FailureKind.HOST
    assert str(error).startswith("There is no host models.example: check OPENAI_BASE_URL")
    assert player.usage.calls == 1


async def test_a_pause_within_patience_is_made_and_a_longer_one_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chat = ChatServer([Answer(b"{}", 429, {"retry-after": "3"}), HINTS])
    with serving(chat) as url:
        began = time.monotonic()
        await seat(monkeypatch, url, 60).decide(OPENING, None)
        assert 2.9 < time.monotonic() - began < 10
    chat = ChatServer([Answer(b"{}", 429, {"retry-after": "61"})])
    with serving(chat) as url:
        error = await fail(seat(monkeypatch, url, 60))
    assert str(error).endswith("takes no more questions for 1 minute.")
    assert len(chat.questions) == 1


async def test_everybody_is_told_once_and_may_see_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.llm.retry.BACKOFF", PATIENCE)
    monkeypatch.setattr("engine.llm.retry.LONGEST_PAUSE", PATIENCE)
    told: list[str] = []
    with serving(ChatServer([LOADING])) as url:
        players = [seat(monkeypatch, url, 600, told) for _ in range(2)]
        asked = [asyncio.create_task(one.decide(OPENING, None)) for one in players]
        while not all(one.asking and one.asking[0].waits_for for one in players):  # noqa: ASYNC110 - likewise
            await asyncio.sleep(0.01)
        host = players[0].model.server.host
        shown = describe_progress(players[0].asking)
        assert shown.startswith(f"waits: {host} loads its model, next try in ")
        assert 0 < int(shown.split()[-2]) <= 2 * PATIENCE
        assert told == [f"{host} loads its model. It is asked again, for up to 600 seconds."]
        began = time.monotonic()
        asked[0].cancel()  # the game is left
        players[1].asking[0].give_up()  # nobody wants to wait
        ended = await asyncio.gather(*asked, return_exceptions=True)
        assert time.monotonic() - began < PATIENCE / 2  # and neither tries again
    assert isinstance(ended[0], asyncio.CancelledError)
    assert isinstance(ended[1], CallFailed)
    assert ended[1].kind is FailureKind.LOADING
    assert not any(one.asking for one in players)


def test_pauses_grow_up_to_a_limit_even_if_the_server_asks_for_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr("engine.llm.retry.BACKOFF", 0.5)
    monkeypatch.setattr("engine.llm.retry.monotonic", lambda: now)
    for wait in (None, 0.0):
        error = CallFailed(FailureKind.BUSY, "busy", wait=wait, wait_reason="limits its questions")
        retry, pauses, now = Retry(120), [], 0.0
        while (pause := retry.compute_pause(error, changed=False, seed="s")) is not None:
            pauses.append(pause)
            now += pause
        assert now == pytest.approx(120)
        assert max(pauses) <= LONGEST_PAUSE * 1.25
        assert TRIES < len(pauses) < 30


NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)
AHEAD = NOW + timedelta(hours=1)


class Stopped(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "Stopped":
        return cls.fromtimestamp(NOW.timestamp(), tz)


@pytest.mark.parametrize(
    ("headers", "least", "most"),
    [
        (
            {
                "x-ratelimit-remaining-requests": "0",
                "x-ratelimit-reset-requests": "1m2.5s",
                "x-ratelimit-remaining-tokens": "900",
                "x-ratelimit-reset-tokens": "6m0s",
            },
            62.5,
            62.5,
        ),
        ({"x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "20ms"}, 0.02, 0.02),
        (
            {
                "anthropic-ratelimit-requests-remaining": "0",
                "anthropic-ratelimit-requests-reset": AHEAD.isoformat().replace("+00:00", "Z"),
            },
            3600,
            3600,
        ),
        (
            {
                "X-RateLimit-Remaining": "0",
                "X-RateLimit-Reset": str(int(AHEAD.timestamp() * 1000)),
            },
            3600,
            3600,
        ),
        (
            {"x-ratelimit-remaining": "0", "x-ratelimit-reset": f"{AHEAD.timestamp():.0f}"},
            3600,
            3600,
        ),
        ({"ratelimit-remaining": "0", "ratelimit-reset": "30"}, 30, 30),
        ({"retry-after": "2", "ratelimit-remaining": "0", "ratelimit-reset": "30"}, 2, 2),
    ],
)
def test_the_headers_of_rate_limits(
    headers: dict[str, str], least: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.llm.requested_wait.datetime", Stopped)
    assert least <= (read_wait(headers, None) or 0) <= most
    body = {"error": {"message": "x", "metadata": {"headers": headers}}}
    assert least <= (read_wait({}, body) or 0) <= most


@pytest.mark.parametrize(
    "headers",
    [
        {"x-ratelimit-remaining-requests": "3", "x-ratelimit-reset-requests": "9s"},
        {"x-ratelimit-reset-requests": "9s"},
        {"x-ratelimit-remaining": "0"},
        {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "soon"},
        {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "nan"},
        {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "-1"},
        {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "inf"},
        {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "9" * 200},
        {"x-ratelimit-remaining": "0", "x-ratelimit-reset": ""},
    ],
)
def test_headers_that_say_nothing_of_a_wait(headers: dict[str, str]) -> None:
    assert read_wait(headers, {"error": {"metadata": {"headers": headers}}}) is None
    assert read_wait({}, ["x"]) is read_wait({}, {"error": {"metadata": 3}}) is None


async def test_a_rate_limit_lowers_the_requests_at_a_time_and_answers_raise_it_again() -> None:
    pace, running, most = Pace(), 0, 0
    busy = CallFailed(FailureKind.BUSY, "busy")

    async def ask(error: CallFailed | None) -> None:
        nonlocal running, most
        try:
            async with pace.take_place():
                running += 1
                most = max(most, running)
                await asyncio.sleep(0)
                running -= 1
                if error:
                    raise error
        except CallFailed:
            pass

    async def ask_at_once(count: int, error: CallFailed | None) -> int:
        nonlocal most
        most = 0
        await asyncio.gather(*(ask(error) for _ in range(count)))
        return most

    assert await ask_at_once(8, None) == 8
    assert await ask_at_once(8, busy) == 8
    assert pace.limit == 4  # eight refusals at once are one
    assert await ask_at_once(8, None) <= 6
    for _ in range(40):
        await ask_at_once(8, None)
    assert await ask_at_once(8, None) == 8
    for _ in range(20):
        await ask_at_once(8, busy)
    assert await ask_at_once(8, busy) == 1  # never none
    waiting = asyncio.create_task(ask(None))
    async with pace.take_place():
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    async with asyncio.timeout(PATIENCE):
        await ask(None)  # a place that was given to a call that was called off is not lost


async def test_everybody_is_told_once_of_answers_that_are_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.llm.stream.MAX_WRITTEN_CHARS", 50)
    choice = {"index": 0, "delta": {"content": "Hm, what about this: " * 3}}
    event = b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n"
    told: list[str] = []
    with serving(
        ChatServer([Answer(event * 2, headers={"content-type": "text/event-stream"})])
    ) as url:
        for _ in range(2):
            error = await fail(seat(monkeypatch, url, 0, told))
            assert "far too long" in str(error)
    assert len(told) == 1
    assert told[0].endswith("If it has to think so long, set max_tokens or reasoning_effort.")
