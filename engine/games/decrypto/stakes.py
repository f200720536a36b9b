"""What an interception, and a keyword that becomes known, cost in the rest of a game.

If an interceptor hits each later round with probability h, a team that loses with the m-th hit
survives r more rounds with the probability that a binomial variable stays below m:

    S(m, r) = P(Binomial(r, h) < m)

A hit now turns S(m, r) into S(m - 1, r). A keyword that becomes known raises h, which costs
-d log S(m, r) / dh: nothing in the last round, more the more rounds follow, and most if one more
hit loses the game.
"""

from math import comb
from typing import NamedTuple

from engine.games.decrypto.options import Options
from engine.games.decrypto.view import View

HAZARD = 0.1
"""Assumed probability that an interceptor hits the code of a later round."""
POINT = 0.25
"""Of two teams, an interception counts at least so much: at the end, points decide."""


class Stakes(NamedTuple):
    """What is at stake for a team that gives hints now."""

    interception: float
    """The cost of an interception now: the share of the chance to survive that it takes away."""
    exposure: float
    """The cost of a keyword that becomes known: how much the chance to survive falls with the
    probability of later hits."""


def weigh_stakes(view: View) -> Stakes:
    """Weigh what the encoder's hints put at stake in its view."""
    options = view.options
    rest = max(0, options.rounds - view.number)
    left = max(1, options.tokens - view.interceptions)
    survival = _survive(left, rest)
    lost = 1 - _survive(left - 1, rest) / survival
    if options.has_teams:
        lost = max(lost, POINT)
    if not _counts(view.number, options):
        lost = 0.0
    exposure = rest * _hit_exactly(left - 1, rest - 1) / survival if rest else 0.0
    return Stakes(lost, exposure)


def _counts(number: int, options: Options) -> bool:
    """Whether an interception in this round counts."""
    return number > 1 or (options.first_round_interception and not options.has_teams)


def _survive(left: int, rounds: int) -> float:
    """Compute the probability of fewer than `left` hits in so many rounds."""
    return sum(_hit_exactly(hits, rounds) for hits in range(left))


def _hit_exactly(hits: int, rounds: int) -> float:
    return comb(rounds, hits) * HAZARD**hits * (1 - HAZARD) ** (rounds - hits)
