"""The mock model server, in a process of its own or in this one."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from engine.llm.schema import build_response_format
from engine.prompt import Prompt
from lab.mock.model_server import MockModelServer

PARLOUR = (sys.executable, "-c", "from tui.main import main; main()")


@contextmanager
def rehearsing(*arguments: str) -> Iterator[str]:
    """`parlour rehearse` on a free port; gives the base URL."""
    with subprocess.Popen(
        (*PARLOUR, "rehearse", "--port", "0", *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def answer_in_process(
    prompt: Prompt,
    kinds: Sequence[type[Any]],
    model: str = "word2vec",
    server: MockModelServer | None = None,
) -> str:
    """What the mock model server answers to a prompt with the schema of these moves."""
    schema = build_response_format(kinds, prompt.aliases, prompt.also, prompt.choices)
    body = {"model": model, "messages": prompt.list_messages(), "response_format": schema}
    return read_content(server or MockModelServer(), body)


def read_content(server: MockModelServer, body: Mapping[str, Any]) -> str:
    """The text of the answer to a request, which is not streamed."""
    whole = {name: value for name, value in body.items() if not name.startswith("stream")}
    response = server.respond("POST", "/v1/chat/completions", json.dumps(whole).encode())
    assert response.status == 200
    message = json.loads(b"".join(response.body))["choices"][0]["message"]
    return str(message["content"])
