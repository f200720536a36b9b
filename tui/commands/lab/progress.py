"""Show the progress of a run on stderr."""

import sys
from contextlib import ExitStack
from typing import Any, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from lab.run.run_part import Part
from lab.run.store import RunFile
from tui.output import echo

LINES = 10
"""Number of progress lines if stderr is not a terminal."""


class LabProgress:
    """Shows the number of trials of a run with an outcome."""

    def __init__(self, name: str, part: Part) -> None:
        self.name = name
        self.part = part
        self._done = self._total = 0
        self._bar: Any = None
        self._told: set[str] = set()
        self._task: Any = None
        self._stack = ExitStack()

    def start(self, run_file: RunFile) -> None:
        """Begin with the trials that already have an outcome."""
        counts = run_file.count_trials(self.part)
        self._done, self._total = counts.done + counts.failed, counts.trials
        if not sys.stderr.isatty():
            left = "" if counts.left else ", nothing is left"
            echo(f"{self.name}: {self._done:,} of {self._total:,} trials{left}", err=True)
            return
        columns = (BarColumn(), MofNCompleteColumn(), "trials", TimeRemainingColumn())
        self._bar = open_bar(self._stack, *columns)
        self._task = self._bar.add_task("", total=self._total, completed=self._done)

    def advance(self, count: int) -> None:
        """Count new outcomes."""
        before, self._done = self._done, self._done + count
        if self._bar is not None:
            self._bar.advance(self._task, count)
        elif self._done * LINES // self._total > before * LINES // self._total:
            echo(f"{self.name}: {self._done:,} of {self._total:,} trials", err=True)

    def print_notice(self, sentence: str) -> None:
        """Print a message above the bar, once; `err=True` would write into the bar."""
        if sentence not in self._told:
            self._told.add(sentence)
            echo(sentence, file=sys.stderr)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


def open_bar(stack: ExitStack, *columns: Any) -> Any:  # noqa: ANN401
    """Open a progress bar on stderr that is removed at the end."""
    return stack.enter_context(Progress(*columns, console=Console(stderr=True), transient=True))
