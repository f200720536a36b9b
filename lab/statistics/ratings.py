"""Rate players by their places in games: Bradley-Terry for pairs, Plackett-Luce for more."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations, groupby
from math import comb, isnan, log

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import optimize, stats
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from scipy.special import softmax

from engine.joined_text import join_names
from engine.seat_codes import SEAT_CODE
from lab.statistics.clustered_error import GRAIN, TINY, compute_error

ELO = 400 / log(10)
"""Points on the Elo scale per unit of log-odds."""

type Ranking = tuple[tuple[int, ...], ...]
"""Numbers of players, best first; those with equal places together."""
type Stages = dict[tuple[tuple[int, ...], int], float]
"""By the players left and the one that came first of them: how often."""
type Floats = NDArray[np.float64]


def rate_players(
    rankings: Sequence[Mapping[str, float]],
    clusters: Iterable[Hashable] = (),
    confidence: float = 0.95,
) -> pd.DataFrame:
    """Rate players by their places in games: maximum likelihood of the Plackett-Luce model.

    The probability that a player comes first among those left is exp(rating) / sum of exp(ratings)
    (Luce 1959, Plackett 1975); with two players this is the model of Bradley and Terry (1952). A
    tie counts as every order of the tied players in equal parts: half a win each for two. Errors
    come from the observed information, or with clusters, as games of a deal are correlated, from
    the sandwich estimator (Liang and Zeger 1986) with the factor K / (K - 1) for K clusters, and
    intervals from Student's t with K - 1 degrees of freedom. A single cluster has neither. Wins
    are counts: deals with equal wins do not show that deals never differ, see
    `lab.statistics.clustered_error.GRAIN`.

    A player that never lost to, or never beat, any of the others has no finite rating. Players
    outside the largest set connected by wins in both directions are `NaN` (Ford 1957).

    Args:
        rankings: For each game: the place of each player, 1 is best; equal places are ties.
        clusters: The cluster of each game, such as its deal.
        confidence: The confidence level of the intervals.

    Returns:
        Rows by player, best first: `rating` in log-odds with mean 0, `error`, `low`, `high`,
        `elo` (1500 on average), `games`.
    """
    names = sorted({name for one in rankings for name in one})
    columns = ["rating", "error", "low", "high", "elo"]
    result = pd.DataFrame(np.nan, index=pd.Index(names, name="player"), columns=columns)
    result["games"] = [sum(name in one for one in rankings) for name in names]
    rated = _find_connected(rankings, names)
    if len(rated) < 2:
        return result
    orders = [_order(one, rated) for one in rankings]
    distinct = Counter(orders)
    stages = {order: _list_stages(order) for order in distinct}
    # Ratings sum to 0, so the last player's is minus the sum of the others'.
    basis = np.vstack([np.eye(len(rated) - 1), -np.ones(len(rated) - 1)])
    whole: Stages = defaultdict(float)
    for order, times in distinct.items():
        for stage, weight in stages[order].items():
            whole[stage] += weight * times

    def compute_loss(free: Floats) -> tuple[float, Floats]:
        likelihood, score, _ = _differentiate_likelihood(basis @ free, whole)
        return -likelihood, -(basis.T @ score)

    fitted = optimize.minimize(
        compute_loss, np.zeros(len(rated) - 1), jac=True, options={"gtol": 1e-8}
    )
    ratings = basis @ fitted.x
    inverse = np.linalg.inv(basis.T @ _differentiate_likelihood(ratings, whole)[2] @ basis)
    variance = basis @ inverse @ basis.T
    labels = list(clusters)
    errors = np.sqrt(np.diag(variance))
    margin = errors * float(stats.norm.ppf((1 + confidence) / 2))
    if labels:
        scores = {order: _differentiate_likelihood(ratings, stages[order])[1] for order in distinct}
        summed = pd.DataFrame([scores[order] for order in orders]).groupby(
            pd.factorize(pd.Series(labels, dtype="object"))[0]
        )
        influences = variance @ summed.sum().to_numpy().T
        # What one win more than expected adds to a rating, over the rival for whom it adds most.
        wins = np.diag(variance) - variance.min(axis=1)
        errors, widest = (
            np.array([_compute_error(*one) for one in zip(influences, least, strict=True)])
            for least in (0 * wins, GRAIN * wins)
        )
        errors[errors < TINY] = np.nan
        count = influences.shape[1]
        quantile = float(stats.t.ppf((1 + confidence) / 2, count - 1)) if count > 1 else np.nan
        margin = widest * quantile
    figures = (ratings, errors, ratings - margin, ratings + margin, 1500 + ELO * ratings)
    for name, values in zip(columns, figures, strict=True):
        result.loc[rated, name] = values
    return result.sort_values("rating", ascending=False, kind="stable")


def _compute_error(influences: Floats, least: float) -> float:
    error = compute_error(influences, least)
    return np.nan if error is None else error


def rate_sides(games: pd.DataFrame, seats: Sequence[str]) -> pd.DataFrame:
    """Rate players by who scored more in each game; games of a deal are a cluster.

    Seats that always score the same form a side, whose players are rated together: `encoder and
    decoder glove`. Numbered seats (`p1`) are equivalent: each player is rated by the mean of its
    places in a game.

    Args:
        games: The table of games of a run: `deal`, and `player_SEAT` and `score_SEAT` of seats.
        seats: The names of its seats.

    Returns:
        As in `rate_players`; empty without scores of two sides, or if no rating is finite.
    """
    sides: dict[str, list[str]] = {}
    for seat in (seat for seat in seats if f"score_{seat}" in games):
        score = games[f"score_{seat}"]
        same = (one for one in sides if score.equals(games[f"score_{one}"]))
        sides.setdefault(next(same, seat), []).append(seat)
    if len(sides) < 2:
        return pd.DataFrame()
    alike = all(SEAT_CODE.fullmatch(seat) for seat in sides)
    sat = {seat: games[f"player_{seat}"].tolist() for side in sides.values() for seat in side}
    scores = {seat: games[f"score_{seat}"].tolist() for seat in sides}
    rankings = []
    for number in range(len(games)):
        held: dict[str, list[float]] = {}
        for first, side in sides.items():
            who = [str(sat[seat][number]) for seat in side]
            label = ", ".join(dict.fromkeys(who)) if alike else _describe_side(side, who)
            if not isnan(score := float(scores[first][number])):
                held.setdefault(label, []).append(-score)
        rankings.append({name: sum(places) / len(places) for name, places in held.items()})
    rated = rate_players(rankings, games["deal"].tolist())
    return rated if rated["rating"].notna().any() else pd.DataFrame()


def _describe_side(seats: Sequence[str], players: Sequence[str]) -> str:
    """Describe a side with its players: `encoder and decoder glove`."""
    if len(set(players)) == 1:
        return f"{join_names(seats)} {players[0]}"
    return ", ".join(f"{seat} {player}" for seat, player in zip(seats, players, strict=True))


def _order(places: Mapping[str, float], rated: Sequence[str]) -> Ranking:
    """Order the rated players of a game."""
    known = sorted((places[name], who) for who, name in enumerate(rated) if name in places)
    tied = groupby(known, key=lambda one: one[0])
    return tuple(tuple(who for _, who in group) for _, group in tied)


def _list_stages(order: Ranking) -> Stages:
    """List the stages of a ranking: who came first among whom, with a weight; ties have several."""
    found: Stages = defaultdict(float)
    for number, tied in enumerate(order):
        after = tuple(who for group in order[number + 1 :] for who in group)
        for gone in range(len(tied)):
            for left in combinations(tied, len(tied) - gone):
                weight = 1 / (comb(len(tied), gone) * len(left))
                for first in left if len(left) + len(after) > 1 else ():
                    found[tuple(sorted(left + after)), first] += weight
    return found


def _differentiate_likelihood(ratings: Floats, stages: Stages) -> tuple[float, Floats, Floats]:
    """Compute the log-likelihood of stages, its gradient, and its negative Hessian."""
    count = len(ratings)
    likelihood, score, information = 0.0, np.zeros(count), np.zeros((count, count))
    for (left, first), weight in stages.items():
        places = list(left)
        chances = softmax(ratings[places])
        likelihood += weight * float(np.log(chances[places.index(first)]))
        score[first] += weight
        score[places] -= weight * chances
        information[np.ix_(places, places)] += weight * (
            np.diag(chances) - np.outer(chances, chances)
        )
    return likelihood, score, information


def _find_connected(rankings: Sequence[Mapping[str, float]], names: Sequence[str]) -> list[str]:
    """Find the largest set of players that are connected by wins in both directions."""
    if not names:
        return []
    place = {name: number for number, name in enumerate(names)}
    before = {
        (place[one], place[other])
        for ranking in rankings
        for one, first in ranking.items()
        for other, second in ranking.items()
        if one != other and first <= second
    }
    if not before:
        return []
    rows, columns = zip(*before, strict=True)
    graph = csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(names), len(names)))
    _, labels = connected_components(graph, connection="strong")
    largest = np.bincount(labels).argmax()
    return [name for name in names if labels[place[name]] == largest]
