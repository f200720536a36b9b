"""`parlour lab pause`, `go-on` and `stop`: ask the process that works on a run."""

import typer

from engine.config.settings import Settings
from lab.run.folder import find_run
from lab.run.status import describe_status
from lab.run.store import RunFile
from tui.commands.lab.argument import RunName
from tui.output import echo
from tui.usage_error import UsageError


def pause(context: typer.Context, run: RunName = "") -> None:
    """Start no more trials of a run, in whichever process it goes on; see go-on."""
    _request(context.obj, run, "pause", "It starts no more trials; parlour lab go-on continues it.")


def go_on(context: typer.Context, run: RunName = "") -> None:
    """Continue a run that was paused."""
    _request(context.obj, run, "go on", "It goes on.")


def stop(context: typer.Context, run: RunName = "") -> None:
    """End a run in order, in whichever process it goes on; parlour lab run continues it."""
    _request(context.obj, run, "stop", "It stops when the trials under way are over.")


def _request(settings: Settings, run: str, request: str, message: str) -> None:
    """Send a request to the process that is working on a run.

    Raises:
        UsageError: If no process is working on it.
    """
    path = find_run(run, data=settings.data)
    with RunFile(path) as run_file:
        if describe_status(run_file).over:
            raise UsageError(f"Nobody works on {path}: there is nothing to {request}.")
        run_file.send_request(request)
    echo(f"{path.name}: {message}")
