"""Seats without a mind: word vectors, and chance (Decrypto benchmark, section 4.1)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random

import numpy as np

from engine.game import Seat
from engine.games.decrypto.view import SEATS, Code, Guess, Hint, Hints, Keywords, Move, Role, View
from engine.text import fold, same_word
from engine.vectors.assignment import best_assignments
from engine.vectors.chance import shuffled
from engine.vectors.nearness import Floats, Nearness
from engine.vectors.seats import ChanceSeat, VectorSeat
from words.lists import hint_corpus


def seat_random(seed: str, seat: Seat, view: View) -> Random:
    """The seat's own stream for one decision: the same view always gets the same answer."""
    return Random(f"{seed}/{SEATS[seat]}/{view.number}")


class Baseline(VectorSeat):
    """A player that knows words by their vectors alone, and keeps nothing between moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Hint or guess; the move is always legal, so there is nothing to complain of."""
        if view.hints is None:
            return Hint(
                choose_near_hints(self.nearness, view, seat_random(self.seed, self.seat, view))
            )
        codes = read_hints(self.nearness, view).codes
        tied = len(codes) > 1
        return Guess(seat_random(self.seed, self.seat, view).choice(codes) if tied else codes[0])


class RandomPlayer(ChanceSeat):
    """A player of legal moves at random."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Hint with words of the corpus, or guess a code that was not played yet."""
        rng = seat_random(self.seed, self.seat, view)
        if view.hints is None:
            return Hint(choose_random_hints(hint_corpus(), view, rng))
        used = view.used_codes
        codes = [code for code in permutations((1, 2, 3, 4), 3) if code not in used]
        return Guess(rng.choice(codes))


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
        numbers = average_past_hints(nearness, view)
    hints = nearness.opinions(view.hints)
    similarities = hints @ numbers.T
    if view.role is Role.INTERCEPTOR:
        known, seen = hints.any(axis=1), numbers.any(axis=1)
        if known.any() and seen.any():
            similarities[np.ix_(known, ~seen)] = similarities[np.ix_(known, seen)].mean()
    played = {(a - 1, b - 1, c - 1) for a, b, c in view.used_codes}
    codes = tuple((a + 1, b + 1, c + 1) for a, b, c in best_assignments(similarities, played))
    return Reading(tuple(map(tuple, similarities.tolist())), codes)


def average_past_hints(nearness: Nearness, view: View) -> Floats:
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


MARGIN = 1e-6
"""How much nearer to its keyword a hint must be; well above `engine.vectors.assignment.TIE`."""
RANKED_BEYOND = 64
"""Words ranked beyond twice K; the whole corpus is ranked only when these are used up."""


def choose_near_hints(nearness: Nearness, view: View, rng: Random) -> Hints:
    """For each digit of the code a hint among the K corpus words nearest to its keyword.

    Of these K, hints are drawn among the legal ones that were not given before
    and are more similar to the keyword than to the other three; once there is
    none left, the next nearest such word beyond K is given. For a keyword of
    which the space has no opinion (a similarity of 0 to everything) the whole
    corpus stands for the K. Where nothing tells the keyword from the others,
    any legal word is given (Decrypto benchmark, section 4.1).

    Args:
        nearness: The space asked.
        view: The encoder's, in a round without hints.
        rng: Draws among the K.
    """
    assert view.keywords is not None
    k, corpus = view.options.k, nearness.corpus
    keywords = nearness.opinions(view.keywords)

    def near(keyword: str) -> Iterator[int]:
        ranking = nearness.ranking(keyword, 2 * k + RANKED_BEYOND)
        if ranking is None:
            yield from shuffled(range(len(corpus)), rng)
            return
        yield from shuffled(ranking[:k], rng)
        yield from ranking[k:]
        yield from (nearness.ranking(keyword, len(corpus)) or [])[len(ranking) :]

    def candidates(number: int) -> Iterator[str]:
        assert view.keywords is not None
        for index in near(view.keywords[number]):
            similarities = (keywords @ nearness.opinions(corpus[index : index + 1])[0]).tolist()
            own = similarities.pop(number)
            if own - max(similarities) > MARGIN:
                yield corpus[index]
        yield from shuffled(corpus, rng)

    return _choose_hints(view, candidates)


def choose_random_hints(corpus: Sequence[str], view: View, rng: Random) -> Hints:
    """Three legal words of the corpus, none given before."""
    return _choose_hints(view, lambda _: shuffled(corpus, rng))


def _choose_hints(view: View, candidates: Callable[[int], Iterable[str]]) -> Hints:
    """For each digit the first candidate that is legal and new; they are asked for from 0."""
    assert view.keywords is not None
    assert view.code is not None
    given = {fold(hint) for done in view.rounds for hint in done.hints}
    hints = []
    for digit in view.code:
        hint = next(
            word
            for word in candidates(digit - 1)
            if fold(word) not in given and _is_legal(word, view.keywords)
        )
        given.add(fold(hint))
        hints.append(hint)
    a, b, c = hints
    return a, b, c


def _is_legal(word: str, keywords: Keywords) -> bool:
    return not any(same_word(word, keyword) for keyword in keywords)
