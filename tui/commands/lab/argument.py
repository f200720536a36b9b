"""The argument that names a run."""

from typing import Annotated

import typer

RunName = Annotated[
    str,
    typer.Argument(
        metavar="[RUN]",
        help="A run file, or the name of a run in the runs folder. Default: the latest one.",
        show_default=False,
    ),
]
