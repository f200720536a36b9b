"""Run a command line: the exit codes, and the messages of errors."""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

import typer

from engine.errors import PlayerError
from tui.commands.parlour import commands
from tui.output import echo
from tui.signals import Stopped


def run(arguments: Sequence[str]) -> int:
    """Run a command.

    Returns:
        The exit code: 0 done, 2 usage or configuration, 3 a player failed, 128 and the number of
        the signal that ended it: 130 for Ctrl+C.
    """
    _prepare_output()
    try:
        code = typer.main.get_command(commands).main(
            list(arguments), prog_name="parlour", standalone_mode=False
        )
    except typer.TyperException as error:
        return _print_error(_format_usage_error(error), error.exit_code)
    except typer.Abort:
        return 130
    except Stopped as stopped:
        return _print_error(str(stopped), stopped.exit_code)
    except Exception as error:
        if (explained := _explain_error(error)) is None:
            raise
        return _print_error(*explained)
    return code or 0


def _explain_error(error: Exception) -> tuple[str, int] | None:
    """Find the message and the exit code of an error that is not a bug."""
    from lab.requirements import PACKAGES, explain_missing  # noqa: PLC0415 - pydantic: 0.1 s, only for an error
    from tui.errors import USAGE_ERRORS  # noqa: PLC0415 - the games: 0.2 s, only for an error

    if isinstance(error, USAGE_ERRORS):
        return str(error), 2
    if isinstance(error, ModuleNotFoundError):
        package = str(error.name).partition(".")[0]
        return (explain_missing([package]), 2) if package in PACKAGES else None
    if isinstance(error, PlayerError):
        return str(error), 3
    if isinstance(error, OSError):  # a full disk, a folder without permission
        what = f"{error.filename}: " if error.filename else "The output cannot be written: "
        return f"{what}{error.strerror}.", 2
    return None


def _format_usage_error(error: typer.TyperException) -> str:
    """Format the error, and the command that shows the help."""
    message = error.format_message().partition(", unable to parse")[0]
    message = message.replace("Input should", "it should").replace("Value error, ", "")
    context = getattr(error, "ctx", None)
    if context is None or "\n" in message:  # the message is a help page itself
        return message
    stop = "" if message.endswith((".", "?")) else "."
    return f"{message}{stop} See: {context.command_path} --help"


def _print_error(message: str, code: int) -> int:
    echo(message, err=True)
    return code


def _prepare_output() -> None:
    """Make stdout and stderr accept any text, even if closed or in a limited locale."""
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
