"""How word vectors find out who has another word, and whether it is themselves."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.game import Seat
from engine.games.undercover.view import View
from engine.vectors.nearness import Floats, Nearness
from engine.vectors.talk import heard

DIGITS = 6
"""Decimals of a nearness that count: noise must not decide."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a seat makes of the talk of the others."""

    near: dict[Seat, float]
    """Of each other seat that lives and has said something: the cosine of its words with the
    neighbourhood of the own word."""
    agreed: dict[Seat, float]
    """The same seats: the mean cosine of its words with those of the rest of them."""
    odd: bool
    """Is it the own word that lies farthest from what the others agree on?"""
    centre: Floats
    """The middle of what the others said, of length 1; zeros before anybody has spoken."""


def read_talk(nearness: Nearness, view: View) -> Reading:
    """Compare the words of each other seat with the own word, and with those of the rest.

    Of a line count the words that `heard` hears; a seat that said nothing of which the
    space has an opinion is near to nothing. The neighbourhood of the own word is its
    own vector and those of the K words of the corpus nearest to it. With fewer than
    three others nobody can tell whose word is odd.

    Args:
        nearness: The space asked.
        view: Of a seat that lives.
    """
    assert view.word is not None
    own = neighbourhood(nearness, view.word, view.options.k)
    lines: dict[Seat, list[str]] = {seat: [] for seat in view.living if seat != view.seat}
    for line in view.said:
        if line.seat in lines:
            lines[line.seat].append(line.text)
    seats = [seat for seat, said in lines.items() if said]
    if not seats:
        return Reading({}, {}, odd=False, centre=np.zeros(nearness.space.width))
    words = np.array([_heard(nearness, tuple(lines[seat])) for seat in seats])
    total = words.sum(axis=0)
    marks = words @ np.array([own, total]).T
    marks[:, 1] -= words.any(axis=1)  # what each has in common with itself
    marks[:, 1] /= max(len(seats) - 1, 1)
    near, agreed = marks.round(DIGITS).T.tolist()
    return Reading(
        dict(zip(seats, near, strict=True)),
        dict(zip(seats, agreed, strict=True)),
        odd=len(seats) > 2 and sum(near) / len(near) < min(agreed),
        centre=_unit(total),
    )


@lru_cache(maxsize=4096)
def neighbourhood(nearness: Nearness, word: str, k: int) -> Floats:
    """The middle of a word and the K words of the corpus nearest to it; zeros without an opinion.

    Returns:
        Shape (width,), of length 1.
    """
    near = [nearness.corpus[index] for index in nearness.ranking(word, k) or ()]
    return _unit(_total(nearness, (word, *near)))


@lru_cache(maxsize=4096)
def _heard(nearness: Nearness, lines: tuple[str, ...]) -> Floats:
    """The middle of what is heard in these lines, of length 1."""
    return _unit(_total(nearness, [word for line in lines for word in heard(nearness, line)]))


def _total(nearness: Nearness, words: Sequence[str]) -> Floats:
    if not words:
        return np.zeros(nearness.space.width)
    total: Floats = nearness.opinions(words).sum(axis=0)
    return total


def _unit(vector: Floats) -> Floats:
    length = np.sqrt(vector @ vector)
    return vector / length if length else vector
