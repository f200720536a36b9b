"""The argument that names a study."""

from typing import Annotated

import typer

StudyName = Annotated[
    str,
    typer.Argument(
        metavar="[STUDY]",
        help="A study's file, or its name in the studies folder. Default: the latest one.",
        show_default=False,
    ),
]
