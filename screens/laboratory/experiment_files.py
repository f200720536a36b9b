"""The files of experiments that were made in the app."""

from pathlib import Path

from files.replacement import replace_private_file
from lab.errors import LabError


def get_experiment_path(name: str, data: Path) -> Path:
    """Find the file of an experiment that was made in the app."""
    return data / "experiments" / f"{name}.toml"


def write_own_file(name: str, text: str, data: Path) -> None:
    """Write an experiment that was made in the app; never overwrite a different one.

    Raises:
        LabError: If there is another experiment of that name.
        OSError: If it cannot be written.
    """
    path = get_experiment_path(name, data)
    if path.exists() and path.read_text("utf-8") != text:
        raise LabError(f"{path} exists already: choose another name, or choose it as a file.")
    replace_private_file(path, text)
