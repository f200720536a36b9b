"""How Parlour's own player of Decrypto decodes hints, as the decoder or as the interceptor.

The interceptor compares hints with past hints, and with the keywords that these suggest. The
encoder (`pragmatic.py`) models interceptors in the same way.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from engine.games.decrypto.candidates import RELATED_WEIGHT
from engine.games.decrypto.moves import CODES, Hints
from engine.games.decrypto.roles import Role
from engine.games.decrypto.view import Round, View
from engine.players.pragmatic.arrays import find_greatest, multiply, soften
from engine.players.pragmatic.embedding import EmbeddedTexts
from engine.players.pragmatic.listeners import Listeners
from engine.players.vectors.similarity import Floats
from words.lists import read_keywords

TOGETHER_SHARPNESS = 1.2
"""Inverse temperature of a listener with all spaces: log-odds per standard deviation."""
MOST = 4.0
"""Similarities, in standard deviations, are clipped to the range from 0 to this."""
HISTORY_WEIGHT = 0.2
"""A decoder's weight of similarity to past hints, against 1 for similarity to the keyword."""
NEAREST_WEIGHT = 0.5
"""An interceptor's weight of the nearest past hint; the mean of all has the rest of 1."""
LATENT_WEIGHT = 1.0
"""Weight of the fit to guessed keywords, against 1 for similarity to past hints."""
LATENT_SHARPNESS = 1.0
"""Inverse temperature of a hint given its keyword: log-likelihood per standard deviation."""
LATENT_CEILING = 6.0
"""Cap on the similarity of a hint and a guessed keyword: beyond it they may be forms of one
word."""
SPACE_SHARPNESS = 1.2
"""Inverse temperature of an interceptor that assumes an encoder with one space."""
SPACE_HISTORY = 0.25
"""Its weight of similarity to past hints, against 1 for the fit to guessed keywords."""
SPACE_COSINE = 5.0
"""Its logit for a cosine of 1 with the mean of past hints."""
TOGETHER_SHARE = 0.6
"""Weight of the log-beliefs from all spaces together, against 1 for those from single spaces."""
DECK_PRIOR = 2.5
"""Prior log-odds of a keyword from the built-in deck against any other word of the corpus."""
LATENT_WORDS = 24
"""Number of guessed keywords that are kept for each number."""
NO_PLACES = np.zeros(0, np.intp)
"""The guessed keywords if there are no past hints."""

type PastHints = tuple[tuple[str, ...], ...]
"""The past hints of each keyword number, oldest first."""

PLACES = np.array(CODES) - 1
"""The codes as indices of keywords; shape (24, 3)."""
ROWS = np.arange(3)
"""The indices of the hints."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A guesser's scores and beliefs for the current hints."""

    scores: Floats
    """The score of each keyword number for each hint; shape (3, 4)."""
    beliefs: tuple[float, ...]
    """The probability of each of the 24 codes; 0 for codes that were played."""


def read_hints(listeners: Listeners, view: View) -> Reading:
    """Compute the probability of every code that was not played yet.

    The decoder compares hints with keywords, and with past hints of each number. The interceptor
    compares them with past hints, and with the keywords that these suggest: in all spaces together,
    and in each space alone, weighted by how well that space explains the codes of past rounds.

    Args:
        listeners: The listeners.
        view: The decoder's or the interceptor's view, in a round with hints.
    """
    assert view.hints is not None
    past = sort_hints(view.rounds)
    told = [hint for hints in past for hint in hints]
    if view.keywords is not None and view.role is not Role.INTERCEPTOR:
        near = _compare(listeners, view.hints, (*view.keywords, *told))
        associated = associate(listeners, view.hints, view.keywords)
        scores = read_with_keywords(near, associated, past)
        logs = _believe(TOGETHER_SHARPNESS * scores, view.rounds)
    else:
        heard = listeners.embed_in_all_spaces(view.hints)
        compare = partial(_compare_with_words, listeners, view.hints, heard)
        latent = compare_latent(listeners, past, compare)
        scores = weigh_history(_compare(listeners, view.hints, told), past)
        scores = scores + LATENT_WEIGHT * latent
        together = _believe(TOGETHER_SHARPNESS * scores, view.rounds)
        alone = _read_as_one_space(listeners, view.hints, view.rounds)
        logs = soften(alone + TOGETHER_SHARE * together, 1.0)
    return Reading(scores, tuple(np.exp(logs).round(9).tolist()))


def _believe(scores: Floats, rounds: Sequence[Round]) -> Floats:
    """Compute the log-probability of each code after these rounds; shape (24,)."""
    used = {done.code for done in rounds}
    free = np.array([code not in used for code in CODES])
    return soften(np.where(free, scores[ROWS, PLACES].sum(axis=1), -1e6), 1.0)


