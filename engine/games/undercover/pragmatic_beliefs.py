"""What Parlour's own player of Undercover believes about sides and words after what was said.

Every other seat has either this seat's word or the other word, which is probably similar. A seat
is played by a person or by one of the baselines, and each has its own speaker model
(`engine.players.pragmatic` has the formulas):

    S(line | word), a person    ~  exp(a * fit of the line to the word)
    S(line | word), a baseline  =  1 / K if it says one of the K words nearest to the word

A hypothesis says which seats share the word, and what the other word is. Its posterior is its prior
times the likelihood of all lines, summed over the kinds of speaker. From it the seat learns who
shares its word, which side it is on, and who is a baseline.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import log

import numpy as np

from engine.games.line_words import collect_word_forms, find_known_words
from engine.games.undercover.baseline import SENTENCE
from engine.games.undercover.line_fit import MOST, rate_line
from engine.games.undercover.view import Role, View
from engine.players.pragmatic.listeners import Listeners
from engine.players.vectors.word_vectors import Floats, WordVectors
from engine.seat import Seat
from words.game_words import read_keywords, read_taboo_targets, read_undercover_pairs

OTHER_WORDS = 16
"""Number of candidates for the other word from the corpus, and as many from the games' words."""
SHARPNESS = 0.9
"""Inverse temperature of a person's line: the log-odds per standard deviation of fit."""
ANY_WORD = 1.0
"""Assumed fit of a line, in standard deviations, if the other word is none of the candidates."""
ANY_SHARE = 0.15
"""Prior probability that the other word is none of the candidates."""
PERSONS = 0.5
"""Prior probability that a seat is a person, or plays like one."""
PERSON_SAYS = log(1 / 1500)
"""Log-probability of a person's line with a fit of 0: one of 1,500 lines."""
LIKELIEST = log(1 / 16)
"""Maximum log-probability of a person's line under the word that it fits best."""
LESS_NEAR, FAR = log(1 / 8), log(1e-4)
"""Added to -log K if a baseline's word is not among the K nearest words, but among the 2 K nearest;
and if it is farther away, or the line is none of a baseline's sentences with one known word."""
AS_BASELINES = log(1 / 20)
"""Added to a person's line if it is one of a baseline's sentences, with one word and no article."""
ODD = 0.5
"""Above this probability of being undercover, a seat plays for that side."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What a seat believes about the other seats, its own side and the other word."""

    other: dict[Seat, float]
    """For each other seat: the probability that it has the other word."""
    odd: float
    """The probability that this seat is undercover."""
    words: tuple[str, ...]
    """The candidates for the other word."""
    chances: tuple[float, ...]
    """The probability of each candidate; the rest is that of a word that is no candidate."""
    kinds: dict[Seat, tuple[float, ...]]
    """For each other seat, by space: the probability that it is the baseline of that space. The
    rest is the probability that it is a person."""


def infer_beliefs(listeners: Listeners, view: View) -> Beliefs:
    """Compute the posterior over all divisions of the seats and all candidates for the other word.

    Args:
        listeners: The spaces and associations that lines are compared with.
        view: The view of a living seat.
    """
    assert view.word is not None
    assert view.seat is not None
    words = list_other_words(listeners, view.word)
    others = [Seat(seat) for seat in range(len(view.seats)) if seat != view.seat]
    said = np.stack([rate_speaker(listeners, view, seat, (view.word, *words)) for seat in others])
    most = said.max(axis=1)  # (others, words)
    shares = np.exp(said - most[:, None])  # (others, speakers, words)
    logs_by_seat = most + np.log(shares.sum(axis=1))
    shares /= shares.sum(axis=1, keepdims=True)
    sides, civilian = list_divisions(view)
    own, theirs = logs_by_seat[:, 0], logs_by_seat[:, 1:]
    prior = np.full(theirs.shape[1], log((1 - ANY_SHARE) / max(len(words), 1)))
    prior[-1] = log(ANY_SHARE)
    # sides: 1 where a seat has the other word; shape (divisions, others)
    logs = (1 - sides) @ own[:, None] + sides @ theirs + prior  # (divisions, words)
    chances = np.exp(logs - logs.max())
    chances /= chances.sum()
    by_side, by_word = chances.sum(axis=1), chances.sum(axis=0)
    has_other = sides.T @ chances  # (others, words)
    has = np.column_stack([1 - has_other.sum(axis=1), has_other])
    kinds = np.einsum("jsw,jw->js", shares[:, 1:], has).round(6).tolist()
    return Beliefs(
        dict(zip(others, (by_side @ sides).round(6).tolist(), strict=True)),
        round(float(by_side @ (1 - civilian)), 6),
        words,
        tuple(by_word[: len(words)].round(6).tolist()),
        dict(zip(others, map(tuple, kinds), strict=True)),
    )


