"""How Parlour's own player of Undercover predicts votes, from what it believes about the voters."""

from collections.abc import Mapping

import numpy as np

from engine.games.undercover.baseline import read_talk
from engine.games.undercover.pragmatic_beliefs import Beliefs
from engine.games.undercover.view import View
from engine.players.pragmatic.listeners import Listeners
from engine.players.vectors.word_vectors import Floats, WordVectors
from engine.seat import Seat

LEAST_SHARE = 1e-6
"""Lower bound on the probability that a voter is a person, when votes are predicted."""
FORESEEN_WORDS = 3
"""Votes are predicted for this many of the most likely other words."""
UNSPOKEN = 0.55
"""Assumed cosine between a baseline's word and a seat that has not spoken yet."""
DOUBT = 0.06
"""Temperature of a baseline's vote, as a difference of cosines."""
PERSONS_DOUBT = 0.15
"""Temperature of a person's vote, as a difference of probabilities."""


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
