"""Comparing two runs of the same line-ups, and the number of games a comparison needs."""

from collections.abc import Callable
from dataclasses import asdict
from math import ceil, sqrt

import pandas as pd
from scipy import stats
from statsmodels.stats.power import TTestPower
from statsmodels.stats.proportion import proportion_confint

from lab.errors import RunError
from lab.game_statistics import list_measures
from lab.measures import CONFIDENCE, adjust_p_values, compare_paired
from lab.report_statistics import DIMENSIONS, Report
from lab.run_tables import Run


def compare_runs(first: Run, second: Run) -> pd.DataFrame:
    """Compute the first run minus the second, for each measure and each common line-up.

    Line-ups are matched by names of players and by the options that both experiments name, deals
    by their seeds. So a player may have other settings, or another model, under the same name.

    Returns:
        Rows with `measure`, `lineup`, the fields of `Difference`, and `p_holm`.

    Raises:
        RunError: If the runs are of different games, or have no common line-up or deal.
    """
    if first.experiment.game != second.experiment.game:
        games = f"{first.experiment.game} and {second.experiment.game}"
        raise RunError(f"The runs are of different games: {games}.")
    reports = Report(first), Report(second)
    one, other = (report.games for report in reports)
    shared = [name for name in one if name.startswith(DIMENSIONS) and name in other]
    keys = [name for name in shared if one[name].nunique() > 1 or other[name].nunique() > 1]
    keys = keys or shared[:1]
    sides = [
        {
            key: rows.set_index("seed", drop=False)
            for key, rows in table.groupby(keys, observed=True)
        }
        for table in (one, other)
    ]
    common = [key for key in sides[0] if key in sides[1]]
    if not common:
        raise RunError("The runs share no line-up: players are matched by their names.")
    if not set(one["seed"]) & set(other["seed"]):
        raise RunError(
            "The runs share no deal. Give both experiments the same seed, so that they play the "
            "same deals."
        )
    both = pd.concat([one.astype(object), other.astype(object)], ignore_index=True).infer_objects()
    found = []
    for measure in list_measures(both, first.experiment.definition, first.seats):
        for key in common:
            gap = compare_paired(*(measure.value(side[key]) for side in sides))
            lineup = reports[0].describe(key, keys)
            found.append({"measure": measure.name, "lineup": lineup, **asdict(gap)})
    table = pd.DataFrame(found)
    if table.empty:
        raise RunError("No measure varies in these runs: there is nothing to compare.")
    known = [None if pd.isna(p) else float(p) for p in table["p"]]
    table["p_holm"] = pd.Series(adjust_p_values(known), dtype=float)
    return table


def count_games_for_rate(rate: float, within: float, confidence: float = CONFIDENCE) -> int:
    """Count the games for a Wilson interval of a rate that reaches at most `within`."""

    def half_width(games: int) -> float:
        low, high = proportion_confint(rate * games, games, 1 - confidence, "wilson")
        return float(high - low) / 2

    return _find_least(lambda games: half_width(games) <= within, 1)


def count_games_for_mean(deviation: float, within: float, confidence: float = CONFIDENCE) -> int:
    """Count the games for a Student interval of a mean: t * s / sqrt(n) <= `within`."""

    def half_width(games: int) -> float:
        return float(stats.t.ppf((1 + confidence) / 2, games - 1)) * deviation / sqrt(games)

    return _find_least(lambda games: half_width(games) <= within, 2)


def count_deals_for_difference(
    difference: float, deviation: float, power: float = 0.8, confidence: float = CONFIDENCE
) -> int:
    """Count the deals needed to find a difference of two line-ups that play the same deals.

    It is the sample size of a two-sided paired t test (statsmodels `TTestPower`).

    Args:
        difference: The difference of the means.
        deviation: The standard deviation of the difference on a deal.
        power: The probability that the test finds the difference.
        confidence: 1 minus the significance level.
    """
    if not deviation:
        return 2
    effect = abs(difference) / deviation
    return max(2, ceil(float(TTestPower().solve_power(effect, None, 1 - confidence, power))))


def estimate_rate_deviation(rate: float, difference: float, correlation: float = 0.0) -> float:
    """Estimate the standard deviation of the difference of two binary figures on a deal.

    sqrt(p(1-p) + q(1-q) - 2 r sqrt(p(1-p) q(1-q))) with q = p + difference, where r is the
    correlation of the two on the same deals.
    """
    other = rate + difference
    one, two = rate * (1 - rate), other * (1 - other)
    return sqrt(max(0.0, one + two - 2 * correlation * sqrt(one * two)))


def _find_least(is_enough: Callable[[int], bool], least: int) -> int:
    """Find the smallest sufficient number by bisection."""
    most = least
    while not is_enough(most):
        least, most = most + 1, most * 2
    while least < most:
        middle = (least + most) // 2
        least, most = (least, middle) if is_enough(middle) else (middle + 1, most)
    return most
