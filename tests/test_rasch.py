"""The Rasch model and the jackknife: known figures are found again, within the stated errors."""

import numpy as np
import pandas as pd
import pytest

from lab.statistics.informed_rasch import fit_informed_rasch
from lab.statistics.jackknife import estimate_by_jackknife
from lab.statistics.rasch import correlate_with_rest, fit_rasch, split_tiers


def simulate(seed: int, solvers: int = 40, items: int = 60) -> tuple[pd.DataFrame, pd.Series]:
    """Simulate answers of a Rasch model in which each solver is asked 4 of 5 items."""
    rng = np.random.default_rng(seed)
    ability, difficulty = rng.normal(0, 1, solvers), rng.normal(0.3, 1, items)
    rows = [
        {"solver": f"s{s}", "item": f"i{i:02}", "right": rng.random() < 1 / (1 + np.exp(d - a))}
        for s, a in enumerate(ability)
        for i, d in enumerate(difficulty)
        if rng.random() < 0.8
    ]
    told = pd.Series(difficulty, index=[f"i{i:02}" for i in range(items)])
    return pd.DataFrame(rows).astype({"right": float}), told


def test_difficulties_are_found_within_their_errors() -> None:
    gaps, spreads = [], []
    for seed in range(3):
        answers, truth = simulate(seed)
        fit = fit_rasch(answers)
        assert fit.converged
        found = fit.items.loc[truth.index]
        assert np.corrcoef(found["difficulty"], truth)[0, 1] > 0.85
        gaps.append((found["difficulty"] - truth) / found["error"])
        spreads.append(fit.spread)
    assert 0.75 < np.mean(spreads) < 1.25
    gap = pd.concat(gaps)
    assert 0.8 < (gap - gap.mean()).std() < 1.2  # the errors that are stated are those made


def test_an_item_that_all_or_nobody_finds_is_finite() -> None:
    rows = [
        {"solver": s, "item": item, "right": right}
        for s in "abcdef"
        for item, right in (("all", 1), ("none", 0), ("some", s in "abc"))
    ]
    fit = fit_rasch(pd.DataFrame(rows).astype({"right": float}))
    difficulty = fit.items["difficulty"]
    assert difficulty["all"] < difficulty["some"] < difficulty["none"]
    assert np.isfinite(difficulty).all()
    assert pd.isna(fit.items.loc["all", "rest"])  # nothing varies, so nothing correlates
    with pytest.raises(ValueError, match="no answers"):
        fit_rasch(pd.DataFrame(columns=["solver", "item", "right"]))


def test_an_item_correlates_with_the_others_alone() -> None:
    table = pd.DataFrame(
        {"x": [1, 1, 0, 0], "y": [1, 1, 0, 0], "z": [1, 0, 1, 0]}, index=list("abcd"), dtype=float
    )
    rest = correlate_with_rest(table)
    assert rest["x"] == pytest.approx(np.corrcoef([1, 1, 0, 0], [1, 0.5, 0.5, 0])[0, 1])
    assert rest["z"] == pytest.approx(0)


def test_tiers_are_equal_and_ordered() -> None:
    tiers = split_tiers(
        pd.Series({"b": 0.0, "a": 0.0, "c": 2.0, "d": -1.0, "e": 1.0, "f": 3.0}),
        ("easy", "medium", "hard"),
    )
    assert tiers == {
        "d": "easy",
        "b": "easy",  # as difficult as a, and given before it
        "a": "medium",
        "e": "medium",
        "c": "hard",
        "f": "hard",
    }


def test_the_jackknife_of_a_mean_is_that_of_its_formula() -> None:
    values = [1.0, 4.0, 2.0, 8.0, 5.0]
    table = pd.DataFrame({"deal": range(5), "value": values})
    found = estimate_by_jackknife(table, "deal", lambda some: float(some["value"].mean()))
    assert found.value == pytest.approx(4.0)
    assert found.error == pytest.approx(np.std(values, ddof=1) / np.sqrt(5))
    alike = estimate_by_jackknife(table, "deal", lambda _: 1.0)
    assert (alike.value, alike.low, alike.high) == (1.0, None, None)
    undefined = estimate_by_jackknife(
        table, "deal", lambda some: 1.0 if (some["value"] == 8).any() else None
    )
    assert (undefined.value, undefined.error) == (1.0, None)


def test_an_expectation_counts_as_far_as_answers_bear_it_out() -> None:
    """Deviations are found with honest errors, and what is told by nothing has a slope near 0."""
    rng = np.random.default_rng(5)
    items = 400
    names = [f"i{i:03}" for i in range(items)]
    told = pd.Series(rng.normal(0, 1, items), index=names)
    truth = 1.5 * told + rng.normal(0, 1, items)
    ability = np.array([1.0, 1.5, 2.0, 2.5])
    rows = [
        {"solver": f"s{s}", "item": name, "right": float(rng.random() < 1 / (1 + np.exp(d - a)))}
        for s, a in enumerate(ability)
        for name, d in truth.items()
    ]
    answers, alone = pd.DataFrame(rows), pd.Series(names, index=names)
    asked = answers[answers["item"] < "i300"]
    fit = fit_informed_rasch(asked, told, alone)
    assert fit.slope == pytest.approx(1.5, abs=0.35)
    assert fit.spread == pytest.approx(1, abs=0.4)
    gap = (fit.items["difficulty"] - truth) / fit.items["error"]
    assert 0.8 < (gap - gap.mean()).std() < 1.2
    others = fit.items.loc["i300":]  # nobody was asked
    assert (others["error"] > fit.items.loc[:"i299", "error"].mean()).all()
    right = answers[answers["item"] >= "i300"].groupby("item")["right"].mean()
    assert others["chance"].mean() == pytest.approx(right.mean(), abs=0.06)
    noise = pd.Series(rng.normal(0, 1, items), index=names)
    assert abs(fit_informed_rasch(asked, noise, alone).slope) < 0.5
    # items of a group deviate alike: answers to one count for the other
    pairs = pd.Series([f"g{int(name[1:]) % 200}" for name in names], index=names)
    twin = fit_informed_rasch(asked, told * 0, pairs).items
    assert twin.loc["i350", "difficulty"] == pytest.approx(twin.loc["i150", "difficulty"])
    assert twin.loc["i350", "error"] < others["error"].mean()
