"""Requests on the wire, directly and through a proxy; test_llm has what models answer."""

import asyncio
import json
import logging
import shutil
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.llm import connections
from engine.llm.connections import post_request
from engine.llm.errors import CallFailed, FailureKind
from engine.llm.model import Model
from engine.llm.request import Request
from engine.llm.server import Server
from tests.patience import PATIENCE, come_true

OK = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
VARIABLES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE")


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


class Wire:
    """A server that answers the requests of all connections with the bytes of its script."""

    def __init__(self, *script: bytes) -> None:
        self.script = script
        self.heads: list[str] = []
        self.bodies: list[bytes] = []
        self.connections = 0
        self.ended = 0

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = int(head.lower().partition("content-length: ")[2].split("\r\n")[0])
                self.bodies.append(await reader.readexactly(length))
                self.heads.append(head)
                writer.write(self.script[min(len(self.heads), len(self.script)) - 1])
                await writer.drain()
                if b"connection: close" in self.script[min(len(self.heads), len(self.script)) - 1]:
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        self.ended += 1
        writer.close()

    @asynccontextmanager
    async def serving(self, certificate: ssl.SSLContext | None = None) -> AsyncIterator[int]:
        """Serve on a free port of loopback."""
        server = await asyncio.start_server(self.handle, "127.0.0.1", 0, ssl=certificate)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()


def _server(url: str, **fields: Any) -> Server:
    return Server(url, "canary-key-4711", "host", PATIENCE, **fields)


async def _ask(server: Server, text: str = "hi", **extra_body: Any) -> tuple[int, bytes]:
    model = Model("m", server, extra_body=extra_body)
    messages = [{"role": "user", "content": text}]
    response = await post_request(Request(model, messages, {"seed": 7}, (), {}))
    return response.status_code, response.content


async def _fail(server: Server, text: str = "hi", **extra_body: Any) -> CallFailed:
    """Ask in vain; nothing about the error leads to the request and its key."""
    with pytest.raises(CallFailed) as caught:
        await _ask(server, text, **extra_body)
    assert caught.value.__context__ is None
    assert "canary" not in repr(caught.value) + caught.value.private
    return caught.value


async def _close() -> None:
    """Close the connections, as after a while without a request."""
    pool = connections._POOLS[asyncio.get_running_loop()]
    pool._keeper.cancel()
    await pool._keeper


def _make_certificate(folder: Path) -> tuple[Path, Path]:
    """A key and a certificate for localhost."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    kind = ("-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    name = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2")
    files = ("-keyout", str(key), "-out", str(certificate))
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("openssl is not installed")
    subprocess.run((program, "req", *kind, *name, *files), check=True, capture_output=True)
    return key, certificate


async def test_a_long_question_arrives_whole() -> None:
    """More than a socket takes at once, as with pictures."""
    wire = Wire(OK)
    async with wire.serving() as port:
        assert await _ask(_server(f"http://127.0.0.1:{port}/v1"), "a" * 6_000_000) == (200, b"ok")
    assert json.loads(wire.bodies[0]) == {
        "messages": [{"role": "user", "content": "a" * 6_000_000}],
        "model": "m",
        "seed": 7,
    }


async def test_one_connection_takes_one_request_after_another() -> None:
    chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n"
    early = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n"
    wire = Wire(OK, chunked, early + OK)
    async with wire.serving() as port:
        server = _server(f"http://127.0.0.1:{port}/v1/?a=b#c")
        assert [await _ask(server) for _ in range(3)] == [(200, b"ok"), (200, b"abc"), (200, b"ok")]
        assert wire.connections == 1
        await asyncio.gather(*(_ask(server, "x" * 300_000) for _ in range(4)))
        assert wire.connections == 4
        await _close()
        await come_true(lambda: wire.ended == 4)
    line, *headers = wire.heads[0].splitlines()
    assert line == "POST /v1/chat/completions?a=b HTTP/1.1"
    pairs = dict(header.split(": ", 1) for header in headers if header)
    own = {name.lower(): value for name, value in pairs.items() if "stainless" not in name.lower()}
    assert own == {
        "accept": "application/json",
        "accept-encoding": "identity",
        "authorization": "Bearer canary-key-4711",
        "connection": "keep-alive",
        "content-length": str(len(wire.bodies[0])),
        "content-type": "application/json",
        "host": f"127.0.0.1:{port}",
        "user-agent": "parlour",
    }


async def test_servers_share_the_connections_of_a_process_but_not_their_keys() -> None:
    one, other = Wire(OK), Wire(OK)
    async with one.serving() as port, other.serving() as second:
        await _ask(_server(f"http://127.0.0.1:{port}/v1"))
        await _ask(Server(f"http://127.0.0.1:{second}/v1", "canary-key-0815", "other", PATIENCE))
        assert len(connections._POOLS) == 1
    assert "Bearer canary-key-4711" in one.heads[0]
    assert "Bearer canary-key-0815" in other.heads[0]
    assert "4711" not in other.heads[0]


async def test_the_package_takes_nothing_from_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each of these would go to whatever server a seat has."""
    for name in ("API_KEY", "ADMIN_KEY", "ORG_ID", "PROJECT_ID", "WEBHOOK_SECRET", "BASE_URL"):
        monkeypatch.setenv(f"OPENAI_{name}", "https://ambient.example")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Ambient: ambient\nauthorization: ambient")
    monkeypatch.setenv("OPENAI_API_TYPE", "ambient")
    wire = Wire(OK)
    async with wire.serving() as port:
        assert await _ask(_server(f"http://127.0.0.1:{port}/v1")) == (200, b"ok")
    assert "ambient" not in wire.heads[0].casefold() + wire.bodies[0].decode()
    assert "openai-" not in wire.heads[0].casefold()
    assert "authorization: Bearer canary-key-4711" in wire.heads[0].splitlines()


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(OK + OK.replace(b"ok", b"no"), id="a response too many"),
        pytest.param(OK + b"x", id="a byte too many"),
        pytest.param(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nok", id="until the end"),
        pytest.param(b"HTTP/1.0 200 OK\r\nconnection: close\r\n\r\nok", id="HTTP/1.0"),
    ],
)
async def test_a_connection_that_cannot_be_trusted_is_not_used_again(first: bytes) -> None:
    wire = Wire(first, OK)
    async with wire.serving() as port:
        server = _server(f"http://127.0.0.1:{port}")
        assert await _ask(server) == (200, b"ok")
        assert await _ask(server) == (200, b"ok")
        assert wire.connections == 2


