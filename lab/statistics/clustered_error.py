"""Estimate the error of a figure from deals, which are drawn as wholes.

The rounds, games and model seeds of a deal are not independent, so a figure has as many
observations as deals. Its error is that of linearisation (Taylor series; Cochran 1977, chapter 6;
Rao and Scott 1992, the sandwich estimator of Liang and Zeger 1986) with the factor K / (K - 1) for
K deals, and its interval has the quantiles of Student's t with K - 1 degrees of freedom.

It is found on a scale that keeps it within what is possible: the log-odds of a figure between two
known ends, such as a length of at most 8 rounds; the logarithm of one with a known lower end; else
the figure itself. Counts of which some deal has none or all have another interval: see
`lab.statistics.share_interval`.

Deals that are all alike do not show how much deals differ, so an interval never has width 0: that
of a figure between two known ends is as wide as deals that were not seen allow, see `find_unseen`;
other figures have none.

`python -m benchmarks coverage` simulates how often such intervals hold the true figure.
"""

from math import exp, log, sqrt

import numpy as np
from numpy.typing import NDArray

from lab.statistics.share_interval import find_share_interval

FEW_DEALS = 8
"""With fewer deals, an interval depends on what can hardly be checked: that deals are alike."""
GRAIN = 0.1
"""The least residual of a deal's count. Counts are whole numbers: deals with equal counts do not
show that deals never differ. In simulations, coverage is nearest to 95 % with a tenth."""
SINGLE_GRAIN = 0.2
"""The same for a deal with a single whole number, such as the length of one game."""
PAIR = 2
"""So many deals often have equal counts by chance; more deals hardly ever have."""
ALIKE = "all deals are alike, which does not show how far they may differ"
"""Why a figure has no interval."""
LARGEST = 700.0
"""The logarithm of the largest factor that a float can hold."""
TINY = 1e-9
"""Figures that differ by less are equal: it is the error of rounding."""


def compute_error(influences: NDArray[np.float64], least: float = 0.0) -> float | None:
    """Compute the standard error of a figure.

    Args:
        influences: For each deal: what it adds to the figure's deviation; they sum to 0.
        least: The least influence of a deal; 0 if the figure does not count whole events.
    """
    count = len(influences)
    if count < 2:
        return None
    squares = max(float((influences**2).sum()), count * least**2)
    return sqrt(count / (count - 1) * squares)


def find_interval(
    value: float,
    error: float,
    count: int,
    confidence: float,
    least: float | None = None,
    most: float | None = None,
) -> tuple[float, float]:
    """Find the interval of a figure: Student's, within what is possible.

    Args:
        value: The figure, neither the least nor the most possible.
        error: Its standard error.
        count: The number of deals.
        confidence: The confidence level.
        least: The least that it can be, if that is known.
        most: The most that it can be, if that and the least are known.
    """
    from scipy import stats  # noqa: PLC0415 - scipy: 0.3 s, which the live board spares

    margin = error * float(stats.t.ppf((1 + confidence) / 2, count - 1))
    if least is None:
        return value - margin, value + margin
    above = value - least
    if most is None:
        ratio = exp(min(margin / above, LARGEST))
        return least + above / ratio, least + above * ratio
    middle, margin = log(above / (most - value)), margin * (1 / above + 1 / (most - value))
    low, high = (least + (most - least) * _from_log_odds(middle + one) for one in (-margin, margin))
    return low, high


def find_unseen(
    value: float, deals: int, confidence: float, least: float = 0.0, most: float = 1.0
) -> tuple[float, float]:
    """Find the interval of a figure if all deals have the same.

    Deals that differ may have a probability up to the upper end for 0 of so many trials, and they
    may have anything between the least and the most.
    """
    _, unseen = find_share_interval(0, deals, confidence)
    return value - unseen * (value - least), value + unseen * (most - value)


def explain_few_deals(deals: int) -> str:
    """Explain that there are few deals; empty if there are enough, or none that counts."""
    if not deals or deals >= FEW_DEALS:
        return ""
    played = "1 deal" if deals == 1 else f"{deals} deals"
    why = "One deal has no interval" if deals == 1 else "Intervals are wide, and rest on few"
    return f"Only {played}: {why[0].lower()}{why[1:]}. Play at least {FEW_DEALS} deals."


def _from_log_odds(value: float) -> float:
    return 1 / (1 + exp(min(-value, LARGEST)))
