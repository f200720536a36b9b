"""A server on loopback that sends bytes as they are, whether HTTP or not."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from socket import socket
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Event, Thread


class RawServer:
    """Sends each request the same pieces of bytes, until they end or the client hangs up."""

    def __init__(self, pieces: Callable[[Event], Iterable[bytes]]) -> None:
        self.pieces = pieces
        self.sent = 0
        """How many bytes all clients have been sent."""
        self.requests = 0
        self.closing = Event()

    def answer(self, connection: socket) -> None:
        """Send the pieces over a connection."""
        self.requests += 1
        for piece in self.pieces(self.closing):
            if self.closing.is_set():
                break
            connection.sendall(piece)
            self.sent += len(piece)


@contextmanager
def serving_raw(raw: RawServer) -> Iterator[str]:
    """Serve on a free port of loopback; gives the base URL."""

    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            length = 0
            while (line := self.rfile.readline()) not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            self.rfile.read(length)
            with suppress(OSError):  # the client has hung up
                raw.answer(self.connection)

    class Server(ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None: ...

    with Server(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/v1"
        finally:
            raw.closing.set()
            server.shutdown()
            thread.join()
