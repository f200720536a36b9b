"""Reading word lists that were written by hand."""

from pathlib import Path

import words

HERE = Path(__file__).parent
"""The folder of these scripts and of the lists that they read."""

WORDS = Path(words.__file__).parent
"""The folder of the lists that are shipped."""


def read_list(path: Path) -> list[str]:
    """Read the words of a list, without its comments."""
    lines = path.read_text(encoding="ascii").splitlines()
    return [word for line in lines if not line.startswith("#") for word in line.split()]
