"""The moves of Dixit."""

from typing import Annotated, ClassVar

from pydantic import WithJsonSchema

from engine.frozen_model import FrozenModel
from engine.games.dixit.options import LONGEST_CLUE

type Clue = Annotated[
    str, WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST_CLUE})
]
"""One line of text; the view judges it, also by the option `clue_length`."""


class Tell(FrozenModel):
    """The storyteller's card, and a clue for it."""

    NOUN: ClassVar[str] = "clue"
    card: str
    clue: Clue


class Decoy(FrozenModel):
    """A listener's card that the clue might mean."""

    card: str


class Vote(FrozenModel):
    """A listener's guess which card is the storyteller's."""

    card: str


type Move = Tell | Decoy | Vote
