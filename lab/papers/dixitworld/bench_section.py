"""The section `bench` of an experiment file."""

from typing import Literal

from pydantic import Field, StrictInt

from lab.experiment.paper_section import Asked, PaperSection, require_known

type Tier = Literal["easy", "medium", "hard"]


class Bench(PaperSection):
    """Items of DixitBench: players say which card a clue means."""

    game = "dixit"
    subject = "its items are cards"

    items: str = ""
    """The folder of a bench; by default the built-in DixitBench."""
    tiers: tuple[Tier, ...] = ("easy", "medium", "hard")
    """The tiers of difficulty."""
    strategies: tuple[Literal["direct", "entailment"], ...] = ("direct",)
    """`direct`: all cards at once and one answer; `entailment`: a score from 0 to 100 per card."""
    players: tuple[str, ...] = ()
    """The players to ask; by default all."""
    show: Literal["pictures", "descriptions"] | dict[str, Literal["pictures", "descriptions"]] = (
        "pictures"
    )
    """Whether cards are shown as pictures or described in words: for all, or by player."""
    ties: Literal["lot", "first"] = "lot"
    """Which of equal best scores is the answer of `entailment`: one by lot, or the first."""
    tries: StrictInt = Field(default=1, ge=1, le=3)
    """Maximum number of tries until an answer can be read; after that the item is unparsed."""

    def get_tier(self, player: str) -> str:
        """Find the tier of a player: pictures or descriptions."""
        return self.show if isinstance(self.show, str) else self.show.get(player, "pictures")

    def check(self, place: str, experiment: Asked) -> None:
        """Check the players, and that items are left."""
        require_known(f"{place}.players", "player", self.players, experiment.players)
        if not self.tiers or not self.strategies:
            raise ValueError(f"{place}: give at least one of tiers, and one of strategies")
        if isinstance(self.show, dict):
            require_known(f"{place}.show", "player", self.show, experiment.players)
