"""How Parlour's own player of Decrypto reads hints: as the decoder, or as the interceptor.

The interceptor compares hints with past hints, and with the words that these point at together. The
encoder (`pragmatic.py`) models interceptors in the same way.
"""

from collections.abc import Sequence, Sized
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.games.baselines import Explanation, to_rows
from engine.games.decrypto.view import CODES, Code, Guess, Hints, Role, Round, View
from engine.listeners import Heard, Listeners, find_greatest, multiply, soften
from engine.text import join_names
from engine.word_vectors import Floats
from words.word_lists import keywords

TOGETHER_SHARPNESS = 1.2
"""How surely a listener of all spaces prefers a sum that is greater by a standard deviation."""
MOST = 4.0
"""The most standard deviations that count: nearer is no better, and farther than usual, below 0,
says as little as usual."""
HISTORY_WEIGHT = 0.2
"""What nearness to past hints counts for a decoder, against nearness to the keyword."""
NEAREST_WEIGHT = 0.5
"""What the nearest past hint counts for an interceptor, against the mean of all."""
LATENT_WEIGHT = 1.0
"""What suiting the words that past hints point at counts, against nearness to the hints."""
LATENT_SHARPNESS = 1.0
"""How surely a hint is near to its keyword."""
LATENT_CEILING = 6.0
"""The nearness above which nearer is no better: a hint is no other form of its keyword."""
SPACE_SHARPNESS = 1.2
"""For an interceptor who suspects one space: how surely a sum greater by a standard deviation,"""
SPACE_HISTORY = 0.5
"""what nearness to past hints counts against suiting the words that they point at,"""
SPACE_COSINE = 10.0
"""and what a cosine of 1 with the mean of past hints counts as a logarithm."""
TOGETHER_SHARE = 0.6
"""What the reading of all spaces together counts besides."""
DECK_PRIOR = 2.5
"""How much likelier a word of the built-in deck is the keyword than another, as a logarithm."""
LATENT_WORDS = 24
"""How many words past hints may point at."""

PLACES = np.array(CODES) - 1
"""The codes as indices, shape (24, 3)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a guesser reads the current hints."""

    scores: Floats
    """How much speaks for each keyword number, for each hint; shape (3, 4)."""
    beliefs: tuple[float, ...]
    """The probability of each of the 24 codes; 0 for those that were played."""


def read_hints(listeners: Listeners, view: View) -> Reading:
    """Weigh every code that was not played yet.

    The decoder compares hints with keywords and with past hints of each number. The interceptor
    compares them with past hints, and with the words that past hints of a number point at together:
    in all spaces, and in each alone, as far as that space explains the codes of past rounds.

    Args:
        listeners: The listeners.
        view: The decoder's or the interceptor's, in a round with hints.
    """
    assert view.hints is not None
    heard = [listeners.hear(view.hints, space) for space in range(len(listeners.spaces))]
    if view.keywords is not None and view.role is not Role.INTERCEPTOR:
        scores = read_with_keywords(listeners, view.hints, heard, view)
        logs = _believe(TOGETHER_SHARPNESS * scores, view.rounds)
    else:
        latent = hear_latent(listeners, view.hints, heard, _sort_hints(view.rounds))
        scores = _compare_history(listeners, heard, view) + LATENT_WEIGHT * latent
        together = _believe(TOGETHER_SHARPNESS * scores, view.rounds)
        alone = _suspect_one_space(listeners, view.hints, view.rounds)
        logs = soften(alone + TOGETHER_SHARE * together, 1.0)
    return Reading(scores, tuple(np.exp(logs).round(9).tolist()))


def _believe(scores: Floats, rounds: Sequence[Round]) -> Floats:
    """The logarithm of the probability of each code, after these rounds; shape (24,)."""
    used = {done.code for done in rounds}
    free = np.array([code not in used for code in CODES])
    return soften(np.where(free, scores[np.arange(3), PLACES].sum(axis=1), -1e6), 1.0)


def _suspect_one_space(listeners: Listeners, hints: Hints, rounds: Sequence[Round]) -> Floats:
    """Read hints as given by an encoder that knows words by one space.

    Each space counts by how likely it made the codes of past rounds, given their hints.

    Returns:
        The logarithm of the probability of each code; shape (24,).
    """
    spaces = range(len(listeners.spaces))
    likely = np.zeros(len(listeners.spaces))
    for number, done in enumerate(rounds):
        past = rounds[:number]
        right = CODES.index(done.code)
        likely += [
            _believe(_read_in_space(listeners, space, done.hints, _sort_hints(past)), past)[right]
            for space in spaces
        ]
    weights = np.exp(likely - likely.max())
    told = _sort_hints(rounds)
    logs = [_believe(_read_in_space(listeners, space, hints, told), rounds) for space in spaces]
    mixed: Floats = np.log(weights @ np.exp(logs) / weights.sum() + 1e-12)
    return mixed


