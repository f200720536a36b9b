"""Send requests to model servers with the openai package, over one pool for an event loop.

Only `engine.llm.client` imports this module, and in a thread: openai takes half a second.
"""

import asyncio
import logging
import os
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from socket import EAI_NONAME, gaierror
from ssl import SSLCertVerificationError, SSLContext, SSLError
from threading import Lock
from time import monotonic
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

import httpx2
from openai import APIConnectionError, APIStatusError, AsyncOpenAI, Omit

from engine.llm.error_builder import (
    build_bounds_error,
    build_certificate_error,
    build_dropped_error,
    build_speech_error,
    build_timeout_error,
    build_unknown_host_error,
    build_unprepared_error,
    build_unreachable_error,
    build_unsendable_error,
)
from engine.llm.errors import CallFailed
from engine.llm.port_probe import WRONG_PROTOCOL, Speech, find_speech
from engine.llm.request import Request
from engine.llm.server import Server
from engine.llm.server_limits import note_whole_answer
from engine.llm.stream import STREAM, OutOfBounds, Stream
from engine.llm.transport import (
    CONNECT_TIMEOUT,
    KEEP_SECONDS,
    MAX_CONNECTIONS,
    BoundedClient,
)

NOISY_LOGGERS = ("openai", "httpx2", "httpcore2")
"""Loggers that write addresses, headers or bodies below WARNING, also if OPENAI_LOG asks for it."""
CERTIFICATE_VARIABLES = ("SSL_CERT_FILE", "SSL_CERT_DIR")
"""Variables that name the trusted certificates."""
HUNG_UP = "disconnected without sending a response"
"""What httpcore2 says of a server that hangs up; by its class it is like any bad answer."""
FRAMING = frozenset(("content-length", "transfer-encoding"))
"""The headers that determine the end of a body."""

_CERTIFICATES_LOCK = Lock()


class ModelClient(AsyncOpenAI):
    """Sends requests to one server, with its key and its headers, and none of the environment."""

    def __init__(self, server: Server, connections: httpx2.AsyncClient) -> None:
        """Prepare requests without opening a connection.

        Raises:
            ValueError: If the address or a header cannot be used.
        """
        parts = urlsplit(server.url)
        self._own_headers = _build_headers(server)
        super().__init__(
            api_key=server.key,
            # Those that are not given would be taken from the environment.
            admin_api_key="",
            organization="",
            project="",
            webhook_secret="",
            base_url=urlunsplit(
                parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="")
            ),
            default_query=dict(parse_qsl(parts.query, keep_blank_values=True)),
            timeout=httpx2.Timeout(None, connect=CONNECT_TIMEOUT),
            max_retries=0,
            http_client=connections,
        )

    @property
    def default_headers(self) -> dict[str, str | Omit]:
        """The headers of all requests; the package would add some of OPENAI_CUSTOM_HEADERS."""
        return {**self._own_headers}


def _build_headers(server: Server) -> dict[str, str]:
    """Build the headers of all requests; the user's headers replace ours.

    Raises:
        ValueError: If the user's headers say where a body ends.
    """
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json",
        # A compressed body could expand to a thousand times its size.
        "Accept-Encoding": "identity",
        "User-Agent": "parlour",
    }
    names = {name.casefold(): name for name in headers}
    if FRAMING & {name.casefold() for name in server.headers}:
        raise ValueError("The user's headers do not say where a body ends.")
    for name, value in server.headers.items():
        headers[names.setdefault(name.casefold(), name)] = value
    url = urlsplit(server.url)
    if url.username or url.password:  # a password in the address overrides the key
        login = f"{unquote(url.username or '')}:{unquote(url.password or '')}"
        headers["Authorization"] = f"Basic {b64encode(login.encode()).decode()}"
    return headers


