"""Run experiments with many games, store them in run files, and evaluate them.

It is a layer between screens and engine, without a user interface. `open_run` opens a run, which
is one file with all games and answers of an experiment.
"""

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from engine.config.settings import Settings, load_settings

if TYPE_CHECKING:
    from lab.analysis.tables import Run

# On a slow computer it says at its first start that it lists fonts, among what commands say.
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)


def open_run(path: str | Path, settings: Settings | None = None) -> "Run":
    """Open a run for reading; it may still be in progress.

    Args:
        path: The run file, or the name of a run in the runs folder.
        settings: The settings in force; they are loaded if a notebook begins here.

    Raises:
        RunError: If there is no such run.
    """
    from lab.analysis.tables import Run  # noqa: PLC0415 - pandas, and all of lab imports this
    from lab.run.folder import find_run  # noqa: PLC0415 - all of lab imports this

    if settings is None:
        settings = load_settings()
    return Run(find_run(str(path), data=settings.data), data=settings.data)
