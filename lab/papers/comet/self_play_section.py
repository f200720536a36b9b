"""The section `self_play` of an experiment file, and its trials."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import Field, StrictInt

from engine.players.spec import parse_spec
from lab.experiment.paper_section import Asked, PaperSection, require_known
from lab.run.trial import Trial


class SelfPlay(PaperSection):
    """Self-play: games of a player with itself, which grow its pool of experiences."""

    game = "undercover"
    subject = "the sides are those"

    players: tuple[str, ...] = Field(min_length=1)
    """The players: CoMet players without their own pool."""
    pools: StrictInt | None = Field(default=None, ge=1)
    """Number of pools for each player, each from a different deal, so at most `games`; by default
    one for each deal."""
    sizes: tuple[StrictInt, ...] = (0, 50, 100)
    """The pool sizes, in experiences, at which the player is evaluated."""
    evaluate: StrictInt = Field(default=20, ge=1, le=10_000)
    """Number of games per evaluation, always on the same deals."""
    batch: StrictInt = Field(default=8, ge=1, le=1_000)
    """Number of games with the same pool before it learns from them."""
    most_games: StrictInt = Field(default=2_000, ge=1, le=100_000)
    """Maximum number of games to grow the pool."""
    judge: str = "beliefs"
    """The judge of metaphors: `beliefs`, those that the players logged, or the SPEC of a model that
    judges and comments."""

    def check(self, place: str, experiment: Asked) -> None:
        """Check the players, and that there is a deal for each pool."""
        require_known(f"{place}.players", "player", self.players, experiment.players)
        for name in self.players:
            spec = parse_spec(experiment.specs[name])
            if spec.kind != "comet" or {"pool", "learn"} & dict(spec.settings).keys():
                raise ValueError(
                    f"{place}.players: {name} is not a comet: player without pool and learn; "
                    "--model MODEL plays the experiment with another model"
                )
        if self.pools is not None and self.pools > experiment.games:
            raise ValueError(
                f"{place}.pools: {self.pools} pools need a deal each, and games is "
                f"{experiment.games}; give games = {self.pools} or fewer pools."
            )


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
