"""Print messages and tables of the commands about vectors."""

from typing import TYPE_CHECKING

from rich.console import Console

from engine.text import clean
from tui.output import echo

if TYPE_CHECKING:
    from rich.table import Table


LONGEST_MESSAGE = 2000
"""Maximum length of a message in characters; file names and words in it are untrusted."""


def print_line(text: str, *, err: bool = False) -> None:
    echo(clean(text, LONGEST_MESSAGE), err=err)


def print_table(table: "Table") -> None:
    Console(highlight=False).print(table)
