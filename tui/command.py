"""The entry point of the command `parlour`."""

import sys


def main() -> None:
    """Open the app at once if there are no arguments; else read the command line."""
    from tui.terminal_probe import has_terminal

    if len(sys.argv) == 1 and has_terminal():
        sys.exit(_open_home())
    from tui.command_line import run

    sys.exit(run(sys.argv[1:]))


def _open_home() -> int:
    """Open the app without importing the command line: it saves 50 ms before the first frame."""
    from engine.settings_files import SettingsError
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
