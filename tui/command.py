"""The entry point of the command `parlour`."""

import sys

from tui.stop_signals import Stopped, handle_stop_signals, ignore_further_signals


def main() -> None:
    """Open the app at once if there are no arguments; else read the command line."""
    handle_stop_signals()
    try:
        code = _run_command()
    except Stopped as stopped:
        code = stopped.exit_code
    finally:
        ignore_further_signals()
    sys.exit(code)


def _run_command() -> int:
    from tui.terminal_probe import has_dumb_terminal, has_terminal

    if len(sys.argv) == 1 and has_terminal() and not has_dumb_terminal():
        return _open_home()
    from tui.command_line import run

    return run(sys.argv[1:])


def _open_home() -> int:
    """Open the app without importing the command line: it saves 50 ms before the first frame."""
    from engine.settings_paths import SettingsError
    from tui.launch import open_app
    from tui.preferences import load_preferences
    from tui.sessions import create_home, games_folder
    from words.space_format import SpaceError

    try:
        preferences = load_preferences()
        games_folder()
    except (SettingsError, SpaceError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return open_app(create_home, preferences)
