"""The settings of seats in Dixit."""

from typing import Literal

from engine.games.prompt_settings import PromptSettings


class DixitPromptSettings(PromptSettings):
    """The settings of a model's seat for its prompts in Dixit."""

    aim: Literal["points", "some"] = "points"
    """What the model is told to want: points, the most of all at the end; some, that some but not
    all find its card, that its decoy is chosen, that it finds the card."""
