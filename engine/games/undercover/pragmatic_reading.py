"""How Parlour's own player of Undercover reads the talk, and foresees votes.

Each other seat has this seat's word, or one word near it that all others on its side share. A seat
is a person, or one of the baselines, each of which is a speaker of its own (`engine.listeners` has
the formulas):

    S(line | word), a person    ~  exp(a * how well the line suits the word)
    S(line | word), a baseline  =  1 / K if it says one of the K words nearest to the word

Each division of the seats in two sides and each other word is as likely as all lines together are,
whoever said them. So the seat learns who shares its word, which side it is on, and who hears
words as a baseline does: the votes of those it can foresee.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations
from math import log

import numpy as np

from engine.game import Seat
from engine.games.baselines import collect_word_forms, find_known_words
from engine.games.undercover.baseline import average_heard, average_neighbourhood, read_talk
from engine.games.undercover.view import Role, View
from engine.listeners import Heard, Listeners
from engine.text import fold_words, lemma
from engine.word_vectors import Floats, WordVectors
from words.word_lists import keywords, taboo_targets, undercover_pairs, word_facts

OTHER_WORDS = 16
"""How many words of the corpus near the own one the others may have, and how many words that
people often play with."""
SHARPNESS = 0.9
"""How surely a person's line is said of a word that it suits better by a standard deviation."""
ANY_WORD = 1.0
"""How well a line suits the other word if that is none of these."""
ANY_SHARE = 0.15
"""How likely it is that it is none of these, before anybody has spoken."""
MOST = 4.0
"""The most standard deviations that count."""
HEARD_WORDS = 3
"""How many words of a line count, those that suit best."""
KNOWN = 4.0
"""What it counts in standard deviations that all words of a line are in what is known of a word."""
NEIGHBOURS = 16
"""From how many near words the neighbourhood of a word consists, for baselines that listen."""
NEIGHBOURHOOD = 2.0
"""What a cosine of 1 with the neighbourhood of a word counts in standard deviations."""
PERSONS = 0.5
"""How likely a seat is a person, or plays like one, before it has spoken."""
LEAST_SHARE = 1e-6
"""How likely each voter is a person at least, when votes are foreseen."""
PERSON_SAYS = log(1 / 1500)
"""How likely a person's line is that suits a word no better than usual: one of so many."""
LESS_NEAR, FAR = log(1 / 8), log(1e-4)
"""How likely a baseline's word is if it is none of the K nearest, but of twice as many, against
those; and any other word, or a line that is no baseline's."""
FORESEEN_WORDS = 3
"""Of how many words the neighbourhoods are tried to foresee a vote."""
UNSPOKEN = 0.55
"""How near a seat that has not spoken yet will be to a baseline's word, as a cosine."""
DOUBT = 0.06
"""How far apart cosines have to be so that a vote is likely to follow the greater."""
PERSONS_DOUBT = 0.15
"""The same of what a person believes, as a probability."""
EMPTY_WORDS = frozenset(
    (
        *("it", "is", "a", "an", "the", "of", "kind", "sort", "some", "rather", "has", "have"),
        *("and", "or", "to", "in", "on", "for", "with", "from", "by", "as", "at", "that", "this"),
        *("used", "use", "made", "make", "comes", "come", "belongs", "belong", "be", "are", "was"),
        *("often", "people", "you", "would", "not", "thing", "something", "one", "can", "many"),
        *("like", "i", "my", "me", "think", "there", "where", "very", "usually", "found", "find"),
        *("close", "name", "together", "far", "hear", "say", "almost"),
    )
)
"""Words that say nothing of a thing."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What a seat believes of the table."""

    other: dict[Seat, float]
    """For each other seat: the probability that it has the other word."""
    odd: float
    """The probability that the own word is that of the undercover side."""
    words: tuple[str, ...]
    """The words that the others may have."""
    chances: tuple[float, ...]
    """The probability of each."""
    kinds: dict[Seat, tuple[float, ...]]
    """For each other seat: the probability that it is a baseline of each space; else a person."""


def read_table(listeners: Listeners, view: View) -> Beliefs:
    """Weigh every division of the seats and every other word by all lines that were said.

    Args:
        listeners: The listeners, whose readings are added.
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
    """How likely a seat would have said its lines of each word, as each kind of speaker.

    Returns:
        Logarithms with the prior of each kind; shape (1 + spaces, words + 1), a person first. The
        last is for a word that is none of these.
    """
    found = np.zeros((1 + len(listeners.spaces), len(words) + 1))
    found[0] = log(PERSONS)
    found[1:] = log((1 - PERSONS) / len(listeners.spaces))
    for text in (line.text for line in view.said if line.seat == seat):
        found[0] += PERSON_SAYS
        found[0, :-1] += SHARPNESS * rate_line(listeners, text, words)
        found[0, -1] += SHARPNESS * ANY_WORD
        for place, space in enumerate(listeners.spaces, 1):
            found[place] += _rate_baseline_line(space, text, words, view.options.k)
    return found


def _rate_baseline_line(space: WordVectors, text: str, words: tuple[str, ...], k: int) -> Floats:
    heard = find_known_words(space, text)
    found = np.full(len(words) + 1, FAR - log(k))
    if len(heard) != 1:
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
    """List who of the others may have the other word, given that the game goes on, and open roles.

    Returns:
        For each division, 1 for each of the others with the other word, else 0; shape (divisions,
        others). And for each whether the own side is the civilian one, 1 or 0.
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
    """The words of the games."""
    in_pairs = (word for _, *pair in undercover_pairs() for word in pair)
    return tuple(dict.fromkeys((*keywords(), *taboo_targets(), *in_pairs)))


