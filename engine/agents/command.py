"""The command that starts a program: its words, and what is wrong with it."""

import os
import re
import shlex
from pathlib import Path

from engine.players import SetupError

SCRIPT = re.compile(r"[\w./~-]+\.(py|js|ts|rb|pl|sh|lua|R|jar)")
"""An argument that says more than the program which runs it."""


def words_of(command: str) -> list[str]:
    """The program and its arguments, split as a shell does; nothing else of a shell is at work.

    Raises:
        SetupError: If there are none, or a quotation has no end.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SetupError(f"The command {command[:60]!r} cannot be read: {error}.") from None
    if not words or not words[0]:
        raise SetupError("'exec' needs a COMMAND: a program, and its arguments.")
    return [os.path.expanduser(words[0]), *words[1:]]  # noqa: PTH111 - "./x" has to stay "./x"


def called(command: str) -> str:
    """The name of a program to show: its file, without the folders."""
    first, *more = words_of(command)
    return Path(next(filter(SCRIPT.fullmatch, more), first)).name


def missing(program: str) -> str:
    """Why a program cannot be run, and what to do."""
    path = Path(program)
    if path.is_dir():
        return f"{program} is a folder, not a program."
    if path.is_file() and "/" in program:
        return f"{program} may not be run as a program: chmod +x {program}"
    if path.is_file():
        return f"There is no program {program!r}; for the file in this folder say ./{program}"
    return f"There is no program {program!r}: check the name, and that it is installed."
