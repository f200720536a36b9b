"""Whatever a server sends, reading it is bounded in size, depth and time, and fails in words."""

import gzip
import json
import resource
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from functools import cache
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from engine.config.settings import load_settings
from engine.errors import PlayerError
from engine.games.decrypto.moves import Hint
from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from engine.llm.calls_file import Call, build_calls_path, read_calls
from engine.llm.errors import CallFailed
from engine.llm.nesting import MAX_DEPTH, is_too_deep
from engine.llm.player import ModelPlayer
from engine.llm.requested_wait import parse_retry_after
from engine.llm.stream import MAX_STREAM_BYTES
from engine.llm.transport import MAX_BODY_BYTES
from engine.match import Match
from engine.players.factory import create_player
from engine.players.spec import Spec
from engine.seat import Seat
from tests.chat_server import said
from tests.patience import PATIENCE, come_true
from tests.piece_clock import PieceClock
from tests.raw_server import RawServer, serving_raw
from tests.samples.decrypto import SAMPLE as DECRYPTO
from tui.command_line import run

GAME = DECRYPTO.game({})
OPENING = Match(GAME, "models").view(Seat(0))
GOOD = said('{"words": ["orchard", "kettle", "violin"]}').body
OK = b"HTTP/1.1 200 OK\r\n"
JSON = b"content-type: application/json\r\n"
type Pieces = Callable[[Event], Iterable[bytes]]
type Ask = Callable[[Pieces], AbstractContextManager[tuple[RawServer, ModelPlayer[Any, Any]]]]


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ask:
    """Seat a model at a server that sends these bytes."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    monkeypatch.setenv("PARLOUR_TIMEOUT", str(PATIENCE))
    monkeypatch.setattr("engine.llm.stream.AT_ONCE_SECONDS", PATIENCE)
    monkeypatch.setattr("engine.llm.retry.BACKOFF", 0.001)

    @contextmanager
    def ask(pieces: Pieces) -> Iterator[tuple[RawServer, ModelPlayer[Any, Any]]]:
        raw = RawServer(pieces)
        with serving_raw(raw) as url:
            monkeypatch.setenv("OPENAI_BASE_URL", url)
            calls = tmp_path / "game.calls.jsonl"
            player = create_player(
                Spec("llm", "m"),
                DECRYPTO.definition,
                GAME,
                Seat(0),
                "s",
                calls=calls,
                settings=load_settings(),
            )
            assert isinstance(player, ModelPlayer)
            yield raw, player

    return ask


async def fail(player: ModelPlayer[Any, Any]) -> str:
    """Ask once, which fails; return the sentence without the server's name."""
    with pytest.raises(PlayerError) as caught:
        await player.decide(OPENING, None)
    assert isinstance(caught.value, CallFailed)
    return str(caught.value).replace(player.model.server.host, "HOST")


def whole(*parts: bytes) -> Pieces:
    return lambda _: parts


def plain(head: bytes, body: bytes) -> Pieces:
    # The server hangs up after each answer: a client that keeps the connection may ask just then.
    return whole(head + b"connection: close\r\ncontent-length: %d\r\n\r\n" % len(body) + body)


def endless(head: bytes, piece: bytes) -> Pieces:
    def pieces(closing: Event) -> Iterator[bytes]:
        yield head
        while not closing.is_set():
            yield piece

    return pieces


def drip(head: bytes, piece: bytes) -> Pieces:
    def pieces(closing: Event) -> Iterator[bytes]:
        yield head
        while not closing.wait(0.05):
            yield piece

    return pieces


BOMB = 100 * gzip.compress(b" " * 1_000_000)


@cache
def zip_bomb() -> bytes:
    """Zip 100 MB."""
    return zlib.compress(b" " * 100_000_000)


