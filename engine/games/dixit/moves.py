"""The moves of Dixit."""

from typing import Annotated, ClassVar

from pydantic import WithJsonSchema

from engine.games.dixit.options import LONGEST_CLUE
from engine.model import Model

type Clue = Annotated[
    str, WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST_CLUE})
]
"""One line of text; the view judges it, also by the option `clue_length`."""


class Tell(Model):
    """The storyteller's card, and a clue for it."""

    NOUN: ClassVar[str] = "clue"
    card: str
    clue: Clue


class Decoy(Model):
    """A listener's card that the clue might mean."""

    card: str


class Vote(Model):
    """A listener's guess which card is the storyteller's."""

    card: str


type Move = Tell | Decoy | Vote
