"""`parlour lab bench fit`: fit the tiers of a bench again, by answers to its items."""

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

import lab
from tui.output import echo


def fit(
    context: typer.Context,
    bench: Annotated[
        str, typer.Argument(metavar="[DIR]", help="A bench. Default: Parlour's own.")
    ] = "",
    run: Annotated[
        list[str] | None,
        typer.Option(metavar="RUN", help="A run with answers to its items, by direct selection."),
    ] = None,
    study: Annotated[
        list[str] | None,
        typer.Option(metavar="STUDY", help="A study in which people answered its items."),
    ] = None,
    answers: Annotated[
        list[Path] | None,
        typer.Option(
            "--answers",
            metavar="FILE",
            help="A CSV file with answers to its items: solver, item, and chosen (a card) or right "
            "(from 0 to 1); may have source and shown.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder of a bench with the new tiers and answers."),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the bench that is in that folder.")
    ] = False,
) -> None:
    r"""Fit the difficulty of each item, and the tiers, with the answers of people and models.

    The answers that the bench has are used, and those of runs, studies and files, each with who
    gave it. Players who saw no pictures count as well: all of them together as much as all who
    did. Items that fewer than 30 % or more than 90 % find, or that able solvers do not find more
    often, are marked.

    \b
    Examples
      parlour lab bench fit --run dixitbench --study people
      parlour lab bench fit mine --run bench.run --out mine-2
      parlour lab bench fit --answers people.csv --out mine
    """
    from lab.papers.dixitworld.bench_files import check_folder, open_bench  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.tier_refit import collect_answers, refit_bench  # noqa: PLC0415 - pandas: 0.25 s
    from lab.study.file import StudyFile  # noqa: PLC0415 - pandas: 0.25 s
    from lab.study.folder import find_study  # noqa: PLC0415 - pandas: 0.25 s

    opened = open_bench(bench)
    if out is not None:
        check_folder(out, replace=replace)
    data = context.obj.data
    with ExitStack() as stack:
        runs = [stack.enter_context(lab.open_run(one, context.obj)) for one in run or ()]
        studies = [StudyFile.open(find_study(one, data=data)) for one in study or ()]
        given = collect_answers(bench, opened, runs, studies, answers or ())
    table, solvers, made = refit_bench(opened, given, out)
    echo(solvers.round(2).to_string())
    echo(table.round(2).to_string())
    if made is not None:
        echo(f"{made.label}: {len(made.items):,} items.", err=True)
        echo(str(out))