async def test_a_parser_that_is_not_where_it_was_costs_a_connection_and_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.llm.transport.WAY_TO_PARSER", ("elsewhere",))
    wire = Wire(OK)
    async with wire.serving() as port:
        server = _server(f"http://127.0.0.1:{port}")
        assert [await _ask(server) for _ in range(3)] == [(200, b"ok")] * 3
    assert wire.connections == 3


async def test_what_comes_between_two_requests_is_no_response() -> None:
    """A server that sends a response before it is asked could answer one seat with another's."""
    writers: list[asyncio.StreamWriter] = []

    class Hasty(Wire):
        async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writers.append(writer)
            await super().handle(reader, writer)

    wire = Hasty(OK)
    async with wire.serving() as port:
        server = _server(f"http://127.0.0.1:{port}")
        await _ask(server)
        writers[0].write(OK.replace(b"ok", b"no"))
        await writers[0].drain()
        await asyncio.sleep(0.02)
        assert await _ask(server) == (200, b"ok")
        assert wire.connections == 2
        writers[1].close()  # while it is idle, as servers do after a while
        await writers[1].wait_closed()
        await asyncio.sleep(0.02)
        assert await _ask(server) == (200, b"ok")


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\nconnection: close\r\n\r\nok",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n9\r\nok",
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: close, upgrade\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 30_000,
    ],
)
async def test_a_response_that_breaks_off_or_is_none_is_told(broken: bytes) -> None:
    class Ending(Wire):
        async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"}")
            writer.write(broken)
            writer.close()

    async with Ending().serving() as port:
        server = _server(f"http://127.0.0.1:{port}")
        assert "broke off" in str(await _fail(server))
    assert "There is no reaching" in str(await _fail(server))


def test_tasks_may_start_eagerly_as_they_do_in_textual() -> None:
    async def ask() -> None:
        asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
        wire = Wire(OK)
        async with wire.serving() as port:
            server = _server(f"http://localhost:{port}")
            for _ in range(2):
                assert await asyncio.create_task(_ask(server)) == (200, b"ok")
            assert wire.connections == 1

    asyncio.run(ask())
    assert not connections._POOLS


async def test_the_next_address_is_tried_if_one_is_silent_or_refuses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def find(*_: object, **__: object) -> list[Any]:
        places = ("192.0.2.1", "127.0.0.2", "127.0.0.1")
        return [(2, 1, 6, "", (place, port)) for place in places]

    async with Wire(OK).serving() as port:
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", find)
        assert await _ask(_server(f"http://several.example:{port}/v1")) == (200, b"ok")


