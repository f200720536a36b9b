"""Print the messages, errors, tables and progress of the commands that manage word vectors."""

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from engine.text import clean
from tui.stop_signals import Stopped, stop_exit_code
from words.space.errors import SpaceError

if TYPE_CHECKING:
    from rich.table import Table

    from words.importing.importer import ImportReport

LONGEST_MESSAGE = 2000
"""Maximum length of a message in characters; file names and words in it are untrusted."""


def print_line(text: str, *, err: bool = False) -> None:
    typer.echo(clean(text, LONGEST_MESSAGE), err=err)


def print_table(table: "Table") -> None:
    from rich.console import Console

    Console(highlight=False).print(table)


@contextmanager
def handling_errors(interrupted: str = "Nothing was changed.") -> Iterator[None]:
    """Turn errors into a message on stderr and an exit code."""
    try:
        yield
    except SpaceError as error:
        print_line(str(error), err=True)
        raise typer.Exit(2) from error
    except (KeyboardInterrupt, Stopped) as error:
        rest = interrupted[0].lower() + interrupted[1:]
        print_line(f"Interrupted; {rest}", err=True)
        raise typer.Exit(stop_exit_code(error)) from error


@contextmanager
def show_progress_bar(label: str) -> Iterator[Callable[[int, int, int], None]]:
    """Show the progress of an import on stderr if it is a terminal."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

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


def print_report(report: "ImportReport") -> None:
    from words.space.reader import open_space

    print_line(
        f"{report.name}: {report.rows:,} words of {report.width} numbers from {report.format}, "
        f"{report.size / 1e6:,.1f} MB, in {report.seconds:.1f} s."
    )
    if report.left_out:
        print_line(f"Left out: {report.format_faults()}.")
    if report.promised is not None:
        print_line(f"The file's header promises {report.promised:,} rows.")
    if report.truncated:
        print_line("The packed file is cut short; its complete rows were imported.")
    space = open_space(report.path.absolute().as_uri())
    example = "king" if "king" in space else space.get_word(min(99, len(space) - 1))
    print_line(f"Try: parlour vectors nearest {shlex.quote(example)} --in {report.name}")
