"""Create the CoMet agent of a seat."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engine.comet.client import ModuleClient, ReplyGame, get_prompt
from engine.comet.module import Question
from engine.comet.pool import Pool
from engine.comet.settings import UndercoverSettings, create_comet_settings
from engine.comet.taboo import TabooAgent
from engine.comet.undercover import UndercoverAgent
from engine.game import Game
from engine.llm.budget import Budget
from engine.llm.model import Model
from engine.llm.player import ModelPlayer
from engine.seat import Seat


def create_agent(
    model: Model,
    game_name: str,
    game: Game[Any, Any, Any, Any],
    seat: Seat,
    seed: str,
    values: Mapping[str, Any],
    calls_file: Path | None,
    on_learned: Callable[[str], None],
    budget: Budget | None,
    count_moves: Callable[[], int],
) -> UndercoverAgent | TabooAgent:
    """Create the agent of a seat.

    Args:
        model: The model to ask, with the seat's settings.
        game_name: The game's name in the catalog.
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
    settings = create_comet_settings(game_name, values)
    replies: Any = ReplyGame(game_name, game.seats)
    player: ModelPlayer[Question, Any] = ModelPlayer(
        model, replies, get_prompt, game.seats[seat], calls_file, on_learned, budget, count_moves
    )
    client = ModuleClient(player, settings, values.get("temperature"))
    if not isinstance(settings, UndercoverSettings):
        return TabooAgent(client, game, seat, settings, calls_file, count_moves)
    pool = Pool.read(Path(settings.pool).expanduser()) if settings.pool else None
    return UndercoverAgent(client, game, seat, seed, settings, pool, calls_file, count_moves)
