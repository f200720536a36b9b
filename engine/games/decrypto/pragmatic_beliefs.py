"""How Parlour's own player of Decrypto decodes hints, as the decoder or as the interceptor.

The interceptor compares hints with past hints, and with the keywords that these suggest. The
encoder (`pragmatic.py`) models interceptors in the same way.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from engine.games.decrypto.latent_keywords import compare_latent
from engine.games.decrypto.moves import CODES, Hints
from engine.games.decrypto.past_hint_scores import (
    PastHints,
    average_hints,
    fill_unhinted,
    sort_hints,
    weigh_history,
)
from engine.games.decrypto.roles import Role
from engine.games.decrypto.view import Round, View
from engine.players.pragmatic.embedded_texts import EmbeddedTexts
from engine.players.pragmatic.listeners import Listeners
from engine.players.pragmatic.products import multiply
from engine.players.pragmatic.reliability import read_reliabilities
from engine.players.pragmatic.softmax import soften
from engine.players.vectors.word_vectors import Floats

TOGETHER_SHARPNESS = 1.2
"""Inverse temperature of an interceptor with all spaces: log-odds per standard deviation."""
MOST = 4.0
"""Similarities, in standard deviations, are clipped to the range from 0 to this."""
LATENT_WEIGHT = 1.0
"""Weight of the fit to guessed keywords, against 1 for similarity to past hints."""
SPACE_SHARPNESS = 1.2
"""Inverse temperature of an interceptor that assumes an encoder with one space."""
SPACE_HISTORY = 0.25
"""Its weight of similarity to past hints, against 1 for the fit to guessed keywords."""
SPACE_COSINE = 5.0
"""Its logit for a cosine of 1 with the mean of past hints."""
TOGETHER_SHARE = 0.6
"""Weight of the log-beliefs from all spaces together, against 1 for those from single spaces."""
PLACES = np.array(CODES) - 1
"""The codes as indices of keywords; shape (24, 3)."""
ROWS = np.arange(3)
"""The indices of the hints."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What a guesser believes about the code of the current hints."""

    scores: Floats
    """The score of each keyword number for each hint: a decoder's are log-odds; shape (3, 4)."""
    chances: tuple[float, ...]
    """The probability of each of the 24 codes; 0 for codes that were played."""


def infer_beliefs(listeners: Listeners, view: View) -> Beliefs:
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
        near = compare_on_average(listeners, view.hints, (*view.keywords, *told))
        suggested = suggest(listeners, view.hints, view.keywords)
        scores = read_with_keywords(near, suggested, past)
        chances = _allow_lapse(np.exp(_believe(scores, view.rounds)), view.rounds)
    else:
        heard = listeners.embed_in_all_spaces(view.hints)
        compare = partial(_compare_with_words, listeners, view.hints, heard)
        latent = compare_latent(listeners, past, compare)
        scores = weigh_history(compare_on_average(listeners, view.hints, told), past)
        scores = scores + LATENT_WEIGHT * latent
        together = _believe(TOGETHER_SHARPNESS * scores, view.rounds)
        alone = _read_as_one_space(listeners, view.hints, view.rounds)
        chances = np.exp(soften(alone + TOGETHER_SHARE * together, 1.0))
    return Beliefs(scores, tuple(chances.round(9).tolist()))


def _believe(scores: Floats, rounds: Sequence[Round]) -> Floats:
    """Compute the log-probability of each code after these rounds; shape (24,)."""
    used = {done.code for done in rounds}
    free = np.array([code not in used for code in CODES])
    return soften(np.where(free, scores[ROWS, PLACES].sum(axis=1), -1e6), 1.0)


def _allow_lapse(chances: Floats, rounds: Sequence[Round]) -> Floats:
    """Allow for hints that mean something which no kind of evidence knows."""
    used = {done.code for done in rounds}
    free = np.array([code not in used for code in CODES])
    lapse = read_reliabilities().lapse
    mixed: Floats = (1 - lapse) * chances + lapse * free / max(1, free.sum())
    return mixed


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
    means = fill_unhinted(multiply(heard.rows, average_hints(told.rows, past)), past)
    return SPACE_SHARPNESS * found + SPACE_COSINE * means


def read_with_keywords(near: Floats, suggested: Floats, past: PastHints) -> Floats:
    """Score each keyword for each hint, for a decoder, who knows the keywords.

    Args:
        near: The similarity of each hint to the keywords, then to the past hints by number; shape
            (hints, 4 + past hints).
        suggested: What `suggest` returns; shape (hints, 4).
        past: The past hints of each number.

    Returns:
        Log-odds; shape (hints, 4).
    """
    kinds = read_reliabilities().kinds
    history = weigh_history(near[:, 4:], past)
    return kinds.spaces * near[:, :4] + suggested + kinds.history * history


def suggest(listeners: Listeners, hints: Sequence[str], keywords: Sequence[str]) -> Floats:
    """Rate what speaks for each keyword beside spaces, as log-odds; shape (hints, keywords)."""
    return read_reliabilities().kinds.weigh(
        associations=listeners.associate(hints, keywords),
        thoughts=listeners.relate(hints, keywords),
        form=listeners.rate_form(hints, keywords),
    )


def compare_on_average(listeners: Listeners, hints: Sequence[str], texts: Sequence[str]) -> Floats:
    """Compare hints with texts: clipped similarity, averaged; shape (hints, texts)."""
    known = listeners.know(hints)[:, :, None] & listeners.know(texts)[:, None]
    return listeners.average(listeners.compare(hints, texts).clip(0, MOST), known)


def _compare_with_words(
    listeners: Listeners, hints: Hints, heard: Sequence[EmbeddedTexts], places: NDArray[np.intp]
) -> Floats:
    """Compare hints with words of the corpus, associations included; shape (hints, words)."""
    compared = [
        one.compare(listeners.embed_corpus(space).take(places)) for space, one in enumerate(heard)
    ]
    words = [listeners.corpus[place] for place in places]
    known = listeners.know(hints)[:, :, None] & listeners.knows_corpus[:, None, places]
    return listeners.average(np.stack(compared), known) + listeners.associate(hints, words)
