"""Compute how many games an interval needs, and how many deals a paired comparison needs."""

from collections.abc import Callable
from math import ceil, isnan, sqrt

from scipy import stats
from statsmodels.stats.power import TTestPower
from statsmodels.stats.proportion import proportion_confint

from lab.statistics.estimate import CONFIDENCE

MANY_DEALS = 100_000
"""With more deals, the quantiles of Student's t are normal ones."""


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
    test = TTestPower()

    def is_enough(deals: int) -> bool:
        chance = float(test.power(effect, deals, 1 - confidence))
        return chance >= power or isnan(chance)  # of huge effects scipy gives none: they are found

    # With known deviations it would be this number; Student's needs about two deals more.
    normal = float(stats.norm.ppf((1 + confidence) / 2) + stats.norm.ppf(power)) / effect
    deals = max(2, ceil(normal**2) + 1)
    if deals > MANY_DEALS:
        return deals
    while not is_enough(deals):
        deals += 1
    while deals > 2 and is_enough(deals - 1):
        deals -= 1
    return deals


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
