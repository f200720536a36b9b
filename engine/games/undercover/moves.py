"""The moves of Undercover."""

from typing import ClassVar

from engine.model import Model
from engine.text import MAX_LINE_LENGTH

LONGEST_LINE = MAX_LINE_LENGTH
"""Maximum length of a description in characters."""


class Describe(Model):
    """One sentence about the player's word."""

    NOUN: ClassVar[str] = "statement"
    line: str


class Accuse(Model):
    """A vote against a seat, by its name."""

    NOUN: ClassVar[str] = "vote"
    seat: str


type Move = Describe | Accuse