def _read_as_one_space(listeners: Listeners, hints: Hints, rounds: Sequence[Round]) -> Floats:
    """Decode hints as given by an encoder that uses one of the spaces.

    The weight of a space is the probability that it gave the codes of past rounds, given their
    hints.

    Returns:
        The log-probability of each code; shape (24,).
    """
    spaces = range(len(listeners.spaces))
    likely = np.zeros(len(listeners.spaces))
    for number, done in enumerate(rounds):
        likely += _explain_code(listeners, done, tuple(rounds[:number]))
    weights = np.exp(likely - likely.max())
    past = sort_hints(rounds)
    logs = [_believe(_read_in_space(listeners, space, hints, past), rounds) for space in spaces]
    mixed: Floats = np.log(weights @ np.exp(logs) / weights.sum() + 1e-12)
    return mixed


@lru_cache(maxsize=1024)
def _explain_code(listeners: Listeners, done: Round, rounds: tuple[Round, ...]) -> Floats:
    """Compute the log-probability of a round's code in each space, given the rounds before."""
    past, right = sort_hints(rounds), CODES.index(done.code)
    spaces = range(len(listeners.spaces))
    scores = [_read_in_space(listeners, space, done.hints, past) for space in spaces]
    return np.array([_believe(one, rounds)[right] for one in scores])


def sort_hints(rounds: Sequence[Round]) -> PastHints:
    """Sort the hints of these rounds by keyword number."""
    return tuple(
        tuple(done.hints[done.code.index(number)] for done in rounds if number in done.code)
        for number in range(1, 5)
    )


@lru_cache(maxsize=2048)
def _read_in_space(listeners: Listeners, space: int, hints: Hints, past: PastHints) -> Floats:
    """Score each number in one space, without associations; shape (3, 4)."""
    heard = listeners.embed(hints, space)
    told = listeners.embed([hint for one in past for hint in one], space)
    corpus = listeners.embed_corpus(space)
    found = SPACE_HISTORY * weigh_history(heard.compare(told).clip(0, MOST), past)
    found += compare_latent(
        listeners, past, lambda places: heard.compare(corpus.take(places)), space
    )
    means = fill(multiply(heard.rows, average_hints(told.rows, past)), past)
    return SPACE_SHARPNESS * found + SPACE_COSINE * means


def weigh_history(near: Floats, past: PastHints) -> Floats:
    """Score words by their similarity to the past hints of each number: their mean and the nearest.

    Args:
        near: The similarity of each word to each past hint; shape (words, past hints).
        past: The past hints of each number.

    Returns:
        Shape (words, 4).
    """
    seen, starts, counts = _find_starts(past)
    found = np.zeros((len(near), 4))
    if seen:
        mean = np.add.reduceat(near, starts, axis=1) / counts
        nearest = np.maximum.reduceat(near, starts, axis=1)
        found[:, seen] = (1 - NEAREST_WEIGHT) * mean + NEAREST_WEIGHT * nearest
    return fill(found, past)


@lru_cache(maxsize=64)
def _find_starts(past: PastHints) -> tuple[list[int], list[int], list[int]]:
    """Find the numbers with hints, the index of the first hint of each, and how many it has."""
    counts = [len(hints) for hints in past]
    starts = [end - count for end, count in zip(accumulate(counts), counts, strict=True)]
    seen = [number for number, count in enumerate(counts) if count]
    return seen, [starts[number] for number in seen], [counts[number] for number in seen]


def read_with_keywords(near: Floats, associated: Floats, past: PastHints) -> Floats:
    """Score each keyword for each hint, for a decoder, who knows the keywords.

    Args:
        near: The similarity of each hint to the keywords, then to the past hints by number; shape
            (hints, 4 + past hints).
        associated: The association of each hint with each keyword; shape (hints, 4).
        past: The past hints of each number.

    Returns:
        Shape (hints, 4).
    """
    return near[:, :4] + associated + HISTORY_WEIGHT * weigh_history(near[:, 4:], past)


def associate(listeners: Listeners, hints: Sequence[str], keywords: Sequence[str]) -> Floats:
    """Rate what speaks for each keyword beyond vectors of texts; shape (hints, keywords)."""
    related = listeners.relate(hints, keywords)
    return listeners.associate(hints, keywords) + RELATED_WEIGHT * related


def _compare(listeners: Listeners, hints: Hints, texts: Sequence[str]) -> Floats:
    """Compare hints with texts: clipped similarity, averaged; shape (hints, texts)."""
    return listeners.average(listeners.compare(hints, texts).clip(0, MOST))


