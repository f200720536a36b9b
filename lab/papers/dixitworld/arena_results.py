"""Measure the results of DixitArena: scores, outcomes, stability, head-to-head, and ratings.

Functions take a table `rounds` with a row for each seat and round, and columns as in
`columns.ROUNDS`; each function uses some of them.
`round_and_answer_tables.read_rounds` builds it from a run.
"""

from collections.abc import Iterable
from dataclasses import asdict, replace
from itertools import combinations
from math import nan
from typing import Any, Literal

import numpy as np
import pandas as pd

from lab.papers.dixitworld.bench_accuracy import index_rows
from lab.papers.dixitworld.input_tables import prepare_rounds
from lab.papers.dixitworld.maximum_points import Normalise, count_maximum
from lab.papers.dixitworld.round_points import OUTCOMES, ROUNDS, SEATS, TEAM, describe_outcome
from lab.statistics.entropy import measure_entropy
from lab.statistics.estimate import Estimate
from lab.statistics.multiple_comparisons import adjust_rows
from lab.statistics.paired import Difference, compare_paired
from lab.statistics.rates import estimate_ratio
from lab.statistics.ratings import rate_players

type Role = Literal["storyteller", "listener"]

ROLES: tuple[Role, ...] = ("storyteller", "listener")


def measure_outcomes(rounds: pd.DataFrame, by: str = "player") -> pd.DataFrame:
    """Measure the outcomes of storytellers' rounds (Figure 3): partial, all right, none right.

    Zero points have two reasons, all right (too obvious) and none right (too vague); `zero` is the
    share of both. Failed rounds are left out and counted in `failed`. Intervals have the error of
    whole deals.

    Args:
        rounds: A row for each seat and round, see the docstring of this module.
        by: The column that makes rows.

    Returns:
        By player: `rounds`, `failed`; for each outcome and for `zero` the share, with `_low` and
        `_high`; `entropy`, the mean entropy of the votes in bits.
    """
    rounds = prepare_rounds(rounds, ["match", "round", "role", "found", "listeners", by])
    told = rounds[rounds["role"] == "storyteller"]
    entropies = measure_vote_entropy(rounds) if "vote" in rounds else pd.Series(dtype=float)
    found = {}
    for name, every in told.groupby(by, observed=True):
        some = every[~every["failed"]].dropna(subset=["found", "listeners"])
        outcomes = pd.Series(
            [describe_outcome(a, b) for a, b in zip(some["found"], some["listeners"], strict=True)],
            index=some.index,
            dtype=object,
        )
        row: dict[str, Any] = {"rounds": len(some), "failed": int(every["failed"].sum())}
        for outcome in (*OUTCOMES, "zero"):
            happened = outcomes != "partial" if outcome == "zero" else outcomes == outcome
            share = estimate_ratio(happened, pd.Series(1, index=some.index), some["deal"])
            row |= {
                outcome: share.value,
                f"{outcome}_low": share.low,
                f"{outcome}_high": share.high,
            }
        keys = pd.MultiIndex.from_frame(some[["match", "round"]])
        known = entropies.reindex(keys).dropna() if len(entropies) else entropies
        row["entropy"] = float(known.mean()) if len(known) else None
        found[name] = row
    return _build_table(found, by)


def measure_vote_entropy(rounds: pd.DataFrame) -> pd.Series:
    """Measure the Shannon entropy of each round's votes in bits: 0 for 3-0, 1.585 for 1-1-1.

    Returns:
        By `match` and `round`; missing for rounds without votes.
    """
    rounds = prepare_rounds(rounds, ["match", "round", "role", "vote"])
    heard = rounds[rounds["role"] == "listener"]
    return heard.groupby(["match", "round"], observed=True)["vote"].agg(
        lambda votes: nan if (bits := measure_entropy(votes)) is None else bits
    )


