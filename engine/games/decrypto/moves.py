"""The moves of Decrypto."""

from itertools import permutations
from typing import Annotated, ClassVar

from pydantic import WithJsonSchema

from engine.frozen_model import FrozenModel
from engine.text_pattern import build_words_pattern

LONGEST_HINT = 40
CODES = tuple(permutations((1, 2, 3, 4), 3))
"""All 24 codes."""
BLANK = (0, 0, 0)
"""The guess of a player without a legal one, see the option `blank_guess`."""

type Code = Annotated[
    tuple[int, int, int],
    WithJsonSchema(
        {
            "type": "array",
            "minItems": 3,
            "maxItems": 3,
            "uniqueItems": True,
            "items": {"type": "integer", "minimum": 1, "maximum": 4},
        }
    ),
]
"""Three different keyword numbers, each from 1 to 4."""
type HintText = Annotated[
    str,
    WithJsonSchema(
        {"type": "string", "maxLength": LONGEST_HINT, "pattern": build_words_pattern(LONGEST_HINT)}
    ),
]
"""One or two words; the view judges them."""
type Hints = tuple[HintText, HintText, HintText]
"""One hint for each digit of the code, in the code's order."""


class Hint(FrozenModel):
    """The encoder's three hints, in the order of the code."""

    NOUN: ClassVar[str] = "hints"
    words: Hints


class Guess(FrozenModel):
    """The decoder's or the interceptor's guess at the code."""

    code: Code


class Words(FrozenModel):
    """A team's guess at the four keywords of the other, in their order, to break a tie."""

    NOUN: ClassVar[str] = "keywords"
    keywords: tuple[HintText, HintText, HintText, HintText]


type Move = Hint | Guess | Words
