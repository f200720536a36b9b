"""An HTTP server for the responses of `MockModelServer`, with persistent connections."""

import asyncio
from asyncio import IncompleteReadError, LimitOverrunError, StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from itertools import islice

from lab.mock.model_server import MockModelServer
from lab.mock.response import EVENTS, Response, refuse

MAX_BODY_BYTES = 64_000_000
"""Maximum size of a request body in bytes; a hand of pictures has a few million."""
MAX_HEAD_BYTES = 65_536
"""Maximum size of a request head in bytes."""

MAX_DROPPED_PIECES = 1000
"""Of a stream that is dropped, half of at most this many pieces are sent; it may have no end."""


@asynccontextmanager
async def serve_mock_model(
    mock_server: MockModelServer, host: str, port: int
) -> AsyncIterator[int]:
    """Serve until the context exits; yields the port, a free one if `port` is 0.

    Raises:
        OSError: If the port is in use, or may not be used.
    """
    connected: set[StreamWriter] = set()  # Python 3.12 has no Server.close_clients

    async def handle_connection(reader: StreamReader, writer: StreamWriter) -> None:
        connected.add(writer)
        try:
            with suppress(ConnectionError, IncompleteReadError):  # the client has disconnected
                while await _handle_request(mock_server, reader, writer):
                    pass
        except asyncio.CancelledError:  # the server is being closed
            pass
        finally:
            connected.discard(writer)
            writer.close()

    server = await asyncio.start_server(handle_connection, host, port, limit=MAX_HEAD_BYTES)
    async with server:
        yield server.sockets[0].getsockname()[1]
        for writer in connected:
            writer.close()


async def _handle_request(
    mock_server: MockModelServer, reader: StreamReader, writer: StreamWriter
) -> bool:
    """Respond to one request; return whether another may follow on this connection."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except LimitOverrunError:
        return await _send(writer, _refuse(431), keep=False)
    first, *lines = head.split("\r\n")
    words = first.split(" ")
    named = (line.partition(":") for line in lines if line)
    headers = {name.strip().lower(): value.strip() for name, _, value in named}
    length = headers.get("content-length", "0")
    if len(words) != 3 or not words[2].startswith("HTTP/1.") or not length.isdigit():
        return await _send(writer, _refuse(400), keep=False)
    if "transfer-encoding" in headers:
        return await _send(writer, _refuse(411), keep=False)
    if int(length) > MAX_BODY_BYTES:
        return await _send(writer, _refuse(413), keep=False)
    if headers.get("expect", "").lower() == "100-continue":
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    body = await reader.readexactly(int(length))
    loop = asyncio.get_running_loop()
    started = loop.time()
    await asyncio.sleep(0)  # lets other requests record their arrival before this one is answered
    response = mock_server.respond(words[0], words[1], body)
    keep = headers.get("connection", "").lower() != "close" and words[2] == "HTTP/1.1"
    if response.silent:
        await reader.read(1)  # until the client gives up
        return False
    await asyncio.sleep(max(0.0, started + response.wait - loop.time()))
    return await _send(writer, response, keep=keep)


async def _send(writer: StreamWriter, response: Response, *, keep: bool) -> bool:
    streamed = response.content_type == EVENTS
    body = response.body if streamed else (b"".join(response.body),)
    keep = keep and not response.dropped
    length = {"transfer-encoding": "chunked"}
    if not streamed:
        length = {"content-length": str(sum(map(len, body)))}
    headers = {
        "content-type": response.content_type,
        **length,
        "connection": "keep-alive" if keep else "close",
        **response.headers,
    }
    lines = (f"{name}: {value}\r\n" for name, value in headers.items())
    status = f"{response.status} {HTTPStatus(response.status).phrase}"
    writer.write(f"HTTP/1.1 {status}\r\n{''.join(lines)}\r\n".encode())
    if response.dropped:
        pieces = islice(body, MAX_DROPPED_PIECES)
        whole = b"".join(_encode_chunk(piece) if streamed else piece for piece in pieces)
        writer.write(whole[: len(whole) // 2])
        return False
    for piece in body:
        if streamed:
            await asyncio.sleep(response.pause)
        writer.write(_encode_chunk(piece) if streamed else piece)
        await writer.drain()
    if streamed:
        writer.write(b"0\r\n\r\n")
    await writer.drain()
    return keep


def _encode_chunk(piece: bytes) -> bytes:
    return f"{len(piece):x}\r\n".encode() + piece + b"\r\n"


def _refuse(status: int) -> Response:
    return refuse(status, HTTPStatus(status).phrase)
