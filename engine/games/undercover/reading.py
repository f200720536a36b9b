"""How Parlour's own player of Undercover updates its beliefs from what is said, and predicts votes.

Every other seat has either this seat's word or the other word, which is probably similar. A seat
is played by a person or by one of the baselines, and each has its own speaker model
(`engine.players.pragmatic` has the formulas):

    S(line | word), a person    ~  exp(a * fit of the line to the word)
    S(line | word), a baseline  =  1 / K if it says one of the K words nearest to the word

A hypothesis says which seats share the word, and what the other word is. Its posterior is its prior
times the likelihood of all lines, summed over the kinds of speaker. From it the seat learns who
shares its word, which side it is on, and who is a baseline, whose votes it can predict.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import log

import numpy as np

from engine.forms.folding import find_lemma, fold_words
from engine.games.line_words import collect_word_forms, find_known_words
from engine.games.undercover.baseline import average_lines, average_neighbourhood, read_talk
from engine.games.undercover.view import Role, View
from engine.players.pragmatic.embedding import EmbeddedTexts
from engine.players.pragmatic.listeners import Listeners
from engine.players.vectors.similarity import Floats, WordVectors
from engine.seat import Seat
from words.lists import read_keywords, read_taboo_targets, read_undercover_pairs, read_word_facts

OTHER_WORDS = 16
"""Number of candidates for the other word from the corpus, and as many from the games' words."""
SHARPNESS = 0.9
"""Inverse temperature of a person's line: the log-odds per standard deviation of fit."""
ANY_WORD = 1.0
"""Assumed fit of a line, in standard deviations, if the other word is none of the candidates."""
ANY_SHARE = 0.15
"""Prior probability that the other word is none of the candidates."""
MOST = 4.0
"""Cap on a word's similarity, in standard deviations."""
HEARD_WORDS = 3
"""The fit of a line is the mean over this many of its best words."""
FACT_BONUS = 4.0
"""Bonus, in standard deviations, for a line whose words all occur in the facts about the word."""
NEIGHBOURS = 16
"""Size of a word's neighbourhood, as the baselines use it."""
NEIGHBOURHOOD_WEIGHT = 2.0
"""Standard deviations for a cosine of 1 between a line and the neighbourhood of a word."""
PERSONS = 0.5
"""Prior probability that a seat is a person, or plays like one."""
LEAST_SHARE = 1e-6
"""Lower bound on the probability that a voter is a person, when votes are predicted."""
PERSON_SAYS = log(1 / 1500)
"""Log-probability of a person's line with a fit of 0: one of 1,500 lines."""
LESS_NEAR, FAR = log(1 / 8), log(1e-4)
"""Added to -log K if a baseline's word is not among the K nearest words, but among the 2 K nearest;
and if it is farther away, or the line does not hold exactly one known word."""
FORESEEN_WORDS = 3
"""Votes are predicted for this many of the most likely other words."""
UNSPOKEN = 0.55
"""Assumed cosine between a baseline's word and a seat that has not spoken yet."""
DOUBT = 0.06
"""Temperature of a baseline's vote, as a difference of cosines."""
PERSONS_DOUBT = 0.15
"""Temperature of a person's vote, as a difference of probabilities."""
ODD = 0.5
"""Above this probability of being undercover, a seat plays for that side."""
EMPTY_WORDS = frozenset(
    (
        *("it", "is", "a", "an", "the", "of", "kind", "sort", "some", "rather", "has", "have"),
        *("and", "or", "to", "in", "on", "for", "with", "from", "by", "as", "at", "that", "this"),
        *("used", "use", "made", "make", "comes", "come", "belongs", "belong", "be", "are", "was"),
        *("often", "people", "you", "would", "not", "thing", "something", "one", "can", "many"),
        *("like", "i", "my", "me", "think", "there", "where", "very", "usually", "found", "find"),
        *("close", "name", "together", "far", "hear", "say", "almost", "goes", "go", "makes"),
        *("about", "add", "again", "agree", "all", "am", "ask", "believe", "besides", "but"),
        *("cannot", "connect", "could", "do", "does", "ease", "else", "feel", "forget", "hears"),
        *("if", "know", "let", "look", "may", "mean", "means", "meet", "met", "might", "miss"),
        *("more", "near", "nobody", "once", "said", "see", "separate", "so", "sure", "tell"),
        *("then", "we", "well", "what", "when", "which", "whoever", "will", "without", "yet"),
        *("also", "too", "belongs", "who", "has", "was"),
    )
)
"""Words without content, which are ignored."""


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