def score_players(
    rounds: pd.DataFrame,
    *,
    normalise: Normalise = "nominal",
    seats: int = SEATS,
    team: int = TEAM,
) -> pd.DataFrame:
    """Build the table of the Arena (Table 1) with our columns.

    `storyteller` and `listener` are points over the most points of the rounds played in that role,
    in percent; the paper's column Listener is that, not the share of right guesses, which is
    `accuracy` here. `overall` is Eq. 1: the mean over matches of points over the most points;
    self-play is one match, the mean of both its teams. A match with failed
    rounds is measured by the rounds that did not fail, so that these are no zeros. Intervals have
    the error of whole deals.

    Args:
        rounds: A row for each seat and round.
        normalise: The kind of maximum, see `count_maximum`.
        seats: The number of seats.
        team: The number of seats of a team.

    Returns:
        By player: `matches`, `rounds`, `failed`; `storyteller`, `listener`, `overall`, `accuracy`
        in percent, each with `_low`, `_high` and `_error`; `told` and `heard`, the rounds in each
        role, and `deals`.
    """
    options: dict[str, Any] = {"seats": seats, "team": team, "normalise": normalise}
    per_told = count_maximum("storyteller", rounds=seats, **options) / team
    own = count_maximum("listener", rounds=seats, **options)
    per_heard = own / (team * (seats - 1))
    rounds = prepare_rounds(rounds, ["match", "round", "player", "role", "points", "right"])
    played, failed = rounds[~rounds["failed"]], rounds[rounds["failed"]]
    found = {}
    for name in rounds.groupby("player", observed=True).groups:
        some = played[played["player"] == name]
        row: dict[str, Any] = {
            "matches": some["match"].nunique(),
            "rounds": len(some.groupby(["match", "round"])),
            "failed": len(failed[failed["player"] == name].groupby(["match", "round"])),
        }
        told, heard = some[some["role"] == "storyteller"], some[some["role"] == "listener"]
        most = some["role"].map({"storyteller": per_told, "listener": per_heard}).astype(float)
        figures = {
            "storyteller": estimate_ratio(
                told["points"], told["points"] * 0 + per_told, told["deal"]
            ),
            "listener": estimate_ratio(
                heard["points"], heard["points"] * 0 + per_heard, heard["deal"]
            ),
            "overall": _average_matches(some, most),
            "accuracy": estimate_ratio(heard["right"], heard["points"] * 0 + 1, heard["deal"]),
        }
        for figure, one in figures.items():
            row |= {
                figure: _to_percent(one.value),
                f"{figure}_low": _to_percent(one.low),
                f"{figure}_high": _to_percent(one.high),
                f"{figure}_error": _to_percent(one.error),
            }
        row |= {"told": len(told), "heard": len(heard), "deals": some["deal"].nunique()}
        found[name] = row
    table = _build_table(found, "player")
    return table.sort_values("overall", ascending=False, kind="stable") if len(table) else table


def _average_matches(rows: pd.DataFrame, most: pd.Series) -> Estimate:
    """Eq. 1 of one player, by the matches that it played; each match has the same weight."""
    sums = pd.DataFrame(
        {"points": rows["points"], "most": most, "match": rows["match"], "deal": rows["deal"]}
    )
    by = sums.groupby(["match", "deal"], observed=True)[["points", "most"]].sum().reset_index()
    return _average_shares(by["points"], by["most"], by["deal"])


def _average_shares(points: pd.Series, most: pd.Series, deals: pd.Series) -> Estimate:
    """Average points over the most points of each match; each match has the same weight.

    All are brought to the same maximum, so that points stay whole numbers where maxima are equal:
    then they are counts, see `lab.statistics.share_interval`.
    """
    common = float(most.max()) if len(most) else 1.0
    found = estimate_ratio((points * (common / most)).round(9), points * 0 + common, deals)
    return replace(found, count=len(points))


def leave_one_listener_out(rounds: pd.DataFrame, by: str = "player") -> pd.DataFrame:
    """Measure the stability of storytellers as in the paper (appendix M.2).

    Each listener of a round is left out in turn, and the storyteller's points are counted again: 3
    if some and not all of the others found the card. Delta is the mean of these minus the points.
    Stability is 1 - SD / 3 with the standard deviation of the population.

    With three listeners delta is -1 in every partial round and 0 in every other, so that the mean
    is -q and the deviation sqrt(q (1 - q)), where q is the share of partial rounds: the index only
    repeats the success rate. With four listeners or more it is more informative.

    Args:
        rounds: A row for each seat and round.
        by: The column that makes rows.

    Returns:
        By player: `rounds`, `partial` (rounds), `score`, `delta`, `sd`, `stability`, and
        `informative`: whether any round had more than three listeners.
    """
    rounds = prepare_rounds(rounds, ["match", "round", "role", "found", "listeners", by])
    told = rounds[(rounds["role"] == "storyteller") & ~rounds["failed"]]
    found = {
        name: measure_stability(some["found"], some["listeners"])
        for name, some in told.groupby(by, observed=True)
    }
    return _build_table(found, by)