@lru_cache(maxsize=512)
def list_other_words(listeners: Listeners, word: str) -> tuple[str, ...]:
    """The words nearest to a word, other than its own forms, which the others may have.

    They are of the corpus, and of the words of the games.
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


@lru_cache(maxsize=4096)
def rate_line(listeners: Listeners, line: str, words: tuple[str, ...]) -> Floats:
    """How well a line suits each word, in standard deviations; shape (words,); do not change it."""
    heard = find_words(listeners, line)
    if not heard:
        return np.zeros(len(words))
    by_space = [
        listeners.hear(heard, space).compare(of_words)
        for space, of_words in enumerate(_hear_words(listeners, words))
    ]
    near = np.stack(by_space).clip(0, MOST).mean(axis=0)
    near = near + listeners.associate(heard, words)
    counted = min(HEARD_WORDS, len(heard))
    rates: Floats = np.sort(near, axis=0)[-counted:].mean(axis=0)
    known = [len(_list_known(word).intersection(heard)) for word in words]
    rates = rates + KNOWN * np.array(known) / len(heard)
    return rates + NEIGHBOURHOOD * hear_literally(listeners, line, words).mean(axis=0)


@lru_cache(maxsize=256)
def _hear_words(listeners: Listeners, words: tuple[str, ...]) -> list[Heard]:
    """Words by space; the same ones are compared with many lines."""
    return [listeners.hear(words, space) for space in range(len(listeners.spaces))]


@lru_cache(maxsize=4096)
def _list_known(word: str) -> frozenset[str]:
    """The words of what is known of a word, and their basic forms."""
    said = {one for fact in word_facts().get(word, ()) for one in fold_words(fact)}
    return frozenset(said | set(map(lemma, said)))


def hear_literally(listeners: Listeners, line: str, words: tuple[str, ...]) -> Floats:
    """How near a line is to the neighbourhood of each word, as the baselines of each space hear it.

    Returns:
        Cosines; shape (spaces, words).
    """
    return np.stack(
        [_average_words(space, words) @ average_heard(space, (line,)) for space in listeners.spaces]
    )


@lru_cache(maxsize=256)
def _average_words(space: WordVectors, words: tuple[str, ...]) -> Floats:
    return np.array([average_neighbourhood(space, word, NEIGHBOURS) for word in words])


@lru_cache(maxsize=8192)
def find_words(listeners: Listeners, line: str) -> tuple[str, ...]:
    """The words of a line that say something, in their basic form."""
    words = (word for word in fold_words(line) if word not in EMPTY_WORDS)
    found = (word if word in listeners.place else lemma(word) for word in words)
    return tuple(dict.fromkeys(word for word in found if listeners.is_known(word)))


def foresee_votes(listeners: Listeners, view: View, beliefs: Beliefs) -> dict[Seat, Floats]:
    """Foresee whom each other living seat votes against, after what was said so far.

    Returns:
        For each other living seat: the probability of a vote against each seat; shape (seats,).
    """
    assert view.word is not None
    order = np.argsort(-np.array(beliefs.chances), kind="stable")[:FORESEEN_WORDS].tolist()
    total = sum(beliefs.chances[place] for place in order) or 1.0
    votes: dict[Seat, Floats] = {}
    for voter in view.living:
        if voter == view.seat:
            continue
        other = beliefs.other[voter]
        words = [(view.word, 1 - other)]
        words += [(beliefs.words[at], other * beliefs.chances[at] / total) for at in order]
        kinds = beliefs.kinds[voter]
        person = max(1 - sum(kinds), LEAST_SHARE)  # the rounded shares may add up to more than 1
        found = person * _foresee_person(view, beliefs, voter)
        for space, kind in zip(listeners.spaces, kinds, strict=True):
            for word, chance in words:
                if kind * chance > 0.02:
                    seen = replace(view, seat=voter, word=word)
                    found = found + kind * chance * _foresee_baseline(space, seen)
        votes[voter] = found / found.sum()
    return votes


def _foresee_person(view: View, beliefs: Beliefs, voter: Seat) -> Floats:
    """Whom a person votes against that believes what the seat itself believes."""
    own = beliefs.other[voter]
    far = {}
    for seat in view.living:
        if seat != voter:
            other = beliefs.other.get(seat, 0.0)
            far[seat] = -(own * (1 - other) + (1 - own) * other) / PERSONS_DOUBT
    return _prefer(far, view)


def _foresee_baseline(space: WordVectors, view: View) -> Floats:
    """Whom a baseline votes against, from its own view."""
    reading = read_talk(space, view)
    far = dict(reading.agreed if reading.odd else reading.near)
    for seat in view.living:
        if seat != view.seat:
            far.setdefault(seat, UNSPOKEN)
    return _prefer({seat: value / DOUBT for seat, value in far.items()}, view)


def _prefer(far: Mapping[Seat, float], view: View) -> Floats:
    """Votes against the least of these values, with some doubt."""
    found = np.zeros(len(view.seats))
    values = np.array(list(far.values()))
    found[list(far)] = np.exp(values.min() - values)
    return found / found.sum()
