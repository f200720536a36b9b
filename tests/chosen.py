"""The game that `pytest --game NAME` checks, and the options it is checked with."""

import os
import sys
from collections.abc import Iterator
from importlib import import_module

import pytest

from engine.game import Game, GameType
from engine.games.catalog import CATALOG, UnknownGame, find

type Given = dict[str, object]
"""Options by name; the others have their default."""


def load_chosen_game(name: str) -> GameType:
    """Load a game of the catalog, or `MODULE:GAME`; the working folder is searched, too.

    Raises:
        pytest.UsageError: If there is none; the message lists the games.
    """
    module, colon, attribute = name.partition(":")
    if not colon:
        try:
            return find(name)
        except UnknownGame as error:
            raise pytest.UsageError(
                f"{error} A game elsewhere is MODULE:GAME, such as signals.rules:Signals."
            ) from None
    here = os.getcwd()  # noqa: PTH109 - as entries of sys.path are
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        game = getattr(import_module(module), attribute, None)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise  # an import of its own
        raise pytest.UsageError(f"{name}: there is no module {error.name!r}.") from None
    if not isinstance(game, type) or not issubclass(game, Game):
        raise pytest.UsageError(
            f"{name}: {module} has no game {attribute!r}. In the catalog there is: "
            f"{', '.join(CATALOG)}."
        )
    return game


def list_variants(game: GameType) -> Iterator[Given]:
    """List options to check a game with: the usual ones, then each at every end and choice."""
    yield {}
    for name, option in game.list_options().items():
        values: tuple[object, ...] = option.choices
        if option.value_type is bool:
            values = (True, False)
        elif option.low is not None and option.high is not None:
            values = (option.low, option.high)
        yield from ({name: value} for value in values if value != option.default)
