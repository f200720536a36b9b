"""The moves of Adversarial Taboo."""

from typing import ClassVar

from engine.model import Model

LONGEST_LINE = 200
"""Maximum length of a line in characters."""
LONGEST_WORD = 40
"""Maximum length of a target word in characters, and of a guess at it."""


class Say(Model):
    """A line of the talk."""

    NOUN: ClassVar[str] = "line"
    line: str


class Guess(Model):
    """The defender's guess at the target; it ends the match."""

    word: str


type Move = Say | Guess
