"""Find out what is behind a port that hangs up or is silent, so that nobody waits for it in vain.

No question and no key is sent: the port gets the first message of a TLS handshake, or a request
without a body that every HTTP server knows.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from enum import StrEnum
from math import inf
from time import monotonic
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

SECONDS = 2.0
"""Seconds for each of the two looks at a port."""
KEPT_SECONDS = 30.0
"""How long it is remembered what was found: whoever waits is told soon, and nobody asks all the
time."""
QUESTION = b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
HTTP = b"HTTP/"
"""How each answer of an HTTP server begins."""
WRONG_PROTOCOL = frozenset(
    {"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNKNOWN_PROTOCOL", "RECORD_LAYER_FAILURE"}
)
"""What OpenSSL says of an answer that is no TLS."""


class Speech(StrEnum):
    """What certainly is not plain HTTP."""

    TLS = "TLS"
    OTHER = "another protocol"


_FOUND: dict[str, tuple[float, Speech | None]] = {}
"""By address: when its port was looked at, and what it speaks."""


async def find_speech(url: str) -> Speech | None:
    """Find out what a port speaks in place of HTTP or HTTPS; `None` if it may, or speaks not yet.

    Args:
        url: The address of a server, beginning with http or https.
    """
    parts = urlsplit(url)
    host, safe = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if safe else 80)
    if getproxies() and not proxy_bypass(host):
        return None
    looked, found = _FOUND.get(url, (-inf, None))
    if monotonic() - looked > KEPT_SECONDS:
        found = await (_look_for_https(host, port) if safe else _look_for_http(host, port))
        _FOUND[url] = monotonic(), found
    return found


async def _look_for_https(host: str, port: int) -> Speech | None:
    """Look for a server that waits for the rest of a request when it is sent a handshake."""
    said = await _ask(host, port)
    return Speech.OTHER if said and not await _speaks_tls(host, port) else None


async def _look_for_http(host: str, port: int) -> Speech | None:
    if await _speaks_tls(host, port):
        return Speech.TLS
    said = await _ask(host, port)
    return Speech.OTHER if said and not said.startswith(HTTP[: len(said)]) else None


async def _speaks_tls(host: str, port: int) -> bool:
    """Whether a handshake succeeds, or ends with a message of TLS."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # nothing is sent over it
    try:
        async with _connect(host, port, context):
            return True
    except ssl.SSLEOFError:
        return False
    except ssl.SSLError as error:
        return error.reason not in WRONG_PROTOCOL
    except (OSError, ValueError):  # a time-out, too
        return False


async def _ask(host: str, port: int) -> bytes:
    """Return the beginning of what the port answers; empty if it answers nothing."""
    with suppress(OSError, ValueError):
        async with _connect(host, port) as (reader, writer):
            writer.write(QUESTION)
            return await reader.read(len(HTTP))
    return b""


@asynccontextmanager
async def _connect(
    host: str, port: int, context: ssl.SSLContext | None = None
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Open a connection for a short time.

    Raises:
        OSError: If it cannot be opened or used, or the time is over.
    """
    async with asyncio.timeout(SECONDS):
        reader, writer = await asyncio.open_connection(host, port, ssl=context)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()
