"""The catalog of all games, ours and installed ones, and functions that find a game by its name."""

from collections.abc import Mapping
from functools import cache

from engine.game import GameType
from engine.games.decrypto.rules import Decrypto
from engine.games.dixit.rules import Dixit
from engine.games.installed_games import load_installed_games
from engine.games.taboo.rules import Taboo
from engine.games.undercover.rules import Undercover
from engine.journal.errors import JournalError
from engine.journal.record import Record
from engine.suggestion import explain_unknown

GAMES: tuple[GameType, ...] = (Decrypto, Dixit, Undercover, Taboo)
"""Our own games, in menu order."""

CATALOG: dict[str, GameType] = {game.name: game for game in GAMES}
"""The games that are loaded, by name: our own, and others once they have been looked for."""


class UnknownGame(ValueError):
    """A name that is not in the catalog."""


def list_games() -> Mapping[str, GameType]:
    """List every game by its name: our own in menu order, then those of other packages."""
    _add_installed_games()
    return CATALOG


def list_faulty_games() -> Mapping[str, str]:
    """List the installed games that cannot be played: what is wrong, by the name of the game."""
    return _add_installed_games()


@cache
def _add_installed_games() -> Mapping[str, str]:
    """Add the games of other packages to the catalog, once; return what is wrong with others."""
    installed = load_installed_games(CATALOG)
    CATALOG.update(installed.games)
    return installed.faults


def find(name: str) -> GameType:
    """Find the game of that name.

    Raises:
        UnknownGame: If there is none; the message gives all names and the nearest one.
    """
    if name not in CATALOG:
        faults = _add_installed_games()
        if name not in CATALOG:
            raise UnknownGame(faults.get(name) or explain_unknown("game", name, CATALOG))
    return CATALOG[name]


def find_recorded(record: Record) -> GameType:
    """Find the game of a journal.

    Raises:
        JournalError: If there is no such game; the message names the file.
    """
    try:
        return find(record.header.game)
    except UnknownGame as error:
        raise JournalError(f"{record.path}, line 1: {error}") from None
