"""Take positions by role from games of random players."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.game import Game, GameType
from engine.match import Match
from engine.seat import Seat

SEED = "check"
"""The seed of the games that positions are taken from, so that they are always the same."""


GAMES = 8
"""Maximum number of games played to get enough positions for every role."""


@dataclass(frozen=True, slots=True)
class Position:
    """One seat at one moment of a game."""

    game: Game[Any, Any, Any, Any]
    material: Mapping[str, Any]
    """The material of the game."""
    seat: Seat
    role: str
    """See `name_role`."""
    view: Any


async def build_positions(
    definition: GameType,
    each: int,
    options: Any = None,  # noqa: ANN401
) -> dict[str, list[Position]]:
    """Build positions by role, spread evenly over games of random players.

    Args:
        definition: The game.
        each: The number of positions for each role, if games are long enough.
        options: The options of the games; `None` for the defaults.
    """
    found: dict[str, list[Position]] = defaultdict(list)
    for number in range(GAMES):
        for position in await _play_randomly(
            definition, f"{SEED}/{number}", options or definition.options_type()
        ):
            found[position.role].append(position)
        if all(len(of_role) >= each for of_role in found.values()):
            break
    return {role: _spread_evenly(of_role, each) for role, of_role in found.items()}


def name_role(game: Game[Any, Any, Any, Any], view: Any) -> str:  # noqa: ANN401
    """Name the role of a seat: the role in the view, or else the kind of its move."""
    role = getattr(view, "role", None)
    kinds = game.moves(view)
    return str(role.name if role is not None else kinds[0].__name__).lower()


async def _play_randomly(
    definition: GameType,
    seed: str,
    options: Any,  # noqa: ANN401
) -> list[Position]:
    game = definition.draw(options, Random(f"{seed}/material"))
    match = Match(game, seed)
    players = {seat: definition.create_random_player(seat, seed) for seat in match.seats}
    met = []
    while awaited := match.awaits:
        for seat in sorted(awaited):
            view = match.view(seat)
            met.append(Position(game, game.material, seat, name_role(game, view), view))
            match.submit(seat, await players[seat].decide(view, None))
    return met


def _spread_evenly(met: list[Position], count: int) -> list[Position]:
    """Choose a number of positions at equal distances, including the first and the last."""
    if len(met) <= count or count == 1:
        return met[:count]
    return [met[number * (len(met) - 1) // (count - 1)] for number in range(count)]
