"""Read the responses of model servers within bounds, for all servers over one client."""

import asyncio
from contextlib import suppress
from http.cookiejar import CookieJar, DefaultCookiePolicy
from ssl import SSLContext
from typing import Any

import httpx2

from engine.llm.nesting import MAX_DEPTH, is_too_deep
from engine.llm.requested_wait import is_rate_header
from engine.llm.stream import EVENTS, STREAM, OutOfBounds, Stream

MAX_BODY_BYTES = 4_000_000
"""The largest body that is read; answers are limited to 200,000 characters."""
MAX_CONNECTIONS = 512
"""The most connections of an event loop; many systems allow a process 1,024 open files."""
CONNECT_TIMEOUT = 10.0
"""Seconds a server has to accept a connection."""
KEEP_SECONDS = 4.0
"""Seconds that idle connections stay open; many servers close them after 5 seconds."""
MAX_KEPT_HEADERS = 32
"""The most headers of a response that are handed on."""
WAY_TO_PARSER = ("_stream", "_httpcore_stream", "_stream", "_connection", "_h11_state")
"""The attributes that lead from the stream of a response to the parser of its connection."""
DRAIN_SECONDS = 0.5
"""Seconds in which a stream ends after its last event, or its connection is not used again."""


class BoundedClient(httpx2.AsyncClient):
    """A pool of connections that reads each response within bounds.

    What it hands on has the status, the body and the few headers that are used. So no redirect is
    followed with a key, no cookie tells a server which seats share a connection, and no
    `Content-Encoding` or charset decides how a body is unpacked.
    """

    def __init__(self, certificates: SSLContext, *, proxies: bool = True) -> None:
        """Prepare the pool.

        Args:
            certificates: The trusted certificates.
            proxies: Whether to use the proxies of the environment.

        Raises:
            ValueError: If a proxy cannot be used.
            ImportError: If a proxy needs a package that is not installed.
        """
        super().__init__(
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
            timeout=httpx2.Timeout(None, connect=CONNECT_TIMEOUT),
            limits=httpx2.Limits(
                max_connections=MAX_CONNECTIONS,
                max_keepalive_connections=MAX_CONNECTIONS,
                keepalive_expiry=KEEP_SECONDS,
            ),
            follow_redirects=False,
            trust_env=proxies,
            verify=certificates,
        )

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:  # noqa: ANN401 - passed on
        """Send a request and read its response.

        Raises:
            OutOfBounds: If the response is compressed, too large or too deeply nested.
            httpx2.RequestError: If there is no response.
        """
        options.update(stream=True, follow_redirects=False)
        response = await super().send(request, **options)
        stream = STREAM.get()
        if stream is not None:
            stream.answered = True
        try:
            if response.status_code < 200:
                raise httpx2.RemoteProtocolError("The server switches protocols.")
            if stream is not None and is_stream(response):
                body = await read_stream(response, stream)
            else:
                body = await read_body(response)
            if not is_exhausted(response):
                await response.extensions["network_stream"].aclose()
        finally:
            await response.aclose()
        # As bytes: what a server sends need not be ASCII.
        raw = response.headers.raw
        kept = [one for one in raw if is_rate_header(one[0].decode("latin-1"))]
        return httpx2.Response(
            response.status_code,
            headers=kept[:MAX_KEPT_HEADERS],
            content=body,
            request=request,
        )


def is_stream(response: httpx2.Response) -> bool:
    """Whether a response is a stream of events."""
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    return response.is_success and kind == EVENTS


async def read_stream(response: httpx2.Response, stream: Stream) -> bytes:
    """Read the events of a response, and stop when the answer has ended or is cut.

    Returns:
        The body that the answer would have had, had it come at once.

    Raises:
        OutOfBounds: If it is compressed, too large or too deeply nested.
        httpx2.RemoteProtocolError: If it ends before the answer does.
    """
    _refuse_compression(response)
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    pieces = aiter(response.stream)
    async for piece in pieces:
        stream.feed(piece)
        if stream.done:
            break
    else:
        stream.end()
    if not stream.is_whole:
        raise httpx2.RemoteProtocolError("The stream ends before the answer.")
    if not stream.was_cut:
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                async for piece in pieces:
                    stream.feed(piece)
    return stream.build_body()


def _refuse_compression(response: httpx2.Response) -> None:
    encoding = response.headers.get("content-encoding", "").strip().lower()
    if encoding not in ("", "identity"):
        raise OutOfBounds("sent a compressed answer, though it was asked for a plain one")


async def read_body(response: httpx2.Response) -> bytes:
    """Read the body of a response, and stop as soon as it is too large.

    Raises:
        OutOfBounds: If it is compressed, although we asked for no compression, too large or too
            deeply nested.
    """
    _refuse_compression(response)
    size, pieces = 0, []
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    async for piece in response.stream:
        size += len(piece)
        if size > MAX_BODY_BYTES:
            raise OutOfBounds(f"sent more than {MAX_BODY_BYTES // 1_000_000} MB for one answer")
        pieces.append(piece)
    body = b"".join(pieces)
    if is_too_deep(body):
        raise OutOfBounds(f"sent JSON nested more than {MAX_DEPTH} levels deep")
    return body


def is_exhausted(response: httpx2.Response) -> bool:
    """Whether the server has sent nothing after the response, as far as it was read.

    httpcore2 keeps such bytes, and takes them for the response to the next request on the
    connection, which may be another seat's. It has no public name for them. If they cannot be
    found where they are today, the connection is not used again.
    """
    found: Any = response.stream
    for name in WAY_TO_PARSER:
        found = getattr(found, name, None)
    return found is not None and found.trailing_data == (b"", False)
