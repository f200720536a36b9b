"""Estimate the calls, tokens and cost of a game before any model is called."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.dry_run import Meter, play_in_place
from engine.game import GameType
from engine.match import Match
from engine.players.spec import Spec
from engine.prompt_estimate import (
    ANSWER_TOKENS,
)
from engine.usage_range import UsageRange

if TYPE_CHECKING:
    from engine.config.settings import Settings

ASSUMED = (
    f"from the shortest games with legal answers of {ANSWER_TOKENS} tokens to the longest games "
    "with every try"
)
"""The range of an estimate before anything was measured, in words."""


async def estimate_usage(
    definition: GameType,
    options: Any,  # noqa: ANN401
    lineup: Mapping[str, Spec],
    seed: str,
    *,
    settings: "Settings",
) -> UsageRange | None:
    """Estimate the usage of the models in one game; `None` without models. See `play_sample`."""
    if not any(spec.asks_model for spec in lineup.values()):
        return None
    return (await play_sample(definition, options, lineup, seed, settings=settings))[0]


async def play_sample(
    definition: GameType,
    options: Any,  # noqa: ANN401
    lineup: Mapping[str, Spec],
    seed: str,
    *,
    settings: "Settings",
) -> tuple[UsageRange, Match[Any, Any, Any]]:
    """Play a game with baselines in place of models; no model is called.

    Returns:
        The usage (for agents with modules, as if they asked all that they can); and the match that
        was played.

    Raises:
        LineupError: If a model is not set up.
    """
    meter = Meter(settings)
    session = await play_in_place(definition, options, lineup, seed, meter)
    return meter.usage, session.match
