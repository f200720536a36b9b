"""`parlour lab status`: say how far a run has come."""

import time
from typing import Annotated

import typer

from lab.run.folder import find_run
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
    with RunFile(find_run(run, data=context.obj.data)) as run_file:
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
