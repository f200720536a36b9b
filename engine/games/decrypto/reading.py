"""How word vectors read hints: similarities, and the codes they speak for."""

from dataclasses import dataclass

import numpy as np

from engine.games.decrypto.view import Code, Role, View
from engine.vectors.assignment import best_assignments
from engine.vectors.nearness import Floats, Nearness


@dataclass(frozen=True, slots=True)
class Reading:
    """What a guesser makes of the hints on the table."""

    similarities: tuple[tuple[float, ...], ...]
    """For each hint its cosine with keyword numbers 1 to 4.

    A hint or keyword without an opinion has 0 throughout; a keyword number that
    had no hint yet has the mean of the others.
    """
    codes: tuple[Code, ...]
    """The codes these speak for most, equally good; usually one."""


def read_hints(nearness: Nearness, view: View) -> Reading:
    """Assign each hint its own keyword number, so that similarities add up to the most.

    The decoder compares hints with keywords, the interceptor with the mean of
    each keyword number's past hints (Decrypto benchmark, section 4.1). A number
    without past hints neither attracts nor repels: it counts as similar as the
    others are on average. Codes already played are ruled out.

    Args:
        nearness: The space asked.
        view: The decoder's or the interceptor's, with hints on the table.
    """
    assert view.hints is not None
    if view.role is Role.DECODER:
        assert view.keywords is not None
        numbers = nearness.opinions(view.keywords)
    else:
        numbers = mean_hints(nearness, view)
    hints = nearness.opinions(view.hints)
    similarities = hints @ numbers.T
    if view.role is Role.INTERCEPTOR:
        known, seen = hints.any(axis=1), numbers.any(axis=1)
        if known.any() and seen.any():
            similarities[np.ix_(known, ~seen)] = similarities[np.ix_(known, seen)].mean()
    played = {(a - 1, b - 1, c - 1) for a, b, c in view.used_codes}
    codes = tuple((a + 1, b + 1, c + 1) for a, b, c in best_assignments(similarities, played))
    return Reading(tuple(map(tuple, similarities.tolist())), codes)


def mean_hints(nearness: Nearness, view: View) -> Floats:
    """The mean of each keyword number's past hints, made length 1; zeros without any.

    Returns:
        Shape (4, width).
    """
    if not view.rounds:
        return np.zeros((4, nearness.space.width))
    hints = nearness.opinions([hint for done in view.rounds for hint in done.hints])
    digits = np.array([done.code for done in view.rounds]).ravel()
    sums: Floats = (np.arange(1, 5)[:, None] == digits).astype(np.float64) @ hints
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    return sums / np.where(lengths > 0, lengths, 1)
