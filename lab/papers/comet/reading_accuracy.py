"""Measure how often players read the metaphors of a common set rightly, and compare methods."""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import combinations

import pandas as pd

from lab.analysis.evaluation import Report
from lab.analysis.matrix_layout import describe_column, format_value
from lab.run.lineup import OPTION
from lab.statistics.multiple_comparisons import adjust_rows
from lab.statistics.paired import compare_paired
from lab.statistics.rates import estimate_ratio

HOLDS = {"own": "metaphors of the own word", "other": "metaphors of the other word"}
"""By whose word the reader has: the name of the share."""


def list_readings(report: Report) -> pd.DataFrame:
    """List the readings of a run, with the options that vary in `variant`.

    An answer that never came is no reading: its `right` is empty.
    """
    table = report.run.games("reading")
    if table.empty:
        return table
    swept = [name for name in table if name.startswith(OPTION) and table[name].nunique() > 1]
    told = [
        ", ".join(f"{describe_column(name)} {format_value(row[name])}" for name in swept)
        for row in table.to_dict("records")
    ]
    return table.assign(variant=told)


def measure_readings(table: pd.DataFrame) -> pd.DataFrame:
    """Measure the share of metaphors that each player reads rightly.

    A metaphor is a cluster, as it is read with either word and with several model seeds.

    Returns:
        A row for each variant and player: `value` with interval and error, `count`, `deals` (the
        metaphors), `seeds`, `unanswered`, and the shares `own` and `other` by whose word was held,
        each with `NAME_low`, `NAME_high`, `NAME_error` and `NAME_count`.
    """
    rows = []
    for (variant, player), some in _group(table):
        found = _estimate(some)
        rows.append({"variant": variant, "player": player, **found, **_estimate_by_holder(some)})
    return pd.DataFrame(rows)


def _group(table: pd.DataFrame) -> Sequence[tuple[tuple[str, str], pd.DataFrame]]:
    if table.empty:
        return []
    return [
        ((str(variant), str(player)), some)
        for (variant, player), some in table.groupby(["variant", "asked"], sort=False)
    ]


def _estimate(some: pd.DataFrame) -> dict[str, object]:
    right = some["right"].astype(object).map(lambda one: None if pd.isna(one) else float(one))
    known = right.notna()
    ones = pd.Series(1.0, index=some.index).where(known)
    estimate = estimate_ratio(right, ones, some["deal"])
    seeds = some["model_seed"].nunique() if "model_seed" in some else 1
    told = {"deals": some.loc[known, "deal"].nunique(), "seeds": seeds}
    return {**asdict(estimate), **told}


def _estimate_by_holder(some: pd.DataFrame) -> dict[str, object]:
    found: dict[str, object] = {}
    for holder in HOLDS:
        estimate = _estimate(some[some["holds"] == holder])
        found[holder] = estimate["value"]
        found |= {f"{holder}_{end}": estimate[end] for end in ("low", "high", "error", "count")}
    return found


def compare_methods(table: pd.DataFrame) -> pd.DataFrame:
    """Compare players on the metaphors that both have read, in pairs, with Holm's p-values.

    Returns:
        A row for each variant and pair: the fields of `Difference`, and `p_holm`.
    """
    rows = []
    for variant, some in table.groupby("variant", sort=False) if len(table) else []:
        values = {
            str(player): own.set_index("deal")["right"].astype(float)
            for player, own in some.groupby("asked", sort=False)
        }
        for one, other in combinations(values, 2):
            gap = compare_paired(values[one], values[other])
            rows.append({"variant": variant, "first": one, "second": other, **asdict(gap)})
    return adjust_rows(pd.DataFrame(rows))
