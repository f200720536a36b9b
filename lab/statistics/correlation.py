"""Estimate correlations."""

from collections.abc import Iterable
from typing import Any

import pandas as pd
from scipy import stats

from lab.statistics.estimate import CONFIDENCE, Estimate, to_floats


def estimate_correlation(
    one: Iterable[Any], other: Iterable[Any], confidence: float = CONFIDENCE
) -> Estimate:
    """Estimate Pearson's r of pairs, with the interval by Fisher's z (scipy.stats.pearsonr).

    It is undefined for fewer than 3 pairs, or if one side does not vary.
    """
    pairs = pd.DataFrame({"one": to_floats(one), "other": to_floats(other)})
    known = pairs.dropna()
    unanswered = len(pairs) - len(known)
    if len(known) < 3 or (known.nunique() < 2).any():
        why = "one side does not vary" if len(known) > 2 else "a correlation needs 3 pairs"
        return Estimate(None, None, None, None, None, len(known), unanswered, why)
    found = stats.pearsonr(known["one"], known["other"])
    ends = found.confidence_interval(confidence) if len(known) > 3 else None
    low, high = (None, None) if ends is None else map(float, ends)
    return Estimate(float(found.statistic), low, high, None, None, len(known), unanswered)
