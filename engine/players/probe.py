"""Ask an agent one short question of a game, to see whether it can play."""

from typing import TYPE_CHECKING, Any

from engine.game import GameType
from engine.games.catalog import find
from engine.player import Player
from engine.players.check import CheckResult, check_agent
from engine.players.factory import create_player
from engine.players.spec import Spec
from engine.position import SEED, Position

if TYPE_CHECKING:
    from engine.config.settings import Settings

GAME, ROLE = "decrypto", "decoder"
"""A short prompt, and a short answer that is easy to judge."""


async def ask_once(spec: Spec, settings: "Settings") -> CheckResult:
    """Ask an agent for one move in a fixed position.

    Raises:
        LineupError: If it cannot be seated.
    """

    def create(definition: GameType, position: Position) -> Player[Any, Any]:
        return create_player(
            spec, definition, position.game, position.seat, SEED, settings=settings
        )

    answers = [answer async for answer in check_agent([find(GAME)], create, 1, ROLE)]
    return answers[0]
