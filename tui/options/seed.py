"""Read `--seed`."""

import sys

from engine.errors import OptionError
from engine.seed import is_valid_seed
from engine.text import MAX_LINE_LENGTH

STDIN = "-"


def parse_seed(text: str | None) -> str | None:
    """Check that a seed can be stored in a journal; `-` reads it from the first line of stdin.

    Other users of the computer see what stands on the command line, and secrets follow from the
    seed.

    Raises:
        OptionError: If it has line breaks or control characters, or the wrong length.
    """
    if text == STDIN:
        text = sys.stdin.readline().rstrip("\r\n")
    if text is not None and not is_valid_seed(text):
        raise OptionError(f"--seed takes one line of 1 to {MAX_LINE_LENGTH} plain characters.")
    return text
