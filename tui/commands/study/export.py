"""`parlour study export`: write the results as CSV and JSON."""

from pathlib import Path
from typing import Annotated

import typer

from lab.study.file import StudyFile
from lab.study.folder import find_study
from tui.commands.study.argument import StudyName
from tui.output import echo


def export(
    context: typer.Context,
    study: StudyName = "",
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder. Default: the study's name, here."),
    ] = None,
) -> None:
    """Write ratings, figures and agreement as CSV and JSON, with a codebook."""
    from lab.study.export import export_study  # noqa: PLC0415 - statsmodels: 0.8 s

    file = StudyFile.open(find_study(study, data=context.obj.data))
    for path in export_study(file, out or Path(file.study.name)):
        echo(str(path))
