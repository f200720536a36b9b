"""`parlour export`: write a run for other tools."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import lab as laboratory
from engine.count_text import format_count
from lab.errors import LabError
from lab.requirements import require_packages
from tui.commands.lab.argument import RunName
from tui.output import echo
from tui.usage_error import UsageError

if TYPE_CHECKING:
    from lab.analysis.tables import Run


def export(
    context: typer.Context,
    run: RunName = "",
    inspect: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A log of Inspect AI, such as run.eval: a sample for each game and question.",
        ),
    ] = None,
    hugging_face: Annotated[
        Path | None,
        typer.Option(
            "--hugging-face",
            metavar="FOLDER",
            help="A data set of Hugging Face: a new folder with tables in Parquet and a card.",
        ),
    ] = None,
    licence: Annotated[
        str,
        typer.Option(
            metavar="ID", help="The licence of the data set, such as cc-by-4.0. Default: none yet."
        ),
    ] = "",
    texts: Annotated[
        bool,
        typer.Option(
            "--texts", help="Put messages, answers and reasoning into the data set's calls, too."
        ),
    ] = False,
    every: Annotated[
        bool,
        typer.Option(
            "--all", help="Keep games with moves of stand-ins, and assisted ones, in the data set."
        ),
    ] = False,
) -> None:
    r"""Write a run for other tools.

    What is written names no computer, folder or command line of a program. Questions and answers
    are data and stay as they are: look through them before you publish them.

    \b
    Examples
      parlour export my-run --inspect my-run.eval
      inspect view --log-dir .
      parlour export my-run --hugging-face my-data --licence cc-by-4.0 --texts
    """
    require_packages()
    if inspect is None and hugging_face is None:
        raise UsageError("Say what to write: --inspect FILE or --hugging-face FOLDER.")
    if inspect is not None and inspect.suffix != ".eval":
        raise UsageError(f"Inspect AI opens files whose name ends with .eval, not {inspect.name}.")
    if hugging_face is None and (licence or texts or every):
        raise UsageError("--licence, --texts and --all are of a data set: add --hugging-face.")
    with laboratory.open_run(run, context.obj) as opened:
        if inspect is not None:
            _write_log(opened, inspect)
        if hugging_face is not None:
            _write_dataset(opened, hugging_face, licence, texts=texts, every=every)


def _write_log(run: "Run", path: Path) -> None:
    try:
        from lab.interchange.inspect_ai.log import write_log  # noqa: PLC0415 - pandas: 0.25 s
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "inspect_ai":
            raise
        raise LabError(
            "--inspect needs inspect_ai: install it with pip install 'parlour[inspect]'"
        ) from None
    log = write_log(run, path)
    echo(f"{format_count(len(log.samples), 'sample')} written.", err=True)
    echo(str(path))


def _write_dataset(run: "Run", folder: Path, licence: str, *, texts: bool, every: bool) -> None:
    from lab.interchange.hugging_face.dataset import (  # noqa: PLC0415 - pandas: 0.25 s
        DatasetSettings,
        write_dataset,
    )

    settings = DatasetSettings(licence=licence, texts=texts, every=every)
    for table in write_dataset(run, folder, settings):
        left_out = f", {table.excluded:,} left out" if table.excluded else ""
        echo(f"{table.file}: {format_count(len(table.frame), 'row')}{left_out}", err=True)
    echo(str(folder))
