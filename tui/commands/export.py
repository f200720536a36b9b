"""`parlour export`: write a run for other tools."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import lab as laboratory
from engine.wording import format_count
from lab.errors import LabError
from lab.requirements import require_packages
from tui.commands.lab.argument import RunName
from tui.usage import UsageError

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
) -> None:
    r"""Write a run for other tools.

    What is written names no computer, folder or command line of a program. Questions and answers
    are data and stay as they are: look through them before you publish them.

    \b
    Examples
      parlour export my-run --inspect my-run.eval
      inspect view --log-dir .
    """
    require_packages()
    if inspect is None:
        raise UsageError("Say what to write: --inspect FILE.")
    if inspect.suffix != ".eval":
        raise UsageError(f"Inspect AI opens files whose name ends with .eval, not {inspect.name}.")
    with laboratory.open_run(run, context.obj) as opened:
        _write_log(opened, inspect)


def _write_log(run: "Run", path: Path) -> None:
    try:
        from lab.interchange.log import write_log  # noqa: PLC0415 - pandas: 0.25 s
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "inspect_ai":
            raise
        raise LabError(
            "--inspect needs inspect_ai: install it with pip install 'parlour[inspect]'"
        ) from None
    log = write_log(run, path)
    typer.echo(f"{format_count(len(log.samples), 'sample')} written.", err=True)
    typer.echo(str(path))
