"""Measures against known values: by hand, from scipy and statsmodels, and from the papers."""

import json
from math import ceil, isnan, log
from random import Random

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from scipy import stats
from scipy.special import expit
from statsmodels.duration.hazard_regression import PHReg
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import TTestPower
from statsmodels.stats.proportion import confint_proportions_2indep

from benchmarks.coverage import FEW, MANY, draw_differences, draw_shares, measure_coverage
from engine.games import catalog
from lab.analysis.measure import Measure
from lab.analysis.measures import list_measures
from lab.experiment.ending_name import describe_ending
from lab.statistics.clustered_error import ALIKE
from lab.statistics.cohens_kappa import measure_agreement
from lab.statistics.correlation import estimate_correlation, measure_rank_correlation
from lab.statistics.entropy import measure_entropy
from lab.statistics.estimate import Estimate
from lab.statistics.independent import compare_independent
from lab.statistics.multiple_comparisons import adjust_p_values
from lab.statistics.paired import compare_paired
from lab.statistics.power import (
    count_deals_for_difference,
    count_games_for_mean,
    count_games_for_rate,
    estimate_rate_deviation,
)
from lab.statistics.rates import (
    estimate_mean,
    estimate_rate,
    estimate_ratio,
)
from lab.statistics.ratings import rate_players, rate_sides
from lab.statistics.survival import estimate_survival
from lab.statistics.uniformity import check_uniform
from tests.new_game import SIGNALS
from tests.spies import Spies


def test_rates_have_wilsons_interval_and_count_the_unanswered_apart() -> None:
    """10 of 20 by Wilson: 0.2993 to 0.7007; missing answers are no zeros."""
    found = estimate_rate([True] * 10 + [False] * 10 + [None] * 3)
    assert (found.value, found.count, found.events, found.unanswered) == (0.5, 20, 10, 3)
    assert [found.low, found.high] == pytest.approx([0.299298, 0.700702], abs=1e-6)
    assert found.error == pytest.approx(stats.sem([1] * 10 + [0] * 10))
    none = estimate_rate([None, None])
    assert none == Estimate(None, None, None, None, 0.0, 0, 2)
    always = estimate_rate([True] * 5)
    assert [always.value, always.high] == pytest.approx([1, 1])
    assert always.low == pytest.approx(0.025 ** (1 / 5))  # of fewer than 8 games the exact one
    assert always.error is None


def test_means_as_the_papers_have_them() -> None:
    """Mean, s / sqrt(n) and Student's interval."""
    found = estimate_mean([1, 2, 3, 4, None])
    assert (found.value, found.count, found.unanswered) == (2.5, 4, 1)
    assert found.error == pytest.approx(stats.sem([1, 2, 3, 4]))
    interval = stats.t.interval(0.95, 3, loc=2.5, scale=found.error)
    assert (found.low, found.high) == pytest.approx(interval)
    assert estimate_mean([]).value is None
    assert estimate_mean([7]) == Estimate(7.0, None, None, None, None, 1)


def test_rates_per_turn_are_clustered_by_deal() -> None:
    """Turns of a deal are drawn together: where they go together, the interval is wide."""
    deals = np.repeat(np.arange(40), 5)
    together = np.repeat(np.arange(40) % 2, 5)
    found = estimate_ratio(together, np.ones(200), deals)
    assert (found.value, found.count, found.events) == (0.5, 200, 100)
    alone = estimate_ratio(together, np.ones(200), np.arange(200))
    assert found.error is not None
    assert alone.error is not None
    assert found.error == pytest.approx((0.25 / 40) ** 0.5, rel=0.05)
    assert alone.error == pytest.approx((0.25 / 200) ** 0.5, rel=0.05)
    again = estimate_ratio(together, np.ones(200), deals)
    assert again == found
    # Deals of nothing or all are worth as many chances as there are deals: exact for 20 of 40.
    exact = stats.beta.ppf([0.025, 0.975], [20, 21], [21, 20])
    assert (found.low, found.high) == pytest.approx(exact, abs=0.005)
    assert (alone.low, alone.high) == pytest.approx((0.4314, 0.5686), abs=1e-4)  # Wilson's
    assert estimate_ratio([], [], []).value is None
    never, always = (estimate_ratio([n] * 40, [1] * 40, [*range(20)] * 2) for n in (0, 1))
    assert (never.low, always.high) == (0, 1)
    assert never.high is not None
    assert always.low == pytest.approx(1 - never.high)
    # Between the exact ones for none of 40 chances, and for none of 20.
    assert 1 - 0.025 ** (1 / 40) < never.high < 1 - 0.025 ** (1 / 20)
    assert estimate_ratio([1], [4], ["a"]) == Estimate(0.25, None, None, None, 1.0, 4)
    assert estimate_ratio([1, None], [4, 4], ["a", "b"]).unanswered == 1


