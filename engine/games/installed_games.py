"""Games of other packages, which name them as entry points of the group `parlour.games`.

An entry point such as `signals = "signals.rules:Signals"` is code that somebody has installed, so a
journal or an experiment may name the game. Each is imported when all games are listed, or when a
name is none of ours.
"""

from collections.abc import Collection
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from engine.game import Game, GameType
from engine.text import clean

GROUP = "parlour.games"
LONGEST_REASON = 300


@dataclass(frozen=True, slots=True)
class InstalledGames:
    """The games of other packages, by the names of their entry points."""

    games: dict[str, GameType]
    faults: dict[str, str]
    """Why others cannot be played, as sentences."""


def load_installed_games(taken: Collection[str]) -> InstalledGames:
    """Load the games of other packages.

    One that cannot be loaded does not keep others from being played: what is wrong is said by
    `parlour doctor`, and to whoever asks for the game.

    Args:
        taken: The names of our own games.
    """
    found = InstalledGames({}, {})
    for entry in sorted(entry_points(group=GROUP)):
        where = f"{entry.value} of {_name_package(entry)}"
        if entry.name in taken or entry.name in found.games:
            found.faults.setdefault(entry.name, f"{where} has the name of another game.")
            continue
        try:
            found.games[entry.name] = _load(entry)
        except Exception as error:  # noqa: BLE001 - the code of others may raise anything
            why = f"{type(error).__name__}: {error}"
            found.faults[entry.name] = f"{where} cannot be loaded: {clean(why, LONGEST_REASON)}"
    return found


def _load(entry: EntryPoint) -> GameType:
    game = entry.load()
    if not isinstance(game, type) or not issubclass(game, Game):
        raise TypeError(f"{entry.value} is no game: it does not derive from Game.")
    if game.name != entry.name:
        raise ValueError(f"the entry point is called {entry.name}, the game's folder {game.name}.")
    if not all(isinstance(getattr(game, one, None), str) for one in ("title", "summary")):
        raise TypeError("the game has no title, or no summary.")
    if not game.usual_seats():
        raise ValueError("the game has no seats.")
    game.list_options()
    return game


def _name_package(entry: EntryPoint) -> str:
    return f"the package {clean(entry.dist.name)}" if entry.dist else "a package"


def find_package_version(game: GameType) -> tuple[str, str] | None:
    """Find the package that brings a game, and its version; `None` for our own games."""
    for entry in entry_points(group=GROUP, name=game.name):
        if entry.dist and entry.module == game.__module__:
            return clean(entry.dist.name), clean(entry.dist.version)
    return None
