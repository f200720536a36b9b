"""`parlour lab merge`: join runs that were made on several machines."""

from pathlib import Path
from typing import Annotated

import typer

from lab.run.folder import find_run
from lab.run.merge import merge_runs
from tui.output import echo
from tui.usage_error import UsageError


def merge(
    context: typer.Context,
    runs: Annotated[list[str], typer.Argument(metavar="RUN RUN ...", help="The runs to join.")],
    into: Annotated[Path, typer.Option(metavar="RUN", help="The new run file.")],
    accept_changes: Annotated[
        bool,
        typer.Option("--accept-changes", help="Join runs whose players have different settings."),
    ] = False,
    prefer: Annotated[
        str,
        typer.Option(metavar="RUN", help="The run whose results are taken where runs differ."),
    ] = "",
) -> None:
    r"""Join runs of one experiment, made on several machines, into one.

    Trials that several runs have finished have to agree, except for times and usage; otherwise say
    with --prefer which run counts.

    \b
    Examples
      parlour lab run my.toml --part 1/2 --into first.run
      parlour lab run my.toml --part 2/2 --into second.run
      parlour lab merge first.run second.run --into whole.run
    """
    if len(runs) < 2:
        raise UsageError("Name two runs or more: parlour lab merge A B --into C")
    data = context.obj.data
    merged = merge_runs(
        [find_run(run, data=data) for run in runs],
        into,
        accept_changes=accept_changes,
        prefer=find_run(prefer, data=data) if prefer else None,
    )
    told = f"{into}: {merged.taken:,} of {merged.trials:,} trials have an outcome"
    if merged.different:
        told += (
            f"; {merged.duplicates:,} were in several runs, {merged.different:,} of them with "
            f"different results, taken from {prefer}"
        )
    elif merged.duplicates:
        told += f"; {merged.duplicates:,} were in several runs, and agree"
    echo(f"{told}.")
