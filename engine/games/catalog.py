"""The names of all games, and functions that find the definition of a game by its name."""

from importlib import import_module

from engine.games.definition import GameDefinition
from engine.journal_reader import JournalError, Record
from engine.options import explain_unknown

NAMES = (
    "decrypto",
    "dixit",
    "undercover",
    "taboo",
)
"""The folders of the games, in menu order. A new game needs one line here."""


def load_definition(name: str) -> GameDefinition:
    """Load the definition from the game's `rules.py`.

    Raises:
        LookupError: If the file does not exist.
    """
    module = f"engine.games.{name}.rules"
    try:
        definition: GameDefinition = import_module(module).GAME
    except ModuleNotFoundError as error:
        if error.name not in (module, module.removesuffix(".rules")):
            raise  # the game exists, but one of its imports is missing
        file = f"{module.replace('.', '/')}.py"
        raise LookupError(f"catalog.NAMES lists {name!r}, but there is no {file}.") from None
    return definition


CATALOG: dict[str, GameDefinition] = {name: load_definition(name) for name in NAMES}
"""Every game by its name."""


class UnknownGame(ValueError):
    """A name that is not in the catalog."""


def find(name: str) -> GameDefinition:
    """Find the game of that name.

    Raises:
        UnknownGame: If there is none; the message gives all names and the nearest one.
    """
    if name not in CATALOG:
        raise UnknownGame(explain_unknown("game", name, CATALOG))
    return CATALOG[name]


def find_recorded(record: Record) -> GameDefinition:
    """Find the game of a journal.

    Raises:
        JournalError: If there is no such game; the message names the file.
    """
    try:
        return find(record.header.game)
    except UnknownGame as error:
        raise JournalError(f"{record.path}, line 1: {error}") from None