def read_table(listeners: Listeners, view: View) -> Beliefs:
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


@lru_cache(maxsize=4096)
def rate_line(listeners: Listeners, line: str, words: tuple[str, ...]) -> Floats:
    """Compute the fit of a line to each word, in standard deviations; shape (words,).

    The result is shared: do not modify it.
    """
    heard = find_words(listeners, line)
    if not heard:
        return np.zeros(len(words))
    by_space = [
        listeners.embed(heard, space).compare(of_words)
        for space, of_words in enumerate(_embed_words(listeners, words))
    ]
    near = np.stack(by_space).clip(0, MOST).mean(axis=0)
    near = near + listeners.associate(heard, words)
    counted = min(HEARD_WORDS, len(heard))
    rates: Floats = np.sort(near, axis=0)[-counted:].mean(axis=0)
    known = [len(_list_known(word).intersection(heard)) for word in words]
    rates = rates + FACT_BONUS * np.array(known) / len(heard)
    return rates + NEIGHBOURHOOD_WEIGHT * compare_literally(listeners, line, words).mean(axis=0)


@lru_cache(maxsize=256)
def _embed_words(listeners: Listeners, words: tuple[str, ...]) -> list[EmbeddedTexts]:
    """Cache the vectors of the words, which are compared with many lines."""
    return [listeners.embed(words, space) for space in range(len(listeners.spaces))]


@lru_cache(maxsize=4096)
def _list_known(word: str) -> frozenset[str]:
    """The words in the facts about a word, and their lemmas."""
    said = {one for fact in read_word_facts().get(word, ()) for one in fold_words(fact)}
    return frozenset(said | set(map(find_lemma, said)))


def compare_literally(listeners: Listeners, line: str, words: tuple[str, ...]) -> Floats:
    """Compare a line with the neighbourhood of each word, as the baseline of each space does.

    Returns:
        Cosines; shape (spaces, words).
    """
    return np.stack(
        [_average_words(space, words) @ average_lines(space, (line,)) for space in listeners.spaces]
    )


@lru_cache(maxsize=256)
def _average_words(space: WordVectors, words: tuple[str, ...]) -> Floats:
    return np.array([average_neighbourhood(space, word, NEIGHBOURS) for word in words])


@lru_cache(maxsize=8192)
def find_words(listeners: Listeners, line: str) -> tuple[str, ...]:
    """Find the content words of a line that the listeners know, as lemmas."""
    words = (word for word in fold_words(line) if word not in EMPTY_WORDS)
    found = (word if word in listeners.place else find_lemma(word) for word in words)
    return tuple(dict.fromkeys(word for word in found if listeners.is_known(word)))


def predict_votes(listeners: Listeners, view: View, beliefs: Beliefs) -> dict[Seat, Floats]:
    """Predict the vote of each other living seat from what was said so far.

    Returns:
        By voter: the probability of a vote against each seat; shape (seats,).
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
        found = person * _predict_person_vote(view, beliefs, voter)
        for space, kind in zip(listeners.spaces, kinds, strict=True):
            for word, chance in words:
                if kind * chance > 0.02:
                    seen = view.model_copy(update={"seat": voter, "word": word})
                    found = found + kind * chance * _predict_baseline_vote(space, seen)
        votes[voter] = found / found.sum()
    return votes


def _predict_person_vote(view: View, beliefs: Beliefs, voter: Seat) -> Floats:
    """Predict the vote of a person who believes what this seat believes."""
    own = beliefs.other[voter]
    far = {}
    for seat in view.living:
        if seat != voter:
            other = beliefs.other.get(seat, 0.0)
            far[seat] = -(own * (1 - other) + (1 - own) * other) / PERSONS_DOUBT
    return _favour_least(far, view)


def _predict_baseline_vote(space: WordVectors, view: View) -> Floats:
    """Predict the vote of a baseline from its own view."""
    reading = read_talk(space, view)
    far = dict(reading.agreed if reading.odd else reading.near)
    for seat in view.living:
        if seat != view.seat:
            far.setdefault(seat, UNSPOKEN)
    return _favour_least({seat: value / DOUBT for seat, value in far.items()}, view)


def _favour_least(far: Mapping[Seat, float], view: View) -> Floats:
    """Turn values into vote probabilities, softmax(-far); shape (seats,), 0 for all others."""
    found = np.zeros(len(view.seats))
    values = np.array(list(far.values()))
    found[list(far)] = np.exp(values.min() - values)
    return found / found.sum()