def test_the_interval_of_a_share_averages_the_correlations_within_deals() -> None:
    """By numerical integration over 2,000 correlations, with scipy's beta-binomial."""
    events, chances = np.array([5, 9, 2]), np.array([8, 9, 7])
    found = estimate_ratio(events, chances, "abc")
    share, total = 16 / 24, 24
    assert found.value == pytest.approx(share)
    assert found.error == pytest.approx(
        (3 / 2 * sum(((events - share * chances) / total) ** 2)) ** 0.5
    )
    assert found.error is not None
    correlations = (np.arange(2_000) + 0.5) / 2_000
    sizes = total / (1 + (sum(chances**2) / total - 1) * correlations)
    odds, middle = 1 / correlations - 1, 16.5 / 25
    log_weights = -np.log(sizes) / 2 + sum(
        stats.betabinom.logpmf(y, n, middle * odds, (1 - middle) * odds)
        for y, n in zip(events, chances, strict=True)
    )
    weights = np.exp(log_weights) / np.exp(log_weights).sum()
    spread = share * (1 - share)
    worth = spread / ((2 * found.error**2 + 48 * spread / sizes) / 50)
    low = weights @ stats.beta.cdf(found.low, share * worth, (1 - share) * worth + 1)
    high = weights @ stats.beta.sf(found.high, share * worth + 1, (1 - share) * worth)
    assert (low, high) == pytest.approx((0.025, 0.025), rel=0.02)


def test_intervals_stay_within_what_a_figure_can_be() -> None:
    """Lengths, errors and points neither below their least nor above their most."""
    log = estimate_mean([0, 0, 1, 2], least=0)
    assert log.error == pytest.approx(stats.sem([0, 0, 1, 2]))
    ratio = np.exp(stats.t.ppf(0.975, 3) * log.error / 0.75)
    assert (log.low, log.high) == pytest.approx((0.75 / ratio, 0.75 * ratio))
    rounds = estimate_mean([8, 8, 8, 6], least=0, most=8)
    margin = stats.t.ppf(0.975, 3) * stats.sem([1, 1, 1, 0.75]) / (7.5 * 0.5 / 64)
    ends = 8 * expit(np.log(7.5 / 0.5) - margin), 8 * expit(np.log(7.5 / 0.5) + margin)
    assert (rounds.low, rounds.high) == pytest.approx(ends)
    full = estimate_mean([8, 8, 8], least=0, most=8)  # as wide as 3 deals allow: 8 of 0.292 to 1
    assert (full.low, full.high, full.error) == pytest.approx((8 * 0.025 ** (1 / 3), 8, None))
    beyond = estimate_mean([-1, 3, 4], least=0, most=8)  # what is said of it is not so
    assert (beyond.low, beyond.high) == pytest.approx(
        stats.t.interval(0.95, 2, loc=2, scale=stats.sem([-1, 3, 4]))
    )
    points = estimate_ratio([0, 1, 1, 0], [1] * 4, range(4), most=6)  # points that are 0 or 1
    assert points.high is not None
    assert 0 < (points.low or 0) < 0.5 < 1 < points.high < 6


