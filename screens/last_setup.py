"""The last set-up, saved for the next time that Parlour is opened, without anything secret."""

import json
import os
from pathlib import Path

from engine.games.catalog import CATALOG
from engine.lineup import LineupError, parse_spec
from engine.options import OptionError
from engine.text import clean
from screens.game_setup import Setup
from words.space_folders import data_folder

FILE = "setup.json"
MAX_BYTES = 100_000
"""The most bytes of the file that are read."""


class LastSetupError(ValueError):
    """The saved set-up cannot be used."""


def last_setup_path() -> Path:
    """The file in which the last set-up is saved."""
    return data_folder() / FILE


def load_last_setup() -> Setup | None:
    """Load the last set-up.

    Returns:
        The set-up; `None` if none was saved, or if its game, seats or players do not exist here.

    Raises:
        LastSetupError: If the file cannot be read or is damaged.
    """
    path = last_setup_path()
    try:
        with path.open("rb") as file:
            data = json.loads(file.read(MAX_BYTES))
        return _check_setup(str(data["game"]), dict(data["seats"]), dict(data["options"]))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LastSetupError(f"{path} cannot be read: {error.strerror}. Starting afresh.") from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise LastSetupError(f"{path} is damaged and not used. Starting afresh.") from None


def save_last_setup(setup: Setup) -> None:
    """Save a set-up, without its seed and without options that may hold a secret.

    Raises:
        OSError: If the file cannot be written.
    """
    options = CATALOG[setup.game].options
    data = {
        "game": setup.game,
        "seats": dict(setup.seats),
        "options": {n: t for n, t in setup.options.items() if not options[n].note.secret},
    }
    path = last_setup_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(file, "w", encoding="utf-8") as stream:
        json.dump(data, stream, ensure_ascii=False)
    draft.replace(path)


def _check_setup(game: str, seats: dict[str, object], options: dict[str, object]) -> Setup | None:
    """The set-up, if its game, seats and players still exist."""
    if game not in CATALOG:
        return None
    definition = CATALOG[game]
    given = {name: str(text) for name, text in options.items() if name in definition.options}
    try:
        specs = {seat: clean(str(seats[seat])) for seat in definition.seats_for(given)}
        for spec in specs.values():
            parse_spec(spec)
    except (LineupError, OptionError):
        return None
    return Setup(game, specs, given)
