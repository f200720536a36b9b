"""The progress of a series on stderr."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from tui.output import echo

if TYPE_CHECKING:
    pass

PROGRESS_LINES = 10
"""Number of progress lines if stderr is not a terminal."""


def print_above_bar(line: str) -> None:
    """Print to stderr above the progress bar; `err=True` would write into the bar."""
    echo(line, file=sys.stderr)


@contextmanager
def show_progress(games: int, *, shown: bool) -> Iterator[Callable[[], None]]:
    """Show progress on stderr: a bar in a terminal, else a few lines."""
    if not shown:
        yield lambda: None
    elif sys.stderr.isatty():
        columns = (BarColumn(), MofNCompleteColumn(), "games", TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("", total=games)
            yield lambda: bar.advance(task)
    else:
        done = 0

        def advance() -> None:
            nonlocal done
            done += 1
            if done * PROGRESS_LINES // games > (done - 1) * PROGRESS_LINES // games:
                echo(f"{done} of {games} games", err=True)

        yield advance