@pytest.mark.parametrize("encoding", ["gzip", "GZIP", "br", "zstd", "deflate", "gzip, gzip", "x"])
async def test_a_compressed_body_is_not_unpacked(asking: Ask, encoding: str) -> None:
    body = zlib.compress(b" " * 1_000_000) if encoding == "deflate" else BOMB
    head = OK + JSON + f"content-encoding: {encoding}\r\n".encode()
    with asking(plain(head, body)) as (raw, player):
        sentence = "HOST sent a compressed answer, though it was asked for a plain one."
        assert await fail(player) == sentence
        assert raw.requests == 1


async def test_the_encoding_of_nothing_is_read(asking: Ask) -> None:
    with asking(plain(OK + b"content-encoding: identity\r\n", GOOD)) as (_, player):
        assert isinstance(await player.decide(OPENING, None), Hint)


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (OK + JSON + b"\r\n", b" " * 65_536),
        (OK + JSON + b"transfer-encoding: chunked\r\n\r\n", b"10000\r\n" + b" " * 65_536 + b"\r\n"),
        (OK + JSON + b"content-length: 99999999999999\r\n\r\n", b"[" * 65_536),
        (b"HTTP/1.1 500 Broken\r\n\r\n", b"x" * 65_536),
    ],
)
async def test_an_endless_body_is_read_up_to_a_size(
    asking: Ask, monkeypatch: pytest.MonkeyPatch, head: bytes, piece: bytes
) -> None:
    monkeypatch.setenv("PARLOUR_TIMEOUT", "60")
    with asking(endless(head, piece)) as (raw, player):
        assert await fail(player) == "HOST sent more than 4 MB for one answer."
        assert raw.sent < MAX_BODY_BYTES + 16_000_000  # what sockets hold
        assert raw.requests == 1


@pytest.mark.parametrize("piece", [b"x" * 65_536, b": keep alive\n\n" * 6_000])
async def test_an_endless_stream_is_read_up_to_a_size(
    asking: Ask, monkeypatch: pytest.MonkeyPatch, piece: bytes
) -> None:
    assert MAX_STREAM_BYTES <= 64_000_000
    monkeypatch.setattr("engine.llm.stream.MAX_STREAM_BYTES", 8_000_000)
    head = OK + b"content-type: text/event-stream\r\n\r\n"
    with asking(endless(head, piece)) as (raw, player):
        said = await fail(player)
        assert said.startswith("HOST sent ")
        assert "more than 1 MB" in said or "more than 8 MB" in said
        assert raw.sent < 8_000_000 + 16_000_000  # what sockets hold
        assert raw.requests == 1


