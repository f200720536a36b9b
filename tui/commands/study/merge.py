"""`parlour study merge`: take over the answers in copies."""

from pathlib import Path
from typing import Annotated

import typer

from lab.study.file import StudyFile
from lab.study.folder import find_study
from tui.output import echo


def merge(
    context: typer.Context,
    study: Annotated[str, typer.Argument(metavar="STUDY", help="The study that takes them over.")],
    copies: Annotated[list[Path], typer.Argument(metavar="COPY...", help="Copies with answers.")],
) -> None:
    """Take over what raters have said in copies of a study; each line counts once."""
    file = StudyFile.open(find_study(study, data=context.obj.data))
    new_lines = file.merge([StudyFile.open(path) for path in copies])
    echo(f"{new_lines:,} new answers of {len(file.raters)} raters.", err=True)
    echo(str(file.path))
