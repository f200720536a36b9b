"""The last set-up, remembered from one evening to the next, without anything secret."""

import json
import os
from pathlib import Path

from engine.games.catalog import CATALOG
from engine.lineup import LineupError, parse_spec
from engine.options import OptionError
from engine.text import clean
from screens.game_setup import Setup
from words.folders import data_folder

FILE = "setup.json"
LARGEST = 100_000
"""The most bytes of it that are read."""


class LastSetupError(ValueError):
    """A file of memories that cannot be used."""


def place() -> Path:
    """Where it is kept."""
    return data_folder() / FILE


def recall() -> Setup | None:
    """The last set-up; nothing if none has been kept, or if it means nothing any more.

    Raises:
        Forgotten: If the file is damaged, in words for a person.
    """
    path = place()
    try:
        with path.open("rb") as file:
            data = json.loads(file.read(LARGEST))
        return _setup(str(data["game"]), dict(data["seats"]), dict(data["options"]))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LastSetupError(f"{path} cannot be read: {error.strerror}. Starting afresh.") from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise LastSetupError(f"{path} is damaged and not used. Starting afresh.") from None


def remember(setup: Setup) -> None:
    """Keep a set-up, without its seed and without options that may name a secret.

    Raises:
        OSError: If it cannot be written.
    """
    options = CATALOG[setup.game].options
    data = {
        "game": setup.game,
        "seats": dict(setup.seats),
        "options": {n: t for n, t in setup.options.items() if not options[n].note.secret},
    }
    path = place()
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(file, "w", encoding="utf-8") as stream:
        json.dump(data, stream, ensure_ascii=False)
    draft.replace(path)


def _setup(game: str, seats: dict[str, object], options: dict[str, object]) -> Setup | None:
    """The set-up, if it still means something to this Parlour."""
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
