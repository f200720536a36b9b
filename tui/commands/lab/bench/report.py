"""`parlour lab bench report`: report who finds how many items, and compare solvers."""

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

import lab
from files.replacement import replace_file
from tui.commands.lab.bench.sources import AnswerFiles, BenchFolder, RunNames, StudyNames
from tui.output import echo


def report(
    context: typer.Context,
    bench: BenchFolder = "",
    run: RunNames = None,
    study: StudyNames = None,
    answers: AnswerFiles = None,
    solver: Annotated[
        list[str] | None,
        typer.Option(metavar="SOLVER", help="A solver to report; given twice, the two compared."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="A folder for report.html, report.md, solvers.csv, comparisons.csv and items.csv. "
            "Default: text on standard output.",
        ),
    ] = None,
) -> None:
    r"""Report how many items of each tier solvers find, and compare each two of them.

    Comparisons are paired by item: the difference with its interval, McNemar's exact p with Holm's
    correction over all pairs, what a single item does, and how many items find 5 points.

    \b
    Examples
      parlour lab bench report
      parlour lab bench report --run dixitbench --study people --out report
      parlour lab bench report --answers anna.csv --solver anna --solver "vision model D"
    """
    from lab.csv import format_csv  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.bench_files import open_bench  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.report.bench_page import build_bench_page  # noqa: PLC0415 - pandas: 0.25 s
    from lab.papers.dixitworld.solver_answers import (  # noqa: PLC0415 - pandas: 0.25 s
        collect_answers,
        merge_answers,
    )
    from lab.study.file import StudyFile  # noqa: PLC0415 - pandas: 0.25 s
    from lab.study.folder import find_study  # noqa: PLC0415 - pandas: 0.25 s

    opened = open_bench(bench)
    with ExitStack() as stack:
        runs = [stack.enter_context(lab.open_run(one, context.obj)) for one in run or ()]
        studies = [StudyFile.open(find_study(one, data=context.obj.data)) for one in study or ()]
        kept, added = collect_answers(opened, runs, studies, answers or ())
    page = build_bench_page(opened, kept, merge_answers(kept, added), solver or ())
    if out is None:
        echo(page.to_text(), nl=False)
        return
    out.mkdir(parents=True, exist_ok=True)
    replace_file(out / "report.html", page.to_page())
    replace_file(out / "report.md", page.to_text())
    for name, frame in page.frames.items():
        replace_file(out / f"{name}.csv", format_csv(frame))
    echo(str(out))
