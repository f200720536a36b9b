"""The folder through which processes share rankings of word vectors.

Workers set it before they know whether a game needs vectors, so nothing here imports numpy.
"""

from pathlib import Path

_shared_folder: Path | None = None


def share_rankings(folder: Path) -> None:
    """Share the rankings of all spaces loaded from now on with other processes."""
    global _shared_folder
    _shared_folder = folder


def get_shared_folder() -> Path | None:
    """Return the folder, if rankings are shared."""
    return _shared_folder