def test_differences_on_the_same_deals() -> None:
    """McNemar's exact test for yes or no, the paired t test else, Student's interval for both."""
    one = pd.Series([1] * 10 + [1] * 8 + [0] * 2 + [0] * 10)
    other = pd.Series([1] * 10 + [0] * 8 + [1] * 2 + [0] * 10)
    found = compare_paired(one, pd.concat([other, pd.Series([1], index=[99])]))
    assert [found.value, found.count, found.unpaired] == pytest.approx([0.2, 30, 1])
    assert found.test == "exact McNemar"
    assert found.p == pytest.approx(stats.binomtest(2, 10).pvalue)
    assert found.p == pytest.approx(mcnemar([[10, 8], [2, 10]], exact=True).pvalue)
    assert found.low is not None
    assert found.low < 0.2
    values = np.random.default_rng(1).normal(size=(2, 50))
    shared = np.linspace(0, 10, 50)
    a, b = pd.Series(values[0] + shared + 0.3), pd.Series(values[1] + shared)
    means = compare_paired(a, b)
    assert means.test == "paired t"
    assert means.p == pytest.approx(stats.ttest_rel(a, b).pvalue)
    interval = stats.ttest_rel(a, b).confidence_interval()
    assert (means.low, means.high) == pytest.approx((interval.low, interval.high))
    assert means.gain is not None
    assert means.gain > 5
    same = compare_paired(a, a)
    assert (same.value, same.p) == (0.0, 1.0)
    assert compare_paired(a, pd.Series([1.0], index=[99])).value is None


def test_independent_shares_are_compared_by_fisher_newcombe_and_welch() -> None:
    """Against statsmodels and scipy; a side of which all deals are alike has no Welch test."""
    one, other = pd.Series([1.0] * 20 + [0.0] * 10), pd.Series([1.0] * 9 + [0.0] * 16)
    found = compare_independent(one, other)
    assert (found.value, found.count) == pytest.approx((20 / 30 - 9 / 25, 55))
    assert found.gain is None
    newcombe = confint_proportions_2indep(20, 30, 9, 25, method="newcomb", compare="diff")
    assert (found.low, found.high) == pytest.approx(newcombe)
    assert found.test == "exact Fisher"
    assert found.p == pytest.approx(stats.fisher_exact([[20, 10], [9, 16]]).pvalue)
    assert found.least == pytest.approx(20 / 30 - 9 / 24)
    assert found.most == pytest.approx(20 / 30 - 8 / 24)
    a, b = pd.Series([0.2, 0.4, 0.9, 0.5, 0.7]), pd.Series([0.1, 0.35, 0.3, 0.6])
    means = compare_independent(a, b)
    assert means.test == "Welch t"
    assert means.p == pytest.approx(stats.ttest_ind(a, b, equal_var=False).pvalue)
    assert means.low is not None
    assert means.low < 0 < (means.high or 0) < 1
    always = compare_independent(pd.Series([1.0] * 4, index=[*"aabb"]), pd.Series([1, 0, 1, 0.5]))
    assert (always.p, always.reason, always.error) == (None, ALIKE, None)
    assert always.low is not None
    none = compare_independent(one, other[:0])
    assert (none.value, none.p, none.low, none.needed) == (None, None, None, None)


