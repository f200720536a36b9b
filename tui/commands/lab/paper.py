"""`parlour lab paper`: print a paper's tables and figures beside ours."""

from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import lab
from files.replacement import replace_file
from lab.experiment.collection import expand_runs
from lab.papers.catalog import NAMES, read_paper
from tui.output import echo

PaperName = StrEnum("PaperName", {name: name for name in NAMES})  # type: ignore[misc]


class PaperFormat(StrEnum):
    """The formats of a paper beside our runs."""

    TEXT = "text"
    HTML = "html"
    CSV = "csv"
    LATEX = "latex"


def paper(
    context: typer.Context,
    paper: Annotated[PaperName, typer.Argument(metavar="PAPER", help=f"{', '.join(NAMES)}.")],
    runs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RUN...",
            help="Runs, or the name of a collection of experiments. Default: what there is of the "
            "paper's own collection.",
        ),
    ] = None,
    study: Annotated[
        list[str] | None,
        typer.Option(
            metavar="STUDY", help="A study in which people rated; may be given more than once."
        ),
    ] = None,
    form: Annotated[PaperFormat, typer.Option("--format", help="The format.")] = PaperFormat.TEXT,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file. Default: standard output.")
    ] = None,
) -> None:
    r"""Print each table and figure of a paper beside ours.

    A row says what is measured, in which unit, our figure with its interval over deals and its
    number of games, what the paper publishes, and what differs in protocol. Where we have no figure
    yet, it names the command that gives it. Figures of two runs are never merged.

    \b
    Examples
      parlour lab paper decrypto
      parlour lab paper decrypto decrypto-crossplay decrypto-competitive
      parlour lab paper decrypto decrypto-paper --format html --out decrypto.html
      parlour lab paper dixitworld arena.run bench.run --format csv >dixitworld.csv
      parlour lab paper dixitworld --study clues
    """
    from lab.analysis.evaluation import Report  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.papers.comparison import compare_paper  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.papers.presentation import to_csv, to_latex, to_page, to_text  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.study.file import StudyFile  # noqa: PLC0415 - pandas: 0.25 s
    from lab.study.folder import find_study  # noqa: PLC0415 - pandas: 0.25 s

    named = runs or [read_paper(paper).experiment]
    with ExitStack() as stack:
        opened = [
            stack.enter_context(lab.open_run(one, context.obj))
            for one in expand_runs(named, context.obj.data, must_exist=bool(runs))
        ]
        reports = [Report(one) for one in opened]
        studies = [StudyFile.open(find_study(one, data=context.obj.data)) for one in study or ()]
        comparison = compare_paper(paper, reports, studies)
        match form:
            case PaperFormat.TEXT:
                text = to_text(comparison)
            case PaperFormat.HTML:
                names = [*(one.path.name for one in opened), *(one.path.name for one in studies)]
                text = to_page(comparison, names)
            case PaperFormat.CSV:
                text = to_csv(comparison)
            case PaperFormat.LATEX:
                text = to_latex(comparison)
    if out is None:
        echo(text, nl=False)
    else:
        replace_file(out, text)
        echo(str(out))
