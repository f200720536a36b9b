"""How many games a wanted interval or comparison needs."""

from collections.abc import Callable
from math import ceil, sqrt

from scipy import stats
from statsmodels.stats.power import TTestPower
from statsmodels.stats.proportion import proportion_confint

from lab.measures import CONFIDENCE


def games_for_rate(rate: float, within: float, confidence: float = CONFIDENCE) -> int:
    """How many games Wilson's interval of a rate needs to reach no farther than `within`."""

    def half_width(games: int) -> float:
        low, high = proportion_confint(rate * games, games, 1 - confidence, "wilson")
        return float(high - low) / 2

    return _find_least(lambda games: half_width(games) <= within, 1)


def games_for_mean(deviation: float, within: float, confidence: float = CONFIDENCE) -> int:
    """How many games Student's interval of a mean needs: t * s / sqrt(n) <= `within`."""

    def half_width(games: int) -> float:
        return float(stats.t.ppf((1 + confidence) / 2, games - 1)) * deviation / sqrt(games)

    return _find_least(lambda games: half_width(games) <= within, 2)


def deals_for_difference(
    difference: float, deviation: float, power: float = 0.8, confidence: float = CONFIDENCE
) -> int:
    """How many deals show a difference of two line-ups that play the same ones.

    It is the sample size of a two-sided paired t test (statsmodels `TTestPower`).

    Args:
        difference: How far the two are apart.
        deviation: The standard deviation of their difference on a deal.
        power: How probable it has to be that the test finds it.
        confidence: 1 minus the level of the test.
    """
    if not deviation:
        return 2
    effect = abs(difference) / deviation
    return max(2, ceil(float(TTestPower().solve_power(effect, None, 1 - confidence, power))))


def deviation_of_rates(rate: float, difference: float, correlation: float = 0.0) -> float:
    """The standard deviation of the difference of two yes-or-no figures on a deal.

    sqrt(p(1-p) + q(1-q) - 2 r sqrt(p(1-p) q(1-q))) with q = p + difference and r the correlation
    of the two on the same deals.
    """
    other = rate + difference
    one, two = rate * (1 - rate), other * (1 - other)
    return sqrt(max(0.0, one + two - 2 * correlation * sqrt(one * two)))


def _find_least(is_enough: Callable[[int], bool], least: int) -> int:
    """The least number that is enough, as all above it are, by bisection."""
    most = least
    while not is_enough(most):
        least, most = most + 1, most * 2
    while least < most:
        middle = (least + most) // 2
        least, most = (least, middle) if is_enough(middle) else (middle + 1, most)
    return most