def rate_speaker(listeners: Listeners, view: View, seat: Seat, words: tuple[str, ...]) -> Floats:
    """Compute the log-likelihood of a seat's lines for each word and each kind of speaker.

    Returns:
        Log-likelihood plus log-prior of the kind; shape (1 + spaces, words + 1). Row 0 is a
        person, row 1 + i the baseline of space i; the last column is a word that is none of these.
    """
    found = np.zeros((1 + len(listeners.spaces), len(words) + 1))
    found[0] = log(PERSONS)
    found[1:] = log((1 - PERSONS) / len(listeners.spaces))
    for text in (line.text for line in view.said if line.seat == seat):
        fits = np.append(rate_line(listeners, text, words), ANY_WORD)
        said = PERSON_SAYS + SHARPNESS * fits
        found[0] += said - max(0.0, said.max() - LIKELIEST)
        found[0] += AS_BASELINES * bool(SENTENCE.fullmatch(text))
        for place, space in enumerate(listeners.spaces, 1):
            found[place] += _rate_baseline_line(space, text, words, view.options.k)
    return found


def _rate_baseline_line(space: WordVectors, text: str, words: tuple[str, ...], k: int) -> Floats:
    heard = find_known_words(space, text)
    found = np.full(len(words) + 1, FAR - log(k))
    if len(heard) != 1 or not SENTENCE.fullmatch(text):
        return found
    nearest = [_rank_near(space, word, 2 * k) for word in words]
    places = [near.get(heard[0], 2 * k) for near in nearest]
    found[:-1] = [
        -log(k) + (0 if place < k else LESS_NEAR if place < 2 * k else FAR) for place in places
    ]
    found[-1] = -log(len(space.corpus))
    return found


@lru_cache(maxsize=4096)
def _rank_near(space: WordVectors, word: str, count: int) -> dict[str, int]:
    ranking = space.rank(word, count) or ()
    return {space.corpus[place]: rank for rank, place in enumerate(ranking)}


def list_divisions(view: View) -> tuple[Floats, Floats]:
    """List the divisions of the seats that agree with the open roles and with the game going on.

    Returns:
        Whether each other seat has the other word, 1 or 0, shape (divisions, others); and whether
        this seat is a civilian, 1 or 0, shape (divisions,).
    """
    assert view.seat is not None
    return _list_divisions(view.seat, view.options.undercover, view.living, view.roles)


@lru_cache(maxsize=256)
def _list_divisions(
    me: Seat, undercover: int, living: tuple[Seat, ...], roles: tuple[Role | None, ...]
) -> tuple[Floats, Floats]:
    rows, civilian = [], []
    others = [seat for seat in range(len(roles)) if seat != me]
    for chosen in map(frozenset, combinations(range(len(roles)), undercover)):
        left = len(chosen.intersection(living))
        known = all(
            role is None or (seat in chosen) == (role is Role.UNDERCOVER)
            for seat, role in enumerate(roles)
        )
        if left and len(living) - left > 1 and known:
            rows.append([float((seat in chosen) != (me in chosen)) for seat in others])
            civilian.append(float(me not in chosen))
    return np.array(rows), np.array(civilian)


@cache
def list_played_words() -> tuple[str, ...]:
    """List the words that the games are played with."""
    in_pairs = (word for _, *pair in read_undercover_pairs() for word in pair)
    return tuple(dict.fromkeys((*read_keywords(), *read_taboo_targets(), *in_pairs)))


@lru_cache(maxsize=512)
def list_other_words(listeners: Listeners, word: str) -> tuple[str, ...]:
    """List the candidates for the other word: the corpus words and games' words nearest to a word.

    Forms of the word itself are left out.
    """
    near = listeners.compare_with_corpus(word).mean(axis=0)
    corpus = [listeners.corpus[place] for place in np.argsort(-near, kind="stable").tolist()]
    listed = list_played_words()
    by_space = listeners.compare((word,), listed)[:, 0]
    rates = by_space.clip(max=MOST).mean(axis=0) + listeners.associate((word,), listed)[0]
    played = [listed[place] for place in np.argsort(-rates, kind="stable").tolist()]
    forms = collect_word_forms((word,))

    def is_other(one: str) -> bool:
        return one != word and (" " in word + one or forms.isdisjoint(collect_word_forms((one,))))

    found = [
        one
        for ranking in (corpus, played)
        for one, _ in zip(filter(is_other, ranking), range(OTHER_WORDS), strict=False)
    ]
    return tuple(dict.fromkeys(found))
