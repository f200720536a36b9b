"""Print messages."""

from engine.text import clean
from tui.output import echo

LONGEST_MESSAGE = 2000
"""Maximum length of a message in characters; file names in it are untrusted."""


def print_line(text: str, *, err: bool = False) -> None:
    echo(clean(text, LONGEST_MESSAGE), err=err)
