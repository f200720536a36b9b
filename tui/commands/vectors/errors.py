"""Turn errors of word vectors into a message and an exit code."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from tui.commands.vectors.output import print_line
from tui.signals import Stopped, find_exit_code
from words.space.errors import SpaceError


@contextmanager
def handle_errors(interrupted: str = "Nothing was changed.") -> Iterator[None]:
    """Turn errors into a message on stderr and an exit code."""
    try:
        yield
    except SpaceError as error:
        print_line(str(error), err=True)
        raise typer.Exit(2) from error
    except (KeyboardInterrupt, Stopped) as error:
        rest = interrupted[0].lower() + interrupted[1:]
        print_line(f"Interrupted; {rest}", err=True)
        raise typer.Exit(find_exit_code(error)) from error
