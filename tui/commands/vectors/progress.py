"""Show the progress of an import or a check."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from engine.text import clean


@contextmanager
def show_progress_bar(label: str) -> Iterator[Callable[[int, int, int], None]]:
    """Show the progress of an import on stderr if it is a terminal."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TextColumn("{task.fields[rows]:,} words"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task(clean(label), total=None, rows=0)
        yield lambda done, size, rows: bar.update(task, completed=done, total=size, rows=rows)


@contextmanager
def show_steps(label: str, steps: int) -> Iterator[Callable[[], None]]:
    """Show on stderr, if it is a terminal, how many of so many steps are done."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(label, total=steps)
        yield lambda: bar.advance(task)