def measure_stability(found: Iterable[int], listeners: Iterable[int] | int = 3) -> dict[str, Any]:
    """Measure the stability of one storyteller, see `leave_one_listener_out`.

    Args:
        found: For each round, how many listeners found the card.
        listeners: For each round, how many there were; or one number for all.

    Returns:
        The row of `leave_one_listener_out`; rounds without a figure are left out.

    Raises:
        ValueError: If more listeners found a card than there were.
    """
    given = np.array(list(found), float)
    heard = list(listeners) if isinstance(listeners, Iterable) else listeners
    every = np.broadcast_to(np.asarray(heard, float), given.shape)
    known = ~(np.isnan(given) | np.isnan(every))
    right, every = given[known], every[known]
    if ((right < 0) | (right > every) | (every < 2)).any():
        raise ValueError("A round has two listeners or more, and no more find the card.")
    score = 3 * ((right > 0) & (right < every))
    without_right = 3 * ((right - 1 > 0) & (right - 1 < every - 1))
    without_wrong = 3 * ((right > 0) & (right < every - 1))
    mean = (right * without_right + (every - right) * without_wrong) / every
    gaps = mean - score
    count = len(right)
    sd = float(gaps.std()) if count else None
    return {
        "rounds": count,
        "partial": int((score > 0).sum()),
        "score": int(score.sum()),
        "delta": float(gaps.mean()) if count else None,
        "sd": sd,
        "stability": None if sd is None else 1 - sd / 3,
        "informative": bool((every > 3).any()),
    }


def compare_phases(rounds: pd.DataFrame, by: str = "player") -> pd.DataFrame:
    """Compare phases of the hand swap (section 3.4): storytellers' mean points, 2 minus 1, by deal.

    Returns:
        By player: the mean of the `first` and the `second` phase, the fields of `Difference` of the
        second minus the first, and `p_holm` over all players.
    """
    rounds = prepare_rounds(rounds, ["deal", "role", "phase", "points", by])
    told = rounds[(rounds["role"] == "storyteller") & ~rounds["failed"]]
    found = {}
    for name, some in told.groupby(by, observed=True):
        sides = [some[some["phase"] == phase].set_index("deal")["points"] for phase in (1, 2)]
        gap = compare_paired(sides[1], sides[0], most=MOST["storyteller"])
        means = {"first": _compute_mean(sides[0]), "second": _compute_mean(sides[1])}
        found[name] = {**means, **asdict(gap)}
    return adjust_rows(_build_table(found, by))


MOST = {
    "storyteller": count_maximum("storyteller", rounds=SEATS),
    "listener": count_maximum("listener", rounds=SEATS) / (SEATS - 1),
    "both": count_maximum(rounds=SEATS) / SEATS,
}
"""The most points of a seat in a round in that role; for both, on average over a match."""


def compare_players(
    rounds: pd.DataFrame, one: str, other: str, *, role: Role | None = None
) -> Difference:
    """Compare two players' mean points per round on the same deals.

    Args:
        rounds: A row for each seat and round.
        one: The name of a player.
        other: The player to subtract.
        role: `storyteller` or `listener`; by default both.
    """
    rounds = prepare_rounds(rounds, ["deal", "player", "points"])
    played = rounds[~rounds["failed"]]
    if role is not None:
        played = played[played["role"] == role]
    sides = [played[played["player"] == name].set_index("deal")["points"] for name in (one, other)]
    return compare_paired(*sides, most=MOST[role or "both"])


def compare_all_players(rounds: pd.DataFrame) -> pd.DataFrame:
    """Compare all pairs of players in each role, see `compare_players`.

    Returns:
        A row for each pair and role: the fields of `Difference`, and `p_holm` over all of them.
    """
    players = rounds["player"].dropna().unique() if len(rounds) else []
    found = [
        {"role": role, "first": one, "second": other}
        | asdict(compare_players(rounds, one, other, role=role))
        for one, other in combinations(players, 2)
        for role in ROLES
    ]
    return adjust_rows(pd.DataFrame(found))


