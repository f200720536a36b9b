"""Fixed positions of every game and role: what an agent is checked with."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.game import Game, Seat
from engine.games.definition import GameDefinition
from engine.match import Match

SEED = "check"
"""Chance of the games from which positions are taken, so that they are always the same."""
GAMES = 8
"""How many games are played at most to have enough positions of every role."""


@dataclass(frozen=True, slots=True)
class Position:
    """One seat at one moment of a game."""

    game: Game[Any, Any, Any]
    material: Mapping[str, Any]
    """What the game was played with."""
    seat: Seat
    role: str
    """What the seat has to do here."""
    view: Any


async def positions(definition: GameDefinition, each: int) -> dict[str, list[Position]]:
    """Positions by role, in the order in which roles come up: early, late and between.

    The games are played by seats that move at random, with the default options.

    Args:
        definition: The game.
        each: How many positions of each role, if games last long enough.
    """
    found: dict[str, list[Position]] = defaultdict(list)
    for number in range(GAMES):
        for position in await _played(definition, f"{SEED}/{number}"):
            found[position.role].append(position)
        if all(len(of_role) >= each for of_role in found.values()):
            break
    return {role: _spread(of_role, each) for role, of_role in found.items()}


def role_of(game: Game[Any, Any, Any], view: Any) -> str:  # noqa: ANN401
    """What a seat has to do: its role if the game gives one, else the kind of its move."""
    role = getattr(view, "role", None)
    kinds = game.moves(view)
    return str(role.name if role is not None else kinds[0].__name__).lower()


async def _played(definition: GameDefinition, seed: str) -> list[Position]:
    options = definition.options_type()
    material = definition.draw(options, Random(f"{seed}/material"))
    game = definition.rules(options, material)
    match = Match(game, seed)
    players = {seat: definition.create_random_player(seat, seed) for seat in match.seats}
    met = []
    while awaited := match.awaits:
        for seat in sorted(awaited):
            view = match.view(seat)
            met.append(Position(game, material, seat, role_of(game, view), view))
            match.submit(seat, await players[seat].decide(view, None))
    return met


def _spread(met: list[Position], count: int) -> list[Position]:
    """So many of them at equal distances, the first and the last among them."""
    if len(met) <= count or count == 1:
        return met[:count]
    return [met[number * (len(met) - 1) // (count - 1)] for number in range(count)]
