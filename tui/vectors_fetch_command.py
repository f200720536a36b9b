"""`parlour vectors catalog` and `fetch`: word vectors of gensim's downloader.

It also has the output functions of all commands on vectors, such as `print_report`.
"""

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from engine.text import clean
from tui.stop_signals import Stopped, stop_exit_code
from words.space_files import SUFFIX, SpaceError, get_imported_folder

if TYPE_CHECKING:
    from rich.table import Table

    from words.vector_fetch import Model
    from words.vector_import import ImportReport

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
    from words.space_reader_and_writer import open_space

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
    space = open_space(report.name)
    example = "king" if "king" in space else space.get_word(min(99, len(space) - 1))
    print_line(f"Try: parlour vectors nearest {shlex.quote(example)} --in {report.name}")


def run_catalog(
    find: Annotated[
        str, typer.Argument(help="Show only models with this in their name.", metavar="[TEXT]")
    ] = "",
) -> None:
    r"""List the word vectors that can be fetched: the catalog of gensim's downloader.

    \b
    Examples
      parlour vectors catalog
      parlour vectors catalog glove
    """
    from rich.table import Table
    from rich.text import Text

    with handling_errors():
        from words.vector_fetch import read_catalog

        table = Table(box=None, pad_edge=False)
        table.add_column("Name", no_wrap=True)
        for column in ("MB", "Words", "Width"):
            table.add_column(column, justify="right", no_wrap=True)
        table.add_column("Trained on")
        table.add_column("Licence")
        shown = [model for name, model in read_catalog().items() if find.lower() in name]
        for model in sorted(shown, key=lambda one: one.name):
            table.add_row(
                Text(model.name),
                f"{model.size / 1e6:,.0f}",
                f"{model.words:,}" if model.words else "",
                str(model.width or ""),
                Text(clean(model.trained_on, 80)),
                Text(clean(model.licence, 80)),
            )
        if not shown:
            raise SpaceError(f"The catalog has no model with {clean(find, 40)!r} in its name.")
        print_table(table)


def run_fetch(
    name: Annotated[str, typer.Argument(help="A model of the catalog, or paper for two of them.")],
    keep: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Import only the first N good rows.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Download without asking.")] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace a space of the same name.")
    ] = False,
) -> None:
    r"""Fetch word vectors with gensim's catalog, and import them as a space of the same name.

    Sizes and licences are shown first; on a terminal you are asked. An interrupted download goes on
    where it ended. Checksums are compared, and nothing that is downloaded is run.

    `paper` stands for word2vec-google-news-300, the word2vec of the Decrypto paper, and for
    glove-wiki-gigaword-300. The paper's own GloVe (glove.840B.300d) is not in the catalog: download
    it from its authors, and import it with `parlour vectors import`.

    \b
    Examples
      parlour vectors fetch glove-wiki-gigaword-300
      parlour vectors fetch paper --keep 400000
      parlour play decrypto --seat encoder=vectors:glove-wiki-gigaword-300
    """
    import sys

    with handling_errors("What was downloaded is kept: the same command goes on with it."):
        from words.vector_fetch import PAPER, find_model, read_catalog
        from words.vector_import import check_name

        catalog = read_catalog()
        models = [find_model(catalog, one) for one in (PAPER if name == "paper" else (name,))]
        for model in models:
            check_name(model.name)
            print_line(_describe_model(model))
        if name == "paper":
            print_line(
                "The paper's own GloVe (Common Crawl, 2.2 million words) is not in the catalog; "
                "glove-wiki-gigaword-300 stands for it."
            )
        if not yes and sys.stdin.isatty() and not typer.confirm("Download?", default=True):
            raise typer.Exit(0)
        for model in models:
            _fetch_model(model, keep, replace=replace)


def _describe_model(model: "Model") -> str:
    words = f"{model.words:,} words of {model.width} numbers, " if model.words else ""
    trained = f" Trained on {model.trained_on}." if model.trained_on else ""
    return (
        f"{model.name}: {words}{model.size / 1e6:,.0f} MB to download, licence {model.licence}."
        f"{trained}"
    )


def _fetch_model(model: "Model", keep: int | None, *, replace: bool) -> None:
    from words.vector_fetch import download
    from words.vector_import import import_vectors

    folder = get_imported_folder()
    present = folder / f"{model.name}{SUFFIX}"
    if present.exists() and not replace:
        print_line(f"{model.name} is there already; --replace fetches it again.")
        return
    with show_progress_bar(f"Downloading {model.name}") as progress:
        path = download(model, folder, lambda done, size: progress(done, size, 0))
    with show_progress_bar(f"Importing {model.name}") as progress:
        report = import_vectors(
            path,
            folder,
            model.name,
            keep=keep,
            replace=replace,
            progress=progress,
            origin=(f"gensim-data {model.name}; {model.trained_on}", model.licence),
        )
    path.unlink(missing_ok=True)
    print_report(report)
