"""`parlour study list`: list all studies."""

import typer

from engine.count_text import format_count
from lab.errors import StudyError
from lab.study.file import StudyFile
from lab.study.folder import list_studies
from tui.output import echo


def list_all(context: typer.Context) -> None:
    """List the studies in the studies folder, latest first."""
    paths = list_studies(context.obj.data)
    if not paths:
        echo("There are no studies yet. Make one: parlour study new NAME", err=True)
    for path in paths:
        try:
            file = StudyFile.open(path)
        except StudyError as error:
            echo(str(error), err=True)
            continue
        doing = "guess" if file.study.mode == "guess" else "guess and rate"
        count = len(file.study.order_for("anybody"))
        echo(
            f"{path.stem}\n    {doing}, {format_count(count, 'clue')}, "
            f"{format_count(len(file.raters), 'rater')} so far"
        )
