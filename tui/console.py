"""The console that prints tables to stdout."""

import sys

from rich.console import Console

FILE_WIDTH = 200
"""Width of a table that is not printed to a terminal, in columns."""


def create_console() -> "Console":
    """Create a console for stdout; wide if stdout is no terminal."""
    width = None if sys.stdout.isatty() else FILE_WIDTH
    return Console(width=width, markup=False, emoji=False, highlight=False)
