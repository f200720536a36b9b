"""`parlour rehearse`: run a mock model server."""

import os
from asyncio import Event
from inspect import getdoc
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from images.reader import open_deck
from lab.mock.baseline import load_words
from lab.mock.faults import FAULTS, Faults, parse_faults
from lab.mock.model import MockModelServer
from lab.mock.server import serve_mock_model
from tui.signals import Stopped, run_stoppable
from tui.usage import UsageError

if TYPE_CHECKING:
    from lab.mock.model import MockModelServer


PORT = 8765


def rehearse(
    fault: Annotated[str, typer.Option(metavar="NAME,NAME", help="The faults; listed above.")] = "",
    rate: Annotated[
        float, typer.Option(min=0, max=1, help="The share of requests that meet a fault.")
    ] = 0.2,
    seed: Annotated[str, typer.Option(help="The seed of the faults.")] = "1",
    delay: Annotated[
        float, typer.Option(min=0, max=600, metavar="SECONDS", help="Seconds until an answer.")
    ] = 0.0,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")
    ] = PORT,
    host: Annotated[
        str, typer.Option(help="The address; the default accepts only this computer.")
    ] = "127.0.0.1",
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
    deck: Annotated[
        list[str] | None,
        typer.Option(metavar="DIR", help="Another deck whose cards it knows; repeatable."),
    ] = None,
) -> None:
    """Run a model server without a model: it answers Parlour's prompts with word vectors."""
    decks = [open_deck(folder) for folder in ("", *(deck or ()))]
    faults = Faults(parse_faults(fault), rate, seed)
    mock_server = MockModelServer(decks, faults, delay, vary=vary, tokens=tokens)
    try:
        run_stoppable(_serve(mock_server, host, port))
    except Stopped:
        typer.echo("", err=True)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
        raise UsageError(
            f"Port {port} of {host} cannot be used: {why}. "
            f"--port takes another one; --port 0 finds one that is free."
        ) from None


def build_rehearse_help() -> str:
    """Build the help of `parlour rehearse`, with the list of faults."""
    faults = "".join(f"  {name:<10} {what}\n" for name, what in FAULTS.items())
    return f"""{getdoc(rehearse)}

It is a local HTTP server for the chat completions protocol, with streaming, pictures and JSON
schemas. It reads the prompts of Parlour's games and answers as the baselines play. The model's name
chooses the baseline: word2vec (the default for any other name), glove or random. Ctrl+C ends it.

\b
Examples
  parlour rehearse
  OPENAI_BASE_URL=http://127.0.0.1:{PORT}/v1 parlour play decrypto --seat interceptor=llm:glove
  parlour rehearse --vary
  parlour rehearse --fault 429,timeout,garbage --rate 0.3 --seed 7 --delay 0.2

\b
Faults
{faults}"""


async def _serve(mock_server: "MockModelServer", host: str, port: int) -> None:
    async with serve_mock_model(mock_server, host, port) as taken:
        shown = f"[{host}]" if ":" in host else host
        typer.echo(f"http://{shown}:{taken}/v1")
        typer.echo(f"Seat it with: export OPENAI_BASE_URL=http://{shown}:{taken}/v1", err=True)
        Thread(target=load_words, daemon=True).start()  # so that Ctrl+C need not wait for it
        await Event().wait()
