"""`parlour lab go-on`: continue a paused run."""

import typer

from tui.commands.lab.argument import RunName
from tui.commands.lab.run_request import send_request


def go_on(context: typer.Context, run: RunName = "") -> None:
    """Continue a run that was paused."""
    send_request(context.obj, run, "go on", "It goes on.")
