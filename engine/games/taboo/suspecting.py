"""How word vectors find out which word an attacker talks around."""

from collections.abc import Iterator

import numpy as np

from engine.games.taboo.view import Role, View, speaker
from engine.vectors.nearness import DIGITS, Floats, Nearness
from engine.vectors.talk import forms, heard

MARGIN = 0.03
"""By how much cosine a candidate has to lead."""

FEW = 64
"""How many candidates are sorted at first."""


def suspicions(nearness: Nearness, view: View, turns: int) -> Iterator[tuple[str, float]]:
    """The candidates after the attacker's first lines, most suspected first, with their marks.

    A candidate is a word of the corpus that nobody has said yet, in any form: the game would be
    over. Its mark is its mean cosine with the words heard from the attacker.

    Args:
        nearness: The space asked.
        view: The defender's.
        turns: How many of the attacker's lines count.
    """
    lines = [said for place, said in enumerate(view.talk) if speaker(place) is Role.ATTACKER]
    words = [word for said in lines[:turns] for word in heard(nearness, said)]
    if not words:
        return
    marks: Floats = np.mean([nearness.similarities(word) for word in words], axis=0)
    gone = forms(view.talk)
    for index in _sorted(marks):
        word = nearness.corpus[index]
        if gone.isdisjoint(forms((word,))):
            yield word, float(marks[index])


def leader(nearness: Nearness, view: View, turns: int) -> str | None:
    """The candidate that leads by `MARGIN` after so many of the attacker's lines, if one does."""
    ranking = suspicions(nearness, view, turns)
    first, second = next(ranking, None), next(ranking, None)
    if first is None:
        return None
    return first[0] if second is None or first[1] - second[1] >= MARGIN else None


def _sorted(marks: Floats) -> Iterator[int]:
    """Where the greatest marks are, in order; the first few are cheap, and seldom not enough."""
    rounded = -marks.round(DIGITS)
    if len(marks) > FEW:
        first = np.flatnonzero(rounded <= np.partition(rounded, FEW)[FEW])
        yield from first[np.argsort(rounded[first], kind="stable")].tolist()
        rounded[first] = np.inf
    rest = np.argsort(rounded, kind="stable")
    yield from rest[rounded[rest] < np.inf].tolist()
