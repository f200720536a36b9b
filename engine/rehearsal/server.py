"""HTTP for the rehearsal server: requests with a length, connections that stay open."""

import asyncio
import json
from asyncio import IncompleteReadError, LimitOverrunError, StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus

from engine.rehearsal.completion import error
from engine.rehearsal.rehearsal import EVENTS, Rehearsal, Said

LARGEST = 64_000_000
"""The most bytes of a question; a hand of pictures has a few millions."""
HEAD = 65_536
"""The most bytes of a request before its body."""


@asynccontextmanager
async def serving(rehearsal: Rehearsal, host: str, port: int) -> AsyncIterator[int]:
    """Serve until the context is left; gives the port, which is a free one for 0.

    Raises:
        OSError: If the port is taken, or may not be used.
    """

    async def connected(reader: StreamReader, writer: StreamWriter) -> None:
        try:
            with suppress(ConnectionError, IncompleteReadError):  # the other side has gone
                while await _one(rehearsal, reader, writer):
                    pass
        except asyncio.CancelledError:  # the server is being closed
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connected, host, port, limit=HEAD)
    async with server:
        yield server.sockets[0].getsockname()[1]
        server.close_clients()


async def _one(rehearsal: Rehearsal, reader: StreamReader, writer: StreamWriter) -> bool:
    """Answer one request; whether another may follow on this connection."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except LimitOverrunError:
        return await _send(writer, _refused(431), keep=False)
    first, *lines = head.split("\r\n")
    words = first.split(" ")
    named = (line.partition(":") for line in lines if line)
    headers = {name.strip().lower(): value.strip() for name, _, value in named}
    length = headers.get("content-length", "0")
    if len(words) != 3 or not words[2].startswith("HTTP/1.") or not length.isdigit():
        return await _send(writer, _refused(400), keep=False)
    if "transfer-encoding" in headers:
        return await _send(writer, _refused(411), keep=False)
    if int(length) > LARGEST:
        return await _send(writer, _refused(413), keep=False)
    if headers.get("expect", "").lower() == "100-continue":
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    body = await reader.readexactly(int(length))
    loop = asyncio.get_running_loop()
    asked = loop.time()
    said = rehearsal.said(words[0], words[1], body)
    keep = headers.get("connection", "").lower() != "close" and words[2] == "HTTP/1.1"
    if said.silent:
        await reader.read(1)  # until the other side gives up
        return False
    await asyncio.sleep(max(0.0, asked + said.wait - loop.time()))
    return await _send(writer, said, keep=keep)


async def _send(writer: StreamWriter, said: Said, *, keep: bool) -> bool:
    streamed = said.kind == EVENTS
    keep = keep and not said.dropped
    length = sum(map(len, said.body))
    headers = {
        "content-type": said.kind,
        **({"transfer-encoding": "chunked"} if streamed else {"content-length": str(length)}),
        "connection": "keep-alive" if keep else "close",
        **said.headers,
    }
    lines = (f"{name}: {value}\r\n" for name, value in headers.items())
    status = f"{said.status} {HTTPStatus(said.status).phrase}"
    writer.write(f"HTTP/1.1 {status}\r\n{''.join(lines)}\r\n".encode())
    pieces = [_chunk(piece) for piece in said.body] if streamed else list(said.body)
    if said.dropped:
        whole = b"".join(pieces)
        writer.write(whole[: len(whole) // 2])
        return False
    for piece in pieces:
        writer.write(piece)
        await writer.drain()
    if streamed:
        writer.write(b"0\r\n\r\n")
    await writer.drain()
    return keep


def _chunk(piece: bytes) -> bytes:
    return f"{len(piece):x}\r\n".encode() + piece + b"\r\n"


def _refused(status: int) -> Said:
    said = error(HTTPStatus(status).phrase, "invalid_request_error")
    return Said(status, (json.dumps(said).encode(),))
