"""`parlour rehearse`: a model server without a model, for demos and tests."""

import os
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from engine.rehearsal.rehearsal import Rehearsal

PORT = 8765
"""Where it listens if nothing else is asked for."""


def rehearse(
    fault: Annotated[
        str, typer.Option(metavar="NAME,NAME", help="What goes wrong; listed above.")
    ] = "",
    rate: Annotated[
        float, typer.Option(min=0, max=1, help="The share of questions that meet a fault.")
    ] = 0.2,
    seed: Annotated[str, typer.Option(help="What decides which questions meet which fault.")] = "1",
    delay: Annotated[
        float, typer.Option(min=0, max=600, metavar="SECONDS", help="From question to answer.")
    ] = 0.0,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Where to listen; 0 takes a free port.")
    ] = PORT,
    host: Annotated[
        str, typer.Option(help="The address to listen at: by default this computer alone.")
    ] = "127.0.0.1",
    vary: Annotated[
        bool,
        typer.Option(
            "--vary", help="Answer a question that comes again by another chance each time."
        ),
    ] = False,
    deck: Annotated[
        list[str] | None,
        typer.Option(metavar="DIR", help="A deck whose cards are known, too; may be given again."),
    ] = None,
) -> None:
    """Serve; its help is `rehearse_help()`."""
    from asyncio import run

    from engine.rehearsal.faults import Faults, read_faults
    from engine.rehearsal.rehearsal import Rehearsal
    from images.deck import open_deck
    from tui.usage_errors import UsageFault

    decks = [open_deck(folder) for folder in ("", *(deck or ()))]
    rehearsal = Rehearsal(decks, Faults(read_faults(fault), rate, seed), delay, vary=vary)
    try:
        run(_serve(rehearsal, host, port))
    except KeyboardInterrupt:
        typer.echo("", err=True)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
        raise UsageFault(
            f"Port {port} of {host} cannot be used: {why}. "
            f"--port takes another one; --port 0 finds one that is free."
        ) from None


def rehearse_help() -> str:
    """The whole text of the command's help."""
    from engine.rehearsal.faults import FAULTS

    faults = "".join(f"  {name:<10} {what}\n" for name, what in FAULTS.items())
    return f"""Serve as a language model, without one: answers come from word vectors.

It is a real HTTP server of the chat completions protocol (whole answers and streams, pictures, JSON
schema) on this computer, which reads the prompts of Parlour's games and answers as the baselines
play. The model's name chooses who answers: word2vec (also by any other name), glove or random.
Ctrl+C ends it.

\b
Examples
  parlour rehearse
  OPENAI_BASE_URL=http://127.0.0.1:{PORT}/v1 parlour play decrypto --seat interceptor=llm:glove
  parlour rehearse --vary
  parlour rehearse --fault 429,timeout,garbage --rate 0.3 --seed 7 --delay 0.2

\b
Faults
{faults}"""


async def _serve(rehearsal: "Rehearsal", host: str, port: int) -> None:
    from asyncio import Event

    from engine.rehearsal.server import serving

    async with serving(rehearsal, host, port) as taken:
        shown = f"[{host}]" if ":" in host else host
        typer.echo(f"http://{shown}:{taken}/v1")
        typer.echo(f"Seat it with: export OPENAI_BASE_URL=http://{shown}:{taken}/v1", err=True)
        await Event().wait()
