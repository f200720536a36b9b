"""Requests over direct connections and through a proxy; test_llm has what models answer."""

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.llm.connections import load_certificates, make_connection
from engine.llm.errors import CallFailed
from engine.llm.http import (
    ConnectFailed,
    Connection,
    ConnectionDropped,
    DirectConnection,
    ProxiedConnection,
)
from engine.llm.server import Server

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
    return Server(url, "canary-key-4711", "host", 5, **fields)


async def _ask(connection: Connection, *content: bytes) -> tuple[int, bytes]:
    async with connection.post(content or (b"{}",)) as response:
        return response.status, b"".join([piece async for piece in response.pieces])


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


async def _until(check: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not check():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def test_the_pieces_of_a_body_arrive_in_their_order() -> None:
    """Pictures are not copied into the body; more than a socket takes at once comes whole, too."""
    pieces = (b"{", b"a" * 3_000_000, b",", b"b" * 3_000_000, b"}")
    wire = Wire(OK)
    async with wire.serving() as port:
        connection = make_connection(_server(f"http://127.0.0.1:{port}/v1"))
        assert await _ask(connection, *pieces) == (200, b"ok")
        await connection.aclose()
    assert wire.bodies == [b"".join(pieces)]


async def test_one_connection_takes_one_request_after_another() -> None:
    chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n"
    early = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n"
    wire = Wire(OK, chunked, early + OK)
    async with wire.serving() as port:
        connection = make_connection(_server(f"http://127.0.0.1:{port}/v1/?a=b#c"))
        assert isinstance(connection, DirectConnection)
        assert [await _ask(connection) for _ in range(3)] == [
            (200, b"ok"),
            (200, b"abc"),
            (200, b"ok"),
        ]
        assert wire.connections == 1
        await asyncio.gather(*(_ask(connection, b"x" * 300_000) for _ in range(4)))
        assert wire.connections == 4
        await connection.aclose()
        await _until(lambda: wire.ended == 4)
    assert wire.heads[0].splitlines() == [
        "POST /v1/chat/completions?a=b HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Authorization: Bearer canary-key-4711",
        "Content-Type: application/json",
        "Accept: application/json",
        "Accept-Encoding: identity",
        "User-Agent: parlour",
        "Content-Length: 2",
        "",
    ]


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
        connection = make_connection(_server(f"http://127.0.0.1:{port}"))
        assert await _ask(connection) == (200, b"ok")
        assert await _ask(connection) == (200, b"ok")
        assert wire.connections == 2
        await connection.aclose()


async def test_what_comes_between_two_requests_is_no_response() -> None:
    """A server that sends a response before it is asked could answer one seat with another's."""
    writers: list[asyncio.StreamWriter] = []

    class Hasty(Wire):
        async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writers.append(writer)
            await super().handle(reader, writer)

    wire = Hasty(OK)
    async with wire.serving() as port:
        connection = make_connection(_server(f"http://127.0.0.1:{port}"))
        await _ask(connection)
        writers[0].write(OK.replace(b"ok", b"no"))
        await _until(lambda: wire.ended == 1)
        assert await _ask(connection) == (200, b"ok")
        assert wire.connections == 2
        writers[1].close()  # while it is idle, as servers do after a while
        await writers[1].wait_closed()
        await asyncio.sleep(0.02)
        assert await _ask(connection) == (200, b"ok")
        await connection.aclose()


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
            await reader.readuntil(b"\r\n\r\n{}")
            writer.write(broken)
            writer.close()

    async with Ending().serving() as port:
        connection = make_connection(_server(f"http://127.0.0.1:{port}"))
        with pytest.raises(ConnectionDropped):
            await _ask(connection)
        await connection.aclose()
    with pytest.raises(ConnectFailed):
        await _ask(connection)


def test_tasks_may_start_eagerly_as_they_do_in_textual() -> None:
    async def ask() -> None:
        asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
        wire = Wire(OK)
        async with wire.serving() as port:
            connection = make_connection(_server(f"http://localhost:{port}"))
            assert await asyncio.create_task(_ask(connection)) == (200, b"ok")
            await connection.aclose()

    asyncio.run(ask())


async def test_the_next_address_is_tried_if_one_is_silent_or_refuses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def find(*_: object, **__: object) -> list[Any]:
        places = ("192.0.2.1", "127.0.0.2", "127.0.0.1")
        return [(2, 1, 6, "", (place, port)) for place in places]

    async def connect(self: DirectConnection, address: str) -> Any:
        if address == "192.0.2.1":
            await asyncio.Event().wait()
        return await to_address(self, address)

    to_address = DirectConnection._connect_to
    monkeypatch.setattr(DirectConnection, "_connect_to", connect)
    monkeypatch.setattr("engine.llm.http.ADDRESS_SECONDS", 0.01)
    async with Wire(OK).serving() as port:
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", find)
        connection = make_connection(_server("http://several.example:1/v1"))
        assert isinstance(connection, DirectConnection)
        connection._port = port
        assert await _ask(connection) == (200, b"ok")
        await connection.aclose()


async def test_a_request_that_is_called_off_hangs_up() -> None:
    wire = Wire(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nok")
    async with wire.serving() as port:
        connection = make_connection(_server(f"http://127.0.0.1:{port}"))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await _ask(connection)
        await _until(lambda: wire.ended == 1)
        await connection.aclose()


def test_headers_of_the_user_replace_ours_and_are_checked_before_they_are_sent() -> None:
    def prepare(url: str = "http://h:80/v1", **headers: str) -> dict[bytes, bytes]:
        connection = make_connection(_server(url, headers=headers))
        assert isinstance(connection, DirectConnection)
        return dict(connection._head.empty.headers.raw_items())

    assert prepare()[b"Host"] == b"h"
    assert prepare("http://[::1]:81/v1")[b"Host"] == b"[::1]:81"
    assert prepare(authorization="Token x")[b"Authorization"] == b"Token x"
    assert prepare("http://me:p%40ss@h/v1")[b"Authorization"] == b"Basic bWU6cEBzcw=="
    connection = make_connection(_server("http://h/v1", headers={"x": "Content-Length: 0"}))
    assert isinstance(connection, DirectConnection)
    assert connection._head.write(12).endswith(
        b"x: Content-Length: 0\r\nContent-Length: 12\r\n\r\n"
    )
    framing: tuple[dict[str, str], ...] = (
        {"content-length": "0"},
        {"Transfer-Encoding": "chunked"},
    )
    for bad in ({"x": "a\r\nb: c"}, {"x y": "a"}, {"x": "é"}, *framing):
        with pytest.raises(CallFailed) as caught:
            prepare(**bad)
        assert caught.value.__context__ is None


async def test_a_certificate_is_trusted_if_the_environment_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = _make_certificate(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    wire = Wire(OK)
    async with wire.serving(context) as port:
        address = _server(f"https://localhost:{port}/v1")
        load_certificates.cache_clear()
        stranger = make_connection(address)
        with pytest.raises(ConnectFailed):
            await _ask(stranger)
        assert not wire.heads
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        connection = make_connection(address)
        assert [await _ask(connection, b"[", b"]") for _ in range(2)] == [(200, b"ok")] * 2
        assert wire.bodies == [b"[]", b"[]"]
        assert wire.connections == 1
        await connection.aclose()
        await _until(lambda: wire.ended == 1)
    load_certificates.cache_clear()


async def test_a_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = Wire(OK.replace(b"OK\r\n", b"OK\r\nset-cookie: a=b\r\n"), OK)
    async with wire.serving() as port:
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{port}")
        connection = make_connection(_server("http://models.example/v1"))
        assert isinstance(connection, ProxiedConnection)
        assert [await _ask(connection) for _ in range(2)] == [(200, b"ok")] * 2
        await connection.aclose()
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        near = make_connection(_server(f"http://127.0.0.1:{port}/v1"))
        assert await _ask(near) == (200, b"ok")
        await near.aclose()
    line, *headers = wire.heads[1].splitlines()
    assert line == "POST http://models.example/v1/chat/completions HTTP/1.1"
    assert "Host: models.example" in headers
    assert "Authorization: Bearer canary-key-4711" in headers
    assert not any(name.lower().startswith("cookie") for name in headers)
    assert wire.heads[2].startswith("POST /v1/chat/completions ")
