"""What a model answers when it is asked for its beliefs together with its move."""

from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema

from engine.model import Model

MAX_GUESSES = 3
"""Maximum number of guesses at the other word."""
LONGEST_GUESS = 60
"""Maximum length of a guess in characters."""

type Side = Literal["mine", "other", "undecided"]
"""The word that a player is believed to have: the agent's own, the other one, or undecided."""
type OwnRole = Literal["civilian", "undercover", "unknown"]
"""The role that the agent believes it has."""
type GuessedWord = Annotated[
    str, WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST_GUESS})
]
"""A guess at a word; longer ones are cut."""


class AnsweredSide(Model):
    """A model's stated belief about one player."""

    seat: str
    side: Side


class AnsweredBeliefs(Model):
    """The stated beliefs of a model."""

    players: tuple[AnsweredSide, ...]
    role: OwnRole
    other_word: Annotated[
        tuple[GuessedWord, ...], Field(json_schema_extra={"maxItems": MAX_GUESSES})
    ]
