"""Check an agent by asking it for moves in fixed positions of every game and role.

The positions are taken from games of random players. Each answer is reported as legal, illegal,
unreadable or failed, with its time, tokens and cost.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any, Literal

from engine.game import Game, GameType
from engine.match import Match
from engine.option_errors import explain_unknown
from engine.player_protocol import Player, PlayerError, SetupError, Unreadable, close_player
from engine.seat import Seat

MAX_FAILURES = 3
"""The check stops after this many failures without an answer."""
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


type Verdict = Literal["legal", "illegal", "unreadable", "failed"]
type CreatePlayer = Callable[[GameType, Position], Player[Any, Any]]
"""Creates the agent's player for a position."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one question."""

    game: str
    role: str
    verdict: Verdict
    why: str
    """The reason if it was not legal; else empty."""
    seconds: float
    tokens_in: int
    tokens_out: int
    cost: float | None
    """Its cost, if the price is known."""


async def check_agent(
    definitions: Iterable[GameType], create: CreatePlayer, each: int, role: str | None = None
) -> AsyncIterator[CheckResult]:
    """Ask once in each position.

    Args:
        definitions: The games.
        create: Creates the agent's player.
        each: The number of positions for each role.
        role: The only role to ask in; `None` for every role.

    Raises:
        SetupError: If no game has that role.
        PlayerError: If the agent never answers.
    """
    games = [(definition, await build_positions(definition, each)) for definition in definitions]
    roles = tuple(dict.fromkeys(name for _, by_role in games for name in by_role))
    if role is not None and role not in roles:
        raise SetupError(explain_unknown("role", role, roles))
    failed = count = 0
    for definition, by_role in games:
        for name, of_role in by_role.items():
            if role not in (None, name):
                continue
            for position in of_role:
                answer = await _check_position(definition, position, create)
                count += 1
                failed += answer.verdict == "failed"
                yield answer
                if failed == count == MAX_FAILURES:
                    raise PlayerError(answer.why)


async def _check_position(
    definition: GameType, position: Position, create: CreatePlayer
) -> CheckResult:
    player = create(definition, position)
    verdict: Verdict = "legal"
    why, started = "", monotonic()
    try:
        move = await player.decide(position.view, None)
    except Unreadable as error:
        verdict, why = "unreadable", error.private or str(error)
    except PlayerError as error:
        verdict, why = "failed", " ".join(filter(None, (str(error), error.private)))
    else:
        if fault := position.game.fault(position.view, move):
            verdict, why = "illegal", fault
    finally:
        close_player(player)
    usage = getattr(player, "usage", None)
    return CheckResult(
        definition.name,
        position.role,
        verdict,
        why,
        monotonic() - started,
        usage.tokens_in if usage else 0,
        usage.tokens_out if usage else 0,
        usage.cost if usage else None,
    )


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
