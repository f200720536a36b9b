"""Estimate the error of a figure from deals, which are drawn as wholes.

The rounds, games and model seeds of a deal are not independent, so a figure has as many
observations as deals. Its error is that of linearisation (Taylor series; Cochran 1977, chapter 6;
Rao and Scott 1992, the sandwich estimator of Liang and Zeger 1986) with the factor K / (K - 1) for
K deals, and its interval has the quantiles of Student's t with K - 1 degrees of freedom.

Deals that are all alike do not show how much deals differ, so an interval never has width 0:

- Shares are counts, and a count is known to a whole number: see `GRAIN`.
- If a share is 0 or 1, or three or more deals are alike, the interval is as wide as deals that were
  not seen allow: see `find_unseen`.
- Other figures have no interval if all deals are alike: games that mostly last as long as they may
  are often alike in few deals, and what the rare short ones are like is not known.

`python -m benchmarks coverage` simulates how often such intervals hold the true figure.
"""

from math import exp, log, sqrt

import numpy as np
from numpy.typing import NDArray

FEW_DEALS = 8
"""With fewer deals, an interval depends on what can hardly be checked: that deals are alike."""
FEW_TRIALS = 20
"""With fewer trials, Wilson's interval holds the true share less often than it says."""
GRAIN = 0.1
"""The least residual of a deal's count. Counts are whole numbers: deals with equal counts do not
show that deals never differ. In simulations, coverage is nearest to 95 % with a tenth."""
SINGLE_GRAIN = 0.2
"""The same for a deal with a single whole number, such as the length of one game."""
PAIR = 2
"""So many deals often have equal counts by chance; more deals hardly ever have."""
ALIKE = "all deals are alike, which does not show how far they may differ"
"""Why a figure has no interval."""
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
    value: float, error: float, count: int, confidence: float, *, is_share: bool
) -> tuple[float, float]:
    """Find the interval of a figure: Student's, for a share on the scale of its log-odds.

    Args:
        value: The figure; if a share, neither 0 nor 1.
        error: Its standard error.
        count: The number of deals.
        confidence: The confidence level.
        is_share: Whether it is between 0 and 1.
    """
    from scipy import stats  # noqa: PLC0415 - scipy: 0.3 s, which the live board spares

    margin = error * float(stats.t.ppf((1 + confidence) / 2, count - 1))
    if not is_share:
        return value - margin, value + margin
    middle, margin = log(value / (1 - value)), margin / (value * (1 - value))
    return _from_log_odds(middle - margin), _from_log_odds(middle + margin)


def find_share_interval(events: float, count: int, confidence: float) -> tuple[float, float]:
    """Find the interval of a share of independent trials.

    It is the exact one for fewer than 20 trials (Clopper and Pearson 1934), else Wilson's score
    interval (Wilson 1927; Brown, Cai and DasGupta 2001), which is too narrow for so few: of 4
    trials with a chance of 0.5, one run in eight has 0 or 4 successes, and its interval misses.
    """
    from statsmodels.stats.proportion import proportion_confint  # noqa: PLC0415 - statsmodels: 0.8 s, which the live board spares

    method = "beta" if count < FEW_TRIALS else "wilson"
    low, high = proportion_confint(events, count, 1 - confidence, method)
    return float(low) if events > 0 else 0.0, float(high) if events < count else 1.0


def find_unseen(
    value: float, deals: int, confidence: float, least: float = 0.0
) -> tuple[float, float]:
    """Find the interval of a figure if all deals have the same.

    Deals that differ may have a probability up to the upper end for 0 of so many trials, and they
    may have anything between the least figure and 1.
    """
    _, unseen = find_share_interval(0, deals, confidence)
    return value - unseen * (value - least), value + unseen * (1 - value)


def explain_few_deals(deals: int) -> str:
    """Explain that there are few deals; empty if there are enough, or none that counts."""
    if not deals or deals >= FEW_DEALS:
        return ""
    played = "1 deal" if deals == 1 else f"{deals} deals"
    why = "One deal has no interval" if deals == 1 else "Intervals are wide, and rest on few"
    return f"Only {played}: {why[0].lower()}{why[1:]}. Play at least {FEW_DEALS} deals."


def _from_log_odds(value: float) -> float:
    return 1 / (1 + exp(-value)) if value > 0 else 1 - 1 / (1 + exp(min(value, 700)))