async def test_a_request_that_is_called_off_hangs_up() -> None:
    wire = Wire(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nok")
    async with wire.serving() as port:
        asking = asyncio.create_task(_ask(_server(f"http://127.0.0.1:{port}")))
        await come_true(lambda: wire.heads)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await come_true(lambda: wire.ended == 1)
    assert len(wire.heads) == 1


async def test_a_redirect_is_not_followed() -> None:
    wire = Wire(OK)
    async with wire.serving() as elsewhere:
        location = b"location: http://127.0.0.1:%d/v1/chat/completions\r\n" % elsewhere
        away = Wire(b"HTTP/1.1 307 Moved\r\n" + location + b"content-length: 0\r\n\r\n")
        async with away.serving() as port:
            assert (await _ask(_server(f"http://127.0.0.1:{port}")))[0] == 307
    assert not wire.heads


async def test_headers_of_the_user_replace_ours_and_are_checked_before_they_are_sent() -> None:
    wire = Wire(OK)

    async def send(url: str = "http://127.0.0.1:{}/v1", **headers: str) -> list[str]:
        await _ask(_server(url.format(port), headers=headers))
        return wire.heads[-1].splitlines()

    async with wire.serving() as port:
        assert f"Host: 127.0.0.1:{port}" in await send()
        assert [one for one in await send(authorization="Token x") if "uthorization" in one] == [
            "authorization: Token x"
        ]
        signed = await send("http://me:p%40ss@127.0.0.1:{}/v1")
        assert "authorization: Basic bWU6cEBzcw==" in signed
        assert "authorization: Bearer canary-key-4711" not in signed
        assert "x: Content-Length: 0" in await send(x="Content-Length: 0")
        sent = len(wire.heads)
        framing: tuple[dict[str, str], ...] = (
            {"content-length": "0"},
            {"Transfer-Encoding": "chunked"},
        )
        for bad in ({"x": "a\r\nb: c"}, {"x y": "a"}, {"x": "é"}, *framing):
            error = await _fail(_server(f"http://127.0.0.1:{port}/v1", headers=bad))
            assert error.kind is FailureKind.UNPREPARED
            assert "extra_headers" in str(error)
        for body in ({"x": float("nan")}, {"x": {1, 2}}, {"x": "\ud800"}):
            error = await _fail(_server(f"http://127.0.0.1:{port}/v1"), **body)
            assert error.kind is FailureKind.UNPREPARED
            assert "extra_body" in str(error)
        assert len(wire.heads) == sent


async def test_a_certificate_is_trusted_if_the_environment_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = _make_certificate(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    wire = Wire(OK)
    async with wire.serving(context) as port:
        server = _server(f"https://localhost:{port}/v1")
        assert "is not trusted (self-signed certificate)" in str(await _fail(server))
        assert not wire.heads
        await _close()
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert [await _ask(server) for _ in range(2)] == [(200, b"ok")] * 2
        assert wire.connections == 1
        await _close()
        await come_true(lambda: wire.ended == 1)
        monkeypatch.setenv("SSL_CERT_FILE", "nowhere.pem")
        assert "SSL_CERT_FILE" in str(await _fail(server))


async def test_a_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = Wire(OK.replace(b"OK\r\n", b"OK\r\nset-cookie: a=b\r\n"), OK)
    async with wire.serving() as port:
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{port}")
        far = _server("http://models.example/v1")
        assert [await _ask(far) for _ in range(2)] == [(200, b"ok")] * 2
        await _close()
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        assert await _ask(_server(f"http://127.0.0.1:{port}/v1")) == (200, b"ok")
    line, *headers = wire.heads[1].splitlines()
    assert line == "POST http://models.example/v1/chat/completions HTTP/1.1"
    assert "Host: models.example" in headers
    assert "authorization: Bearer canary-key-4711" in headers
    assert not any(name.lower().startswith("cookie") for name in headers)
    assert wire.heads[2].startswith("POST /v1/chat/completions ")


async def test_the_package_logs_nothing_of_a_request(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever the root logger and OPENAI_LOG ask for."""
    caplog.set_level("DEBUG")
    for name in connections.NOISY_LOGGERS:
        monkeypatch.setattr(logging.getLogger(name), "level", logging.DEBUG)
        logging.getLogger(name).manager._clear_cache()  # type: ignore[attr-defined]
    wire = Wire(OK)
    async with wire.serving() as port:
        await _ask(_server(f"http://127.0.0.1:{port}/v1?secret=canary"), "canary")
    assert not [one for one in caplog.records if one.name.partition(".")[0] != "asyncio"]


def test_the_package_is_imported_in_a_thread_when_a_model_takes_a_seat() -> None:
    """Neither the modules of models nor the seat itself wait for it."""
    program = """
import sys, threading
import engine.players.factory, engine.llm.player
from engine.llm.client import prepare_client
print(*({"openai", "httpx2", "engine.llm.connections"} & set(sys.modules)))
prepare_client()
(thread,) = (one for one in threading.enumerate() if one.name == "import openai")
thread.join()
print(*sorted({"openai", "httpx2"} & set(sys.modules)))
"""
    command = (sys.executable, "-c", program)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "\nhttpx2 openai\n"
