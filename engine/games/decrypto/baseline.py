"""Baselines for Decrypto: by word vectors (Decrypto benchmark, section 4.1), and at random.

Both follow section 4.1 of the Decrypto benchmark.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from engine.games.baselines import RANKED_BEYOND, SeededPlayer, VectorPlayer, seat_random, shuffled
from engine.games.decrypto.legality import CODES
from engine.games.decrypto.view import SEATS, Code, Guess, Hint, Hints, Keywords, Move, Role, View
from engine.text import fold_words
from engine.word_forms import match_word
from engine.word_vectors import Floats, WordVectors, best_assignments
from words.word_lists import hint_corpus

MARGIN = 1e-6
"""How much nearer to its keyword a hint must be; well above `engine.word_vectors.TIE`."""


class Baseline(VectorPlayer):
    """A player that knows words by their vectors alone, and keeps nothing between moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Give hints, or guess; the move is always legal, so complaints never come."""
        rng = seat_random(self.seed, SEATS[self.seat], view.number)
        if view.hints is None:
            return Hint(choose_near_hints(self.word_vectors, view, rng))
        codes = read_hints(self.word_vectors, view).codes
        return Guess(rng.choice(codes) if len(codes) > 1 else codes[0])


class RandomPlayer(SeededPlayer):
    """A player of random legal moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Give words of the corpus as hints, or guess a code that was not played yet."""
        rng = seat_random(self.seed, SEATS[self.seat], view.number)
        if view.hints is None:
            return Hint(choose_random_hints(hint_corpus(), view, rng))
        return Guess(rng.choice([code for code in CODES if code not in view.used_codes]))


def choose_near_hints(word_vectors: WordVectors, view: View, rng: Random) -> Hints:
    """Choose for each digit of the code a hint near its keyword.

    A hint is legal, was not given before, and is more similar to its keyword than to the
    other three. It is drawn among the K corpus words nearest to the keyword; if none of
    them will do, it is the next nearest word that does. For a keyword that the space does
    not know, it is drawn from the whole corpus. If no word is nearer to this keyword than
    to the others, any legal word is given.

    Args:
        word_vectors: The space of word vectors.
        view: The encoder's, in a round without hints.
        rng: Draws among the K.
    """
    assert view.keywords is not None
    k, corpus = view.options.k, word_vectors.corpus
    keywords = word_vectors.vectors(view.keywords)

    def rank_near(keyword: str) -> Iterator[int]:
        ranking = word_vectors.rank(keyword, 2 * k + RANKED_BEYOND)
        if ranking is None:
            yield from shuffled(range(len(corpus)), rng)
            return
        yield from shuffled(ranking[:k], rng)
        yield from ranking[k:]
        yield from (word_vectors.rank(keyword, len(corpus)) or [])[len(ranking) :]

    def rank_candidates(number: int) -> Iterator[str]:
        assert view.keywords is not None
        for index in rank_near(view.keywords[number]):
            similarities = (keywords @ word_vectors.vectors(corpus[index : index + 1])[0]).tolist()
            own = similarities.pop(number)
            if own - max(similarities) > MARGIN:
                yield corpus[index]
        yield from shuffled(corpus, rng)

    return _choose_hints(view, rank_candidates)


def choose_random_hints(corpus: Sequence[str], view: View, rng: Random) -> Hints:
    """Choose three legal words of the corpus, none of them given before."""
    return _choose_hints(view, lambda _: shuffled(corpus, rng))


def _choose_hints(view: View, rank_candidates: Callable[[int], Iterable[str]]) -> Hints:
    """Choose for each digit the first candidate that is legal and new.

    Args:
        view: The encoder's.
        rank_candidates: Lists candidates for a keyword, counted from 0, the best first.
    """
    assert view.keywords is not None
    assert view.code is not None
    given = {fold_words(hint) for done in view.rounds for hint in done.hints}
    hints = []
    for digit in view.code:
        hint = next(
            word
            for word in rank_candidates(digit - 1)
            if fold_words(word) not in given and _is_legal(word, view.keywords, view.word_rules)
        )
        given.add(fold_words(hint))
        hints.append(hint)
    a, b, c = hints
    return a, b, c


def _is_legal(word: str, keywords: Keywords, rules: int) -> bool:
    return not any(match_word(word, keyword, rules) for keyword in keywords)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a guesser reads the current hints."""

    similarities: tuple[tuple[float, ...], ...]
    """The cosine of each hint with keyword numbers 1 to 4; shape (3, 4).

    A hint or keyword that the space does not know has 0 throughout; a keyword number
    that had no hint yet has the mean of the others.
    """
    codes: tuple[Code, ...]
    """The codes with the greatest sum of similarities; usually one."""


def read_hints(word_vectors: WordVectors, view: View) -> Reading:
    """Assign each hint its own keyword number, so that the sum of similarities is greatest.

    The decoder compares hints with keywords, the interceptor with the mean of each keyword
    number's past hints. A number without past hints counts as similar as the others are on
    average. Codes already played are ruled out.

    Args:
        word_vectors: The space of word vectors.
        view: The decoder's or the interceptor's, in a round with hints.
    """
    assert view.hints is not None
    if view.role is Role.DECODER:
        assert view.keywords is not None
        numbers = word_vectors.vectors(view.keywords)
    else:
        numbers = average_past_hints(word_vectors, view)
    hints = word_vectors.vectors(view.hints)
    similarities = hints @ numbers.T
    if view.role is Role.INTERCEPTOR:
        known, seen = hints.any(axis=1), numbers.any(axis=1)
        if known.any() and seen.any():
            similarities[np.ix_(known, ~seen)] = similarities[np.ix_(known, seen)].mean()
    played = {(a - 1, b - 1, c - 1) for a, b, c in view.used_codes}
    codes = tuple((a + 1, b + 1, c + 1) for a, b, c in best_assignments(similarities, played))
    return Reading(tuple(map(tuple, similarities.tolist())), codes)


def average_past_hints(word_vectors: WordVectors, view: View) -> Floats:
    """Average the past hints of each keyword number.

    Returns:
        Shape (4, width); rows of length 1, or zeros for a number without hints.
    """
    if not view.rounds:
        return np.zeros((4, word_vectors.space.width))
    hints = word_vectors.vectors([hint for done in view.rounds for hint in done.hints])
    digits = np.array([done.code for done in view.rounds]).ravel()
    sums: Floats = (np.arange(1, 5)[:, None] == digits).astype(np.float64) @ hints
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    return sums / np.where(lengths > 0, lengths, 1)
