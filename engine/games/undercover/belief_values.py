"""The values of beliefs in Undercover: whose word a player has, the own role, guesses at words."""

from typing import Annotated, Literal

from pydantic import WithJsonSchema

MAX_GUESSES = 3
"""Maximum number of guesses at the other word."""
LONGEST_GUESS = 60
"""Maximum length of a guess in characters."""

type Side = Literal["mine", "other", "undecided"]
"""The word that a player is believed to have: the agent's own, the other one, or undecided."""
type OwnRole = Literal["civilian", "undercover", "unknown"]
"""The role that the agent believes it has."""
type OiaaCount = Literal["vote", "move"]
"""How OIAA counts statements: once at the next vote, or all that were heard at every move."""
type FerCount = Literal["statement", "feature"]
"""How FER counts: statements with a valid feature, or valid features, by statements."""
type GuessedWord = Annotated[
    str, WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST_GUESS})
]
"""A guess at a word; longer ones are cut."""
