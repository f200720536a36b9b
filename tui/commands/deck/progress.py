"""Show the progress of work on a deck."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.text import clean


@contextmanager
def show_progress_bar(label: str) -> Iterator[Callable[[int, int, str], None]]:
    """Show progress on stderr if it is a terminal."""
    from rich.console import Console  # noqa: PLC0415 - rich: 30 ms
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn  # noqa: PLC0415 - rich: 30 ms

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[name]}", markup=False),
    )
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task(label, total=None, name="")
        yield lambda done, total, name: bar.update(
            task, completed=done, total=total, name=clean(name, 40)
        )
