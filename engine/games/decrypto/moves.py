"""The moves of Decrypto."""

from itertools import permutations
from typing import ClassVar

from engine.model import Model

type Code = tuple[int, int, int]
"""Three different keyword numbers, each from 1 to 4."""
type Hints = tuple[str, str, str]
"""One hint for each digit of the code, in the code's order."""


class Hint(Model):
    """The encoder's three hints, in the order of the code."""

    NOUN: ClassVar[str] = "hints"
    words: Hints


class Guess(Model):
    """The decoder's or the interceptor's guess at the code."""

    code: Code


type Move = Hint | Guess


CODES = tuple(permutations((1, 2, 3, 4), 3))
"""All 24 codes."""
LONGEST_HINT = 40
