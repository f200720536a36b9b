"""`parlour lab stop`: stop a run."""

import typer

from tui.commands.lab.argument import RunName
from tui.commands.lab.run_request import send_request


def stop(context: typer.Context, run: RunName = "") -> None:
    """End a run in order, in whichever process it goes on; parlour lab run continues it."""
    send_request(context.obj, run, "stop", "It stops when the trials under way are over.")
