"""What is remembered from game to game: the last set-up, and the players' looks and wins.

Both are files in the data folder, `setup.json` and `players.json`. `name_seats` names the players
of a table, with the colours and marks that they had before.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import time

from engine.errors import OptionError
from engine.game import GameType
from engine.games.catalog import CATALOG
from engine.names import distinguish_names
from engine.players.spec import (
    MAX_NAME_LENGTH,
    LineupError,
    Spec,
    move_options_to_seats,
    parse_spec,
)
from engine.text import clean
from files.private import replace_private_file
from files.regular import read_bytes
from screens.player_names_and_colours import MARKS, SeatNames, assign_looks


@dataclass(frozen=True, slots=True)
class Setup:
    """All choices before a game, as validated text."""

    game: str
    """The game's name in the catalog."""
    seats: Mapping[str, str]
    """By seat name, in table order: the string that describes the player: `llm:qwen3@local`."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options that differ from the default."""
    seed: str = ""
    """The seed; empty for a new one."""


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
    definition = CATALOG[setup.game]
    options = definition.list_options() | definition.list_moved_options()
    kept = {
        "game": setup.game,
        "seats": dict(setup.seats),
        "options": {n: t for n, t in setup.options.items() if not options[n].mark.secret},
    }
    replace_private_file(get_last_setup_path(data), json.dumps(kept, ensure_ascii=False))


def _check_setup(game: str, seats: dict[str, object], options: dict[str, object]) -> Setup | None:
    """The set-up, if its game, seats and players still exist."""
    if game not in CATALOG:
        return None
    definition = CATALOG[game]
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


PLAYERS_FILE = "players.json"
MAX_PLAYERS_BYTES = 20_000
MAX_KNOWN = 40
"""Maximum number of players that are remembered."""
PAUSE = 8 * 3600
"""Seconds without a game after which wins are reset."""


@dataclass(frozen=True, slots=True)
class PlayerHistory:
    """Data about the players that is kept from one game to the next."""

    people: tuple[str, ...] = ()
    """The last typed names of people, in their order."""
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
        people = tuple(clean(str(name), MAX_NAME_LENGTH) for name in read["people"])[: len(MARKS)]
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


def rank_wins(history: PlayerHistory) -> list[tuple[str, int]]:
    """Rank the players by their number of wins, most first."""
    return sorted(history.wins.items(), key=lambda item: (-item[1], item[0]))


def name_seats(
    seats: Sequence[str],
    specs: Sequence["Spec"],
    definition: "GameType | None" = None,
    *,
    data: Path,
) -> SeatNames:
    """Name the players of a table, with the marks and colours that they had in earlier games.

    Args:
        seats: The seats' names.
        specs: The SPECs of the players.
        definition: The game, whose default settings are left out.
        data: The data folder, with what is known of the players.
    """
    labels = distinguish_names(
        [
            clean(spec.display_name(seat, definition))
            for seat, spec in zip(seats, specs, strict=True)
        ]
    )
    looks = assign_looks(labels, load_player_history(data).looks)
    machines = frozenset(seat for seat, spec in enumerate(specs) if not spec.is_human)
    return SeatNames(tuple(seats), labels, looks, machines)  # type: ignore[arg-type]
