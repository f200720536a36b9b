"""Split the command of a program, name it, and explain why it cannot be run."""

import os
import re
import shlex
from pathlib import Path

from engine.errors import SetupError

SCRIPT = re.compile(r"[\w./~-]+\.(py|js|ts|rb|pl|sh|lua|R|jar)")
"""Matches the name of a script, which says more than that of its interpreter."""


MAX_SHOWN = 80
"""Maximum length of a program's name in the message that it does not exist, in characters."""


def split_command(command: str) -> list[str]:
    """Split a command into program and arguments like a shell, without expansion.

    Raises:
        SetupError: If there is no program, or a quotation is not closed.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SetupError(f"The command {command[:60]!r} cannot be read: {error}.") from None
    if not words or not words[0]:
        raise SetupError("'exec' needs a COMMAND: a program, and its arguments.")
    return [os.path.expanduser(words[0]), *words[1:]]  # noqa: PTH111 - "./x" has to stay "./x"


def get_program_name(command: str) -> str:
    """Name a program for messages: its file name without folders."""
    first, *more = split_command(command)
    return Path(next(filter(SCRIPT.fullmatch, more), first)).name


def explain_missing(program: str) -> str:
    """Explain why a program cannot be run, and what to do."""
    shown = program if len(program) <= MAX_SHOWN else f"{program[:MAX_SHOWN]}..."
    is_file = os.path.isfile(program)  # noqa: PTH113 - no error for a name that is too long
    if os.path.isdir(program):  # noqa: PTH112
        return f"{shown} is a folder, not a program."
    if is_file and "/" in program:
        return f"{shown} may not be run as a program: chmod +x {shown}"
    if is_file:
        return f"There is no program {shown!r}; for the file in this folder say ./{shown}"
    return f"There is no program {shown!r}: check the name, and that it is installed."