@dataclass(slots=True)
class Part:
    """The connections of one request at a time, and the clients that use them.

    httpcore2 polls every idle connection before and after a request, so each has few.
    """

    connections: BoundedClient
    _clients: dict[tuple[object, ...], ModelClient] = field(default_factory=dict)

    def find_client(self, server: Server) -> ModelClient:
        """Find or prepare the client of a server.

        Raises:
            ValueError: If the address or a header cannot be used.
        """
        key = (server.url, server.key, tuple(server.headers.items()))
        if key not in self._clients:
            self._clients[key] = ModelClient(server, self.connections)
        return self._clients[key]


class Pool:
    """The open connections of an event loop, and the clients of the servers they lead to."""

    def __init__(self, certificates: SSLContext) -> None:
        """Prepare connections without opening one.

        Raises:
            ValueError: If a proxy cannot be used.
            ImportError: If a proxy needs a package that is not installed.
        """
        self._certificates = certificates
        self.parts = [Part(BoundedClient(certificates))]
        self._free = [*self.parts]
        """The parts that no request uses; the last used is used next, as it may still be open."""
        self.places = asyncio.Semaphore(MAX_CONNECTIONS)
        """So that the time-out of a request begins when it has a connection."""
        self.users = 0
        self.last_used = monotonic()
        self._keeper = asyncio.create_task(self._close_when_unused())

    @contextmanager
    def use_client(self, server: Server) -> Iterator[ModelClient]:
        """Use the client of a server in a part that no other request uses.

        Raises:
            ValueError: If the address or a header cannot be used.
        """
        if not self._free:
            part = Part(BoundedClient(self._certificates))
            self.parts.append(part)
            self._free.append(part)
        part = self._free.pop()
        try:
            yield part.find_client(server)
        finally:
            self._free.append(part)

    async def _close_when_unused(self) -> None:
        """Wait until nobody used the pool for a while, or the event loop ends; then close it."""
        loop = asyncio.get_running_loop()
        with suppress(asyncio.CancelledError):
            while self.users or monotonic() < self.last_used + KEEP_SECONDS:  # noqa: ASYNC110
                await asyncio.sleep(KEEP_SECONDS)
        del _POOLS[loop]
        for part in self.parts:
            await part.connections.aclose()


_POOLS: dict[asyncio.AbstractEventLoop, Pool] = {}


@asynccontextmanager
async def use_pool() -> AsyncIterator[Pool]:
    """Open the pool of the running event loop, or share the open one.

    Connections stay open for a while, so that the next request needs no new handshake.

    Raises:
        ValueError: If the proxy that the environment names cannot be used.
        ImportError: If it needs a package that is not installed.
        OSError: If the certificates that the environment names cannot be read.
    """
    loop = asyncio.get_running_loop()
    if loop not in _POOLS:
        named = map(os.environ.get, CERTIFICATE_VARIABLES)
        certificates = await asyncio.to_thread(load_certificates, *named)
        if loop not in _POOLS:  # nobody else was faster
            for name in NOISY_LOGGERS:
                logging.getLogger(name).setLevel(logging.WARNING)
            _POOLS[loop] = Pool(certificates)
    pool = _POOLS[loop]
    pool.users += 1
    try:
        yield pool
    finally:
        pool.users -= 1
        pool.last_used = monotonic()


def load_certificates(*named: str | None) -> SSLContext:
    """Load the trusted certificates; cached, as this takes longer than many replies.

    Args:
        named: The values of the variables that name them, for the cache.

    Raises:
        OSError: If they cannot be read.
    """
    with _CERTIFICATES_LOCK:
        return _load_certificates(*named)


@lru_cache(maxsize=1)
def _load_certificates(*_: str | None) -> SSLContext:
    certificates = httpx2.create_ssl_context()
    certificates.set_alpn_protocols(["http/1.1"])
    return certificates


async def post_request(request: Request) -> httpx2.Response:
    """Send a request once, and read the response within bounds.

    Raises:
        CallFailed: If there is no response. The error refers to nothing of the package, whose
            errors hold the request and thus the key.
    """
    server = request.model.server
    try:
        async with use_pool() as pool, pool.places:
            with pool.use_client(server) as client:
                response = await _post(client, request)
    except (ValueError, ImportError, OSError):
        response = build_unprepared_error(server)
    if isinstance(response, CallFailed):
        raise response
    return response


