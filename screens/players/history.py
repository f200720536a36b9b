"""What is remembered of players from game to game: their names and looks."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.players.spec import MAX_NAME_LENGTH
from engine.text import clean
from files.regular import read_bytes
from files.replacement import replace_private_file
from screens.players.marks import MARKS

PLAYERS_FILE = "players.json"


MAX_PLAYERS_BYTES = 20_000


MAX_PEOPLE = 20
"""Maximum number of names of people that are suggested."""


MAX_KNOWN = 40
"""Maximum number of players that are remembered."""


@dataclass(frozen=True, slots=True)
class PlayerHistory:
    """Data about the players that is kept from one game to the next."""

    people: tuple[str, ...] = ()
    """The names of people who have played, the last ones first."""
    looks: Mapping[str, int] = field(default_factory=dict)
    """The mark and colour of each player, by name in small letters."""


def load_player_history(data: Path) -> PlayerHistory:
    """Load the data about players; empty if the file cannot be read or is damaged."""
    try:
        return read_player_history(data)
    except OSError:
        return PlayerHistory()


def read_player_history(data: Path) -> PlayerHistory:
    """Read the data about players; empty if the file is missing or damaged.

    Raises:
        OSError: If it exists but cannot be read, so that it is not overwritten.
    """
    try:
        read = json.loads(read_bytes(data / PLAYERS_FILE, MAX_PLAYERS_BYTES))
        people = tuple(clean(str(name), MAX_NAME_LENGTH) for name in read["people"])[:MAX_PEOPLE]
        looks = {
            clean(str(name)): int(look) % len(MARKS) for name, look in dict(read["looks"]).items()
        }
    except (
        FileNotFoundError,
        NotADirectoryError,
        ValueError,
        OverflowError,
        TypeError,
        KeyError,
        RecursionError,
    ):
        return PlayerHistory()
    return PlayerHistory(people, looks)


def save_player_history(history: PlayerHistory, data: Path) -> None:
    """Save the data about players.

    Raises:
        OSError: If the file cannot be written.
    """
    looks = dict(list(history.looks.items())[-MAX_KNOWN:])
    kept = {"people": history.people, "looks": looks}
    replace_private_file(data / PLAYERS_FILE, json.dumps(kept, ensure_ascii=False))


def merge_people(typed: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """Put the names typed last before those that are known, each once."""
    names = {name.casefold(): name for name in reversed([*typed, *known])}
    return tuple(reversed(names.values()))[:MAX_PEOPLE]
