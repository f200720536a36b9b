"""Words in a line that are near the target: forms of it, and words with similar vectors."""

import re
from dataclasses import dataclass

from engine.word_forms import WORD_RULES, match_in_line, match_word
from engine.word_vectors import WordVectors, load_word_vectors

SPACE = "word2vec"
"""The space of word vectors that measures nearness."""
NEAR_RANK = 30
"""A word is near if it is at least as near as the noun of the hint corpus with this rank."""

WORDS = re.compile(r"\w+(?:['\u2019-]\w+)*")


@dataclass(frozen=True, slots=True)
class NearPlace:
    """A part of a line that is near the target."""

    start: int
    end: int
    """The characters `line[start:end]`."""
    form: str | None
    """The rule by which it is a form of the target; `None` for another word that is near."""
    similarity: float
    """The cosine with the target; 1 for a form of it."""

    def describe(self, line: str) -> str:
        """Say which words these are, and how near: `pie 0.40`."""
        why = f"✗ {self.form}" if self.form else f"{self.similarity:.2f}"
        return f"{line[self.start : self.end]} {why}"


def find_near_places(line: str, target: str, rules: int = WORD_RULES) -> tuple[NearPlace, ...]:
    """Find the places of a line that are near the target, from left to right.

    Raises:
        SpaceError: If our own space is damaged.
    """
    places = []
    space = load_word_vectors(SPACE)
    least = _find_threshold(space, target)
    for found in WORDS.finditer(line):
        start, end = found.span()
        if match := match_word(found[0], target, rules):
            places.append(NearPlace(start, end, match.kind, 1.0))
        elif least and (similarity := _measure(space, found[0], target)) >= least:
            places.append(NearPlace(start, end, None, similarity))
    if any(place.form for place in places):
        return tuple(places)
    match = match_in_line(line, target, rules)  # spelled out, or joined
    return (NearPlace(0, len(line), match.kind, 1.0),) if match else tuple(places)


def _find_threshold(space: WordVectors, target: str) -> float:
    """Find how near a word has to be; 0 if the space does not know the target."""
    ranking = space.rank(target, NEAR_RANK)
    return _measure(space, space.corpus[ranking[-1]], target) if ranking else 0.0


def _measure(space: WordVectors, word: str, target: str) -> float:
    one, other = space.vectors((word, target))
    return float(one @ other)
