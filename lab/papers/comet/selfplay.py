"""The section `self_play` of an experiment file, and its trials."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import Field

from lab.experiment.sections import Part, Whole
from lab.run.trial import Trial


class SelfPlay(Part):
    """Self-play: games of a player with itself, which grow its pool of experiences."""

    players: tuple[str, ...] = Field(min_length=1)
    """The players: CoMet players without their own pool."""
    pools: Whole | None = Field(default=None, ge=1)
    """Number of pools for each player, each from a different deal, so at most `games`; by default
    one for each deal."""
    sizes: tuple[Whole, ...] = (0, 50, 100)
    """The pool sizes, in experiences, at which the player is evaluated."""
    evaluate: Whole = Field(default=20, ge=1, le=10_000)
    """Number of games per evaluation, always on the same deals."""
    batch: Whole = Field(default=8, ge=1, le=1_000)
    """Number of games with the same pool before it learns from them."""
    most_games: Whole = Field(default=2_000, ge=1, le=100_000)
    """Maximum number of games to grow the pool."""
    judge: str = "beliefs"
    """The judge of metaphors: `beliefs`, those that the players logged, or the SPEC of a model that
    judges and comments."""


def plan_self_play(
    asked: SelfPlay,
    common: Mapping[str, Any],
    variants: list[dict[str, Any]],
    specs: Mapping[str, str],
) -> Iterator[Trial]:
    """Yield a trial for each player, deal and set of options: the growth of one pool."""
    if asked.pools is not None and common["deal"] > asked.pools:
        return
    for options in variants:
        for name in asked.players:
            yield Trial(
                "self_play",
                {
                    **common,
                    "options": options,
                    "asked": name,
                    "players": {"player": name},
                    "seats": {"player": specs[name]},
                    "sizes": sorted(set(asked.sizes)),
                    "evaluate": asked.evaluate,
                    "batch": asked.batch,
                    "most_games": asked.most_games,
                    "judge": asked.judge,
                },
            )
