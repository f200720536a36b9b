"""Open connections to model servers, and share them among concurrent requests.

The chat completions protocol is used over plain HTTP. The openai package would take a second to
import and half of the time of a call, and it reads a whole body before the caller can stop it.
"""

import asyncio
import logging
import os
import sys
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from engine.llm.errors import CallFailed, FailureKind
from engine.llm.http import (
    KEEP_SECONDS,
    Connection,
    DirectConnection,
    Headers,
    ProxiedConnection,
)
from engine.llm.server import Server

if TYPE_CHECKING:
    from ssl import SSLContext

LEAKY_LOGGERS = ("httpx2", "httpcore2")
"""Loggers that would write addresses and headers, including keys, at level DEBUG."""
CERTIFICATE_VARIABLES = ("SSL_CERT_FILE", "SSL_CERT_DIR")
"""Variables that name the trusted certificates."""
PROXIES = ("http_proxy", "https_proxy", "all_proxy")
"""The variables that name a proxy, in lower or upper case."""
MAX_SHARERS = 2
"""Maximum number of concurrent requests for each httpx2 client, which scans all its connections."""
DEFAULT_PORTS = {"http": 80, "https": 443}

_CLIENT_LOCK = Lock()


@dataclass(slots=True)
class _SharedConnection:
    """Connections for concurrent requests to the same server."""

    connection: "asyncio.Future[Connection]"
    max_users: float
    users: int = 0
    last_used: float = 0.0
    keeper: "asyncio.Task[None] | None" = None
    """Closes the connections when they are unused for a while, or the event loop ends."""


type _Key = tuple[int, str, str, tuple[tuple[str, str], ...]]

_SHARED: dict[_Key, list[_SharedConnection]] = {}
"""Open connections by event loop, address, key and headers."""


@asynccontextmanager
async def open_connection(server: Server) -> AsyncIterator[Connection]:
    """Open connections, or share open ones, as opening them takes longer than many replies.

    They stay open for a while, so that the next request needs no new handshake.

    Raises:
        CallFailed: If they cannot be prepared.
    """
    loop = id(asyncio.get_running_loop())
    key = (loop, server.url, server.key, tuple(server.headers.items()))
    all_shared = _SHARED.setdefault(key, [])
    shared = min(all_shared, key=lambda one: one.users, default=None)
    if shared is None or shared.users >= shared.max_users:
        shared = _SharedConnection(
            asyncio.ensure_future(asyncio.to_thread(make_connection, server)),
            MAX_SHARERS if _has_proxy() else inf,
        )
        shared.keeper = asyncio.create_task(_keep_connection(key, shared))
        all_shared.append(shared)
    shared.users += 1
    try:
        yield await asyncio.shield(shared.connection)
    finally:
        shared.users -= 1
        shared.last_used = monotonic()


async def _keep_connection(key: _Key, shared: _SharedConnection) -> None:
    """Wait until connections are unused for a while, or the event loop ends; then close them."""
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


def make_connection(server: Server) -> Connection:
    """Prepare connections in a thread, as imports and reading certificates are slow.

    Raises:
        CallFailed: If proxy, certificates or headers cannot be used.
    """
    with _CLIENT_LOCK:
        parts = _build_completions_address(server.url)
        url = urlunsplit(parts)
        try:
            headers = _build_headers(server, parts)
            proxied = _has_proxy()
            if parts.scheme == "http" and not proxied:
                return DirectConnection(url, headers, None)
            for name in LEAKY_LOGGERS:
                logging.getLogger(name).setLevel(logging.WARNING)
            certificates = load_certificates(*map(os.environ.get, CERTIFICATE_VARIABLES))
            kind = ProxiedConnection if proxied else DirectConnection
            return kind(url, headers, certificates)
        except (ValueError, ImportError, OSError):
            pass
    raise CallFailed(
        FailureKind.UNPREPARED,
        f"No connection to {server.host} could be prepared: check the proxy and the certificates "
        f"that the environment names (HTTPS_PROXY, SSL_CERT_FILE).",
    )


def _has_proxy() -> bool:
    """Whether the environment or the system has a proxy; httpx2 decides for which addresses."""
    if any(value and name.casefold() in PROXIES for name, value in os.environ.items()):
        return True
    if sys.platform not in ("darwin", "win32"):
        return False
    from urllib.request import getproxies

    return any(f"{name}_proxy" in PROXIES for name in getproxies())


def _build_headers(server: Server, url: SplitResult) -> Headers:
    """Build the headers of all requests, without the length; the user's headers replace ours.

    Raises:
        ValueError: If a value is not ASCII.
    """
    host = f"[{url.hostname}]" if ":" in (url.hostname or "") else url.hostname or ""
    port = "" if url.port in (None, DEFAULT_PORTS[url.scheme]) else f":{url.port}"
    headers = {
        "Host": host + port,
        "Authorization": f"Bearer {server.key}",
        "Content-Type": "application/json",
        "Accept": "application/json",
        # A compressed body could expand to a thousand times its size.
        "Accept-Encoding": "identity",
        "User-Agent": "parlour",
    }
    names = {name.casefold(): name for name in headers}
    for name, value in server.headers.items():
        headers[names.setdefault(name.casefold(), name)] = value
    if url.username or url.password:  # a password in the address overrides the key
        login = f"{unquote(url.username or '')}:{unquote(url.password or '')}"
        headers["Authorization"] = f"Basic {b64encode(login.encode()).decode()}"
    return tuple((name.encode("ascii"), value.encode("ascii")) for name, value in headers.items())


def _build_completions_address(base_url: str) -> SplitResult:
    """Build the address of chat completions; the query of the base URL is kept."""
    parts = urlsplit(base_url)
    return parts._replace(path=f"{parts.path.rstrip('/')}/chat/completions", fragment="")


@lru_cache(maxsize=1)
def load_certificates(*_: str | None) -> "SSLContext":
    """Load the trusted certificates; cached, as this takes longer than many replies.

    Args:
        _: The values of the variables that name them, for the cache.

    Raises:
        OSError: If they cannot be read.
    """
    from httpx2 import create_ssl_context

    certificates = create_ssl_context()
    certificates.set_alpn_protocols(["http/1.1"])
    return certificates
