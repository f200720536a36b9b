"""`parlour lab report`: write the report of a run."""

from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import lab
from files.replacement import replace_file
from tui.commands.lab.argument import RunName
from tui.output import echo
from tui.usage_error import UsageError

if TYPE_CHECKING:
    from lab.analysis.evaluation import Report
    from lab.report.page import Page


class ReportFormat(StrEnum):
    """The formats of a report."""

    HTML = "html"
    MARKDOWN = "markdown"
    LATEX = "latex"
    CSV = "csv"


def report(
    context: typer.Context,
    run: RunName = "",
    form: Annotated[ReportFormat, typer.Option("--format", help="The format.")] = ReportFormat.HTML,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="A folder for the report, its charts as SVG and its figures as CSV. Default: a "
            "page beside the run; other formats to standard output. Reports of replays are called "
            "NAME.replays.html, and lie in DIR/replays.",
        ),
    ] = None,
    kind: Annotated[
        str, typer.Option(metavar="KIND", help="Which games are measured: match or replay.")
    ] = "match",
    games: Annotated[
        int,
        typer.Option(
            min=0, max=400, metavar="N", help="How many games of each line-up the page holds."
        ),
    ] = 3,
    beside: Annotated[
        str,
        typer.Option(
            "--with",
            metavar="RUN",
            help="Dixit: a run of the other sort, to tell how far Arena and DixitBench agree.",
        ),
    ] = "",
    people: Annotated[
        str,
        typer.Option(
            metavar="STUDY", help="DixitBench: a study whose raters stand beside the players."
        ),
    ] = "",
) -> None:
    r"""Write the report of a run: figures with intervals, charts, methods, games and answers.

    The page is one file that loads nothing. Each cell of a matrix leads to its games, each game to
    its moves, prompts and raw answers. A run in progress can be reported too.

    \b
    Examples
      parlour lab report decrypto-crossplay
      parlour lab report decrypto-crossplay --out report
      parlour lab report my.run --format markdown >report.md
      parlour lab report my.run --format latex --out paper
      parlour lab report dixitbench --with dixit-arena --people twenty
    """
    from lab.analysis.evaluation import Report  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.report.csv import write_csv_files  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.report.latex import to_latex  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.report.markdown import to_markdown  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.report.page import Page  # noqa: PLC0415 - statsmodels: 0.8 s

    if kind not in ("match", "replay"):
        raise UsageError(f"Reports are of match or replay, not of {kind}.")
    replays = kind == "replay"
    with ExitStack() as stack:
        opened = stack.enter_context(lab.open_run(run, context.obj))
        other = stack.enter_context(lab.open_run(beside, context.obj)) if beside else None
        told = Report(opened, kind, beside=other, people=people)
        page = Page(told, games)
        if out is None:
            suffix = ".replays.html" if replays else ".html"
            _print_report(told, page, form, opened.path.with_suffix(suffix))
            return
        out = out / "replays" if replays else out
        out.mkdir(parents=True, exist_ok=True)
        charts = []
        for number, chart in enumerate(page.list_charts(), 1):
            charts.append(f"chart-{number}.svg")
            replace_file(out / charts[-1], chart)
        match form:
            case ReportFormat.HTML:
                replace_file(out / "report.html", page.write())
            case ReportFormat.MARKDOWN:
                replace_file(out / "report.md", to_markdown(told, charts))
            case ReportFormat.LATEX:
                replace_file(out / "report.tex", to_latex(told))
            case ReportFormat.CSV:
                pass
        write_csv_files(told, out)
        echo(str(out))


def _print_report(told: "Report", page: "Page", form: ReportFormat, path: Path) -> None:
    """Print a report, or write its page to this path."""
    from lab.csv import format_csv  # noqa: PLC0415 - pandas: 0.25 s
    from lab.report.csv import choose_table  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.report.latex import to_latex  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.report.markdown import to_markdown  # noqa: PLC0415 - statsmodels: 0.8 s

    match form:
        case ReportFormat.HTML:
            replace_file(path, page.write())
            echo(str(path))
        case ReportFormat.MARKDOWN:
            echo(to_markdown(told), nl=False)
        case ReportFormat.LATEX:
            echo(to_latex(told), nl=False)
        case ReportFormat.CSV:
            echo(format_csv(choose_table(told)), nl=False)