def test_equal_deals_do_not_show_that_deals_never_differ() -> None:
    """Two deals with equal counts have an interval; no figure is known without error."""
    found = estimate_ratio([12, 12], [24, 24], ["a", "b"])
    assert (found.value, found.error) == (0.5, None)
    assert found.low is not None
    assert found.high is not None
    assert 0.4 < found.low < 0.5 < found.high < 0.6
    none = compare_paired(pd.Series([1, 0, 1, 1]), pd.Series([1, 0, 1, 1]))
    unseen = 1 - 0.025 ** (1 / 4)
    assert (none.value, none.low, none.high) == pytest.approx((0, -unseen, unseen))
    won = compare_paired(pd.Series([1, 1]), pd.Series([0, 0]))
    assert (won.low, won.high) == pytest.approx((1 - 2 * (1 - 0.025**0.5), 1))
    half = estimate_ratio([0.5] * 4, [1] * 4, range(4))  # no counts
    assert (half.low, half.high, half.error) == pytest.approx(
        (0.5 - 0.5 * unseen, 0.5 + 0.5 * unseen, None)
    )
    odd = estimate_mean([2.5, 2.5])
    assert (odd.value, odd.low, odd.high, odd.reason) == (2.5, None, None, ALIKE)
    apart = compare_paired(pd.Series([1, 1, 1.0]), pd.Series([0.5, 0.5, 0.5]))
    assert (apart.p, apart.test) == (0.25, "exact sign flip")
    points = compare_paired(pd.Series([1.5, 2.5]), pd.Series([0.5, 1.5]), most=3)
    assert points.low is not None
    assert 0 < points.low < 1
    assert points.p == pytest.approx(2 / np.pi * np.arctan(0.05))  # t = 20 with one degree
    mean_of_three = estimate_ratio([24, 24], [3, 3], ["a", "b"], most=None)
    for games in (estimate_mean([8, 8, 8]), mean_of_three):
        assert (games.value, games.low, games.reason) == (8, None, ALIKE)
    long = compare_paired(pd.Series([8, 8, 7.0]), pd.Series([7, 7, 6.0]))
    assert (long.value, long.low, long.p, long.reason) == (1, None, 0.25, ALIKE)


def test_model_seeds_are_averaged_before_deals_are_compared() -> None:
    """Two deals, two seeds, by hand: the influence of a deal is the mean over seeds."""
    found = estimate_ratio([1, 2, 3, 4], [4, 4, 4, 8], ["a", "a", "b", "b"], [1, 2, 1, 2])
    assert found.value == pytest.approx((4 / 8 + 6 / 12) / 2)
    first = ((1 - 0.5 * 4) / 8 + (2 - 0.5 * 4) / 12) / 2
    assert found.error == pytest.approx((2 * 2 * first**2) ** 0.5)


def test_the_effect_of_a_deal_and_the_deals_for_five_points() -> None:
    """Without the deal that matters most; statsmodels gives the number of deals."""
    one, other = pd.Series([1.0, 0.5, 0.5, 0.5]), pd.Series([0.0, 0.5, 0.5, 0.4])
    found = compare_paired(one, other)
    assert (found.value, found.least, found.most) == pytest.approx((0.275, 0.1 / 3, 1.1 / 3))
    spread = float((one - other).std(ddof=1))
    needed = TTestPower().solve_power(0.05 / spread, None, 0.05, 0.8)
    assert found.needed == ceil(needed)
    assert compare_paired(one * 8, other * 8).needed is None


@pytest.mark.parametrize("deals", [2, 4, 8])
def test_intervals_hold_what_they_say(deals: int) -> None:
    """Simulated; `benchmarks.coverage` has more draws and more settings."""
    rng = np.random.default_rng(deals)
    held, *_ = measure_coverage(draw_shares(MANY)(rng, deals, 1200))
    assert 93.5 < held < 97
    assert measure_coverage(draw_shares(FEW)(rng, deals, 600))[0] > 93.5
    assert measure_coverage(draw_differences(FEW)(rng, deals, 100))[0] > 93.5


def test_few_ranks_have_an_exact_p() -> None:
    """Of 3 pairs, 2 of 6 orders are perfect either way; of 7 it is scipy's."""
    assert measure_rank_correlation([1, 2, 3], [4, 5, 9]) == pytest.approx((1, 2 / 6))
    assert measure_rank_correlation([1, 2, 3, 4], [1, 2, 4, 3]) == pytest.approx((0.8, 8 / 24))
    assert measure_rank_correlation([1, 2], [1, 2])[1] is None
    assert measure_rank_correlation([1, 1, 1], [1, 2, 3])[0] is None
    many = [1, 2, 3, 4, 5, 6, 7], [2, 1, 4, 3, 7, 5, 6]
    assert measure_rank_correlation(*many) == pytest.approx(tuple(stats.spearmanr(*many)))
    line = estimate_correlation([1, 2, 3, 4], [2, 4, 6, 8])
    assert line.value == pytest.approx(1)
    assert (line.low, bool(line.reason)) == (None, True)


