"""Remember the last set-up in a file of the data folder."""

import json
from pathlib import Path

from engine.errors import OptionError
from engine.games.catalog import UnknownGame, find
from engine.players.spec import LineupError, move_options_to_seats, parse_spec
from engine.text import clean
from files.regular import read_bytes
from files.replacement import replace_private_file
from screens.setup.setup import Setup

SETUP_FILE = "setup.json"


MAX_SETUP_BYTES = 100_000
"""Maximum size of the file that is read, in bytes."""


class LastSetupError(ValueError):
    """The saved set-up cannot be used."""


def get_last_setup_path(data: Path) -> Path:
    """The file in which the last set-up is saved."""
    return data / SETUP_FILE


def load_last_setup(data: Path) -> Setup | None:
    """Load the last set-up from the data folder.

    Returns:
        The set-up; `None` if none was saved, or if its game, seats or players do not exist here.

    Raises:
        LastSetupError: If the file cannot be read or is damaged.
    """
    path = get_last_setup_path(data)
    try:
        read = json.loads(read_bytes(path, MAX_SETUP_BYTES))
        return _check_setup(str(read["game"]), dict(read["seats"]), dict(read["options"]))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LastSetupError(f"{path} cannot be read: {error.strerror}. Starting afresh.") from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise LastSetupError(f"{path} is damaged and not used. Starting afresh.") from None


def save_last_setup(setup: Setup, data: Path) -> None:
    """Save a set-up, without its seed and options that may contain a secret.

    Raises:
        OSError: If the file cannot be written.
    """
    definition = find(setup.game)
    options = definition.list_options() | definition.list_moved_options()
    kept = {
        "game": setup.game,
        "seats": dict(setup.seats),
        "options": {n: t for n, t in setup.options.items() if not options[n].mark.secret},
    }
    replace_private_file(get_last_setup_path(data), json.dumps(kept, ensure_ascii=False))


def _check_setup(game: str, seats: dict[str, object], options: dict[str, object]) -> Setup | None:
    """The set-up, if its game, seats and players still exist."""
    try:
        definition = find(game)
    except UnknownGame:
        return None
    known = definition.list_options() | definition.list_moved_options()
    given = {name: str(text) for name, text in options.items() if name in known}
    try:
        specs = {
            seat: parse_spec(clean(str(seats[seat])), definition)
            for seat in definition.parse_seats(given)
        }
        moved = move_options_to_seats(definition, given, specs)
    except (LineupError, OptionError):
        return None
    given = {name: text for name, text in given.items() if name in definition.list_options()}
    return Setup(game, {seat: str(spec) for seat, spec in moved.items()}, given)