def _compare_with_words(
    listeners: Listeners, hints: Hints, heard: Sequence[EmbeddedTexts], places: NDArray[np.intp]
) -> Floats:
    """Compare hints with words of the corpus, associations included; shape (hints, words)."""
    compared = [
        one.compare(listeners.embed_corpus(space).take(places)) for space, one in enumerate(heard)
    ]
    words = [listeners.corpus[place] for place in places]
    return listeners.average(np.stack(compared)) + listeners.associate(hints, words)


@lru_cache(maxsize=2)
def mark_deck(corpus: tuple[str, ...]) -> Floats:
    """Mark the words of the corpus that are in the built-in deck, 1 or 0; shape (corpus,)."""
    deck = frozenset(read_keywords())
    return np.array([float(word in deck) for word in corpus])


@lru_cache(maxsize=1024)
def guess_keyword(
    listeners: Listeners, hints: tuple[str, ...], space: int | None = None
) -> tuple[NDArray[np.intp], Floats]:
    """Infer the keyword of one number from its hints.

    Any word of the corpus may be the keyword. Its log-probability grows with its similarity to each
    hint, and is greater for words of the built-in deck, which is no secret.

    Args:
        listeners: The listeners.
        hints: The hints.
        space: The only space to use, without associations; `None` for all spaces and associations.

    Returns:
        Indices of the most likely words in the corpus, and their probabilities.
    """
    logs = _add_hints(listeners, hints, space).copy()
    for hint in hints:
        if (place := listeners.place.get(hint)) is not None:
            logs[place] = -99.0
    likeliest = find_greatest(logs, LATENT_WORDS)
    weights = np.exp(logs[likeliest] - logs[likeliest[0]])
    return likeliest, weights / weights.sum()


@lru_cache(maxsize=256)
def _add_hints(listeners: Listeners, hints: tuple[str, ...], space: int | None) -> Floats:
    """Compute the unnormalised log-probability of each word of the corpus; do not modify it."""
    if not hints:
        return DECK_PRIOR * mark_deck(listeners.corpus)
    *before, last = hints
    compared = listeners.compare_with_corpus(last)
    if space is None:
        near = listeners.average(compared) + listeners.associate_with_corpus(last)
    else:
        near = compared[space]
    return _add_hints(listeners, tuple(before), space) + LATENT_SHARPNESS * near


def compare_latent(
    listeners: Listeners,
    past: PastHints,
    compare: Callable[[NDArray[np.intp]], Floats],
    space: int | None = None,
) -> Floats:
    """Score words by their fit to the keywords that each number's past hints suggest.

    Args:
        listeners: The listeners.
        past: The past hints of each number.
        compare: Compares the words with these words of the corpus; shape (words, places).
        space: The only space to use, as in `guess_keyword`.

    Returns:
        Shape (words, 4).
    """
    listeners.compare_all_with_corpus([hint for hints in past for hint in hints])
    guessed = {n: guess_keyword(listeners, hints, space) for n, hints in enumerate(past) if hints}
    near = compare(np.concatenate([places for places, _ in guessed.values()] or [NO_PLACES]))
    likely = np.exp(LATENT_SHARPNESS * np.minimum(near, LATENT_CEILING))
    found = np.zeros((len(near), 4))
    end = 0
    for number, (own, weights) in guessed.items():
        start, end = end, end + len(own)
        found[:, number] = np.log(likely[:, start:end] @ weights) / LATENT_SHARPNESS
    return fill(found, past)


def average_hints(rows: Floats, past: PastHints) -> Floats:
    """Compute the normalised mean of each number's past hints, or zeros; shape (4, width).

    Args:
        rows: The vectors of all past hints; shape (past hints, width).
        past: The past hints of each number.
    """
    seen, starts, _ = _find_starts(past)
    sums = np.zeros((4, rows.shape[1]))
    if seen:
        sums[seen] = np.add.reduceat(rows, starts, axis=0)
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    return sums / np.where(lengths > 0, lengths, 1)


def find_nearest(near: Floats, past: PastHints) -> Floats:
    """Find the greatest similarity of words to a past hint of each number; 0 without past hints.

    Args:
        near: The similarity of each word to each past hint; shape (words, past hints).
        past: The past hints of each number.

    Returns:
        Shape (words, 4).
    """
    seen, starts, _ = _find_starts(past)
    found = np.zeros((len(near), 4))
    if seen:
        found[:, seen] = np.maximum.reduceat(near, starts, axis=1)
    return found


def fill(scores: Floats, past: PastHints) -> Floats:
    """Fill the columns of numbers without hints with the mean of the others."""
    if all(past) or not any(past):
        return scores
    seen = np.array([bool(hints) for hints in past])
    return np.where(seen, scores, scores[:, seen].mean())