async def test_a_stream_that_only_keeps_alive_is_read_up_to_the_total_time(
    asking: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_TIMEOUT", "30")
    monkeypatch.setenv("PARLOUR_TOTAL_TIMEOUT", "60")
    monkeypatch.setattr("engine.llm.retry.TRIES", 1)
    head = OK + b"content-type: text/event-stream\r\n\r\n"
    clock = PieceClock(4)
    with asking(drip(head, b": keep alive\n\n")) as (_, player):
        clock.run(monkeypatch)
        said = await fail(player)
        assert said.endswith("within 60 seconds; total_timeout sets how long to wait.")
        assert 2 <= clock.pieces <= 20


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (b"", b"H"),
        (OK, b"x: y\r\n"),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        (OK + JSON + b"\r\n", b" "),
        (OK + JSON + b"transfer-encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    ],
)
async def test_a_slow_body_is_read_up_to_a_time(
    asking: Ask, monkeypatch: pytest.MonkeyPatch, head: bytes, piece: bytes
) -> None:
    monkeypatch.setenv("PARLOUR_TIMEOUT", "0.4")
    monkeypatch.setattr("engine.llm.retry.TRIES", 1)
    with asking(drip(head, piece)) as (_, player):
        assert await fail(player) == (
            "m on HOST did not answer within 0.4 seconds; PARLOUR_TIMEOUT sets how long to wait."
        )


@pytest.mark.parametrize(
    "kind",
    [
        "application/json; charset=hex",
        "application/json; charset=zip",
        "application/json; charset=idna",
        "application/json; charset=undefined",
        "application/json; charset=utf-7",
        "application/json; charset=\x00",
        "application/json; charset=" + "x" * 5_000,
        "text/plain; charset*=%FF",
        "",
        "é",
    ],
)
async def test_a_charset_changes_nothing(asking: Ask, kind: str) -> None:
    head = OK + b"content-type: " + kind.replace("\x00", "?").encode() + b"\r\n"
    with asking(plain(head, GOOD)) as (_, player):
        assert isinstance(await player.decide(OPENING, None), Hint)


@pytest.mark.parametrize("status", [b"400 Bad", b"429 Busy", b"500 Bad", b"302 Found"])
@pytest.mark.parametrize("charset", [b"zip", b"hex", b"undefined", b"idna", b"utf-7", b"\xff"])
async def test_a_charset_changes_nothing_of_an_error(
    asking: Ask, status: bytes, charset: bytes
) -> None:
    """As a charset, zip would unpack a small body to gigabytes."""
    head = b"HTTP/1.1 " + status + b"\r\nretry-after-ms: 1\r\ncontent-type: text/plain; charset="
    with asking(plain(head + charset + b"\r\n", zip_bomb())) as (_, player):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        sentence = await fail(player)
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000
    assert sentence.startswith("HOST ")


@pytest.mark.parametrize(
    "number", ["1e999", "-1e999", "NaN", "-1", "1.5", "true", "9" * 4_000, '"9"', "null", "[9]"]
)
async def test_a_number_without_sense_is_none(asking: Ask, number: str) -> None:
    usage = b'"usage": {"prompt_tokens": 100, "completion_tokens": 20}'
    assert usage in GOOD
    odd = f'"usage": {{"prompt_tokens": {number}, "completion_tokens": {number}, "cost": {number}}}'
    if number == "1.5":
        odd = odd.replace('"cost": 1.5', '"cost": -1.5')
    with asking(plain(OK + JSON, GOOD.replace(usage, odd.encode()))) as (_, player):
        assert isinstance(await player.decide(OPENING, None), Hint)
        assert player.usage.estimated == 1
        assert player.usage.cost is None


async def test_a_number_that_is_too_long_to_read_is_no_json(asking: Ask) -> None:
    body = GOOD.replace(b": 100", b": " + b"9" * 50_000)
    with asking(plain(OK + JSON, body)) as (raw, player):
        assert "does not speak the chat completions protocol" in await fail(player)
        assert raw.requests == 1


@pytest.mark.parametrize(
    "answer",
    [
        OK + b"x: " + b"y" * 300_000 + b"\r\n\r\n",
        OK + b"x: y\r\n" * 60_000 + b"\r\n",
        b"\x00\xff" * 50_000,
        b"HTTP/9.9 abc\r\n\r\n",
        OK + b"content-length: -1\r\n\r\n",
        OK + b"content-length: 1\r\ncontent-length: 2\r\n\r\n",
        OK + b"transfer-encoding: chunked\r\n\r\nZZZ\r\n",
        OK + b"transfer-encoding: chunked\r\n\r\n" + b"f" * 200_000,
        OK + b"transfer-encoding: gzip\r\n\r\n",
        b"",
    ],
)
async def test_what_is_no_http_is_a_failure(asking: Ask, answer: bytes) -> None:
    with asking(whole(answer)) as (raw, player):
        assert await fail(player) == (
            "The connection to HOST broke off, or what it sent is not HTTP: check that the "
            "server runs, or set OPENAI_BASE_URL."
        )
        # A server that hangs up is asked twice more which protocol it speaks.
        await come_true(lambda: raw.requests >= (3 if answer else 5))
        assert raw.requests == (3 if answer else 5)


@pytest.mark.parametrize("status", [b"200 OK", b"400 Bad", b"500 Bad"])
@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"error":' * 3_000 + b"1" + b"}" * 3_000,
        b'{"choices":[{"message":{"content":' + b"[" * 3_000 + b"]" * 3_000 + b"}}]}",
        b'{"x":"\\"", "choices":' + b'[{"y":' * 100 + b"1" + b"}]" * 100 + b"}",
    ],
)
async def test_deep_json_is_not_parsed(asking: Ask, status: bytes, body: bytes) -> None:
    with asking(plain(b"HTTP/1.1 " + status + b"\r\n" + JSON, body)) as (_, player):
        assert await fail(player) == "HOST sent JSON nested more than 64 levels deep."


