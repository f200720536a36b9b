"""A server on loopback that treats each connection as a case says."""

import json
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Event, Lock, Thread
from typing import Any

from tests.chat_server import said

JSON = b"content-type: application/json\r\n"
MAX_SENT = 400_000_000
"""After so many bytes an endless answer ends: the client does not stop reading."""
type Behaviour = Callable[[Exchange], None]


@dataclass
class Exchange:
    """One request, and the connection that it came on."""

    server: "HostileServer"
    connection: socket.socket
    number: int
    """Which request of this server it is, from 1."""
    question: Any = None
    """Its body, unless the behaviour is to begin before the request is read."""
    keep: bool = False
    """Wait for another request on this connection."""

    def send(self, *parts: bytes) -> None:
        for part in parts:
            self.connection.sendall(part)
            with self.server.lock:
                self.server.sent += len(part)

    def pause(self, seconds: float) -> bool:
        """Wait; tells whether the server is still open."""
        return not self.server.closing.wait(seconds) and self.server.sent < MAX_SENT

    def reset(self) -> None:
        """Close the connection so that the client gets RST instead of FIN."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()


@dataclass
class HostileServer:
    """Counts what it is asked and what it sends."""

    behave: Behaviour
    early: bool = False
    """Behave before the request is read."""
    requests: int = 0
    sent: int = 0
    targets: set[bytes] = field(default_factory=set)
    """The first line of every request."""
    cookies: int = 0
    """How many requests held a cookie."""
    closing: Event = field(default_factory=Event)
    lock: Lock = field(default_factory=Lock)
    url: str = ""

    def handle(self, connection: socket.socket) -> None:
        """Behave to one connection."""
        exchange = None
        while exchange is None or exchange.keep:
            question = None if self.early else self._read(connection)
            if question is None and not self.early:
                return
            with self.lock:
                self.requests += 1
                exchange = Exchange(self, connection, self.requests, question)
            self.behave(exchange)

    def _read(self, connection: socket.socket) -> Any:
        data = b""
        while b"\r\n\r\n" not in data:
            if not (piece := connection.recv(65_536)):
                return None
            data += piece
        head, _, body = data.partition(b"\r\n\r\n")
        first, *lines = head.split(b"\r\n")
        headers = {name.lower(): value for name, _, value in (one.partition(b":") for one in lines)}
        while len(body) < int(headers[b"content-length"]):
            body += connection.recv(65_536)
        with self.lock:
            self.targets.add(first)
            self.cookies += b"cookie" in headers
        return json.loads(body)


@contextmanager
def serving_hostile(behave: Behaviour, *, early: bool = False) -> Iterator[HostileServer]:
    """Serve on a free port of loopback."""
    hostile = HostileServer(behave, early)

    class Handler(BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):  # the client has hung up
                hostile.handle(self.request)

    class Server(ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True
        block_on_close = False

        def handle_error(self, request: object, client_address: object) -> None: ...

        def shutdown_request(self, request: Any) -> None:
            """Close without reading what is left."""
            self.close_request(request)

    with Server(("127.0.0.1", 0), Handler) as server:
        hostile.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield hostile
        finally:
            hostile.closing.set()
            server.shutdown()
            thread.join()


# Answers that behaviours are made of.


def completion(content: object, **extra: Any) -> bytes:
    """The body of a chat completion with this content; see `said`."""
    return said(content, **extra).body


GUESS = completion('{"code": [1, 2, 3]}')
"""A legal move of the decoder."""


def head(status: str = "200 OK", *headers: str) -> bytes:
    """A status line and headers, without the empty line after them.

    That the connection is closed is said, unless the headers speak of it.
    """
    lines = [f"HTTP/1.1 {status}", "content-type: application/json", *headers]
    if not any(line.startswith("connection:") for line in headers):
        lines.append("connection: close")
    return "".join(f"{line}\r\n" for line in lines).encode("latin-1")


def sized(body: bytes, status: str = "200 OK", *headers: str) -> bytes:
    """A whole response whose length is right."""
    return head(status, *headers, f"content-length: {len(body)}") + b"\r\n" + body


def chunked(*chunks: bytes) -> bytes:
    """A whole response in chunks."""
    body = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in (*chunks, b""))
    return head("200 OK", "transfer-encoding: chunked") + b"\r\n" + body


def whole(*parts: bytes) -> Behaviour:
    """Send these bytes, and hang up."""
    return lambda exchange: exchange.send(*parts)


def answering(body: bytes, status: str = "200 OK", *headers: str) -> Behaviour:
    """Send a whole response."""
    return whole(sized(body, status, *headers))


def saying(content: object, **extra: Any) -> Behaviour:
    """Answer with a chat completion."""
    return answering(completion(content, **extra))


def endless(before: bytes, piece: bytes, pause: float = 0) -> Behaviour:
    """Send a piece again and again, for as long as somebody reads it."""

    def behave(exchange: Exchange) -> None:
        exchange.send(before)
        while exchange.pause(pause):
            exchange.send(piece)

    return behave


def in_turn(*behaviours: Behaviour) -> Behaviour:
    """Behave differently to each request; the last behaviour stays."""

    def behave(exchange: Exchange) -> None:
        behaviours[min(exchange.number, len(behaviours)) - 1](exchange)

    return behave


def hang(before: bytes = b"") -> Behaviour:
    """Send this, and then nothing more."""

    def behave(exchange: Exchange) -> None:
        exchange.send(before)
        while exchange.pause(0.2):
            pass

    return behave


def reset_after(before: bytes) -> Behaviour:
    """Send this, and break the connection off."""

    def behave(exchange: Exchange) -> None:
        exchange.send(before)
        time.sleep(0.02)  # let it arrive: what is on its way may be lost with the connection
        exchange.reset()

    return behave