async def _post(  # noqa: PLR0911 - a return for each way in which a request may end
    client: ModelClient, request: Request
) -> httpx2.Response | CallFailed:
    """Send a request over a client; return the response, or why there is none."""
    model, server = request.model, request.model.server
    fields = {"messages": request.messages, **request.settings, **model.extra_body}
    stream = Stream(
        server.timeout,
        server.total_timeout,
        model.max_tokens,
        request.progress,
        bounded=model.max_tokens is None and model.reasoning_effort is None,
    )
    STREAM.set(stream)
    try:
        async with asyncio.timeout(server.timeout) as stream.deadline:
            # The body is sent as it is: `chat.completions.create` would compare its parts with its
            # types, which takes a tenth of the time of a call or more, and changes nothing.
            response = await client.post(
                "/chat/completions",
                cast_to=httpx2.Response,
                body={"model": model.name, **fields},
            )
        if "stream" in request.settings and not stream.began and b'"choices"' in response.content:
            note_whole_answer(model)
        return response
    except APIStatusError as error:
        return error.response
    except TimeoutError:
        if stream.may_be_cut:  # an answer without an end is no failure of the server
            stream.cut("time")
            return httpx2.Response(200, content=stream.build_body())
        return build_timeout_error(server, model.name, total=stream.out_of_time)
    except OutOfBounds as error:
        return build_bounds_error(server, str(error))
    except APIConnectionError as error:
        return await _explain_connection_error(request, error.__cause__, stream)
    except (ValueError, TypeError, RecursionError):
        return build_unsendable_error(server, model.name)


async def _explain_connection_error(
    request: Request, cause: BaseException | None, stream: Stream
) -> CallFailed:
    """Build the error for a connection that could not be used."""
    server = request.model.server
    match cause:
        case httpx2.LocalProtocolError():
            return build_unsendable_error(server, request.model.name)
        case httpx2.ConnectError() if any(map(_is_unknown_host, _list_causes(cause))):
            return build_unknown_host_error(server)
        case httpx2.ConnectError() if (error := _explain_tls_error(server, cause)) is not None:
            return error
        case httpx2.ConnectError() | httpx2.ConnectTimeout() | httpx2.ProxyError() | OSError():
            return await _explain_unreachable(server, cause)
    hung_up = isinstance(cause, httpx2.NetworkError) or HUNG_UP in str(cause)
    at_once = hung_up and stream.ended_at_once
    if at_once and (speech := await find_speech(server.url)):
        return build_speech_error(server, speech)
    return build_dropped_error(server, at_once=at_once)


async def _explain_unreachable(server: Server, cause: BaseException) -> CallFailed:
    """Build the error for a server without a connection; a port may be silent at a handshake."""
    silent = isinstance(cause, httpx2.ConnectTimeout) and server.url.startswith("https:")
    if silent and (speech := await find_speech(server.url)):
        return build_speech_error(server, speech)
    refused = (isinstance(one, ConnectionRefusedError) for one in _list_causes(cause))
    return build_unreachable_error(server, refused=any(refused))


def _explain_tls_error(server: Server, cause: BaseException) -> CallFailed | None:
    """Build the error for a handshake that can never succeed; `None` if another might."""
    for one in _list_causes(cause):
        if isinstance(one, SSLCertVerificationError):
            return build_certificate_error(server, one.verify_message)
        if isinstance(one, SSLError) and one.reason in WRONG_PROTOCOL:
            return build_speech_error(server, Speech.OTHER)
    return None


def _is_unknown_host(error: BaseException) -> bool:
    return isinstance(error, gaierror) and error.errno == EAI_NONAME


def _list_causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and what has led to it; there are several if a name has several addresses."""
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for one in error.exceptions:
                yield from _list_causes(one)
        error = error.__cause__ or error.__context__
