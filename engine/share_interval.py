"""Intervals of shares whose observations come in groups, such as the rounds of a game."""

from collections.abc import Iterable

import numpy as np

DRAWS = 2_000
"""Number of times that the groups are drawn again."""
RARE = 0.05
"""With no event in any group, the interval ends where that would have this probability."""


def find_interval(groups: Iterable[tuple[float, int]]) -> tuple[float, float]:
    """Find the 95 % interval of a share: the groups are drawn again (bootstrap, percentiles).

    Args:
        groups: The events and the observations of each group.
    """
    table = np.array(list(groups), np.float64)
    events, count = table.sum(axis=0)
    if events in {0, count}:
        edge = RARE ** (1 / len(table))
        return (edge, 1.0) if events else (0.0, 1 - edge)
    drawn = np.random.default_rng(1).integers(len(table), size=(DRAWS, len(table)))
    some, of = table[drawn].sum(axis=1).T
    low, high = np.percentile(some / of, (2.5, 97.5))
    return float(low), float(high)


def format_share(groups: Iterable[tuple[float, int]]) -> str:
    """Format a share in percent with its interval, such as `12.0 [8.6, 15.5]`."""
    counted = list(groups)
    low, high = find_interval(counted)
    share = sum(events for events, _ in counted) / sum(count for _, count in counted)
    return f"{100 * share:.1f} [{100 * low:.1f}, {100 * high:.1f}]"