def _sort_hints(rounds: Sequence[Round]) -> tuple[tuple[str, ...], ...]:
    """The hints of these rounds by keyword number."""
    return tuple(
        tuple(done.hints[done.code.index(number)] for done in rounds if number in done.code)
        for number in range(1, 5)
    )


@lru_cache(maxsize=2048)
def _read_in_space(
    listeners: Listeners, space: int, hints: Hints, past: tuple[tuple[str, ...], ...]
) -> Floats:
    """How much speaks for each number, in one space, without associations; shape (3, 4)."""
    heard = listeners.hear(hints, space)
    rows = [listeners.hear(one, space).rows for one in past]
    found = np.zeros((3, 4))
    for number, told in enumerate(past):
        if told:
            near = heard.compare(listeners.hear(told, space)).clip(0, MOST)
            found[:, number] = _weigh_history(near)
            places, weights = guess_keyword(listeners, told, space)
            suits = heard.compare(listeners.hear_corpus(space).take(places))
            likely = np.exp(LATENT_SHARPNESS * np.minimum(suits, LATENT_CEILING)) @ weights
            found[:, number] = SPACE_HISTORY * found[:, number] + np.log(likely) / LATENT_SHARPNESS
    return SPACE_SHARPNESS * _fill(found, past) + SPACE_COSINE * hear_mean(heard.rows, rows)


def _weigh_history(near: Floats) -> Floats:
    """How near words are to the past hints of a number: their mean, and the nearest."""
    weighed: Floats = (1 - NEAREST_WEIGHT) * near.mean(axis=1) + NEAREST_WEIGHT * near.max(axis=1)
    return weighed


def read_with_keywords(
    listeners: Listeners, texts: Sequence[str], heard: Sequence[Heard], view: View
) -> Floats:
    """How much hints speak for each keyword, to one who knows the keywords.

    Args:
        listeners: The listeners.
        texts: The hints.
        heard: The same by space.
        view: The encoder's or the decoder's.

    Returns:
        Shape (texts, 4).
    """
    assert view.keywords is not None
    scores = _compare(listeners, heard, view.keywords)
    scores = scores + listeners.associate(texts, view.keywords)
    return scores + HISTORY_WEIGHT * _compare_history(listeners, heard, view)


def _compare(listeners: Listeners, heard: Sequence[Heard], texts: Sequence[str]) -> Floats:
    """How near words are to texts, the mean over the spaces; shape (words, texts)."""
    by_space = [one.compare(listeners.hear(texts, space)) for space, one in enumerate(heard)]
    near: Floats = np.stack(by_space).clip(0, MOST).mean(axis=0)
    return near


def _compare_history(listeners: Listeners, heard: Sequence[Heard], view: View) -> Floats:
    """How near each hint is to the past hints of each number; shape (hints, 4)."""
    past = [view.list_hints(number) for number in range(1, 5)]
    found = np.zeros((len(heard[0].rows), 4))
    for number, hints in enumerate(past):
        if hints:
            found[:, number] = _weigh_history(_compare(listeners, heard, hints))
    return _fill(found, past)


@lru_cache(maxsize=2)
def mark_deck(corpus: tuple[str, ...]) -> Floats:
    """Which words of the corpus are in the built-in deck, 1 or 0; shape (corpus,)."""
    deck = frozenset(keywords())
    return np.array([float(word in deck) for word in corpus])


@lru_cache(maxsize=1024)
def guess_keyword(
    listeners: Listeners, hints: tuple[str, ...], space: int | None = None
) -> tuple[NDArray[np.intp], Floats]:
    """Guess which words these hints of one number point at together.

    Any word of the corpus may be the keyword; each is the likelier, the nearer all hints are to it.
    Words of the built-in deck, which is no secret, are likelier than others.

    Args:
        listeners: The listeners.
        hints: The hints.
        space: The space that counts, without associations; `None` for all, with them.

    Returns:
        Places of the likeliest words in the corpus, and their probabilities.
    """
    logs = DECK_PRIOR * mark_deck(listeners.corpus)
    for hint in hints:
        compared = listeners.compare_with_corpus(hint)
        if space is None:
            near = compared.mean(axis=0) + listeners.associate_with_corpus(hint)
        else:
            near = compared[space]
        logs += LATENT_SHARPNESS * near
    for hint in hints:
        if (place := listeners.place.get(hint)) is not None:
            logs[place] = -99.0
    likeliest = find_greatest(logs, LATENT_WORDS)
    weights = np.exp(logs[likeliest] - logs[likeliest[0]])
    return likeliest, weights / weights.sum()


