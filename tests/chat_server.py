"""A server on loopback that speaks the chat completions protocol, as its script says."""

import json
import sys
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from socket import SHUT_RDWR, socket
from threading import Event, Lock, Thread
from typing import Any

type Question = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What the server sends back."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    hang: bool = False
    """Send nothing until the server is closed."""
    drop: bool = False
    """Hang up without a word."""
    cut: bool = False
    """Promise more than is sent, and hang up."""


def said(content: object, *, usage: tuple[int, int] = (100, 20), **extra: Any) -> Answer:
    """A completion with this content; `extra` overrides parts of the message and choice.

    Its usage is so many tokens in and out.
    """
    choice = {
        "index": 0,
        "finish_reason": extra.pop("finish_reason", "stop"),
        "message": {"role": "assistant", "content": content, **extra},
    }
    tokens_in, tokens_out = usage
    counts = {"prompt_tokens": tokens_in, "completion_tokens": tokens_out}
    data = {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "usage": counts}
    return Answer(json.dumps({**data, "choices": [choice]}).encode())


def failed(status: int, message: str = "no", **extra: Any) -> Answer:
    """An error as OpenAI words it; a retry need not wait."""
    body = {"error": {"message": message, "type": "error", "code": None, "param": None, **extra}}
    return Answer(json.dumps(body).encode(), status, {"retry-after-ms": "1"})


def seen(question: Question) -> list[tuple[str, bytes]]:
    """The pictures of a question: what stands above each, and the PNG."""
    found: list[tuple[str, bytes]] = []
    for message in question["messages"]:
        parts = message["content"] if isinstance(message["content"], list) else []
        for before, part in pairwise(parts):
            if part["type"] == "image_url":
                kind, _, data = part["image_url"]["url"].partition(",")
                assert kind == "data:image/png;base64"
                assert part.keys() == {"type", "image_url"}
                assert part["image_url"].keys() == {"url"}
                found.append((before["text"].removesuffix(":"), b64decode(data, validate=True)))
    return found


class ChatServer:
    """Answers each question with the next line of the script, the last one for ever."""

    def __init__(self, script: Iterable[Answer | Callable[[Question], Answer]]) -> None:
        self.script = list(script)
        self.questions: list[Question] = []
        """The body of every question, in the order of arrival."""
        self.headers: list[dict[str, str]] = []
        """Its headers."""
        self.asked = Event()
        """There has been a question."""
        self.closing = Event()
        self.lock = Lock()

    def answer(self, question: Question, headers: dict[str, str]) -> Answer:
        """The next line of the script."""
        with self.lock:
            line = self.script[min(len(self.questions), len(self.script) - 1)]
            self.questions.append(question)
            self.headers.append(headers)
            self.asked.set()
        return line if isinstance(line, Answer) else line(question)


class ChatHTTPServer(ThreadingHTTPServer):
    """Takes it quietly when who asked hangs up: a call that is called off does.

    Whoever does not hang up is hung up on in the end: the thread of a connection that a call
    left behind would wait for its next question for ever.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.connected: set[socket] = set()

    def process_request(self, request: Any, client_address: Any) -> None:
        self.connected.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self.connected.discard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        for request in tuple(self.connected):
            with suppress(OSError):  # it has just gone by itself
                request.shutdown(SHUT_RDWR)
        super().server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serving(chat: ChatServer) -> Iterator[str]:
    """Serve on a free port of loopback; gives the base URL."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path != "/v1/chat/completions":
                answer = Answer(b"404 page not found", 404, {"content-type": "text/plain"})
            else:
                answer = chat.answer(question, {k.lower(): v for k, v in self.headers.items()})
            if answer.hang:
                chat.closing.wait()
                self.close_connection = True
                return
            if answer.drop:
                self.close_connection = True
                return
            headers = {"content-type": "application/json", **answer.headers}
            self.send_response(answer.status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(answer.body) + 100 * answer.cut))
            self.end_headers()
            self.wfile.write(answer.body)
            self.close_connection = self.close_connection or answer.cut

        def log_message(self, *_: object) -> None: ...

    server = ChatHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = False
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        chat.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
