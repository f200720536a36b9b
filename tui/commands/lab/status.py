"""`parlour lab status`: say how far a run has come."""

import time
from pathlib import Path
from typing import Annotated

import typer

from lab.errors import RunError
from lab.run.folder import NO_RUNS, find_run, list_runs
from lab.run.model_changes import find_served_differences
from lab.run.status import describe_status
from lab.run.store import RunFile
from tui.commands.lab.argument import RunName
from tui.output import echo

WATCH_SECONDS = 1.0
"""Interval of `status --watch`."""


def status(
    context: typer.Context,
    run: RunName = "",
    watch: Annotated[
        bool, typer.Option("--watch", help="Print a line whenever something changes, to the end.")
    ] = False,
) -> None:
    r"""Say how far a run has come.

    \b
    Examples
      parlour lab status
      parlour lab status decrypto-crossplay --watch
    """
    with _open_run(run, context.obj.data) as run_file:
        last = None
        while True:
            now = describe_status(run_file)
            if now.line != last:
                echo(now.line)
                last = now.line
            if not watch or now.over:
                for sentence in find_served_differences(run_file):
                    echo(sentence)
                return
            time.sleep(WATCH_SECONDS)


def _open_run(name: str, data: Path) -> RunFile:
    """Open a run, by default the latest one that can be read.

    Raises:
        RunError: If there is none.
    """
    damaged = []
    for path in [find_run(name, data=data)] if name else list_runs(data):
        try:
            run_file = RunFile(path)
        except RunError as error:
            damaged.append(error)
            continue
        for fault in damaged:
            echo(f"Left out: {fault}", err=True)
        return run_file
    raise damaged[0] if damaged else RunError(NO_RUNS)
