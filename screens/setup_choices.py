"""The choices made on the set-up screen; save and load the last ones."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.games.catalog import CATALOG
from engine.options import OptionError
from engine.player_specs import LineupError, move_options_to_seats, parse_spec
from engine.text import clean, join_names
from screens.games.game_ui import load_game_ui
from words.file_access import read_bytes, replace_private_file
from words.space_files import get_data_folder


@dataclass(frozen=True, slots=True)
class Setup:
    """All choices before a game, as validated text."""

    game: str
    """The game's name in the catalog."""
    seats: Mapping[str, str]
    """By seat name, in table order: the SPEC of the player."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options that differ from the default."""
    seed: str = ""
    """The seed; empty for a new one."""


GROUPS = {
    "human": ("person", "people"),
    "pragmatic": ("machine", "machines"),
    "word2vec": ("machine", "machines"),
    "glove": ("machine", "machines"),
    "vectors": ("machine", "machines"),
    "llm": ("model", "models"),
    "comet": ("model", "models"),
    "exec": ("program", "programs"),
    "py": ("program", "programs"),
    "player": ("program", "programs"),
    "random": ("player of random moves", "players of random moves"),
    "script": ("script", "scripts"),
}
"""By kind of player: the singular and plural of its group."""
COUNTS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def create_first_setup(game: str) -> Setup:
    """Create the default set-up: the game's second preset, and its options for new games."""
    ui = load_game_ui(game)
    line_ups = list(ui.presets.values())
    return Setup(game, line_ups[min(1, len(line_ups) - 1)], ui.new_game_options)


def summarize_lineup(kinds: Iterable[str]) -> str:
    """Summarise in a sentence who plays, and whether the curtain is used.

    Args:
        kinds: The kind of player in each seat, of `GROUPS`.
    """
    tally = Counter(GROUPS[kind] for kind in kinds)
    groups = sorted(tally.items(), key=_is_not_people)
    parts = [_format_count(count, *group) for group, count in groups]
    who = join_names(parts)
    people = tally[GROUPS["human"]]
    if people > 1:
        rest = "pass the keyboard when asked"
    elif people == 1:
        rest = "no need to pass the keyboard"
    else:
        rest = "you watch"
    return f"{who[0].upper()}{who[1:]}; {rest}."


def _is_not_people(item: tuple[tuple[str, str], int]) -> bool:
    return item[0] != GROUPS["human"]


def _format_count(count: int, one: str, several: str) -> str:
    if count == 1:
        return f"one {one}" if one == "person" else f"a {one}"
    return f"{COUNTS[count] if count < len(COUNTS) else count} {several}"


FILE = "setup.json"
MAX_BYTES = 100_000
"""Maximum size of the file that is read, in bytes."""


class LastSetupError(ValueError):
    """The saved set-up cannot be used."""


def get_last_setup_path() -> Path:
    """The file in which the last set-up is saved."""
    return get_data_folder() / FILE


def load_last_setup() -> Setup | None:
    """Load the last set-up.

    Returns:
        The set-up; `None` if none was saved, or if its game, seats or players do not exist here.

    Raises:
        LastSetupError: If the file cannot be read or is damaged.
    """
    path = get_last_setup_path()
    try:
        data = json.loads(read_bytes(path, MAX_BYTES))
        return _check_setup(str(data["game"]), dict(data["seats"]), dict(data["options"]))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LastSetupError(f"{path} cannot be read: {error.strerror}. Starting afresh.") from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise LastSetupError(f"{path} is damaged and not used. Starting afresh.") from None


def save_last_setup(setup: Setup) -> None:
    """Save a set-up, without its seed and options that may contain a secret.

    Raises:
        OSError: If the file cannot be written.
    """
    definition = CATALOG[setup.game]
    options = definition.options | definition.moved_options
    data = {
        "game": setup.game,
        "seats": dict(setup.seats),
        "options": {n: t for n, t in setup.options.items() if not options[n].note.secret},
    }
    replace_private_file(get_last_setup_path(), json.dumps(data, ensure_ascii=False))


def _check_setup(game: str, seats: dict[str, object], options: dict[str, object]) -> Setup | None:
    """The set-up, if its game, seats and players still exist."""
    if game not in CATALOG:
        return None
    definition = CATALOG[game]
    known = definition.options | definition.moved_options
    given = {name: str(text) for name, text in options.items() if name in known}
    try:
        specs = {
            seat: parse_spec(clean(str(seats[seat])), definition)
            for seat in definition.parse_seats(given)
        }
        moved = move_options_to_seats(definition, given, specs)
    except (LineupError, OptionError):
        return None
    given = {name: text for name, text in given.items() if name in definition.options}
    return Setup(game, {seat: str(spec) for seat, spec in moved.items()}, given)
