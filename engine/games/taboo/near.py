"""Where talk came near the target: forms of it, and words that a space holds to be close."""

import re
from dataclasses import dataclass

from engine.text import said_in, same_word
from engine.vectors.nearness import Nearness, nearness

SPACE = "word2vec"
"""Whose opinion counts."""
NEAR = 30
"""A word is near if it is at least as near as the noun of the hint corpus in this place."""

WORDS = re.compile(r"\w+(?:['\u2019-]\w+)*")


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a line that is near the target."""

    start: int
    end: int
    """Where it begins, and where it has ended, in characters of the line."""
    form: str | None
    """The rule by which it is the target; `None` for another word that is near."""
    similarity: float
    """The cosine with the target; 1 for a form of it."""

    def told(self, line: str) -> str:
        """The words that stand there, and how near they are: `pie 0.40`."""
        why = f"✗ {self.form}" if self.form else f"{self.similarity:.2f}"
        return f"{line[self.start : self.end]} {why}"


def near_places(line: str, target: str) -> tuple[Place, ...]:
    """Every place in a line where the target was near, from left to right.

    Raises:
        SpaceError: If the space of our own is damaged.
    """
    places = []
    space = nearness(SPACE)
    least = _least(space, target)
    for found in WORDS.finditer(line):
        start, end = found.span()
        if rule := same_word(found[0], target):
            places.append(Place(start, end, rule, 1.0))
        elif least and (similarity := _similarity(space, found[0], target)) >= least:
            places.append(Place(start, end, None, similarity))
    if not any(place.form for place in places) and (rule := said_in(line, target)):
        return (Place(0, len(line), rule, 1.0),)  # spelled out, or joined
    return tuple(places)


def _least(space: Nearness, target: str) -> float:
    """How near a word has to be; 0 if the space has no opinion of the target."""
    ranking = space.ranking(target, NEAR)
    return _similarity(space, space.corpus[ranking[-1]], target) if ranking else 0.0


def _similarity(space: Nearness, word: str, target: str) -> float:
    one, other = space.opinions((word, target))
    return float(one @ other)
