"""The moves of Adversarial Taboo."""

from typing import Annotated, ClassVar

from pydantic import WithJsonSchema

from engine.frozen_model import FrozenModel
from engine.text_pattern import build_word_pattern

LONGEST_LINE = 200
"""Maximum length of a line in characters."""
LONGEST_WORD = 40
"""Maximum length of a target word in characters, and of a guess at it."""

type Line = Annotated[
    str, WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST_LINE})
]
"""One line of text; the view judges it."""
type Word = Annotated[
    str,
    WithJsonSchema(
        {"type": "string", "maxLength": LONGEST_WORD, "pattern": build_word_pattern(LONGEST_WORD)}
    ),
]
"""A single word; the view judges it, and accepts an article before it."""


class Say(FrozenModel):
    """A line of the talk."""

    NOUN: ClassVar[str] = "line"
    line: Line


class Guess(FrozenModel):
    """The defender's guess at the target; it ends the match."""

    word: Word


type Move = Say | Guess
