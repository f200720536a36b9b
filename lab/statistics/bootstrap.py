"""Bootstrap samples, and the percentiles of their figures."""

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 4_000
"""Number of bootstrap samples; the ends of intervals then vary by about 1 % of their width."""


def resample(times: NDArray[np.int_], seed: int) -> NDArray[np.int_]:
    """Draw `RESAMPLES` bootstrap samples of sum(times) units; shape (samples, distinct units)."""
    total = int(times.sum())
    return np.random.default_rng(seed).multinomial(total, times / total, RESAMPLES)


def compute_percentiles(values: NDArray[np.float64], confidence: float) -> tuple[float, float]:
    tail = 100 * (1 - confidence) / 2
    low, high = np.percentile(values, [tail, 100 - tail])
    return float(low), float(high)
