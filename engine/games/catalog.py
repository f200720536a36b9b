"""The games by name."""

from importlib import import_module

from engine.games.definition import GameDefinition
from engine.options import explain_unknown

NAMES = (
    "decrypto",
    "dixit",
    "undercover",
    "taboo",
)
"""The folders of the games, in the order of menus: a new game is one line here."""

CATALOG: dict[str, GameDefinition] = {
    name: import_module(f"engine.games.{name}.rules").GAME for name in NAMES
}
"""Every game by its name."""


class UnknownGame(ValueError):
    """A name that is in no catalog."""


def find(name: str) -> GameDefinition:
    """Find the game of that name.

    Raises:
        UnknownGame: With the names there are, and the nearest.
    """
    if name not in CATALOG:
        raise UnknownGame(explain_unknown("game", name, CATALOG))
    return CATALOG[name]
