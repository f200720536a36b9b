"""`parlour lab bench fit`: fit the tiers of a bench again, by answers to its items."""

from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import lab
from tui.commands.lab.bench.sources import AnswerFiles, BenchFolder, RunNames, StudyNames
from tui.output import echo


class FitFormat(StrEnum):
    """The formats of a fit."""

    TEXT = "text"
    CSV = "csv"


def fit(
    context: typer.Context,
    bench: BenchFolder = "",
    run: RunNames = None,
    study: StudyNames = None,
    answers: AnswerFiles = None,
    hold_out: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SOLVER", help="A solver that fits no tier, to validate the others as well."
        ),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Fit to the solvers that the bench holds out, too.")
    ] = False,
    items: Annotated[
        bool, typer.Option("--items", help="List all items, not only those that change or misfit.")
    ] = False,
    form: Annotated[
        FitFormat, typer.Option("--format", help="The format: a table of all items as CSV.")
    ] = FitFormat.TEXT,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder of a bench with the new tiers and answers."),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the bench that is in that folder.")
    ] = False,
) -> None:
    r"""Fit the difficulty of each item, and the tiers, with the answers of people and models.

    It is the analysis by which items are chosen: without new answers all tiers stay. The answers
    that the bench keeps are used, and those of runs, studies and files, each with who gave it. All
    players who saw no pictures together count as much as one who did. Items are marked that fewer
    than 30 % or more than 90 % find, or that able solvers do not find more often.

    \b
    Examples
      parlour lab bench fit
      parlour lab bench fit --run dixitbench --study people
      parlour lab bench fit mine --run bench.run --out mine-2
      parlour lab bench fit --answers people.csv --hold-out anna --items
    """
    from lab.csv import format_csv  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.bench_files import check_folder, open_bench  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.report.solvers import build_item_table, build_solver_table  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.solver_answers import (  # noqa: PLC0415 - pandas: 0.25 s
        collect_answers,
        describe_added,
        hold_out_solvers,
        merge_answers,
    )
    from lab.papers.dixitworld.tier_refit import describe_changes, refit_tiers, write_refit  # noqa: PLC0415 - pandas: 0.25 s
    from lab.report.markdown import format_markdown_table  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.study.file import StudyFile  # noqa: PLC0415 - pandas: 0.25 s
    from lab.study.folder import find_study  # noqa: PLC0415 - pandas: 0.25 s

    opened = open_bench(bench)
    if out is not None:
        check_folder(out, replace=replace)
    with ExitStack() as stack:
        runs = [stack.enter_context(lab.open_run(one, context.obj)) for one in run or ()]
        studies = [StudyFile.open(find_study(one, data=context.obj.data)) for one in study or ()]
        kept, added = collect_answers(opened, runs, studies, answers or ())
    given = hold_out_solvers(merge_answers(kept, added), hold_out or (), others=not every)
    refit = refit_tiers(opened, kept, given)
    if form is FitFormat.CSV:
        echo(format_csv(refit.table.reset_index(names="item")), nl=False)
    else:
        solvers = build_solver_table(refit.solvers)
        table = build_item_table(refit.table, changed=not items)
        parts = [
            opened.label,
            *describe_added(added),
            *describe_changes(refit),
            format_markdown_table(solvers),
            solvers.note,
            *([format_markdown_table(table), table.note] if table.rows else ()),
        ]
        echo("\n\n".join(parts))
    if out is not None:
        made = write_refit(opened, refit, given, out)
        echo(f"{made.label}: {len(made.items):,} items.", err=True)
        echo(str(out), err=form is FitFormat.CSV)
