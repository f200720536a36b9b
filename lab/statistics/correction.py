"""Adjust p-values for multiple comparisons."""

from collections.abc import Sequence

from statsmodels.stats.multitest import multipletests


def adjust_p_values(p_values: Sequence[float | None], method: str = "holm") -> list[float | None]:
    """Adjust p-values for multiple comparisons; by default Holm (1979), without assumptions.

    Args:
        p_values: The p-values of all comparisons; `None` is kept, and not counted.
        method: `holm`, or another that `statsmodels.stats.multitest.multipletests` knows.
    """
    known = [p for p in p_values if p is not None]
    if not known:
        return list(p_values)
    adjusted = iter(multipletests(known, method=method)[1])
    return [None if p is None else float(next(adjusted)) for p in p_values]
