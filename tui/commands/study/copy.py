"""`parlour study copy`: write a copy for raters on another computer."""

from pathlib import Path
from typing import Annotated

import typer

from lab.study.file import StudyFile
from lab.study.folder import find_study
from tui.output import echo


def copy(
    context: typer.Context,
    study: Annotated[str, typer.Argument(metavar="STUDY", help="The study.")],
    into: Annotated[Path, typer.Argument(metavar="FILE", help="The copy, a new file.")],
) -> None:
    """Write a copy for raters on another computer: without answers and names of players.

    The copy holds which card was meant, as it is shown after each guess.
    """
    StudyFile.open(find_study(study, data=context.obj.data)).copy_for_raters(into)
    echo(str(into))
