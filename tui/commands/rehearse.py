"""`parlour rehearse`: run a mock model server."""

import os
from asyncio import Event
from inspect import getdoc
from threading import Thread
from typing import Annotated

import typer

from lab.mock.http_server import serve_mock_model
from lab.mock.model_server import MockModelServer, load_words
from lab.mock.modes.catalog import MODES, Modes, parse_modes
from tui.output import echo
from tui.signals import Stopped, run_stoppable
from tui.usage_error import UsageError

PORT = 8765


def rehearse(
    mode: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[=SHARE],...", help="How it misbehaves; listed above."),
    ] = None,
    seed: Annotated[str, typer.Option(help="The seed of the modes.")] = "1",
    delay: Annotated[
        float, typer.Option(min=0, max=600, metavar="SECONDS", help="Seconds until an answer.")
    ] = 0.0,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")
    ] = PORT,
    host: Annotated[
        str, typer.Option(help="The address; the default accepts only this computer.")
    ] = "127.0.0.1",
    model: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Its model, and no other; repeatable. By default it answers to any name.",
        ),
    ] = None,
    vary: Annotated[
        bool,
        typer.Option("--vary", help="Answer the same request differently each time."),
    ] = False,
    tokens: Annotated[
        int,
        typer.Option(
            min=0,
            max=100_000,
            metavar="N",
            help="Make thoughts longer, up to so many tokens of an answer, to rehearse costs.",
        ),
    ] = 0,
) -> None:
    """Run a model server without a model: its answers are drawn from the schema of the request."""
    modes = Modes(parse_modes(",".join(mode or ())), seed)
    mock_server = MockModelServer(modes, delay, vary=vary, tokens=tokens, models=tuple(model or ()))
    try:
        run_stoppable(_serve(mock_server, host, port))
    except Stopped:
        echo("", err=True)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
        raise UsageError(
            f"Port {port} of {host} cannot be used: {why}. "
            f"--port takes another one; --port 0 finds one that is free."
        ) from None


def build_rehearse_help() -> str:
    """Build the help of `parlour rehearse`, with the list of modes."""
    width = max(map(len, MODES))
    modes = "".join(f"  {name:<{width}}  {mode.what}\n" for name, mode in MODES.items())
    return f"""{getdoc(rehearse)}

It is a local HTTP server for the chat completions protocol, with streams, tools and pictures. Every
answer is what the JSON schema of its request allows; without a schema, what the parameters of its
last tool or the form in its prompt ask for. It knows no game: words are near in meaning to those
that the request quotes, and so are choices among labelled lines. The models word2vec (also for any
other name) and glove take the meaning from these word vectors; random chooses by chance. Ctrl+C
ends it.

\b
Examples
  parlour rehearse
  OPENAI_BASE_URL=http://127.0.0.1:{PORT}/v1 parlour play decrypto --seat interceptor=llm:glove
  parlour rehearse --vary --model tiny-1b --model tiny-3b
  parlour rehearse --mode loading,copycat=0.2,garbage=0.1 --seed 7 --delay 0.2

\b
Modes: how real servers and models misbehave. NAME=0.2 meets a fifth of the requests, always the
same ones for a --seed; NAME alone meets all. Each is drawn by itself: a request may meet several.
{modes}"""


async def _serve(mock_server: MockModelServer, host: str, port: int) -> None:
    async with serve_mock_model(mock_server, host, port) as taken:
        shown = f"[{host}]" if ":" in host else host
        echo(f"http://{shown}:{taken}/v1")
        echo(f"Seat it with: export OPENAI_BASE_URL=http://{shown}:{taken}/v1", err=True)
        Thread(target=load_words, daemon=True).start()  # so that Ctrl+C need not wait for it
        await Event().wait()
