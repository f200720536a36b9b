"""The settings of a seat of Parlour's own player."""

from typing import Annotated

from pydantic import Field

from engine.frozen_model import FrozenModel
from engine.options import Mark
from engine.players.word_players import USUAL_STRENGTH

NAMES = "names joined by +"
NAMES_PATTERN = r"[^+,\s]+(\+[^+,\s]+)*"


class PragmaticSeat(FrozenModel):
    """The settings of a seat of Parlour's own player in every game."""

    strength: int = Field(default=USUAL_STRENGTH, ge=1, le=5)
    """How hard it plays: 1 stays close to the obvious, 5 dares most."""
    space: Annotated[str, Mark(usual="none", form=NAMES, spaces=True)] = Field(
        default="", title="Your space", pattern=NAMES_PATTERN
    )
    """A space of word vectors of your own that it knows besides: import one with
    parlour vectors import."""
    spaces: Annotated[str, Mark(usual="all, with associations", form=NAMES, spaces=True)] = Field(
        default="", pattern=NAMES_PATTERN
    )
    """What it knows of words: spaces of word vectors, joined by + (word2vec+glove), and
    associations, which are lists of what people think of."""
