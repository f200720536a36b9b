"""Connections to model servers, shared by the requests that are under way at the same time.

The chat completions protocol is spoken over httpx2 itself: a package for it takes a second to
import and half of the time of a call, and reads a body before anybody can stop it.
"""

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from http.cookiejar import CookieJar
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from engine.llm.errors import CallFailed, FailureKind
from engine.llm.server_settings import Server

if TYPE_CHECKING:
    from ssl import SSLContext

    from httpx2 import URL, AsyncClient, Headers, Response

CONNECT_TIMEOUT = 10.0
"""Seconds in which a server has to accept a connection."""
LEAKY_LOGGERS = ("httpx2", "httpcore2")
"""Loggers that would write addresses and headers, and with them keys, at the level DEBUG."""
CERTIFICATE_VARIABLES = ("SSL_CERT_FILE", "SSL_CERT_DIR")
"""Variables that name the trusted certificates."""
MAX_SHARERS = 2
"""How many requests share a client, which looks at all its connections for each of them."""
KEEP_SECONDS = 4.0
"""How long connections stay open without a request; many servers close them after 5 seconds."""

_CLIENT_LOCK = Lock()


@dataclass(frozen=True, slots=True)
class Connection:
    """A client with the address and the headers of every request to one server."""

    client: "AsyncClient"
    url: "URL"
    headers: tuple[tuple[bytes, bytes], ...]

    async def post(self, content: bytes) -> "Response":
        """Send a request; the body of the response is still to be read, and then to be closed."""
        from httpx2 import ByteStream, Request

        length = (b"Content-Length", str(len(content)).encode())
        # A stream and whole headers: working out the headers takes longer than sending them.
        request = Request(
            "POST", self.url, headers=(*self.headers, length), stream=ByteStream(content)
        )
        return await self.client.send(request, stream=True)

    async def aclose(self) -> None:
        """Close the connections."""
        await self.client.aclose()


@dataclass(slots=True)
class _SharedConnection:
    """Connections for requests to the same server at the same time."""

    connection: "asyncio.Future[Connection]"
    users: int = 0
    last_used: float = 0.0
    keeper: "asyncio.Task[None] | None" = None
    """Closes the connections when they are no longer used, or the event loop ends."""


type _Key = tuple[int, str, str, tuple[tuple[str, str], ...]]

_SHARED: dict[_Key, list[_SharedConnection]] = {}
"""What is open, by event loop, address, key and headers."""


class _NoCookies(CookieJar):
    """Keeps no cookies: they would tell a server which seats share a connection."""

    def extract_cookies(self, *_: Any) -> None:  # noqa: ANN401
        """Leave out what the server wants kept."""

    def add_cookie_header(self, *_: Any) -> None:  # noqa: ANN401
        """Send none."""


@asynccontextmanager
async def open_connection(server: Server) -> AsyncIterator[Connection]:
    """Open connections, or share those that are open: making them takes longer than many replies.

    They stay open for a while, so that the next request need not shake hands again.

    Raises:
        CallFailed: If they cannot be prepared.
    """
    loop = id(asyncio.get_running_loop())
    key = (loop, server.url, server.key, tuple(server.headers.items()))
    all_shared = _SHARED.setdefault(key, [])
    shared = min(all_shared, key=lambda one: one.users, default=None)
    if shared is None or shared.users >= MAX_SHARERS:
        shared = _SharedConnection(
            asyncio.ensure_future(asyncio.to_thread(make_connection, server))
        )
        shared.keeper = asyncio.create_task(_keep(key, shared))
        all_shared.append(shared)
    shared.users += 1
    try:
        yield await asyncio.shield(shared.connection)
    finally:
        shared.users -= 1
        shared.last_used = monotonic()


async def _keep(key: _Key, shared: _SharedConnection) -> None:
    """Wait until connections are no longer used, or the event loop ends; then close them."""
    connection = None
    with suppress(asyncio.CancelledError, CallFailed):
        connection = await shared.connection
        while shared.users or monotonic() < shared.last_used + KEEP_SECONDS:  # noqa: ASYNC110
            await asyncio.sleep(KEEP_SECONDS)
    _SHARED[key].remove(shared)
    if not _SHARED[key]:
        del _SHARED[key]
    if connection is not None:
        await connection.aclose()


def preload() -> None:
    """Import and read what the first request needs, so that it does not wait for it.

    Errors are left to the request.
    """
    with suppress(ValueError, ImportError, OSError):
        import httpx2  # noqa: F401

        load_certificates(*map(os.environ.get, CERTIFICATE_VARIABLES))


def make_connection(server: Server) -> Connection:
    """Prepare connections, in a thread, as importing and reading certificates take long.

    Raises:
        CallFailed: If proxy, certificates or headers cannot be used.
    """
    with _CLIENT_LOCK:
        from httpx2 import URL, AsyncClient, InvalidURL, Limits, Timeout

        for name in LEAKY_LOGGERS:
            logging.getLogger(name).setLevel(logging.WARNING)
        try:
            url = URL(_completions_url(server.url))
            client = AsyncClient(
                cookies=_NoCookies(),
                timeout=Timeout(None, connect=CONNECT_TIMEOUT),
                limits=Limits(keepalive_expiry=KEEP_SECONDS),
                # A redirect would carry the key, and headers as good as a key, to another server.
                follow_redirects=False,
                verify=load_certificates(*map(os.environ.get, CERTIFICATE_VARIABLES)),
            )
            return Connection(client, url, tuple(_build_headers(server, url).raw))
        except (ValueError, ImportError, OSError, InvalidURL):
            pass
    raise CallFailed(
        FailureKind.UNPREPARED,
        f"No connection to {server.host} could be prepared: check the proxy and the certificates "
        f"that the environment names (HTTPS_PROXY, SSL_CERT_FILE).",
    )


def _build_headers(server: Server, url: "URL") -> "Headers":
    """The headers of every request; the user's own replace ours."""
    from httpx2 import Headers

    headers = Headers(
        {
            "Host": url.netloc.decode(),
            "Authorization": f"Bearer {server.key}",
            "Content-Type": "application/json",
            "Accept": "application/json",
            # A packed body could be unpacked to a thousand times its size.
            "Accept-Encoding": "identity",
            "User-Agent": "parlour",
        }
    )
    headers.update(server.headers)
    return headers


def _completions_url(base_url: str) -> str:
    """The address of chat completions; a query of the base URL stays at the end."""
    parts = urlsplit(base_url)
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/chat/completions"))


@lru_cache(maxsize=1)
def load_certificates(*_: str | None) -> "SSLContext":
    """The trusted certificates; cached, as reading them takes longer than many replies.

    Args:
        _: The variables that name them.

    Raises:
        OSError: If they cannot be read.
    """
    from httpx2 import create_ssl_context

    return create_ssl_context()
