"""The laboratory: experiments with many games, kept in one run file, counted and told as tables.

It stands between the screens and the engine, and draws nothing. `open_run` opens a run for reading.
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lab.tables import Run


def open_run(path: str | Path) -> "Run":
    """Open a run for reading; it may still be in progress.

    Args:
        path: The run file, or the name of a run in the runs folder.

    Raises:
        RunError: If there is no such run.
    """
    from lab.runs_folder import find_run
    from lab.tables import Run  # it imports pandas

    return Run(find_run(str(path)))
