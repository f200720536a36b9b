"""Estimate rates, means, ratios, survival, correlation and agreement, with confidence intervals.

All functions are pure, and have their formula with its source. `compare_paired` compares two
line-ups on the same deals. An undefined value, such as a rate of zero games, is `None`. Missing
values are unanswered questions: they are counted separately, and never as 0.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from math import log2, nan, sqrt
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats
from statsmodels.duration.survfunc import SurvfuncRight
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

CONFIDENCE = 0.95
RESAMPLES = 4_000
"""Number of bootstrap samples; the ends of intervals then vary by about 1 % of their width."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval; undefined values are `None`."""

    value: float | None
    low: float | None
    high: float | None
    error: float | None
    """The standard error."""
    events: float | None
    """The numerator; `None` if the figure is not a share."""
    count: int
    """The denominator: the number of games, turns or answers."""
    unanswered: int = 0
    """The number of missing values, which are not in `count`."""
    reason: str = field(default="", compare=False)
    """Why there is no value; empty if there is one."""


NOTHING = "nothing was counted"


@dataclass(frozen=True, slots=True)
class Difference:
    """The first minus the second, on the deals that both have played."""

    value: float | None
    low: float | None
    high: float | None
    error: float | None
    p: float | None
    test: str
    """The test that gave `p`: `exact McNemar` or `paired t`."""
    count: int
    """Number of deals that both have played."""
    unpaired: int
    """Number of deals that only one has played, which are left out."""
    gain: float | None
    """The factor by which two independent samples would need more deals for this interval."""


