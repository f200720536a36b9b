"""The catalog of all games, and functions that find a game by its name."""

from engine.game import GameType
from engine.games.decrypto.rules import Decrypto
from engine.games.dixit.rules import Dixit
from engine.games.taboo.rules import Taboo
from engine.games.undercover.rules import Undercover
from engine.journal.record import JournalError, Record
from engine.suggestion import explain_unknown

GAMES: tuple[GameType, ...] = (Decrypto, Dixit, Undercover, Taboo)
"""Every game, in menu order."""

CATALOG: dict[str, GameType] = {game.name: game for game in GAMES}
"""Every game by its name."""


class UnknownGame(ValueError):
    """A name that is not in the catalog."""


def find(name: str) -> GameType:
    """Find the game of that name.

    Raises:
        UnknownGame: If there is none; the message gives all names and the nearest one.
    """
    if name not in CATALOG:
        raise UnknownGame(explain_unknown("game", name, CATALOG))
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