def test_items_of_a_deal_weigh_the_same_and_deals_are_drawn_as_wholes() -> None:
    """By hand: gaps 1, 0, 0 of one deal and 0 of another; t with 1 degree of freedom."""
    index = pd.MultiIndex.from_tuples([("a", 1), ("a", 2), ("a", 3), ("b", 4)])
    found = compare_paired(pd.Series([1, 1, 0, 1], index=index), pd.Series([0, 1, 0, 1], index))
    assert (found.value, found.count, found.test) == (0.25, 2, "paired t")
    assert found.error == pytest.approx((2 * 2 * (0.25 / 4) ** 2) ** 0.5)
    assert (found.least, found.most) == pytest.approx((0, 1 / 3))
    assert (found.low, found.high) == (-1, 1)  # Student's ends, but shares differ by 1 at most


def test_many_comparisons() -> None:
    """Holm's by hand: 0.01 x 3, 0.02 x 2, then never less than the one before."""
    assert adjust_p_values([0.01, None, 0.03, 0.02]) == pytest.approx([0.03, None, 0.04, 0.04])
    assert adjust_p_values([None]) == [None]
    assert adjust_p_values([]) == []


@pytest.mark.parametrize("count", [1, 2, 7, 60])
def test_p_values_are_adjusted_as_statsmodels_does(count: int) -> None:
    rng = Random(count)
    known = [rng.choice((0.0, 0.02, 1.0, rng.random(), rng.random() / 100)) for _ in range(count)]
    assert adjust_p_values(known) == list(multipletests(known, method="holm")[1])


def test_survival_with_games_that_ended_by_a_limit() -> None:
    """Five games by hand: decided after 2, 3 and 3 rounds, ended by the limit of 4 and 5."""
    found = estimate_survival([2, 3, 3, 4, 5], [True, True, True, False, False])
    assert list(found["time"]) == [0, 2, 3, 5]
    assert list(found["share"]) == pytest.approx([1, 0.8, 0.4, 0.4])
    assert list(found["at_risk"]) == [5, 5, 4, 1]
    greenwood = 0.8 * (1 / (5 * 4)) ** 0.5
    assert found["error"].iloc[1] == pytest.approx(greenwood)
    middle = estimate_survival([1, 2, 3, 3], [True, False, True, False])
    assert list(middle["share"]) == pytest.approx([1, 0.75, 0.375])
    nobody = estimate_survival([8, 8], [False, False])
    assert list(nobody["share"]) == [1, 1]
    everybody = estimate_survival([1, 2], [True, True])
    assert list(everybody["share"]) == [1, 0.5, 0]
    assert isnan(everybody["low"].iloc[-1])


def test_figures_of_the_papers() -> None:
    """DixitWorld, Tables 9 and 10 and section 3.4; CoMet's agreement of raters."""
    bench = [36.67, 63.1, 61.9, 57.74, 62.5, 64.89, 75.6]
    arena = [30.87, 50.79, 49.21, 49.44, 49.76, 54.05, 53.89]
    assert estimate_correlation(bench, arena).value == pytest.approx(0.946961, abs=1e-6)
    assert estimate_correlation([1, 1, 1], [1, 2, 3]).value is None
    assert check_uniform([33, 38, 38, 49, 47, 47]) == pytest.approx((5.0476, 5, 0.410096), 1e-4)
    assert check_uniform([0, 0]) is None
    a, b = [1, 2, 3, 4, 5, 3, 2, 4, 3, 1], [1, 2, 3, 4, 4, 3, 2, 5, 3, 2]
    assert measure_agreement(a, b).value == pytest.approx(0.6153846154)
    assert measure_agreement(a, b, "quadratic").value == pytest.approx(0.8951048951)
    assert measure_agreement([*a, None], [*b, 1]).unanswered == 1
    assert measure_agreement([1, 1], [1, 1]).value is None
    assert measure_entropy([1, 1, 1]) == 0
    assert measure_entropy([1, 1, 2]) == pytest.approx(0.9182958341)
    assert measure_entropy([1, 2, 3]) == pytest.approx(1.5849625007)
    assert measure_entropy([]) is None


