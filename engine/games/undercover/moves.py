"""The moves of Undercover."""

from typing import Annotated, ClassVar

from pydantic import WithJsonSchema

from engine.frozen_model import FrozenModel
from engine.text import MAX_LINE_LENGTH
from engine.text_pattern import build_sentence_pattern

LONGEST_LINE = MAX_LINE_LENGTH
"""Maximum length of a description in characters."""

type Sentence = Annotated[
    str,
    WithJsonSchema(
        {
            "type": "string",
            "maxLength": LONGEST_LINE,
            "pattern": build_sentence_pattern(LONGEST_LINE),
        }
    ),
]
"""One sentence; the view judges it."""


class Describe(FrozenModel):
    """One sentence about the player's word."""

    NOUN: ClassVar[str] = "statement"
    line: Sentence


class Accuse(FrozenModel):
    """A vote against a seat, by its name."""

    NOUN: ClassVar[str] = "vote"
    seat: str


type Move = Describe | Accuse