def test_depth_counts_outside_of_strings() -> None:
    deep = b"[" * (MAX_DEPTH + 1)
    assert is_too_deep(deep)
    assert not is_too_deep(b"[]" * 1_000)
    assert not is_too_deep(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH)
    assert not is_too_deep(json.dumps({"a": deep.decode() * 9, "b": '"' + deep.decode()}).encode())
    assert is_too_deep(b'"\\"' + b'"' + deep)


@pytest.mark.parametrize(
    "value",
    ["nan", "-1", "-inf", "inf", "1e999", "soon", "", "9" * 5_000 + "x", "Mon, 99 Foo 99999999999",
     "Wed, 21 Oct 99999999999999999999 07:28:00 GMT", "Wed, 21 Oct 2015 99:99:99 GMT", "\xff"],
)  # fmt: skip
def test_a_retry_after_without_sense_is_left_out(value: str) -> None:
    assert parse_retry_after({"retry-after": value}) is None
    assert parse_retry_after({"retry-after-ms": value}) is None


@pytest.mark.parametrize("value", [b"1e308", b"9" * 99, b"99999999"])
async def test_an_endless_pause_is_told_in_words(asking: Ask, value: bytes) -> None:
    head = b"HTTP/1.1 429 Busy\r\nretry-after: " + value + b"\r\n"
    with asking(plain(head, b"{}")) as (raw, player):
        assert await fail(player) == "HOST takes no more questions for more than a week."
        assert raw.requests == 1


async def test_a_pause_that_is_not_ascii_is_left_out(
    asking: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_PATIENCE", "0")
    head = b"HTTP/1.1 429 Busy\r\nretry-after: \xb2\r\n"
    with asking(plain(head, b"{}")) as (raw, player):
        assert await fail(player) == "HOST has had too many questions; wait a moment."
        assert raw.requests == 3


def test_a_zone_of_a_date_counts() -> None:
    assert parse_retry_after({"retry-after": "Wed, 21 Oct 2015 07:28:00 -0500"}) == 0.0


@pytest.mark.parametrize("levels", [MAX_DEPTH + 1, 900, 90_000])
def test_a_deep_line_of_the_calls_file_is_told(
    tmp_path: Path, levels: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Parsed, it would exhaust the stack where it is printed with indentation."""
    journal = tmp_path / "g.jsonl"
    seats = ("encoder=random", "decoder=random", "interceptor=random")
    named = [word for seat in seats for word in ("--seat", seat)]
    assert run(["play", "decrypto", *named, "--journal", str(journal)]) == 0
    call = Call("decoder", "m", "h", 1, 0, [], {}, move=1)
    line = json.dumps(asdict(call)).replace('"settings": {}', '"settings": {"a": DEEP}')
    build_calls_path(journal).write_text(line.replace("DEEP", "[" * levels + "]" * levels) + "\n")
    with pytest.raises(JournalError, match=r"line 1: nested too deep; the file is damaged\.$"):
        read_calls(read_record(journal))
    for form in ("text", "json", "html"):
        run(["show", str(journal), "--calls", "--format", form])
    out, err = capsys.readouterr()
    assert "nested too deep" in out + err
    assert "Traceback" not in out + err
