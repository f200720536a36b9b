"""A prompt of a move that may not be asked, for estimates of usage."""

from typing import Literal, NamedTuple

from engine.prompt import Prompt

type Chance = Literal["always", "usually", "possibly"]


class PossiblePrompt(NamedTuple):
    """A prompt of a move, and whether it is asked in any case.

    What is asked only possibly counts in the largest estimate alone; what is asked usually counts
    in the expected one too.
    """

    prompt: Prompt
    chance: Chance = "always"
