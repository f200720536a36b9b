"""The games by name."""

from engine.decrypto.entry import DECRYPTO
from engine.dixit.entry import DIXIT
from engine.entry import Entry
from engine.options import unknown
from engine.taboo.entry import TABOO
from engine.undercover.entry import UNDERCOVER

CATALOG = {entry.name: entry for entry in (DECRYPTO, DIXIT, UNDERCOVER, TABOO)}
"""Every game there is."""


class UnknownGame(ValueError):
    """A name that is in no catalog."""


def find(name: str) -> Entry:
    """The entry of that name.

    Raises:
        UnknownGame: With the names there are, and the nearest.
    """
    if name not in CATALOG:
        raise UnknownGame(unknown("game", name, CATALOG))
    return CATALOG[name]
