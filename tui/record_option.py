"""The option `--record`, which commands for an audience take."""

from pathlib import Path
from typing import Annotated

import typer


def _recordable(given: Path | None) -> Path | None:
    from tui.recording import check_recordable

    if given is not None:
        check_recordable(given)
    return given


Record = Annotated[
    Path | None,
    typer.Option(
        "--record",
        metavar="FILE.cast",
        callback=_recordable,
        help="Record what is shown in a new file, for asciinema's player.",
    ),
]
"""The option, for a command's signature; `None` if it was not given."""