def hear_latent(
    listeners: Listeners,
    texts: Sequence[str],
    words: Sequence[Heard],
    past: Sequence[tuple[str, ...]],
) -> Floats:
    """How well words suit what each number's past hints point at.

    Args:
        listeners: The listeners.
        texts: The words.
        words: The same by space.
        past: The past hints of each number.

    Returns:
        Shape (words, 4).
    """
    guessed = {n: guess_keyword(listeners, hints) for n, hints in enumerate(past) if hints}
    found = np.zeros((len(texts), 4))
    if not guessed:
        return found
    places = np.concatenate([places for places, _ in guessed.values()])
    compared = [
        heard.compare(listeners.hear_corpus(space).take(places))
        for space, heard in enumerate(words)
    ]
    near = np.mean(compared, axis=0)
    near += listeners.associate(texts, [listeners.corpus[place] for place in places])
    likely = np.exp(LATENT_SHARPNESS * np.minimum(near, LATENT_CEILING))
    end = 0
    for number, (own, weights) in guessed.items():
        start, end = end, end + len(own)
        found[:, number] = np.log(likely[:, start:end] @ weights) / LATENT_SHARPNESS
    return _fill(found, past)


def hear_mean(rows: Floats, past: Sequence[Floats]) -> Floats:
    """Cosines with the mean of each number's past hints; the mean of the others without any."""
    sums = np.stack([hints.sum(axis=0) for hints in past])
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    return _fill(multiply(rows, sums / np.where(lengths > 0, lengths, 1)), past)


def hear_nearest(rows: Floats, past: Sequence[Floats]) -> Floats:
    """Cosines with the nearest of each number's past hints."""
    found = [
        multiply(rows, hints).max(axis=1) if len(hints) else np.zeros(len(rows)) for hints in past
    ]
    return _fill(np.stack(found, axis=1), past)


def _fill(scores: Floats, past: Sequence[Sized]) -> Floats:
    """Give numbers without hints the mean of the others."""
    seen = np.array([len(hints) > 0 for hints in past])
    if seen.any() and not seen.all():
        scores = np.where(seen, scores, scores[:, seen].mean())
    return scores


def explain_guess(
    listeners: Listeners, view: View, move: Guess, how_chosen: str
) -> tuple[Explanation, ...]:
    """Show how a guesser reads the hints, and the likeliest codes."""
    assert view.hints is not None
    reading = read_hints(listeners, view)
    ranked = sorted(zip(reading.beliefs, CODES, strict=True), key=lambda one: -one[0])[:6]
    past = [view.list_hints(number) for number in range(1, 5)]
    numbers = tuple(" ".join((f"{n}:", *hints)) for n, hints in enumerate(past, 1))
    if view.role is Role.DECODER and view.keywords is not None:
        numbers = view.keywords
        how = "Hints are compared with keywords, and with past hints of the same number."
    else:
        how = (
            "Hints are compared with past hints, and with words that these point at together. "
            "The codes below also count each space alone, the more the better it explains the "
            "codes of past rounds."
        )
    unknown = [hint for hint in view.hints if not listeners.is_known(hint)]
    missing = f" No space knows {', '.join(unknown)}." if unknown else ""
    codes = tuple("-".join(map(str, code)) for _, code in ranked)
    guessed = "-".join(map(str, move.code))
    return (
        Explanation(
            title="Hints and keyword numbers",
            rows=view.hints,
            columns=numbers,
            values=to_rows(reading.scores),
            measure="standard deviations above usual",
            chosen=list_cells(move.code),
            note=f"{how} The mean over {join_names(listeners.names)}.{missing}",
        ),
        Explanation(
            title="The likeliest codes",
            rows=codes,
            columns=("probability",),
            values=tuple((belief,) for belief, _ in ranked),
            measure="probability",
            chosen=frozenset({(codes.index(guessed), 0)} if guessed in codes else ()),
            note=f"Codes that were played are ruled out. {how_chosen}".strip(),
        ),
    )


def list_cells(code: Code) -> frozenset[tuple[int, int]]:
    """The cells of a table of hints and keyword numbers that a code marks."""
    return frozenset((row, digit - 1) for row, digit in enumerate(code))
