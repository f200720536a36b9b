"""Read the files that options name."""

from pathlib import Path

from engine.errors import OptionError
from engine.text import clean
from files.regular import read_text


def read_option_file(path: Path, wanted: str) -> list[str]:
    """Read a text file that an option names, without blank lines and comments (`#`).

    Args:
        path: The file, in UTF-8; `~` is expanded.
        wanted: The beginning of the error message: the option, and what it takes.

    Raises:
        OptionError: If the file cannot be read.
    """
    try:
        lines = read_text(path.expanduser(), "utf-8-sig").splitlines()
    except (OSError, ValueError, RuntimeError) as error:  # missing; not text; no such ~user
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        if isinstance(error, RuntimeError):
            why = "there is no such home folder"
        raise OptionError(f"{wanted}; {clean(str(path))!r} cannot be read: {why}.") from None
    return [line for line in lines if line.strip() and not line.startswith("#")]
