"""Check an agent by asking it for moves in fixed positions of every game and role."""

from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import Any, Literal

from engine.errors import PlayerError, SetupError, Unreadable
from engine.game import GameType
from engine.player import Player, close_player
from engine.sample_position import Position, build_positions
from engine.suggestion import explain_unknown

MAX_FAILURES = 3
"""The check stops after this many failures without an answer."""


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
