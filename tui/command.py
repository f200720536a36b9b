"""The command `parlour`."""

import sys


def main() -> None:
    """Open the app at once if nothing else is asked for; else read the command line."""
    from tui.terminal import at_terminal

    if len(sys.argv) == 1 and at_terminal():
        sys.exit(_home())
    from tui.commands import run

    sys.exit(run(sys.argv[1:]))


def _home() -> int:
    """The app, without what it takes to read a command line: 50 ms before the first frame."""
    from engine.config_files import SettingsError
    from tui.launch import open_app
    from tui.preferences import prefer
    from tui.sessions import games_folder, home
    from words.layout import SpaceError

    try:
        preferences = prefer()
        games_folder()
    except (SettingsError, SpaceError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return open_app(home, preferences)
