"""`parlour study show`: what the organiser sees, live or as tables."""

from enum import StrEnum
from typing import Annotated

import typer

from engine.config.start import Start
from lab.study.file import StudyFile
from lab.study.folder import find_study
from tui import launch
from tui.commands.study.argument import StudyName
from tui.output import echo
from tui.terminal.streams import has_terminal


class TableFormat(StrEnum):
    """The formats of tables."""

    TEXT = "text"
    MARKDOWN = "markdown"


def show(
    context: typer.Context,
    study: StudyName = "",
    form: Annotated[
        TableFormat | None,
        typer.Option(
            "--format", help="Print the tables: text or markdown. Default: live, in the app."
        ),
    ] = None,
) -> None:
    r"""What the organiser sees: progress, figures and agreement, live while others rate.

    \b
    Examples
      parlour study show
      parlour study show clues --format markdown >clues.md
    """
    path = find_study(study, data=context.obj.data)
    if form is None and has_terminal():
        from screens.laboratory.study.organiser import OrganiserScreen  # noqa: PLC0415 - textual: 0.1 s

        raise typer.Exit(launch.open_app(lambda: OrganiserScreen(path), Start(context.obj)))
    from lab.report.markdown import format_markdown_table  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.study.tables import build_tables  # noqa: PLC0415 - statsmodels: 0.8 s

    for table in build_tables(StudyFile.open(path)):
        head = f"## {table.title}\n\n" if form is TableFormat.MARKDOWN else f"{table.title}\n"
        echo(f"{head}{format_markdown_table(table)}")
        echo(f"\n{table.note}\n" if table.note else "")
