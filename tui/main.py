"""The entry point of the program `parlour`, which installed scripts call as `tui.main:main`.

Without arguments it opens the app at once. With arguments it runs the command line, which takes
longer to import.
"""

import errno
import os
import signal
import sys
from contextlib import suppress
from functools import partial

from engine.config.errors import SettingsError

NEEDS_UNIX = (
    "Parlour needs a Unix terminal: on Windows, run it in WSL, the Windows Subsystem for Linux.\n"
)
LEAKS = {
    "TEXTUAL_LOG": "makes Textual write every key and message, secrets of games among them, to a "
    "file that others may read",
    "TEXTUAL_SCREENSHOT": "makes Textual write a picture of the screen, perhaps a private one, to "
    "a file that others may read",
}
"""By variable of Textual: what it would do, for the middle of a sentence."""


def main() -> None:
    """Open the app directly if there are no arguments; else parse the command line."""
    if sys.platform == "win32":
        sys.stderr.write(NEEDS_UNIX)
        sys.exit(2)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback for Ctrl+C during imports
    from engine.players.process.core_dumps import forbid_core_dumps  # noqa: PLC0415 - once Ctrl+C shows no traceback
    from tui.signals import (  # noqa: PLC0415 - once Ctrl+C shows no traceback; Unix
        Stopped,
        exit_process,
        find_stop_code,
        handle_stop_signals,
        ignore_further_signals,
    )

    forbid_core_dumps()
    handle_stop_signals()
    try:
        code = _run_command()
    except Stopped as stopped:
        code = stopped.exit_code
    except Exception:
        if not _has_lost_terminal():
            raise
        code = 129  # as by SIGHUP, which may be ignored; a traceback has nowhere to go
    except BaseException:  # pydantic_core's own, if the signal came while it was imported
        if (ended := find_stop_code()) is None:
            raise
        code = ended
    finally:
        ignore_further_signals()
        _flush_outputs()
    exit_process(code)


def _has_lost_terminal() -> bool:
    """Whether the terminal of stderr is lost."""
    try:
        import termios  # noqa: PLC0415 - Unix alone has it

        termios.tcgetattr(2)
    except ImportError:  # Windows
        return False
    except termios.error as error:
        return bool(error.args[0] == errno.EIO)
    return False


def _flush_outputs() -> None:
    """Flush stdout and stderr; if this fails at exit, Python would return 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):  # gone, or closed from the start
            with suppress(OSError, ValueError, AttributeError):
                null = os.open(os.devnull, os.O_WRONLY)  # noqa: TID251 - no file
                os.dup2(null, stream.fileno())
                os.close(null)


def _run_command() -> int:
    from tui.terminal.streams import has_dumb_terminal, has_terminal  # noqa: PLC0415 - once Ctrl+C shows no traceback

    if leaks := [name for name in LEAKS if os.environ.get(name)]:
        sys.stderr.write(f"{leaks[0]} {LEAKS[leaks[0]]}: unset it.\n")
        return 2
    if len(sys.argv) == 1 and has_terminal() and not has_dumb_terminal():
        return _open_home()
    from tui.command_line import run  # noqa: PLC0415 - typer: 50 ms, which no first frame waits for

    return run(sys.argv[1:])


def _open_home() -> int:
    """Open the app without importing the command line, which saves 50 ms before the first frame."""
    from engine.config.start import load_start  # noqa: PLC0415 - once Ctrl+C shows no traceback
    from engine.text import escape_controls  # noqa: PLC0415 - once Ctrl+C shows no traceback
    from tui.home import create_home  # noqa: PLC0415 - once Ctrl+C shows no traceback
    from tui.launch import open_app  # noqa: PLC0415 - once Ctrl+C shows no traceback

    try:
        start = load_start()
    except SettingsError as error:
        sys.stderr.write(f"{escape_controls(str(error))}\n")
        return 2
    return open_app(partial(create_home, start), start)