def estimate_rate(happened: Iterable[Any], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate how often something happened per game.

    The rate is k / n with Wilson's score interval (Wilson 1927; Brown, Cai and DasGupta 2001),
    and the standard error is that of a mean, s / sqrt(n), as in the Decrypto paper. Games have to
    be independent; if a deal was played several times, use `estimate_ratio`.
    """
    values, unanswered = _split_missing(happened)
    count, events = len(values), float(values.sum())
    if not count:
        return Estimate(None, None, None, None, 0.0, 0, unanswered, NOTHING)
    low, high = proportion_confint(events, count, 1 - confidence, "wilson")
    error = _compute_standard_error(values)
    return Estimate(events / count, float(low), float(high), error, events, count, unanswered)


def estimate_mean(values: Iterable[Any], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the mean of independent values, with standard error s / sqrt(n), Student's interval.

    s has n - 1 in its denominator. A single value has neither error nor interval.
    """
    known, unanswered = _split_missing(values)
    count = len(known)
    if not count:
        return Estimate(None, None, None, None, None, 0, unanswered, NOTHING)
    mean, error = float(known.mean()), _compute_standard_error(known)
    if error is None:
        return Estimate(mean, None, None, None, None, count, unanswered)
    margin = error * float(stats.t.ppf((1 + confidence) / 2, count - 1))
    return Estimate(mean, mean - margin, mean + margin, error, None, count, unanswered)


def estimate_mean_of_groups(
    values: Iterable[Any], groups: Iterable[Hashable], confidence: float = CONFIDENCE
) -> Estimate:
    """Estimate the mean of the groups' means, with the standard error between groups.

    The Decrypto paper reports models in this way, with model seeds as groups: s / sqrt(seeds).
    `count` is the number of groups.
    """
    table = pd.DataFrame({"value": _to_floats(values), "group": list(groups)})
    found = estimate_mean(table.groupby("group")["value"].mean(), confidence)
    fields = asdict(found) | {"unanswered": int(table["value"].isna().sum())}
    return Estimate(**fields)


def estimate_ratio(
    events: Iterable[Any],
    chances: Iterable[Any],
    clusters: Iterable[Hashable],
    *,
    seed: int = 0,
    confidence: float = CONFIDENCE,
) -> Estimate:
    """Estimate how often something happened per turn: sum(events) / sum(chances).

    The interval has the percentiles of a cluster bootstrap (Efron and Tibshirani 1993, chapter 8;
    Field and Welsh 2007), as the turns of a deal are not independent. Clusters with equal counts
    are interchangeable, so one multinomial draw over the distinct counts gives the same bootstrap.
    A single cluster has no interval. If the ratio is 0 or 1, which would not vary in a bootstrap,
    the interval is Wilson's, with each cluster as one trial.

    Args:
        events: The number of events in each row; missing values are left out.
        chances: The number of possible events in each row.
        clusters: The cluster of each row, such as its deal.
        seed: The seed of the bootstrap.
        confidence: The confidence level of the interval.
    """
    table = pd.DataFrame(
        {"events": _to_floats(events), "chances": _to_floats(chances), "cluster": list(clusters)}
    )
    answered = table.dropna(subset=["events", "chances"])
    unanswered = len(table) - len(answered)
    sums = answered.groupby("cluster", observed=True)[["events", "chances"]].sum()
    total, chance = float(sums["events"].sum()), float(sums["chances"].sum())
    if not chance:
        return Estimate(None, None, None, None, total, 0, unanswered, NOTHING)
    rate, count = total / chance, round(chance)
    if len(sums) < 2:
        return Estimate(rate, None, None, None, total, count, unanswered)
    if total == 0 or (sums["events"] == sums["chances"]).all():
        ends = proportion_confint(len(sums) * rate, len(sums), 1 - confidence, "wilson")
        low, high = min(rate, *map(float, ends)), max(rate, *map(float, ends))
        return Estimate(rate, low, high, 0.0, total, count, unanswered)
    distinct, times = np.unique(sums.to_numpy(), axis=0, return_counts=True)
    drawn = _resample(times, seed) @ distinct
    with np.errstate(invalid="ignore", divide="ignore"):
        ratios = drawn[:, 0] / drawn[:, 1]
    ratios = ratios[np.isfinite(ratios)]  # a sample without chances has no rate
    low, high = _compute_percentiles(ratios, confidence)
    return Estimate(rate, low, high, float(ratios.std(ddof=1)), total, count, unanswered)


def compare_paired(
    one: pd.Series, other: pd.Series, *, seed: int = 0, confidence: float = CONFIDENCE
) -> Difference:
    """Estimate the mean difference of two line-ups on the same deals.

    The interval is that of a paired bootstrap: deals are drawn with both their values. The p-value
    is that of McNemar's exact test if all values are 0 or 1 (McNemar 1947: binomial over the
    deals in which they differ), else that of the paired t test. Several values of a deal are
    averaged first.

    Args:
        one: Values, indexed by deal.
        other: Values to subtract, indexed by deal.
        seed: The seed of the bootstrap.
        confidence: The confidence level of the interval.
    """
    sides = [_average_by_deal(one), _average_by_deal(other)]
    both = pd.concat(sides, axis=1, keys=["one", "other"], join="inner")
    count = len(both)
    unpaired = len(sides[0].index.union(sides[1].index)) - count
    values = both.to_numpy()
    binary = bool(np.isin(values, (0, 1)).all())
    test = "exact McNemar" if binary else "paired t"
    if not count:
        return Difference(None, None, None, None, None, test, 0, unpaired, None)
    a, b = values[:, 0], values[:, 1]
    gaps = a - b
    if binary:
        cells = [[int(((a == x) & (b == y)).sum()) for y in (1, 0)] for x in (1, 0)]
        p = float(mcnemar(cells, exact=True).pvalue)
    elif count > 1 and gaps.std():
        p = float(stats.ttest_rel(a, b).pvalue)
    else:
        p = 1.0 if not gaps.any() else nan  # one deal, or a constant difference: no test
    if count < 2:
        low = high = gain = None
    else:
        distinct, times = np.unique(gaps, return_counts=True)
        low, high = _compute_percentiles(_resample(times, seed) @ distinct / count, confidence)
        spread = float(gaps.var(ddof=1))
        gain = float((a.var(ddof=1) + b.var(ddof=1)) / spread) if spread else None
    known = None if np.isnan(p) else p
    error = _compute_standard_error(gaps)
    return Difference(float(gaps.mean()), low, high, error, known, test, count, unpaired, gain)


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


def estimate_survival(
    durations: Iterable[Any], decided: Iterable[Any], confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Estimate the share of games that are undecided after each turn (Kaplan and Meier 1958).

    S(t) is the product over times u <= t of 1 - d(u) / n(u); the error is Greenwood's, and the
    interval is symmetric on the scale of log(-log S). A game that ended at a limit is censored.

    Args:
        durations: The number of turns of each game.
        decided: Whether each game was decided, and did not end at a limit.
        confidence: The confidence level of the interval.

    Returns:
        A row for each time, from 0: `time`, `share`, `error`, `low`, `high`, `at_risk`, `decided`.
        Undefined values are missing.
    """
    times = _to_floats(durations)
    status = np.array(list(decided), bool).astype(int)
    whole = {"share": 1.0, "error": 0.0, "low": 1.0, "high": 1.0}
    rows = [{"time": 0.0, **whole, "at_risk": len(times), "decided": 0}]
    if status.any():
        curve = SurvfuncRight(times, status)
        z = float(stats.norm.ppf((1 + confidence) / 2))
        known = (curve.surv_times, curve.surv_prob, curve.surv_prob_se)
        counts = (curve.n_risk, curve.n_events)
        for time, share, error, risk, events in zip(*known, *counts, strict=True):
            low = high = error = nan if share <= 0 else error
            if 0 < share < 1:
                margin = z * error / (share * abs(np.log(share)))
                low, high = share ** np.exp(margin), share ** np.exp(-margin)
            row = {"time": time, "share": share, "error": error, "low": low, "high": high}
            rows.append({**row, "at_risk": int(risk), "decided": int(events)})
    if len(times) and times.max() > rows[-1]["time"]:
        at_end = {"time": times.max(), "at_risk": int((times >= times.max()).sum()), "decided": 0}
        rows.append({**rows[-1], **at_end})
    return pd.DataFrame(rows)


def estimate_correlation(
    one: Iterable[Any], other: Iterable[Any], confidence: float = CONFIDENCE
) -> Estimate:
    """Estimate Pearson's r of pairs, with the interval by Fisher's z (scipy.stats.pearsonr).

    It is undefined for fewer than 3 pairs, or if one side does not vary.
    """
    pairs = pd.DataFrame({"one": _to_floats(one), "other": _to_floats(other)})
    known = pairs.dropna()
    unanswered = len(pairs) - len(known)
    if len(known) < 3 or (known.nunique() < 2).any():
        why = "one side does not vary" if len(known) > 2 else "a correlation needs 3 pairs"
        return Estimate(None, None, None, None, None, len(known), unanswered, why)
    found = stats.pearsonr(known["one"], known["other"])
    ends = found.confidence_interval(confidence) if len(known) > 3 else None
    low, high = (None, None) if ends is None else map(float, ends)
    return Estimate(float(found.statistic), low, high, None, None, len(known), unanswered)


def correlate_leaving_out(one: pd.Series, other: pd.Series) -> pd.Series:
    """Compute Pearson's r without each label in turn (jackknife), to see the influence of each."""
    both = pd.concat([one, other], axis=1, join="inner").dropna()
    every = ((label, both.drop(label)) for label in both.index)
    found = {name: estimate_correlation(left.iloc[:, 0], left.iloc[:, 1]) for name, left in every}
    return pd.Series({name: one.value for name, one in found.items()})


def check_uniform(counts: Sequence[int]) -> tuple[float, int, float] | None:
    """Test counts for a uniform distribution (Pearson's chi-square test).

    Returns:
        The statistic, its degrees of freedom and the p-value; `None` if all counts are 0.
    """
    if not sum(counts) or len(counts) < 2:
        return None
    found = stats.chisquare(counts)
    return float(found.statistic), len(counts) - 1, float(found.pvalue)


def measure_agreement(
    one: Sequence[Any], other: Sequence[Any], weights: str | None = None
) -> Estimate:
    """Estimate Cohen's kappa of two raters: (observed - expected) / (1 - expected) agreement.

    Pairs with a missing rating are counted as unanswered. It is undefined if both raters always
    give the same single rating.

    Args:
        one: The ratings of the first rater.
        other: The ratings of the second, in the same order.
        weights: `None` or `none` (Cohen 1960); `linear` or `quadratic` for ordered ratings (1968).
    """
    pairs = pd.DataFrame({"one": list(one), "other": list(other)})
    known = pairs.dropna()
    unanswered = len(pairs) - len(known)
    labels = sorted(set(known["one"]) | set(known["other"]))
    if len(known) < 2 or len(labels) < 2:
        why = "all ratings are the same" if len(known) > 1 else "kappa needs 2 items"
        return Estimate(None, None, None, None, None, len(known), unanswered, why)
    place = {label: number for number, label in enumerate(labels)}
    table = np.zeros((len(labels), len(labels)))
    np.add.at(table, (known["one"].map(place), known["other"].map(place)), 1)
    form = {"linear": 1, "quadratic": 2, "none": 0, None: 0}[weights]
    spaced = place_labels(labels) if form else np.zeros(0)
    gaps = np.abs(np.subtract.outer(spaced, spaced)) ** form if form else None
    with np.errstate(divide="ignore", invalid="ignore"):  # undefined values become None
        found = cohens_kappa(table, weights=gaps)
    figures = (found.kappa, found.kappa_low, found.kappa_upp, found.std_kappa)
    value, low, high, error = (float(one) if np.isfinite(one) else None for one in figures)
    return Estimate(value, low, high, error, None, len(known), unanswered)


def place_labels(labels: Sequence[Any]) -> NDArray[np.float64]:
    """Convert ratings to numbers, for weights by distance.

    Raises:
        ValueError: If they are not numbers.
    """
    try:
        return np.array(labels, float)
    except (TypeError, ValueError):
        why = f"Ratings such as {labels[0]!r} have no distances: use numbers, or no weights."
        raise ValueError(why) from None


def measure_entropy(answers: Iterable[Hashable]) -> float | None:
    """Compute the Shannon entropy of answers in bits, -sum p log2 p; `None` without answers."""
    shares = pd.Series(list(answers), dtype="object").dropna().value_counts(normalize=True)
    return abs(float(-sum(p * log2(p) for p in shares))) if len(shares) else None


def measure_groups(
    table: pd.DataFrame, by: Sequence[str], measure: Callable[[pd.DataFrame], Estimate]
) -> pd.DataFrame:
    """Compute a measure for each group of rows, as a table with the fields of `Estimate`.

    Args:
        table: A table, such as the games of a run.
        by: The columns to group by; they are a MultiIndex of the result, even if there is only one.
        measure: Computes the figure from the rows of a group.
    """
    found = {group: asdict(measure(rows)) for group, rows in table.groupby(list(by), observed=True)}
    index = pd.MultiIndex.from_tuples(list(found), names=list(by)) if found else None
    columns = [name for name in Estimate.__dataclass_fields__ if name != "reason"]
    return pd.DataFrame(list(found.values()), index=index, columns=columns)


def _to_floats(values: Iterable[Any]) -> NDArray[np.float64]:
    """Convert values to numbers; missing values become NaN."""
    return np.asarray(pd.to_numeric(pd.Series(list(values), dtype="object")), dtype=float)


def _split_missing(values: Iterable[Any]) -> tuple[NDArray[np.float64], int]:
    numbers = _to_floats(values)
    known = numbers[~np.isnan(numbers)]
    return known, len(numbers) - len(known)


def _compute_standard_error(values: NDArray[np.float64]) -> float | None:
    return float(values.std(ddof=1) / sqrt(len(values))) if len(values) > 1 else None


def _average_by_deal(values: pd.Series) -> pd.Series:
    numbers = pd.Series(_to_floats(values), index=values.index).dropna()
    return numbers.groupby(level=0).mean()


def _resample(times: NDArray[np.int_], seed: int) -> NDArray[np.int_]:
    """Draw `RESAMPLES` bootstrap samples of sum(times) units; shape (samples, distinct units)."""
    total = int(times.sum())
    return np.random.default_rng(seed).multinomial(total, times / total, RESAMPLES)


def _compute_percentiles(values: NDArray[np.float64], confidence: float) -> tuple[float, float]:
    tail = 100 * (1 - confidence) / 2
    low, high = np.percentile(values, [tail, 100 - tail])
    return float(low), float(high)
