"""Find the interval of a share, of independent trials or of deals with several chances each.

Where both outcomes occur in every deal, deals show how far they differ, and the interval is
Student's: see `lab.statistics.clustered_error`. Where in some deal all chances ended alike, they
hide it: a sample of few deals may have none of the rare bad ones. Then the interval is the exact
one (Clopper and Pearson 1934) for the effective number of chances (Korn and Graubard 1998): that of
independent chances with the same error.

If outcomes have the correlation r within a deal, n chances, m of them in a deal, are worth
n / (1 + (m - 1) r) (Kish 1965; Donner and Klar 1993). r is not estimated: all values are averaged,
each as likely as the beta-binomial distribution makes the counts of the deals with it (Skellam
1948; Williams 1975). Its error counts like that of `PRIOR_DEALS` deals, the observed error like
that of the deals themselves, so that the interval of many deals depends on no distribution.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

FEW_TRIALS = 20
"""With fewer trials, Wilson's interval holds the true share less often than it says."""
NODES = 64
"""So many correlations from 0 to 1 are averaged; their square roots are equally far apart."""
PRIOR_DEALS = 48
"""So many deals the error by the beta-binomial distribution counts for. In simulations of 2 to 32
deals, 8 are too few for rare bad deals, and more make the interval wider where games end after some
events, which that distribution does not know."""

type Floats = NDArray[np.float64]


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


def find_clustered_interval(
    share: float, error: float, events: Floats, chances: Floats, confidence: float
) -> tuple[float, float]:
    """Find the interval of a share over deals.

    Args:
        share: The share.
        error: Its standard error over deals; 0 if all are alike.
        events: The number of events of each deal.
        chances: The number of chances of each deal, above 0.
        confidence: The confidence level.
    """
    from scipy.special import betainc  # noqa: PLC0415 - scipy: 0.3 s, which the live board spares

    total = float(chances.sum())
    if chances.max() <= 1:
        return find_share_interval(share * total, round(total), confidence)
    correlations = ((np.arange(NODES) + 0.5) / NODES) ** 2
    sizes = total / (1 + (float((chances**2).sum()) / total - 1) * correlations)
    weights = _weigh_correlations(correlations, sizes, events, chances)
    if error and 0 < share < 1:
        spread, freedom = share * (1 - share), len(events) - 1
        variance = freedom * error**2 + PRIOR_DEALS * spread / sizes
        sizes = spread * (freedom + PRIOR_DEALS) / variance
    tail = (1 - confidence) / 2
    found, missed = share * sizes, (1 - share) * sizes
    low, high = 0.0, 1.0
    if share > 0:
        low = _find_root(lambda at: float(weights @ betainc(found, missed + 1, at)) - tail)
    if share < 1:
        high = _find_root(lambda at: float(weights @ betainc(found + 1, missed, at)) + tail - 1)
    return low, high


def _weigh_correlations(
    correlations: Floats, sizes: Floats, events: Floats, chances: Floats
) -> Floats:
    """Find how likely each correlation is, if all from 0 to 1 are equally likely beforehand.

    The share is fitted as well, so the likelihood is divided by the root of what is known of it
    (Laplace's approximation). Half an event is added, as without any event nothing varies.
    """
    from scipy.special import betaln  # noqa: PLC0415 - scipy: 0.3 s, which the live board spares

    share = (float(events.sum()) + 0.5) / (float(chances.sum()) + 1)
    rest = 1 / correlations - 1
    a, b = share * rest, (1 - share) * rest
    kinds, counts = np.unique(np.stack([events, chances - events]), axis=1, return_counts=True)
    happened, failed = kinds[:, :, None]
    likelihood = counts @ (betaln(happened + a, failed + b) - betaln(a, b))
    weights = likelihood - np.log(sizes) / 2 + np.log(correlations) / 2
    weights = np.exp(weights - weights.max())
    return np.asarray(weights / weights.sum())


def _find_root(miss: Callable[[float], float]) -> float:
    from scipy.optimize import brentq  # noqa: PLC0415 - scipy: 0.3 s, which the live board spares

    return float(brentq(miss, 0.0, 1.0))
