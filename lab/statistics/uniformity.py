"""Test counts for a uniform distribution."""

from collections.abc import Sequence

from scipy import stats


def check_uniform(counts: Sequence[int]) -> tuple[float, int, float] | None:
    """Test counts for a uniform distribution (Pearson's chi-square test).

    Returns:
        The statistic, its degrees of freedom and the p-value; `None` if all counts are 0.
    """
    if not sum(counts) or len(counts) < 2:
        return None
    found = stats.chisquare(counts)
    return float(found.statistic), len(counts) - 1, float(found.pvalue)
