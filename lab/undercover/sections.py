"""What an experiment file says of sides and of self-play, and the trials that follow from it."""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

from pydantic import Field

from engine.games.definition import GameDefinition
from engine.match import Match
from lab.experiment_parts import Part, Whole
from lab.trial import Trial


class Sides(Part):
    """Who plays which side of a game that deals its roles by chance: every pair of players."""

    civilian: tuple[str, ...] = Field(min_length=1)
    """Who the civilians are, one player in all their seats."""
    undercover: tuple[str, ...] = Field(min_length=1)
    """Who is undercover, one player in all those seats."""
    only: tuple[dict[str, str], ...] = ()
    """If given, only pairs that agree with one of these."""
    exclude: tuple[dict[str, str], ...] = Field(default=(), alias="except")
    """Pairs that agree with one of these are left out."""

    def list_pairs(self) -> list[dict[str, str]]:
        """The players of both sides, pair by pair."""
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
    """Games of one player with itself, which grow a pool of experiences with metaphors."""

    players: tuple[str, ...] = Field(min_length=1)
    """Who plays with itself: CoMet players without a pool of their own."""
    pools: Whole | None = Field(default=None, ge=1)
    """How many pools are grown by each player, each from a deal of its own, so at most `games`; one
    for each deal if it is not set."""
    sizes: tuple[Whole, ...] = (0, 50, 100)
    """At how many experiences the player is measured with the pool as it is then."""
    evaluate: Whole = Field(default=20, ge=1, le=10_000)
    """How many games measure it each time; always the same deals."""
    batch: Whole = Field(default=8, ge=1, le=1_000)
    """How many games are played with the same pool before it learns from them."""
    most_games: Whole = Field(default=2_000, ge=1, le=100_000)
    """How many games are played at most to grow the pool."""
    judge: str = "beliefs"
    """Who says what came of a metaphor: `beliefs`, those that the players logged, or the SPEC of a
    model that judges and comments."""


def deal_roles(definition: GameDefinition, options: Any, seed: str) -> dict[str, str]:  # noqa: ANN401
    """The role that the seed deals to each seat."""
    material = definition.draw_material(options, Random(f"{seed}/material"))
    match = Match(definition.create_game(options, material), seed)
    return dict(zip(match.game.seats, match.list_roles(), strict=True))


def describe_players_by_role(
    definition: GameDefinition,
    options: Any,  # noqa: ANN401
    pair: Mapping[str, str],
    specs: Mapping[str, str],
    seed: str,
) -> dict[str, Any]:
    """What a match says of its players if they are seated by the roles that the seed deals."""
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
    """A trial for each player, deal and set of options: the whole growth of one pool."""
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
