"""Send HTTP requests to model servers, directly with h11 or through a proxy with httpx2.

A direct request takes a quarter of the CPU time of one with httpx2. Both read the body of a
response in pieces, so that the caller can stop.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from socket import SOCK_STREAM
from typing import TYPE_CHECKING, Protocol, Self
from urllib.parse import quote, urlsplit

import h11

if TYPE_CHECKING:
    from ssl import SSLContext


type Headers = tuple[tuple[bytes, bytes], ...]

CONNECT_TIMEOUT = 10.0
"""Seconds a server has to accept a connection."""
KEEP_SECONDS = 4.0
"""Seconds that idle connections stay open; many servers close them after 5 seconds."""
MAX_HEAD_BYTES = 100_000
"""Maximum size of a response's head in bytes."""
FRAMING = frozenset((b"content-length", b"transfer-encoding"))
"""The headers that determine the end of a body."""
ADDRESS_SECONDS = 2.0
"""Seconds for each address of a server before the next one is tried; the last has the rest."""


class ConnectFailed(Exception):
    """The server, or the proxy before it, cannot be reached."""


class ConnectionDropped(Exception):
    """The connection ended within a response, or the response is not HTTP."""


@dataclass(frozen=True, slots=True)
class Response:
    """A response whose body has not been read yet."""

    status: int
    headers: Mapping[str, str]
    """The headers by name in lower case."""
    pieces: AsyncIterator[bytes]
    """The body in pieces, without transfer encoding."""


class Connection(Protocol):
    """Sends requests to the address of one server, several at the same time."""

    def post(self, content: Sequence[bytes]) -> AbstractAsyncContextManager[Response]:
        """Send a request; the body of the response is read inside the context.

        Args:
            content: The pieces of its body.

        Raises:
            ConnectFailed: If the connection cannot be opened.
            ConnectionDropped: If it ends too early, also while the body is read.
        """

    async def aclose(self) -> None:
        """Close all connections."""


@dataclass(frozen=True, slots=True)
class _Head:
    """The head of all requests to an address, so that h11 checks the headers only once."""

    empty: h11.Request
    """The request without a body, which sets the state of h11."""
    before: bytes
    """The bytes before the length of the body."""
    after: bytes

    @classmethod
    def build(cls, target: bytes, headers: Headers) -> Self:
        """Build the head.

        Raises:
            h11.LocalProtocolError: If the target or a header cannot be sent.
        """
        if FRAMING & {name.lower() for name, _ in headers}:
            raise h11.LocalProtocolError("The user's headers do not say where a body ends.")
        length = b"Content-Length", b"0"
        empty = h11.Request(method=b"POST", target=target, headers=[*headers, length])
        sent = h11.Connection(h11.CLIENT).send(empty) or b""
        before, _, after = sent.rpartition(b"Content-Length: 0\r\n")
        return cls(empty, before, after)

    def write(self, length: int) -> bytes:
        """Write the head of a request whose body has this many bytes."""
        return b"%sContent-Length: %d\r\n%s" % (self.before, length, self.after)


class DirectConnection:
    """A pool of connections to one server; each is reused after a complete response."""

    def __init__(self, url: str, headers: Headers, certificates: "SSLContext | None") -> None:
        """Prepare requests without opening a connection.

        Args:
            url: The address of the requests.
            headers: Their headers, without the length.
            certificates: The trusted certificates, if the address begins with https.

        Raises:
            ValueError: If the address or a header cannot be sent.
        """
        parts = urlsplit(url)
        self._host = parts.hostname or ""
        self._port = parts.port or (80 if certificates is None else 443)
        query = f"?{parts.query}" if parts.query else ""
        target = quote(f"{parts.path}{query}", safe="/?:@!$&'()*+,;=~%-._[]").encode()
        self._certificates = certificates
        self._idle: list[_Line] = []
        try:
            self._head = _Head.build(target, headers)
        except h11.LocalProtocolError as error:
            raise ValueError("no header") from error

    @asynccontextmanager
    async def post(self, content: Sequence[bytes]) -> AsyncGenerator[Response]:
        """Send a request; the body of the response is read inside the context."""
        line = self._take_idle() or await self._connect()
        try:
            line.send(self._head, content)
            yield await line.read_head()
        except (h11.ProtocolError, OSError) as error:
            raise ConnectionDropped from error
        finally:
            if line.make_idle():
                self._idle.append(line)
            else:
                line.close()

    async def aclose(self) -> None:
        """Close idle connections."""
        for line in self._idle:
            line.close()
        await asyncio.gather(*(line.closed.wait() for line in self._idle))
        self._idle.clear()

    def _take_idle(self) -> "_Line | None":
        while self._idle:
            line = self._idle.pop()
            if line.is_usable():
                return line
            line.close()
        return None

    async def _connect(self) -> "_Line":
        """Connect to the first address of the server that accepts.

        Addresses are tried one by one, because racing them fails in some versions of asyncio if
        tasks start eagerly, as in Textual.
        """
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                found = await loop.getaddrinfo(self._host, self._port, type=SOCK_STREAM)
                *others, last = dict.fromkeys(str(address[0]) for *_, address in found)
                for address in others:
                    with suppress(OSError):  # includes TimeoutError
                        async with asyncio.timeout(ADDRESS_SECONDS):
                            return await self._connect_to(address)
                return await self._connect_to(last)
        except (OSError, ValueError) as error:  # includes TimeoutError and SSLError
            raise ConnectFailed from error

    async def _connect_to(self, address: str) -> "_Line":
        _, line = await asyncio.get_running_loop().create_connection(
            _Line,
            address,
            self._port,
            ssl=self._certificates,
            server_hostname=self._host if self._certificates else None,
        )
        return line


