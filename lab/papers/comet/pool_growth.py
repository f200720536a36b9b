"""Measure how often the metaphors of a player succeed as its pool of experiences grows."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pandas as pd

from lab.analysis.evaluation import Report
from lab.run.lineup import OPTION
from lab.statistics.estimate import Estimate
from lab.statistics.multiple_comparisons import adjust_rows
from lab.statistics.paired import Difference, compare_paired
from lab.statistics.rates import estimate_ratio

OUTCOMES = ("succeeded", "understood", "guessed")
"""What may come of a metaphor: a teammate understood it and no opponent guessed the word; a
teammate did; an opponent did."""


def list_metaphors(report: Report) -> pd.DataFrame:
    """List the metaphors said in the games that measure pools, with what came of each."""
    turns = report.run.turns("self_play")
    if "phase" not in turns:
        return pd.DataFrame()
    said = turns[turns["phase"] == "evaluate"]
    swept = [name for name in said if name.startswith(OPTION) and said[name].nunique() > 1]
    told = said[swept].astype(str).agg(", ".join, axis=1) if swept and len(said) else ""
    return said.assign(
        variant=told,
        pool=said["trial"],
        succeeded=said["success"].astype(float),
        understood=(said["understood"] > 0).astype(float),
        guessed=(said["guessed"] > 0).astype(float),
    )


def measure_growth(said: pd.DataFrame) -> pd.DataFrame:
    """Measure the outcomes of metaphors by player and size of the pool.

    What is measured of one pool depends on what it has learned, so pools are the clusters. With a
    single pool these are its games, and the interval is for that pool alone.

    Returns:
        A row for each variant, player and size: `metaphors`, `pools`, `games`, and an estimate of
        each of `OUTCOMES`.
    """
    rows = []
    for (variant, player, size), some in _group(said, ["variant", "asked", "size"]):
        cluster = _find_clusters(some)
        ones = pd.Series(1.0, index=some.index)
        shares: dict[str, Estimate] = {
            name: estimate_ratio(some[name], ones, cluster) for name in OUTCOMES
        }
        told = {"variant": variant, "player": player, "size": int(size), "metaphors": len(some)}
        counts = {"pools": some["pool"].nunique(), "games": len({*_name_games(some)})}
        rows.append({**told, **counts, **shares})
    return pd.DataFrame(rows)


def compare_sizes(said: pd.DataFrame) -> pd.DataFrame:
    """Compare each player's share of successes at its largest pool with that at its smallest.

    The clusters are those of `measure_growth`; both sizes are measured on the same games.

    Returns:
        A row for each variant and player: the fields of `Difference`, and both sizes.
    """
    rows = []
    for (variant, player), some in _group(said, ["variant", "asked"]):
        sizes = sorted({*map(int, some["size"])})
        if len(sizes) < 2:
            continue
        ends = [some[some["size"] == one] for one in (sizes[0], sizes[-1])]
        smallest, largest = (_average(one) for one in ends)
        gap: Difference = compare_paired(largest, smallest)
        told = {"variant": variant, "player": player, "first": sizes[0], "last": sizes[-1]}
        rows.append({**told, "pools": some["pool"].nunique(), **asdict(gap)})
    return adjust_rows(pd.DataFrame(rows))


def _average(some: pd.DataFrame) -> pd.Series:
    return some["succeeded"].groupby(_find_clusters(some)).mean()


def _find_clusters(some: pd.DataFrame) -> pd.Series:
    return some["pool"] if some["pool"].nunique() > 1 else some["game"]


def _name_games(some: pd.DataFrame) -> Iterator[tuple[Any, Any]]:
    return zip(some["pool"], some["game"], strict=True)


def _group(table: pd.DataFrame, by: list[str]) -> Iterator[tuple[tuple[Any, ...], pd.DataFrame]]:
    if table.empty:
        return iter(())
    return ((key if isinstance(key, tuple) else (key,), some) for key, some in table.groupby(by))
