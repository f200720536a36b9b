"""Players seated by the roles that the seed of a match deals."""

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

from pydantic import Field

from engine.game import GameType
from engine.match import Match
from lab.experiment.paper_section import Asked, PaperSection, require_known


class Sides(PaperSection):
    """Players by side, for a game that deals roles at random: every pair of players is played."""

    game = "undercover"
    subject = "the sides are those"

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

    def check(self, place: str, experiment: Asked) -> None:
        """Check the players, and that pairs are left."""
        require_known(f"{place}.civilian", "player", self.civilian, experiment.players)
        require_known(f"{place}.undercover", "player", self.undercover, experiment.players)
        if not self.list_pairs():
            raise ValueError(f"{place}: no pair is left; loosen only or except")
        if experiment.replays or experiment.questions:
            raise ValueError(f"{place}: matches seated by role have no replays and no questions")


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
