"""Measure the accuracy on DixitBench, and how it depends on tiers, strategies, seeds and settings.

Functions take a table `answers` with a row for each item and try, and columns as in
`columns.ANSWERS`; each function uses some of them, and others to compare, such as
`temperature` or `tokens_out`. An answer that could not be read is missing in `chosen` (without that
column, in `right`): it is unparsed, a separate class.

Accuracy is given twice: over all items, with unparsed ones as wrong, and over answered items.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from math import isnan
from typing import Any

import pandas as pd
from scipy import stats

from lab.papers.dixitworld.input_tables import list_names, prepare_answers
from lab.papers.dixitworld.item_drawing import order_tiers
from lab.statistics.estimate import Estimate
from lab.statistics.independent import compare_independent
from lab.statistics.multiple_comparisons import adjust_rows
from lab.statistics.paired import Difference, compare_paired
from lab.statistics.rates import estimate_rate, estimate_share

type Figures = Mapping[str, float] | pd.Series
"""Figures by player."""


def measure_accuracy(answers: pd.DataFrame, by: str | Sequence[str] = "player") -> pd.DataFrame:
    """Measure the accuracy of each group: right / all, right / answered, with 95 % intervals.

    If each target occurs once in a group, the interval is that of independent trials; else it has
    the error of whole targets, as the items of a target and its repetitions are not independent.

    Args:
        answers: A row for each item and try.
        by: The column or columns that make groups, such as `["player", "tier"]`.

    Returns:
        By group: `items`, `right`, `unparsed`, `accuracy`, `low`, `high` over all items;
        `accuracy_answered`, `low_answered`, `high_answered` over those answered; `interval`.
    """
    by = list_names(by)
    found: dict[Any, dict[str, Any]] = {}
    for key, some in prepare_answers(answers, by).groupby(by, observed=True):
        clusters = _group_by_target(some)
        answered = some[some["answered"]]
        every = estimate_share(some["right"], clusters)
        known = estimate_share(answered["right"], clusters[answered.index])
        found[key] = {
            "items": len(some),
            "right": int(some["right"].sum()),
            "unparsed": len(some) - len(answered),
            "accuracy": every.value,
            "low": every.low,
            "high": every.high,
            "accuracy_answered": known.value,
            "low_answered": known.low,
            "high_answered": known.high,
            "interval": "whole targets" if clusters.duplicated().any() else "independent",
        }
    return index_rows(found, by)


def tabulate_tiers(
    answers: pd.DataFrame,
    by: str | Sequence[str] = "player",
    *,
    tiers: Sequence[str] | None = None,
) -> pd.DataFrame:
    """Build the table of DixitBench (Table 2): percent right by tier, mean, gap easy - hard.

    `total` is the mean of the tiers, `mean_easy_hard` that of easy and hard alone as in the
    paper's main text, and `gap` is in percentage points. A player without an answer in a tier has
    no total.

    Args:
        answers: A row for each item and try, with `tier`.
        by: The column or columns that make rows.
        tiers: The tiers in their order; by default all, beginning with easy, medium and hard.
    """
    by = list_names(by)
    prepared = prepare_answers(answers, [*by, "tier"])
    share = 100 * prepared.groupby([*by, "tier"], observed=True)["right"].mean().astype(float)
    table = share.unstack("tier")
    order = [name for name in (tiers or order_tiers(table)) if name in table]
    table = table[order]
    table["total"] = table[order].mean(axis=1, skipna=False)
    if "easy" in order and "hard" in order:
        table["mean_easy_hard"] = table[["easy", "hard"]].mean(axis=1, skipna=False)
        table["gap"] = table["easy"] - table["hard"]
    return table


def compare_categories(
    answers: pd.DataFrame,
    first: str = "metaphorical",
    second: str = "literal",
    *,
    column: str = "category",
) -> pd.DataFrame:
    """Compare the accuracy on two categories of targets (Table 6), and measure the gap.

    accuracy = right / items of the category; the gap is the first minus the second, see
    `lab.statistics.independent.compare_independent`, with targets as deals.

    Args:
        answers: A row for each item, with the category of its target.
        first: A category.
        second: The category to subtract.
        column: The column with the category.

    Returns:
        By player: `right_FIRST`, `items_FIRST`, `accuracy_FIRST` in percent, the same of the
        second; in percentage points the `gap`, `low`, `high`, `error`, and `least` and `most`:
        without the target that matters most; of the fields of `Difference` further `p`, `test`,
        `count`, `needed`, and `reason`: why there is no gap, interval or p; `p_holm` over all
        players.
    """
    found = {}
    prepared = prepare_answers(answers, ["player", column])
    for name, some in prepared.groupby("player", observed=True):
        clusters = _group_by_target(some)
        sides = [
            part["right"].set_axis(clusters[part.index])
            for one in (first, second)
            for part in [some[some[column] == one]]
        ]
        found[name] = _describe_gap(sides, (first, second))
    return adjust_rows(index_rows(found, ["player"]))


ENDS = ("low", "high", "error", "least", "most")
"""The figures of a gap that are in percentage points, like the gap."""


def _describe_gap(sides: Sequence[pd.Series], names: Sequence[str]) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for name, side in zip(names, sides, strict=True):
        share = 100 * float(side.mean()) if len(side) else None
        row |= {
            f"right_{name}": int(side.sum()),
            f"items_{name}": len(side),
            f"accuracy_{name}": share,
        }
    gap = compare_independent(*sides)
    none = [f"no items of {name}" for name, side in zip(names, sides, strict=True) if side.empty]
    ends = {one: _to_percent(getattr(gap, one)) for one in ENDS}
    told = {one: getattr(gap, one) for one in ("p", "test", "count", "needed")}
    reason = none[0] if none else gap.reason
    return {**row, "gap": _to_percent(gap.value), **ends, **told, "reason": reason}


def measure_gap(
    right: int, items: int, other_right: int, other_items: int, *, names: Sequence[str] = ("1", "2")
) -> dict[str, Any]:
    """Measure the gap of two accuracies in percentage points, see `compare_categories`.

    Raises:
        ValueError: If there are more right answers than answers.
    """
    counts = ((right, items), (other_right, other_items))
    sides = [pd.Series(_list_events(*one), dtype=float) for one in counts]
    return _describe_gap(sides, names)


def estimate_rate_of(events: int, count: int) -> Estimate:
    """Estimate events / count with Wilson's interval.

    Raises:
        ValueError: If there are more events than the count.
    """
    return estimate_rate(_list_events(events, count))


def _list_events(events: int, count: int) -> list[int]:
    if not 0 <= events <= count:
        raise ValueError(
            f"{events} of {count}: there cannot be more than there are, or fewer than 0."
        )
    return [1] * events + [0] * (count - events)


def compare_strategies(
    answers: pd.DataFrame, first: str = "direct", second: str = "entailment"
) -> pd.DataFrame:
    """Compare direct with entailment (Figure 4): the drop, first minus second, on the same items.

    Returns:
        By player and tier, `all` for all tiers: both accuracies in percent, `drop` in
        percentage points, the fields of `Difference` with targets as deals, as shares, and `p_holm`
        over all rows. What was shown is kept apart where it differs, as a third level of the index.
    """
    found: dict[Any, dict[str, Any]] = {}
    answers = prepare_answers(answers, ["player", "item", "strategy"])
    answers = answers.assign(cluster=_group_by_target(answers))
    apart = "shown" in answers and answers["shown"].nunique() > 1
    tiers = [*order_tiers(answers["tier"]), "all"] if "tier" in answers else ["all"]
    keys = ["player", "shown"] if apart else ["player"]
    for (name, *shown), some in answers.groupby(keys, observed=True):
        for tier in tiers:
            part = some if tier == "all" else some[some["tier"] == tier]
            sides = [
                part[part["strategy"] == one].set_index(["cluster", "item"])["right"].astype(float)
                for one in (first, second)
            ]
            if not (len(sides[0]) and len(sides[1])):
                continue
            gap = compare_paired(*sides)
            found[(name, tier, *shown)] = {
                first: 100 * float(sides[0].mean()),
                second: 100 * float(sides[1].mean()),
                "drop": _to_percent(gap.value),
                **asdict(gap),
            }
    columns = (first, second, "drop", *(one.name for one in fields(Difference)))
    table = index_rows(found, ["player", "tier", *(["shown"] if apart else [])], columns)
    return adjust_rows(table)


def measure_spread(
    answers: pd.DataFrame, over: str = "seed", by: str | Sequence[str] = "player"
) -> pd.DataFrame:
    """Measure the spread of accuracy over seeds (Table 12), in percentage points.

    Returns:
        By group and tier, and `total` (the mean of the tiers, of seeds that have all of them):
        see `describe_spread`.
    """
    by = list_names(by)
    found = {}
    for key, some in prepare_answers(answers, [over, "tier", *by]).groupby(by, observed=True):
        names = key if isinstance(key, tuple) else (key,)
        share = 100 * some.groupby([over, "tier"], observed=True)["right"].mean().unstack("tier")
        share["total"] = share.mean(axis=1, skipna=False)
        for tier in order_tiers(share):
            found[(*names, tier)] = describe_spread(share[tier])
    return index_rows(found, [*by, "tier"])


def describe_spread(values: Iterable[float]) -> dict[str, Any]:
    """Compute mean, extremes and both standard deviations; missing values are left out.

    Returns:
        `seeds`, `mean`, `min`, `max`, `sd_population` (divided by n), `sd_sample` (divided by
        n - 1), `missing`: the number of missing values, `reason`: why a figure is missing.
    """
    given = pd.to_numeric(pd.Series(list(values), dtype=object)).astype(float)
    known = given.dropna().to_numpy()
    reasons = ("nothing was counted", "one value has no deviation of the sample")
    return {
        "seeds": len(known),
        "mean": float(known.mean()) if len(known) else None,
        "min": float(known.min()) if len(known) else None,
        "max": float(known.max()) if len(known) else None,
        "sd_population": float(known.std()) if len(known) else None,
        "sd_sample": float(known.std(ddof=1)) if len(known) > 1 else None,
        "missing": len(given) - len(known),
        "reason": reasons[len(known)] if len(known) < 2 else "",
    }


def compare_settings(answers: pd.DataFrame, setting: str) -> pd.DataFrame:
    """Compare the accuracy by a setting of the player, such as `temperature` (Table 14).

    Returns:
        By player and value: `items`, `right`, `accuracy` in percent with `low`, `high`; `best`:
        whether no other value of this player is better; `from_best`: percentage points below it.
    """
    columns = ["items", "right", "accuracy", "low", "high", "best", "from_best"]
    table = measure_accuracy(answers, ["player", setting])
    if table.empty:
        return table.reindex(columns=columns)
    for name in ("accuracy", "low", "high"):
        table[name] = 100 * table[name].astype(float)
    most = table.groupby(level=0, observed=True)["accuracy"].transform("max")
    table["best"] = table["accuracy"] == most
    table["from_best"] = table["accuracy"] - most
    return table[columns]


def measure_efficiency(accuracy: Figures, tokens: Figures) -> pd.DataFrame:
    """Measure the accuracy per token of the answer, and find the Pareto front (Table 15).

    efficiency = accuracy in percent / mean output tokens of an item x 100. A player is on the front
    if no other player has at least its accuracy with at most its tokens, and one of them better. A
    player with a missing figure is not on the front.

    Args:
        accuracy: By player, in percent.
        tokens: By player: mean output tokens of an item.
    """
    given = {"accuracy": accuracy, "tokens": tokens}
    table = pd.DataFrame({name: pd.Series(one, dtype=float) for name, one in given.items()})
    table.index.name = "player"
    table["efficiency"] = table["accuracy"] / table["tokens"].where(table["tokens"] > 0) * 100
    table["pareto"] = find_pareto_front(table["accuracy"], table["tokens"])
    return table.sort_values("efficiency", ascending=False, kind="stable")


def find_pareto_front(
    gain: Sequence[float] | pd.Series, cost: Sequence[float] | pd.Series
) -> list[bool]:
    """Find the Pareto front: elements that no other dominates in gain and cost.

    Elements with a missing figure are not on the front.
    """
    pairs = [(float(a), float(b)) for a, b in zip(gain, cost, strict=True)]
    return [
        not (isnan(a) or isnan(b))
        and not any(g >= a and c <= b and (g, c) != (a, b) for g, c in pairs)
        for a, b in pairs
    ]


def tabulate_scale(sizes: Figures, figures: Mapping[str, Figures]) -> pd.DataFrame:
    """Tabulate figures of models of one family by their size (Table 5), smallest first.

    Args:
        sizes: By player: its size, such as billions of parameters.
        figures: By name of a figure: its values by player.

    Returns:
        By player: `size` and the figures; `attrs["trend"]` has for each figure Kendall's tau with
        size and its p-value (exact for few models), or `None` where it is not defined.
    """
    table = pd.DataFrame(
        {n: pd.Series(f, dtype=float) for n, f in {"size": sizes, **figures}.items()}
    )
    table = table.loc[list(pd.Series(sizes).index)].sort_values("size")
    table.index.name = "player"
    trend = {}
    for name in figures:
        known = table[["size", name]].dropna()
        varies = len(known) > 1 and known["size"].nunique() > 1 and known[name].nunique() > 1
        tau = stats.kendalltau(known["size"], known[name]) if varies else None
        trend[name] = (None, None) if tau is None else (float(tau.statistic), float(tau.pvalue))
    table.attrs["trend"] = trend
    return table


def compare_two(answers: pd.DataFrame, one: str, other: str) -> Difference:
    """Compare two players' accuracy on the same items (paired, McNemar's exact test)."""
    answers = prepare_answers(answers, ["player", "item"])
    sides = [
        answers[answers["player"] == name].set_index("item")["right"].astype(float)
        for name in (one, other)
    ]
    return compare_paired(*sides)


def _group_by_target(answers: pd.DataFrame) -> pd.Series:
    """Find the clusters of an error: the rows of a target; without targets, single rows."""
    for name in ("target", "item"):
        if name in answers:
            return answers[name]
    return pd.Series(range(len(answers)), index=answers.index)


def _to_percent(value: float | None) -> float | None:
    return None if value is None else 100 * value


def index_rows(
    rows: Mapping[Any, Mapping[str, Any]],
    names: Sequence[str],
    columns: Sequence[str] | None = None,
) -> pd.DataFrame:
    """Build a table from rows by key, with named index levels; `columns` if there are no rows."""
    keys = [key if isinstance(key, tuple) else (key,) for key in rows]
    if len(names) == 1:
        index: pd.Index = pd.Index([key[0] for key in keys], name=names[0])
    else:
        index = (
            pd.MultiIndex.from_tuples(keys, names=list(names))
            if keys
            else pd.MultiIndex.from_arrays([[]] * len(names), names=list(names))
        )
    return pd.DataFrame(list(rows.values()), index=index, columns=None if rows else columns)
