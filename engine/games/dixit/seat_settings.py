"""The settings of seats in Dixit."""

from typing import Literal

from engine.games.prompt_settings import PromptSettings


class DixitPromptSettings(PromptSettings):
    """The settings of a model's seat for its prompts in Dixit."""

    aim: Literal["points", "some"] = "points"
    """What the model is told to want: points, the most of all at the end; some, that some but not
    all find its card, that its decoy is chosen, that it finds the card."""
    tell: Literal["at-once", "card-first"] = "at-once"
    """How a storyteller is asked: at-once, for card and clue together; card-first, for the card,
    and then in a call of its own for the clue."""
    raw_clue: bool = False
    """Give an answer without a readable clue as it stands, cut to the longest clue, if the clue is
    asked for in a call of its own; by default it is refused."""
    vote: Literal["direct", "entailment"] = "direct"
    """How a listener is asked for a vote: direct, to choose among all cards; entailment, to rate
    each card alone from 0 to 100, after which the best one gets the vote."""
    ties: Literal["lot", "first"] = "lot"
    """Which of equally rated cards gets the vote: one by lot, or the first on the table."""
