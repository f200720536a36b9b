"""Progress of a run on stderr: a bar in a terminal, else a few lines."""

import sys
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import typer

if TYPE_CHECKING:
    from lab.run_file import Part, RunFile

LINES = 10
"""How many lines of progress are printed if stderr is no terminal."""


class LabProgress:
    """Shows how many trials of a run have an outcome."""

    def __init__(self, name: str, part: "Part") -> None:
        self.name = name
        self.part = part
        self._done = self._total = 0
        self._bar: Any = None
        self._task: Any = None
        self._stack = ExitStack()

    def start(self, run_file: "RunFile") -> None:
        """Begin with the trials that have an outcome already."""
        counts = run_file.count_trials(self.part)
        self._done, self._total = counts.done + counts.failed, counts.trials
        if not sys.stderr.isatty():
            left = "" if counts.left else ", nothing is left"
            typer.echo(f"{self.name}: {self._done:,} of {self._total:,} trials{left}", err=True)
            return
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        columns = (BarColumn(), MofNCompleteColumn(), "trials", TimeRemainingColumn())
        self._bar = self._stack.enter_context(
            Progress(*columns, console=Console(stderr=True), transient=True)
        )
        self._task = self._bar.add_task("", total=self._total, completed=self._done)

    def advance(self, count: int) -> None:
        """Count trials that have an outcome now."""
        before, self._done = self._done, self._done + count
        if self._bar is not None:
            self._bar.advance(self._task, count)
        elif self._done * LINES // self._total > before * LINES // self._total:
            typer.echo(f"{self.name}: {self._done:,} of {self._total:,} trials", err=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()