class _Line(asyncio.Protocol):
    """One open connection, used by one request at a time."""

    def __init__(self) -> None:
        self.closed = asyncio.Event()
        self._http = h11.Connection(h11.CLIENT, max_incomplete_event_size=MAX_HEAD_BYTES)
        self._transport: asyncio.Transport
        self._arrived = asyncio.Event()
        self._idle_since: float | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Pass bytes to h11; unsolicited data must not be read as the next response."""
        if self._idle_since is not None:
            self.close()
            return
        self._http.receive_data(data)
        self._arrived.set()

    def eof_received(self) -> None:
        """Tell h11 that the data has ended; the transport then closes."""
        if self._idle_since is None:
            self._http.receive_data(b"")
            self._arrived.set()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Wake tasks that wait for a response or for the end."""
        self.closed.set()
        self._arrived.set()

    def send(self, head: _Head, content: Sequence[bytes]) -> None:
        """Send a request without copying the pieces of its body together."""
        self._http.send(head.empty)
        self._http.send(h11.EndOfMessage())
        pieces = [head.write(sum(map(len, content))), *content]
        if len(content) > 1:
            self._transport.writelines(pieces)
        else:
            self._transport.write(b"".join(pieces))

    async def read_head(self) -> Response:
        """Read a response up to its body.

        Raises:
            h11.ProtocolError: If it is not HTTP, or ends too early.
            OSError: If the connection breaks.
        """
        while isinstance(event := await self._next_event(), h11.InformationalResponse):
            pass
        if not isinstance(event, h11.Response):
            raise ConnectionResetError
        headers: dict[str, str] = {}
        for name, value in event.headers:
            key, text = name.decode("latin-1"), value.decode("latin-1")
            headers[key] = f"{headers[key]}, {text}" if key in headers else text
        return Response(event.status_code, headers, self._read_body())

    async def _read_body(self) -> AsyncGenerator[bytes]:
        while isinstance(event := await self._next_event(), h11.Data):
            yield bytes(event.data)
        if not isinstance(event, h11.EndOfMessage):
            raise ConnectionResetError

    async def _next_event(self) -> object:
        while (event := self._http.next_event()) is h11.NEED_DATA:
            if self.closed.is_set():
                raise ConnectionResetError
            self._arrived.clear()
            await self._arrived.wait()
        return event

    def make_idle(self) -> bool:
        """Prepare for another request; return whether there can be one."""
        if self.closed.is_set() or self._transport.is_closing() or self._http.trailing_data[0]:
            return False
        try:
            self._http.start_next_cycle()
        except h11.ProtocolError:  # the response was not read to its end, or is the last
            return False
        self._idle_since = asyncio.get_running_loop().time()
        return True

    def is_usable(self) -> bool:
        """Take an idle connection for another request; return whether it is usable."""
        since, self._idle_since = self._idle_since, None
        now = asyncio.get_running_loop().time()
        fresh = since is not None and now < since + KEEP_SECONDS
        return fresh and not self._transport.is_closing()

    def close(self) -> None:
        """Close at once, discarding unsent data."""
        self._transport.abort()


class ProxiedConnection:
    """A connection pool of httpx2, which finds and uses the proxy for an address."""

    def __init__(self, url: str, headers: Headers, certificates: "SSLContext") -> None:
        """Prepare requests, like `DirectConnection`.

        Raises:
            ValueError: If the address or the proxy cannot be used.
            ImportError: If the proxy needs a package that is not installed.
        """
        from http.cookiejar import CookieJar, DefaultCookiePolicy

        from httpx2 import URL, AsyncClient, InvalidURL, Limits, Timeout

        try:
            self._url = URL(url)
            self._client: AsyncClient = AsyncClient(
                # Cookies would reveal to a server which seats share a connection.
                cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
                timeout=Timeout(None, connect=CONNECT_TIMEOUT),
                limits=Limits(keepalive_expiry=KEEP_SECONDS),
                # A redirect could send the key, and secret headers, to another server.
                follow_redirects=False,
                verify=certificates,
            )
        except InvalidURL as error:
            raise ValueError("no address") from error
        self._headers = headers

    @asynccontextmanager
    async def post(self, content: Sequence[bytes]) -> AsyncGenerator[Response]:
        """Send a request; the body of the response is read inside the context."""
        from httpx2 import ByteStream, ConnectError, ConnectTimeout, HTTPError, ProxyError, Request

        # Complete headers are passed, because computing them takes longer than sending them.
        body = b"".join(content)
        headers = (*self._headers, (b"Content-Length", b"%d" % len(body)))
        request = Request("POST", self._url, headers=headers, stream=ByteStream(body))
        try:
            response = await self._client.send(request, stream=True)
            try:
                yield Response(response.status_code, response.headers, response.aiter_raw())
            finally:
                await response.aclose()
        except (ConnectError, ConnectTimeout, ProxyError) as error:
            raise ConnectFailed from error
        except HTTPError as error:
            raise ConnectionDropped from error

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()
