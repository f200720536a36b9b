"""`parlour lab pause`: pause a run."""

import typer

from tui.commands.lab.argument import RunName
from tui.commands.lab.run_request import send_request


def pause(context: typer.Context, run: RunName = "") -> None:
    """Start no more trials of a run, in whichever process it goes on; see go-on."""
    send_request(
        context.obj, run, "pause", "It starts no more trials; parlour lab go-on continues it."
    )
