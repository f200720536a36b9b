"""Scripted players of Decrypto whose figures are known in closed form, for tables of the paper.

Hints say their digits in words that all three seats know, so that whoever wants to reads them.
"""

from dataclasses import dataclass
from typing import Any

NAMES = ("north", "east", "south", "west")


@dataclass
class Author:
    """A player with one policy for each seat."""

    shift: int
    """By how many digits its guesses miss the code, in every place: 0 is always right."""

    def decide(self, view: Any, *_: object) -> dict[str, Any]:
        """Say the code as it is, or guess it with the shift."""
        if view.code is not None:
            return {"Hint": {"words": [NAMES[digit - 1] for digit in view.code]}}
        return {"Guess": {"code": self._guess(view.hints)}}

    def answer(self, question: str, view: Any, _: str | None) -> dict[str, Any]:
        """Foresee a guess with the shift; believe in wrong words, and own up to them."""
        if question == "predict-interceptor":
            return {"Prediction": {"code": self._guess(view.hints)}}
        kinds = {"guess-keywords": "KeywordGuess", "recall-guess": "RecalledGuess"}
        return {kinds.get(question, "SecondGuess"): {"keywords": list(NAMES)}}

    def _guess(self, hints: Any) -> list[int]:
        return [(NAMES.index(str(one)) + self.shift) % 4 + 1 for one in hints]


def reader(*_: str) -> Author:
    """Reads every hint."""
    return Author(0)


def misreader(*_: str) -> Author:
    """Misreads every hint."""
    return Author(1)


class Mute(Author):
    """A player that gives hints as the others do, and whose guesses are never legal."""

    def decide(self, view: Any, *_: object) -> dict[str, Any]:
        """Guess the same digit three times."""
        if view.code is not None:
            return super().decide(view)
        return {"Guess": {"code": [1, 1, 1]}}


def mute(*_: str) -> Mute:
    """Never makes a legal guess."""
    return Mute(0)
