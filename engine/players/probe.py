"""Ask an agent one short question of a game, to see whether it can play."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.game import GameType
from engine.games.catalog import GAMES
from engine.play import do_nothing
from engine.player import Player
from engine.players.agent_check import CheckResult, check_agent
from engine.players.factory import create_player
from engine.players.spec import Spec
from engine.sample_position import SEED, Position, build_positions

if TYPE_CHECKING:
    from engine.config.settings import Settings


async def ask_once(
    spec: Spec, settings: "Settings", notify: Callable[[str], None] = do_nothing
) -> CheckResult:
    """Ask an agent for one move in a fixed position, of the last role of the first game of words.

    Args:
        spec: The agent.
        settings: The settings in force.
        notify: Called with messages for everybody, such as that a server is waited for.

    Raises:
        LineupError: If it cannot be seated.
    """

    def create(definition: GameType, position: Position) -> Player[Any, Any]:
        return create_player(
            spec,
            definition,
            position.game,
            position.seat,
            SEED,
            settings=settings,
            notify=notify,
        )

    game = next(one for one in GAMES if not one.has_pictures)
    *_, role = await build_positions(game, 1)
    answers = [answer async for answer in check_agent([game], create, 1, role)]
    return answers[0]
