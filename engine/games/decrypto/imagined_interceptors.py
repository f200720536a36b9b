"""The interceptors that Parlour's own encoder imagines, and what its hints tell them.

An interceptor compares a hint with the past hints of each number, with their mean or with the
nearest one, or infers the keywords: the deck is public, so the past hints of a number make some of
its words likelier than others, and each of these explains the new hint more or less well.

Each kind is imagined in each space, by what people think of beside a word, in all spaces together
with associations, and in a space that nobody knows: similarities of all spaces, blurred by noise
that depends on the words alone. It stands for whoever knows words in another way than we do.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise, starmap
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from engine.games.decrypto.hint_candidates import Candidates
from engine.games.decrypto.moves import Code
from engine.games.decrypto.past_hint_scores import PastHints, fill_unhinted, find_nearest
from engine.games.decrypto.view import Keywords
from engine.players.pragmatic.embedded_texts import EmbeddedTexts
from engine.players.pragmatic.listeners import Listeners
from engine.players.pragmatic.products import multiply_many
from engine.players.pragmatic.softmax import soften
from engine.players.vectors.word_vectors import Floats
from words.game_words import read_keywords

LEAST, MOST = -2.0, 6.0
"""Similarities, in standard deviations, are clipped to this range."""
HISTORY_SHARPNESS = 1.5
"""Log-odds per standard deviation of similarity to past hints."""
AGREEMENT = 0.72
"""A blurred similarity is the mean over the spaces times this, and noise."""
NOISE = 0.8
"""Standard deviations of that noise."""
MORE_WAYS = 3
"""Ways to hear words beside each space alone: by what people think of, by all together, and by all
blurred."""
NOISE_WIDTH = 48
"""Numbers of the random vector of each word, whose products with others are the noise."""
MIDDLE = 4.0
"""Half-precision numbers hold likelihoods from `LEAST` to that of a hint in a list around this."""
AT_ONCE = 64
"""Candidates that are compared with the deck at a time, which takes 3 MB."""

type Similarities = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Imagined:
    """What the interceptors read into each candidate for a hint."""

    logits: tuple[Floats, ...]
    """By interceptor: the logits of the keyword numbers; shape (candidates, 4)."""
    exposure: Floats
    """The mean log-probability that interceptors give to the right keyword after the hint; shape
    (candidates,). 0 for keywords outside of the deck, which no interceptor can infer."""


def imagine_interceptors(
    listeners: Listeners,
    candidates: Candidates,
    past: PastHints,
    pools: Sequence[Sequence[int]],
    keywords: Keywords,
    code: Code,
) -> Imagined:
    """Predict what interceptors would read into each candidate.

    Args:
        listeners: The listeners.
        candidates: The candidates of the game.
        past: The past hints of each number.
        pools: For each place of the code, indices of candidates.
        keywords: The keywords.
        code: The code.
    """
    chosen = np.array([at for pool in pools for at in pool], np.intp)
    spans = list(starmap(slice, pairwise(accumulate(map(len, pools), initial=0))))
    told = tuple(hint for hints in past for hint in hints)
    chances = rate_candidates(listeners, candidates)[:, chosen].astype(np.float32)
    logits: list[Floats] = []
    exposures: list[Floats] = []
    for chance, history, likely in zip(
        chances,
        _compare_with_told(listeners, candidates, chosen, told),
        _compare_with_deck(listeners, told, listeners.embed_in_all_spaces(told)),
        strict=True,
    ):
        logits += [_fill(one, past, spans) for one in _compare_with_past(history, past)]
        known = _infer_keywords(likely, past)
        expected = multiply_many(chance, np.exp(known).astype(np.float32))
        explained = np.log(expected.astype(np.float64) + 1e-9).round(5)
        logits.append(explained)
        exposures.append(_rate_exposure(chance, known, explained, spans, keywords, code))
    return Imagined(tuple(logits), np.mean(exposures, axis=0))


@lru_cache(maxsize=1)  # of one encoder: it takes 5 MB, and 30 ms to do again
def rate_candidates(listeners: Listeners, candidates: Candidates) -> NDArray[np.float16]:
    """Rate how likely each word of the deck makes each candidate of a game.

    Returns:
        P(hint | keyword), but for a constant, by each way to hear; shape (ways, candidates, deck).
    """
    places = np.arange(len(candidates.words))
    shape = (len(listeners.spaces) + MORE_WAYS, len(candidates.words), len(read_keywords()))
    found = np.empty(shape, np.float16)
    for start in range(0, len(candidates.words), AT_ONCE):
        some = slice(start, start + AT_ONCE)
        heard = [one.take(places[some]) for one in candidates.heard]
        compared = _compare_with_deck(listeners, candidates.words[some], heard)
        found[:, some] = np.exp(compared - MIDDLE)
    return found


def _compare_with_deck(
    listeners: Listeners, words: Sequence[str], heard: Sequence[EmbeddedTexts]
) -> Similarities:
    """Compare words with the deck.

    Args:
        listeners: The listeners.
        words: The words.
        heard: The same, measured in each space.

    Returns:
        In each space, by thoughts, in all together with associations, and blurred; shape (ways,
        words, deck).
    """
    deck = read_keywords()
    others = listeners.embed_in_all_spaces(deck)
    spaces = (
        one.standardize(multiply_many(one.rows, other.rows), other)
        for one, other in zip(heard, others, strict=True)
    )
    known = _mark_known(heard, others)
    return _add_ways(listeners, spaces, words, deck, known, listeners.associate(words, deck))


def _mark_known(
    heard: Sequence[EmbeddedTexts], others: Sequence[EmbeddedTexts]
) -> NDArray[np.bool_]:
    """Mark the pairs of which a space knows both; shape (spaces, heard, others)."""
    pairs = zip(heard, others, strict=True)
    return np.array([one.known[:, None] & other.known for one, other in pairs])


def _compare_with_told(
    listeners: Listeners, candidates: Candidates, chosen: NDArray[np.intp], told: tuple[str, ...]
) -> Similarities:
    """Compare candidates with past hints; shape (ways, candidates, past hints)."""
    heard = [one.take(chosen) for one in candidates.heard]
    others = listeners.embed_in_all_spaces(told)
    compared = (
        one.standardize(multiply_many(one.rows, other.rows), other)
        for one, other in zip(heard, others, strict=True)
    )
    words = [candidates.words[at] for at in chosen]
    return _add_ways(listeners, compared, words, told, _mark_known(heard, others), 0.0)


def _add_ways(
    listeners: Listeners,
    spaces: Iterable[Floats],
    words: Sequence[str],
    others: Sequence[str],
    known: NDArray[np.bool_],
    more: Floats | float,
) -> Similarities:
    """Add to the similarities in each space those of all together, and the blurred ones."""
    alone = len(listeners.spaces)
    found = np.zeros((alone + MORE_WAYS, len(words), len(others)), np.float32)
    for space, near in enumerate(spaces):
        near.clip(LEAST, MOST, out=found[space], casting="same_kind")
    related = found[alone]
    related[:] = listeners.relate(words, others)
    mean = listeners.average(found[:alone], known)
    if not known.all():  # whoever knows a word that these spaces lack knows what it goes with
        mean = np.where(known.any(axis=0), mean, related)
        found[:alone] = np.where(known, found[:alone], mean)
    found[-2] = mean + more
    noise = multiply_many(_draw_vectors(words), _draw_vectors(others))
    found[-1] = AGREEMENT * mean + np.float32(NOISE) * noise
    return found.round(5, out=found)


def _draw_vectors(words: Sequence[str]) -> Similarities:
    rows = [_draw_vector(word) for word in words]
    return np.array(rows, np.float32).reshape(len(words), NOISE_WIDTH)


@lru_cache(maxsize=8192)
def _draw_vector(word: str) -> Similarities:
    drawn = np.random.default_rng(crc32(word.encode())).standard_normal(NOISE_WIDTH, np.float32)
    return drawn / np.float32(NOISE_WIDTH**0.25)


def _compare_with_past(history: Similarities, past: PastHints) -> tuple[Floats, Floats]:
    """Score the numbers by the mean of their past hints, and by the nearest; (candidates, 4).

    The mean of a number is that of a vector of all its hints, which grows with their count.
    """
    mean = np.zeros((len(history), 4))
    end = 0
    for number, hints in enumerate(past):
        start, end = end, end + len(hints)
        if hints:
            mean[:, number] = history[:, start:end].sum(axis=1) / np.sqrt(len(hints))
    nearest = find_nearest(history.astype(np.float64), past)
    return HISTORY_SHARPNESS * mean, HISTORY_SHARPNESS * nearest


def _infer_keywords(likely: Similarities, past: PastHints) -> Floats:
    """Infer the keyword of each number from its past hints: log-probabilities; shape (4, deck)."""
    found = np.zeros((4, likely.shape[1]))
    end = 0
    for number, hints in enumerate(past):
        start, end = end, end + len(hints)
        found[number] = likely[start:end].sum(axis=0)
    return soften(found, 1.0)


def _rate_exposure(
    chance: Similarities,
    known: Floats,
    explained: Floats,
    spans: Sequence[slice],
    keywords: Keywords,
    code: Code,
) -> Floats:
    """Compute the log-probability of the keyword that is meant, after each candidate.

    By Bayes, log P(keyword | hint, past) = log P(hint | keyword) + log P(keyword | past)
    - log P(hint | past).
    """
    places = {word: place for place, word in enumerate(read_keywords())}
    found = np.zeros(len(chance))
    for span, digit in zip(spans, code, strict=True):
        place = places.get(keywords[digit - 1])
        if place is not None:
            own = np.log(chance[span, place].astype(np.float64)).round(5)
            found[span] = own + known[digit - 1, place] - explained[span, digit - 1]
    return found


def _fill(scores: Floats, past: PastHints, spans: Sequence[slice]) -> Floats:
    """Fill numbers without past hints, for each place of the code alone."""
    return np.concatenate([fill_unhinted(scores[span], past) for span in spans])
