"""The sections `sides` and `self_play` of an experiment file for Undercover, and their trials.

With sides, players are seated by the roles that the seed of a match deals. With self-play, a CoMet
player plays with itself and learns from it.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

from pydantic import Field

from engine.game import GameType
from engine.match import Match
from lab.experiment_parts import Part, Whole
from lab.trial import Trial


class Sides(Part):
    """Players by side, for a game that deals roles at random: every pair of players is played."""

    civilian: tuple[str, ...] = Field(min_length=1)
    """The players of the civilian side, one player in all its seats."""
    undercover: tuple[str, ...] = Field(min_length=1)
    """The players of the undercover side, one player in all its seats."""
    only: tuple[dict[str, str], ...] = ()
    """If given, only pairs that match one of these are played."""
    exclude: tuple[dict[str, str], ...] = Field(default=(), alias="except")
    """Pairs that match one of these are left out."""

    def list_pairs(self) -> list[dict[str, str]]:
        """List the pairs of players."""
        every = (
            {"civilian": one, "undercover": other}
            for one, other in product(self.civilian, self.undercover)
        )
        return [
            pair
            for pair in every
            if (not self.only or any(rule.items() <= pair.items() for rule in self.only))
            and not any(rule.items() <= pair.items() for rule in self.exclude)
        ]


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


def deal_roles(definition: GameType, options: Any, seed: str) -> dict[str, str]:  # noqa: ANN401
    """Find the role that a seed deals to each seat."""
    match = Match(definition.draw(options, Random(f"{seed}/material")), seed)
    return dict(zip(match.game.seats, match.list_roles(), strict=True))


def describe_players_by_role(
    definition: GameType,
    options: Any,  # noqa: ANN401
    pair: Mapping[str, str],
    specs: Mapping[str, str],
    seed: str,
) -> dict[str, Any]:
    """Build the content of a match whose players are seated by the roles that its seed deals."""
    roles = deal_roles(definition, options, seed)
    return {
        "players": dict(pair),
        "roles": roles,
        "seats": {seat: specs[pair[role]] for seat, role in roles.items()},
    }


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
