"""Print text on stdout and stderr: the one edge at which nothing is left that a terminal obeys."""

from typing import IO

import typer

from engine.text import escape_controls


def echo(
    text: object = "", *, err: bool = False, nl: bool = True, file: IO[str] | None = None
) -> None:
    """Print text; controls and marks that turn its direction are printed as escapes.

    They may come with the name of a file, a label or a value. JSON stays the same JSON.

    Args:
        text: What to print.
        err: Whether to print it on stderr.
        nl: Whether to end the line.
        file: Another stream.
    """
    typer.echo(escape_controls(str(text)), file=file, err=err, nl=nl)  # noqa: TID251 - the edge
