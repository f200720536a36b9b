"""Servers on loopback that list models as Ollama, llama.cpp and LM Studio do."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

OLLAMA: Mapping[str, Any] = {
    "/v1/models": {
        "object": "list",
        "data": [
            {"id": "qwen3:8b", "object": "model", "owned_by": "library"},
            {"id": "nomic-embed-text:latest", "object": "model", "owned_by": "library"},
        ],
    },
    "/api/tags": {
        "models": [
            {
                "name": "qwen3:8b",
                "model": "qwen3:8b",
                "size": 5_225_388_164,
                "details": {"family": "qwen3", "parameter_size": "8.2B"},
            }
        ]
    },
}
LLAMACPP: Mapping[str, Any] = {
    "/v1/models": {
        "data": [
            {
                "id": "gemma-3-270m.gguf",
                "owned_by": "llamacpp",
                "meta": {"n_params": 268_098_176, "size": 291_000_000},
            }
        ]
    }
}
LM_STUDIO: Mapping[str, Any] = {
    "/v1/models": {"data": [{"id": "phi-4"}, {"id": "nomic"}]},
    "/api/v0/models": {
        "data": [
            {"id": "phi-4", "type": "llm", "arch": "phi3"},
            {"id": "nomic", "type": "embeddings", "arch": "nomic-bert"},
        ]
    },
}


class ListServer:
    """Answers each path with its JSON value, and keeps the paths and headers of requests."""

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self.answers = answers
        self.requests: list[tuple[str, dict[str, str]]] = []


@contextmanager
def serving_lists(server: ListServer) -> Iterator[str]:
    """Serve on a free port of loopback; gives the base URL."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            server.requests.append((self.path, dict(self.headers.items())))
            answer = server.answers.get(self.path)
            body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(404 if answer is None else 200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://localhost:{http.server_port}/v1"
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
