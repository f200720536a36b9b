"""The games by name."""

from engine.games.decrypto.rules import DECRYPTO
from engine.games.definition import GameDefinition
from engine.games.dixit.rules import DIXIT
from engine.games.taboo.rules import TABOO
from engine.games.undercover.rules import UNDERCOVER
from engine.options import unknown

CATALOG = {definition.name: definition for definition in (DECRYPTO, DIXIT, UNDERCOVER, TABOO)}
"""Every game there is."""


class UnknownGame(ValueError):
    """A name that is in no catalog."""


def find(name: str) -> GameDefinition:
    """The entry of that name.

    Raises:
        UnknownGame: With the names there are, and the nearest.
    """
    if name not in CATALOG:
        raise UnknownGame(unknown("game", name, CATALOG))
    return CATALOG[name]