def measure_head_to_head(
    rounds: pd.DataFrame, *, normalise: Normalise = "nominal", team: int = TEAM
) -> pd.DataFrame:
    """Measure the mean score of each player against each other (Figure 2), and in self-play.

    Scores are shares of the most points; intervals have the error of whole deals.

    Returns:
        By `player` and `opponent`: `overall` with `_low`, `_high`, `_error` and `_count` (matches),
        and `deals`.
    """
    most = count_maximum(team=team, normalise=normalise) / ROUNDS
    rounds = prepare_rounds(rounds, ["match", "deal", "round", "player", "points"])
    played = rounds[~rounds["failed"]]
    cells: dict[tuple[str, str], list[tuple[float, float, Any]]] = {}
    for (_, deal), match in played.groupby(["match", "deal"], observed=True):
        players = list(dict.fromkeys(match["player"].astype(str)))
        count = match["round"].nunique()
        for player in players:
            rival = next((one for one in players if one != player), player)
            points = match.loc[match["player"] == player, "points"].sum()
            of = most * count * (1 if rival != player else 2)
            cells.setdefault((player, rival), []).append((float(points), of, deal))
    found = {}
    for pair, values in cells.items():
        points_of, most_of, deals = (pd.Series(one) for one in zip(*values, strict=True))
        one = _average_shares(points_of, most_of, deals)
        found[pair] = {
            "overall": one.value,
            "overall_low": one.low,
            "overall_high": one.high,
            "overall_error": one.error,
            "overall_count": one.count,
            "deals": deals.nunique(),
        }
    return index_rows(found, ["player", "opponent"], ["overall", "deals"])


def tabulate_head_to_head(
    rounds: pd.DataFrame, *, normalise: Normalise = "nominal", team: int = TEAM
) -> pd.DataFrame:
    """Build the matrix of Figure 2: the row player's mean score against the column player.

    Scores are normalised, in percent; the diagonal is self-play.
    """
    found = measure_head_to_head(rounds, normalise=normalise, team=team)["overall"]
    names = list(dict.fromkeys(name for pair in found.index for name in pair))
    table = pd.DataFrame(np.nan, index=names, columns=names)
    for (row, column), value in found.items():
        table.loc[row, column] = 100 * float(value)
    return table


def rate_teams(rounds: pd.DataFrame) -> pd.DataFrame:
    """Rate players by who had more points in a match: Plackett-Luce, errors clustered by deal.

    A single deal has no intervals. Self-play is left out.
    """
    rounds = prepare_rounds(rounds, ["match", "player", "points"])
    played = rounds[~rounds["failed"]]
    rankings, deals = [], []
    for (_, deal), match in played.groupby(["match", "deal"], observed=True):
        points = match.groupby("player", observed=True)["points"].sum()
        if len(points) > 1:
            rankings.append((-points).rank(method="min").to_dict())
            deals.append(deal)
    return rate_players(rankings, deals)


def measure_points(rounds: pd.DataFrame, role: str) -> pd.DataFrame:
    """Measure mean points per round in one role, by player; each match has the same weight.

    Intervals are over deals.
    """
    rounds = prepare_rounds(rounds, ["match", "player", "role", "points"])
    some = rounds[(rounds["role"] == role) & ~rounds["failed"]]
    found = {}
    for name, rows in some.groupby("player", observed=True):
        matches = rows.groupby(["match", "deal"], observed=True)["points"].mean().reset_index()
        ones, most = [1] * len(matches), MOST[role]
        estimate = estimate_ratio(matches["points"], ones, matches["deal"], most=most)
        found[name] = {"mean": estimate.value, "low": estimate.low, "high": estimate.high}
    return _build_table(found, "player")


def _compute_mean(values: pd.Series) -> float | None:
    return float(values.mean()) if len(values) else None


def _to_percent(value: float | None) -> float | None:
    return None if value is None else 100 * value


def _build_table(rows: dict[Any, dict[str, Any]], name: str) -> pd.DataFrame:
    return pd.DataFrame(list(rows.values()), index=pd.Index(list(rows), name=name))
