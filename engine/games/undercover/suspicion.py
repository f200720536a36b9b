"""Whom a seat of Undercover suspects: the value of a vote against each other."""

from collections import Counter
from random import Random

import numpy as np

from engine.games.undercover.pragmatic_beliefs import ODD, Beliefs
from engine.games.undercover.view import View
from engine.games.undercover.vote_prediction import predict_votes
from engine.players.pragmatic.listeners import Listeners
from engine.seat import Seat

TALLIES = 300
"""Number of ballots that an undercover seat simulates."""
SAME_VOTE = 0.7
"""Probability that a person with the same word votes as the seat does."""


TIED = 0.2
"""What a civilian adds for a seat that led the last ballot, for each of the ties in a row: a vote
for one of those seats decides."""
PATIENCE = 2
"""From this many ties in a row on, a seat may give way among persons: it votes for another of the
seats that led the last ballot. Else two against two would vote alike until the end."""
GIVES_WAY = 0.4
"""How often it does."""


def rate_suspects(
    listeners: Listeners, view: View, beliefs: Beliefs, rng: Random
) -> dict[Seat, float]:
    """Rate a vote against each other living seat.

    For a civilian it is the probability that the seat has the other word. An undercover seat, which
    needs the votes of others, simulates ballots: it is the share that eliminate a player with the
    other word, less the share that eliminate one with its own word. After several ties a seat may
    vote for another of the seats that led.
    """
    suspects = [seat for seat in view.living if seat != view.seat]
    if beliefs.odd <= ODD:
        ties, leaders = _find_ties(view)
        marks = {seat: beliefs.other[seat] + TIED * ties * (seat in leaders) for seat in suspects}
        return _favour_other_leader(view, beliefs, marks, rng)
    votes = predict_votes(listeners, view, beliefs)
    chance = np.random.default_rng(rng.getrandbits(64))
    drawn = np.stack([chance.choice(len(view.seats), TALLIES, p=one) for one in votes.values()])
    copies = np.array(
        [(1 - sum(beliefs.kinds[voter])) * (1 - beliefs.other[voter]) for voter in votes]
    )
    follows = chance.random(drawn.shape) < SAME_VOTE * copies[:, None]
    gains = np.array([2 * beliefs.other.get(Seat(one), 0.0) - 1 for one in range(len(view.seats))])
    found: dict[Seat, float] = {}
    for seat in suspects:
        cast = np.where(follows & (np.array(list(votes)) != seat)[:, None], seat, drawn)
        tally = (cast[:, :, None] == np.arange(len(view.seats))).sum(axis=0)
        tally[:, seat] += 1
        most = tally.max(axis=1, keepdims=True)
        decided = (tally == most).sum(axis=1) == 1
        found[seat] = round(float((gains[tally.argmax(axis=1)] * decided).mean()), 6)
    return _favour_other_leader(view, beliefs, found, rng)


def ends_tie(view: View, seat: Seat) -> bool:
    """Whether a vote for a seat gives way, after several ties, to those who vote for it."""
    ties, leaders = _find_ties(view)
    if ties < PATIENCE or view.seat is None or seat not in leaders:
        return False
    before = view.rounds[-1].votes[view.seat]
    return before in leaders and before != seat


def _favour_other_leader(
    view: View, beliefs: Beliefs, marks: dict[Seat, float], rng: Random
) -> dict[Seat, float]:
    """Put another leader of the last ballot first, if the seat gives way now."""
    others = [seat for seat in marks if ends_tie(view, seat)]
    living = [beliefs.kinds[seat] for seat in marks]
    persons = sum(1 - sum(kinds) for kinds in living) / len(living)
    if not others or persons < ODD or rng.random() >= GIVES_WAY:
        return marks
    chosen = max(others, key=lambda seat: marks[seat])
    return marks | {chosen: max(marks.values()) + 1.0}


def _find_ties(view: View) -> tuple[int, frozenset[Seat]]:
    """Count the ties in a row before this ballot, and find the seats that led the last one."""
    ties = 0
    for done in reversed(view.rounds):
        if done.out is not None:
            break
        ties += 1
    if not ties:
        return 0, frozenset()
    tally = Counter(vote for vote in view.rounds[-1].votes if vote is not None)
    most = max(tally.values(), default=0)
    return ties, frozenset(seat for seat, count in tally.items() if count == most)