def test_how_many_games_an_interval_needs() -> None:
    """One game fewer is too few; and the power is what statsmodels computes for that number."""
    for rate, within in ((0.5, 0.05), (0.02, 0.01), (0.0, 0.02)):
        games = count_games_for_rate(rate, within)
        for count, enough in ((games, True), (games - 1, False)):
            z = stats.norm.ppf(0.975)
            root = (rate * (1 - rate) / count + z**2 / (4 * count**2)) ** 0.5
            assert bool(z / (1 + z**2 / count) * root <= within) is enough
    assert count_games_for_mean(2, 0.5) == 64
    assert count_deals_for_difference(0.5, 1) == 34
    assert estimate_rate_deviation(0.5, 0) == pytest.approx(0.5**0.5)
    assert estimate_rate_deviation(0.5, 0, 1.0) == 0


def test_ratings_of_pairs_are_bradley_and_terrys() -> None:
    """By hand for two players; for three as a binomial model of statsmodels finds them."""
    wins = {"a": 1, "b": 2}
    two = rate_players([wins] * 3 + [{"a": 2, "b": 1}])
    assert two.loc["a", "rating"] - two.loc["b", "rating"] == pytest.approx(log(3))
    assert two["games"].tolist() == [4, 4]
    results = [("a", "b")] * 7 + [("b", "a")] * 3 + [("b", "c")] * 6 + [("c", "b")] * 4
    results += [("a", "c")] * 8 + [("c", "a")] * 2
    found = rate_players([{first: 1, second: 2} for first, second in results])
    names = ["a", "b", "c"]
    design = np.array([[(n == x) - (n == y) for n in names[:2]] for x, y in results], float)
    signs = np.where(np.arange(len(results)) % 2, 1, -1)  # which side is called first is free
    known = sm.GLM((signs > 0).astype(float), design * signs[:, None], sm.families.Binomial()).fit()
    centred = np.append(known.params, 0) - np.append(known.params, 0).mean()
    assert found.loc[names, "rating"].to_numpy() == pytest.approx(centred, abs=1e-5)
    assert found.index[0] == "a"
    assert found["rating"].sum() == pytest.approx(0, abs=1e-9)
    clustered = rate_players(
        [{first: 1, second: 2} for first, second in results], [n // 5 for n in range(len(results))]
    )
    assert clustered["rating"].to_numpy() == pytest.approx(found["rating"].to_numpy())
    assert json.dumps(clustered["error"].tolist()) != json.dumps(found["error"].tolist())


def test_sides_are_rated_together_and_players_of_equal_seats_by_their_places() -> None:
    """Seats that always score the same are a side; numbered seats are all alike."""
    wins, losses = {"x": 1.0, "y": 1.0, "z": 0.0}, {"x": 0.0, "y": 0.0, "z": 1.0}
    games = pd.DataFrame(
        {
            "deal": [1, 2, 3, 4],
            **{f"player_{seat}": who for seat, who in (("x", "a"), ("y", "b"), ("z", "a"))},
            **{
                f"score_{seat}": [one[seat] for one in (wins, wins, wins, losses)] for seat in "xyz"
            },
        }
    )
    found = rate_sides(games, ("x", "y", "z"))
    assert list(found.index) == ["x a, y b", "z a"]
    assert found["rating"].diff().iloc[1] == pytest.approx(-log(3))
    assert rate_sides(games.drop(columns="score_z"), ("x", "y", "z")).empty
    assert rate_sides(games[:3], ("x", "y", "z")).empty  # who always wins has no finite rating
    numbered = games.rename(columns=lambda name: name.replace("_x", "_p1").replace("_z", "_p2"))
    numbered["player_p2"] = "c"
    assert list(rate_sides(numbered, ("p1", "p2")).index) == ["a", "c"]


def test_ratings_of_rankings_are_plackett_and_luces() -> None:
    """Rankings drawn from known ratings bring them back; who never lost has no finite rating."""
    rng = np.random.default_rng(3)
    known = np.array([1.0, 0.0, -1.0])
    orders = np.argsort(-(known + rng.gumbel(size=(1500, 3))), axis=1)
    rankings = [{"abc"[who]: place for place, who in enumerate(one, 1)} for one in orders]
    found = rate_players(rankings)
    assert found.loc[list("abc"), "rating"].to_numpy() == pytest.approx(known, abs=0.12)
    assert (abs(found["rating"] - known) < 3 * found["error"]).all()
    few = rate_players(rankings[:60])
    rows = [(n, place, name) for n, one in enumerate(rankings[:60]) for name, place in one.items()]
    strata, places, players = (np.array(column) for column in zip(*rows, strict=True))
    design = np.array([[float(who == name) for name in "ab"] for who in players])
    cox = PHReg(places.astype(float), design, strata=strata).fit()
    gap = few.loc[["a", "b"], "rating"].to_numpy() - few.loc["c", "rating"]
    assert gap == pytest.approx(cox.params, abs=1e-4)
    best = rate_players([*rankings, *[{"z": 1, "a": 2}] * 3])
    assert isnan(best.loc["z", "rating"])
    assert best.loc["a", "rating"] == pytest.approx(found.loc["a", "rating"])
    tied = rate_players([{"a": 1, "b": 1}] * 4)
    assert tied["rating"].tolist() == pytest.approx([0, 0])
    assert rate_players([]).empty


def test_the_limit_of_rounds_is_not_called_as_the_number_of_rounds() -> None:
    assert describe_ending("rounds", "rounds") == (
        "rounds_limit",
        "Share of games: limit of rounds",
    )
    assert describe_ending("last_civilian", "rounds") == (
        "last_civilian",
        "Share of games: last civilian",
    )


def test_whether_values_are_shares_follows_from_the_measure_not_from_the_values() -> None:
    one, other = pd.Series([1, 0, 1, 1, 0, 1.0]), pd.Series([0, 0, 1, 0, 0, 0.0])
    assert compare_paired(one, other).test == "exact McNemar"
    points = compare_paired(one, other, most=None)
    assert points.test == "paired t"
    assert points.needed is None
    wide = compare_paired(pd.Series([1, 0.0]), pd.Series([0, 0.0]), most=None)
    assert wide.high is not None
    assert wide.high > 1
    assert Measure("right", "Right", "right", is_share=True).most == 1
    assert Measure("score_p1", "Score", "score_p1").most is None


def test_a_game_that_ended_by_the_limit_is_as_long_as_games_may_be() -> None:
    """Without such a game, only the least length is known; a score has the range of its game."""
    decrypto = list_measures(
        "match",
        {"rounds": np.array([8, 3, 5]), "reason": ["survived", "both", "both"]},
        catalog.find("decrypto"),
        ("encoder", "decoder", "interceptor"),
    )
    (length,) = [one for one in decrypto if one.name == "rounds"]
    games = pd.DataFrame(
        {"rounds": [8, 3, 5], "reason": ["survived", "both", "both"], "deal": [1, 2, 3]}
    )
    assert length.find_range(games) == (1, 8)
    found = length.estimate(games)
    assert found.low is not None
    assert 1 < found.low < 16 / 3 < (found.high or 0) < 8
    assert length.find_range(games[1:]) == (1, None)
    assert (length.estimate(games[1:]).low or 0) > 1
    twice = length.estimate(pd.concat([games, games]))  # several games of a deal
    assert twice.high is not None
    assert twice.high < 8
    assert catalog.find("dixit").score_range == (0, None)


def test_a_cooperative_game_has_one_score() -> None:
    seats = ("p1", "p2", "p3")
    games = pd.DataFrame({f"score_{seat}": [0, 1, 2] for seat in seats})
    together = [one.title for one in list_measures("match", games, SIGNALS.definition, seats)]
    assert together == ["Score"]
    alone = [one.title for one in list_measures("match", games, Spies, seats)]
    assert alone == ["Score of p1", "Score of p2", "Score of p3"]
