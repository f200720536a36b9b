"""The moves of Dixit."""

from typing import ClassVar

from engine.model import Model


class Tell(Model):
    """The storyteller's card, and a clue for it."""

    NOUN: ClassVar[str] = "clue"
    card: str
    clue: str


class Decoy(Model):
    """A listener's card that the clue might mean."""

    card: str


class Vote(Model):
    """A listener's guess which card is the storyteller's."""

    card: str


type Move = Tell | Decoy | Vote
