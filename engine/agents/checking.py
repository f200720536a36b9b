"""Asking an agent in fixed positions, and judging what it answers."""

from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import Any, Literal

from engine.agents.positions import Position, positions
from engine.games.definition import GameDefinition
from engine.options import explain_unknown
from engine.players import Player, PlayerError, SetupError, Unreadable, close_player

HOPELESS = 3
"""After so many failures, and nothing else, an agent is asked no more."""

type Verdict = Literal["legal", "illegal", "unreadable", "failed"]
type Sit = Callable[[GameDefinition, Position], Player[Any, Any]]
"""Seats the agent at a position."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one question."""

    game: str
    role: str
    verdict: Verdict
    why: str
    """What was wrong with it; empty if it was legal."""
    seconds: float
    tokens_in: int
    tokens_out: int
    cost: float | None
    """What it cost, where a price is known."""


async def check(
    entries: Iterable[GameDefinition], sit: Sit, each: int, role: str | None = None
) -> AsyncIterator[Answer]:
    """Ask in each position once.

    Args:
        entries: The games.
        sit: Seats the agent.
        each: How many positions of each role.
        role: The only role to ask in; left out, every role.

    Raises:
        SetupError: If no game has that role.
        PlayerError: If the agent does nothing but fail.
    """
    asked = [(definition, await positions(definition, each)) for definition in entries]
    roles = tuple(dict.fromkeys(name for _, by_role in asked for name in by_role))
    if role is not None and role not in roles:
        raise SetupError(explain_unknown("role", role, roles))
    failed = count = 0
    for definition, by_role in asked:
        for name, of_role in by_role.items():
            if role not in (None, name):
                continue
            for position in of_role:
                answer = await _asked(definition, position, sit)
                count += 1
                failed += answer.verdict == "failed"
                yield answer
                if failed == count == HOPELESS:
                    raise PlayerError(answer.why)


async def _asked(definition: GameDefinition, position: Position, sit: Sit) -> Answer:
    player = sit(definition, position)
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
    used = getattr(player, "usage", None)
    return Answer(
        definition.name,
        position.role,
        verdict,
        why,
        monotonic() - started,
        used.tokens_in if used else 0,
        used.tokens_out if used else 0,
        used.cost if used else None,
    )
