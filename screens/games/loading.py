"""Load the UI of a game, with defaults for what its package leaves out."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any, cast

from engine.games.part_protocols import MissingPart
from screens.games.default_ui import DefaultUI
from screens.games.ui import OPTIONAL, REQUIRED, GameUI


def load_game_ui(game: str) -> GameUI[Any, Any]:
    """Load the UI of a game.

    Args:
        game: Its name in the catalog.

    Raises:
        MissingPart: If the package has no form for people.
    """
    package = f"screens.games.{game}"
    try:
        module = import_module(f"{package}.ui")
    except ModuleNotFoundError as error:
        if error.name not in (package, f"{package}.ui"):
            raise
        module = None
    if module is None or not hasattr(module, REQUIRED):
        raise MissingPart(
            f"People cannot play {game!r} yet: write screens/games/{game}/ui.py with "
            "create_seat_form(view, names, fault, complaint), as screens.games.ui.GameUI says."
        )
    default = DefaultUI(game)
    parts = {name: getattr(module, name, None) or getattr(default, name) for name in OPTIONAL}
    return cast(
        GameUI[Any, Any], SimpleNamespace(create_seat_form=module.create_seat_form, **parts)
    )
