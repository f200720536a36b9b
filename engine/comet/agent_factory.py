"""Create the CoMet agent of a seat."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engine.comet.module_client import create_client
from engine.comet.settings import create_comet_settings
from engine.game import Game
from engine.llm.budget import Budget
from engine.llm.model import Model
from engine.player import Player
from engine.seat import Seat


def create_agent(
    model: Model,
    game: Game[Any, Any, Any, Any],
    seat: Seat,
    seed: str,
    values: Mapping[str, Any],
    calls_file: Path | None,
    on_learned: Callable[[str], None],
    budget: Budget | None,
    count_moves: Callable[[], int],
) -> Player[Any, Any]:
    """Create the agent of a seat.

    Args:
        model: The model to ask, with the seat's settings.
        game: The rules.
        seat: The seat.
        seed: The seed of the match.
        values: The settings of the seat by name.
        calls_file: The file that every call is appended to; `None` logs none.
        on_learned: Called with a message for everybody when a server refuses a setting.
        budget: The budget that all models of the run share.
        count_moves: Counts the moves that the seat has made.

    Raises:
        SetupError: If the budget is money and the model has no price, or the pool cannot be read.
    """
    name, kind = game.seats[seat], type(game)
    client = create_client(
        model, kind, game.seats, name, values, calls_file, on_learned, budget, count_moves
    )
    settings = create_comet_settings(kind, values)
    return game.create_comet_agent(client, game, seat, seed, settings, calls_file, count_moves)
