"""What is remembered of players from game to game: their names, looks and wins."""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import time

from engine.players.spec import MAX_NAME_LENGTH
from engine.text import clean
from files.regular import read_bytes
from files.replacement import replace_private_file
from screens.players.look import MARKS

PLAYERS_FILE = "players.json"


MAX_PLAYERS_BYTES = 20_000


MAX_PEOPLE = 20
"""Maximum number of names of people that are suggested."""


MAX_KNOWN = 40
"""Maximum number of players that are remembered."""


PAUSE = 8 * 3600
"""Seconds without a game after which wins are reset."""


@dataclass(frozen=True, slots=True)
class PlayerHistory:
    """Data about the players that is kept from one game to the next."""

    people: tuple[str, ...] = ()
    """The names of people who have played, the last ones first."""
    looks: Mapping[str, int] = field(default_factory=dict)
    """The mark and colour of each player, by name in small letters."""
    games: int = 0
    """Number of finished games."""
    wins: Mapping[str, int] = field(default_factory=dict)
    """By name: the number of games that the player has won, possibly 0."""
    last: float = 0.0
    """The end of the last game, in seconds since 1970."""


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
        tally = dict(read.get("tally", {}))
        wins = (
            {clean(str(name)): max(int(count), 0) for name, count in dict(tally["wins"]).items()}
            if tally
            else {}
        )
        games, last = max(int(tally.get("games", 0)), 0), float(tally.get("last", 0))
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
    if not 0 <= time() - last < PAUSE:
        games, wins, last = 0, {}, 0.0
    return PlayerHistory(people, looks, games, wins, last)


def save_player_history(history: PlayerHistory, data: Path) -> None:
    """Save the data about players.

    Raises:
        OSError: If the file cannot be written.
    """
    looks = dict(list(history.looks.items())[-MAX_KNOWN:])
    wins = dict(list(history.wins.items())[-MAX_KNOWN:])
    tally = {"games": history.games, "wins": wins, "last": history.last}
    kept = {"people": history.people, "looks": looks, "tally": tally}
    replace_private_file(data / PLAYERS_FILE, json.dumps(kept, ensure_ascii=False))


def count_game(players: Iterable[str], winners: Iterable[str], data: Path) -> PlayerHistory:
    """Count a finished game in the tally of wins, and save it as far as possible.

    Args:
        players: The names of all players.
        winners: The names of the winners.
        data: The data folder.
    """
    won = set(winners)
    history = PlayerHistory()
    with suppress(OSError):  # the tally is not essential
        history = read_player_history(data)
        wins = dict(history.wins)
        for name in players:
            wins[name] = wins.pop(name, 0) + (name in won)
        history = replace(history, games=history.games + 1, wins=wins, last=time())
        save_player_history(history, data)
    return history


def merge_people(typed: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """Put the names typed last before those that are known, each once."""
    names = {name.casefold(): name for name in reversed([*typed, *known])}
    return tuple(reversed(names.values()))[:MAX_PEOPLE]


def rank_wins(history: PlayerHistory) -> list[tuple[str, int]]:
    """Rank the players by their number of wins, most first."""
    return sorted(history.wins.items(), key=lambda item: (-item[1], item[0]))
