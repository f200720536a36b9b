"""Files of words that people bring along."""

from pathlib import Path

from engine.options import OptionError
from engine.text import clean


def read_lines(path: Path, wanted: str) -> list[str]:
    """The lines of a text file in UTF-8, without blank lines and those that start with #.

    Args:
        path: The file; it may begin with a home folder.
        wanted: The option and what it takes, the beginning of a sentence.

    Raises:
        OptionError: If it cannot be read, with what was wanted.
    """
    try:
        lines = path.expanduser().read_text(encoding="utf-8-sig").splitlines()
    except (OSError, ValueError, RuntimeError) as error:  # not there; not text; no such ~user
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        if isinstance(error, RuntimeError):
            why = "there is no such home folder"
        raise OptionError(f"{wanted}; {clean(str(path))!r} cannot be read: {why}.") from None
    return [line for line in lines if line.strip() and not line.startswith("#")]
