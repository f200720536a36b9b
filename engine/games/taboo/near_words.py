"""The words of a line that are near the target, for tables and pages."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.forms.giveaway import COMPOUNDS, match_in_line, match_word

if TYPE_CHECKING:
    from engine.players.vectors.word_vectors import WordVectors

NEAR_SPACE = "word2vec"
"""The space of word vectors that similarity is measured in."""
NEAR_RANK = 30
"""A word is near the target if it is at least as near as the corpus noun with this rank."""

_WORD = re.compile(r"\w+(?:['\u2019-]\w+)*")


@dataclass(frozen=True, slots=True)
class NearPlace:
    """A part of a line that is near the target."""

    start: int
    end: int
    """The characters `line[start:end]`."""
    form: str | None
    """The rule by which it is a form of the target; `None` for other words near it."""
    similarity: float
    """The cosine with the target; 1 for a form of it."""

    def describe(self, line: str) -> str:
        """Format the words and their similarity: `pie 0.40`."""
        told = "said the target" if self.form == "the word itself" else self.form
        kind = f"✗ {told}" if self.is_whole else self.form
        return f"{line[self.start : self.end]} {kind or f'{self.similarity:.2f}'}"

    @property
    def is_whole(self) -> bool:
        """Whether it is the target or a form of it; compounds and parts are other words."""
        return self.form is not None and self.form not in COMPOUNDS


def find_near_places(line: str, target: str) -> tuple[NearPlace, ...]:
    """Find the places of a line that are near the target, from left to right.

    Raises:
        SpaceError: If the built-in space is damaged.
    """
    from engine.players.vectors.word_vectors import load_word_vectors  # noqa: PLC0415 - numpy: 40 ms, which no table waits for

    places = []
    space = load_word_vectors(NEAR_SPACE)
    least = _find_threshold(space, target)
    for found in _WORD.finditer(line):
        start, end = found.span()
        if match := match_word(found[0], target):
            places.append(NearPlace(start, end, match.kind, 1.0))
        elif least and (similarity := _measure(space, found[0], target)) >= least:
            places.append(NearPlace(start, end, None, similarity))
    if any(place.form for place in places):
        return tuple(places)
    match = match_in_line(line, target)  # spelled out, or joined
    return (NearPlace(0, len(line), match.kind, 1.0),) if match else tuple(places)


def _find_threshold(space: "WordVectors", target: str) -> float:
    """Find the minimum cosine of a near word; 0 if the space does not know the target."""
    ranking = space.rank(target, NEAR_RANK)
    return _measure(space, space.corpus[ranking[-1]], target) if ranking else 0.0


def _measure(space: "WordVectors", word: str, target: str) -> float:
    one, other = space.get_vectors((word, target))
    return float(one @ other)
