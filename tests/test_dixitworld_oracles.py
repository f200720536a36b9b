"""Figures of the DixitWorld paper, recomputed from its own tables to the last printed digit."""

from fractions import Fraction
from statistics import median

import numpy as np
import pandas as pd
import pytest

from lab.papers.dixitworld import (
    arena_results,
    bench_accuracy,
    calibration,
    correlation,
    maximum_points,
    normalisation,
    position_bias,
    random_play,
)
from lab.papers.dixitworld import (
    clue_ratings as rating_scores,
)
from lab.papers.dixitworld import published_consistency as published
from lab.papers.dixitworld import (
    round_points as scoring,
)
from lab.statistics import agreement

MODELS = (
    ("Qwen2.5-VL-7B", 36.67, 30.87, 0.770),
    ("Qwen2.5-VL-32B", 63.10, 50.79, 0.947),
    ("Qwen2.5-VL-72B", 61.90, 49.21, 0.947),
    ("Gemma3-12B", 57.74, 49.44, 0.960),
    ("Gemma3-27B", 62.50, 49.76, 0.947),
    ("Gemini-2.5-Flash", 64.89, 54.05, 0.956),
    ("GPT-4o", 75.60, 53.89, 0.986),
)
BENCH = {name: bench for name, bench, _, _ in MODELS}
LISTENER = {name: listener for name, _, listener, _ in MODELS}


def test_correlation_of_bench_and_arena() -> None:
    """Table 9 and section 3.2; the printed interval and p-value are not those of n = 7."""
    found = correlation.correlate(BENCH, LISTENER)
    assert found["n"] == 7
    assert found["pearson"] == pytest.approx(0.946961, abs=5e-7)
    assert found["spearman"] == pytest.approx(0.929, abs=5e-4)
    assert found["spearman_p"] == pytest.approx(0.003, abs=5e-4)
    assert 0.67 < found["low"] < 0.68 < 0.99 < found["high"] < 1
    table = correlation.correlate_leaving_one_out(BENCH, LISTENER)
    assert table.index[0] == "none"
    for name, _, _, printed in MODELS:
        assert round(table.loc[name, "pearson"], 3) == printed
        assert table.loc[name, "n"] == 6
    swapped = BENCH | {"Gemma3-12B": 62.5, "Gemma3-27B": 57.74}  # as in Tables 6 and 15
    repaired = correlation.correlate(swapped, LISTENER)
    assert (round(repaired["pearson"], 3), round(repaired["spearman"], 3)) == (0.944, 0.857)


@pytest.mark.parametrize(
    ("partial", "score", "delta", "sd", "stability"),
    [
        (7, 21, -0.08, 0.28, 0.908),
        (9, 27, -0.11, 0.31, 0.897),
        (20, 60, -0.24, 0.43, 0.858),
        (24, 72, -0.29, 0.45, 0.849),
        (23, 69, -0.27, 0.45, 0.851),
        (17, 51, -0.20, 0.40, 0.866),
    ],
)
def test_leave_one_listener_out(
    partial: int, score: int, delta: float, sd: float, stability: float
) -> None:
    """Table 8, all 24 values: with three listeners the index is a function of the success rate."""
    for found in ([1] * partial + [0] * (84 - partial), [2] * partial + [3] * (84 - partial)):
        row = arena_results.measure_stability(found)
        assert (row["partial"], row["score"]) == (partial, score)
        assert (round(row["delta"], 2), round(row["sd"], 2)) == (delta, sd)
        assert round(row["stability"], 3) == stability
        assert not row["informative"]
    assert arena_results.measure_stability([1, 2, 3], 5)["informative"]


def test_rules_of_the_arena() -> None:
    listeners: dict[int, set[int]] = {}
    totals: dict[int, set[int]] = {}
    for votes in _all_votes():
        points = scoring.count_points(votes)
        listeners.setdefault(votes.count(0), set()).add(sum(points[1:]))
        totals.setdefault(votes.count(0), set()).add(sum(points))
    assert listeners == {0: {9}, 1: {5}, 2: {7}, 3: {9}}
    assert totals == {0: {9}, 1: {8}, 2: {10}, 3: {9}}
    assert max(max(scoring.count_points(votes)[1:]) for votes in _all_votes()) == 5
    chance = random_play.expect_random_round(4)
    assert chance["partial"] == Fraction(2, 3)
    assert (chance["none right"], chance["all right"]) == (Fraction(8, 27), Fraction(1, 27))
    assert (chance["storyteller"], chance["listener"]) == (Fraction(2), Fraction(61, 27))
    assert random_play.expect_random_round(4, own_card=True)["partial"] == Fraction(9, 16)


def _all_votes() -> list[tuple[int, ...]]:
    cards = range(4)
    return [(a, b, c) for a in cards if a != 1 for b in cards if b != 2 for c in cards if c != 3]


def test_maxima_and_normalised_scores() -> None:
    assert maximum_points.count_maximum() == 108
    assert maximum_points.count_maximum(team=2) == 216
    assert maximum_points.count_maximum(team=2, normalise="attainable") == 180
    assert maximum_points.count_maximum("storyteller", team=2) == 36
    assert maximum_points.count_maximum("listener", team=2) == 180
    for points, printed in ((389, 30.87), (640, 50.79), (623, 49.44), (681, 54.05), (620, 49.21)):
        seven_halves = [points / 7] * 7
        assert round(normalisation.normalise_score(seven_halves, 180) or 0, 2) == printed
    for partial, printed in ((12, 14.29), (13, 15.48), (17, 20.24), (27, 32.14), (26, 30.95)):
        assert round(normalisation.normalise_score([3 * partial], 84 * 3) or 0, 2) == printed
    exact = random_play.describe_random_rows().loc["random, exact"]
    assert exact["storyteller"] == pytest.approx(66.667, abs=5e-4)
    assert exact["listener"] == pytest.approx(100 * 61 / 27 / 5)


def test_chi_square_of_positions() -> None:
    """Section 3.4 and Table 10; two printed values take unparsed answers as a seventh cell."""
    assert round(position_bias.find_chi_square_p(1.83, 3), 2) == 0.61
    qwen = position_bias.check_positions([33, 38, 38, 49, 47, 47])
    assert (round(qwen["chi2"], 1), qwen["df"], qwen["unparsed"]) == (5.0, 5, 0)
    assert qwen["p"] == pytest.approx(0.410096)
    assert qwen["chi2_with_unparsed"] is None
    gpt = position_bias.check_positions([36, 30, 33, 45, 46, 61], unparsed=1)
    assert round(gpt["chi2"], 4) == 15.4622
    assert round(gpt["chi2_with_unparsed"], 1) == 57.7
    gemini = position_bias.check_positions([56, 44, 26, 37, 36, 53])
    qwen72 = position_bias.check_positions([35, 25, 38, 42, 52, 60])
    assert (round(gemini["chi2"], 1), round(qwen72["chi2"], 1)) == (15.2, 18.5)
    gemma12 = position_bias.check_positions([72, 36, 35, 30, 39, 37], unparsed=3)
    assert round(gemma12["chi2_with_unparsed"], 1) == 67.6
    gemma27 = position_bias.check_positions([67, 28, 27, 24, 32, 39], unparsed=35)
    assert round(gemma27["chi2"], 1) == 35.2


@pytest.mark.parametrize(
    ("metaphorical", "literal", "printed", "total"),
    [
        (107, 62, (67.3, 66.7, 0.6), 67.1),
        (107, 57, (67.3, 61.3, 6.0), 65.1),
        (102, 60, (64.2, 64.5, -0.4), 64.3),
        (89, 58, (56.0, 62.4, -6.4), 58.3),
        (110, 57, (69.2, 61.3, 7.9), 66.3),
        (128, 59, (80.5, 63.4, 17.1), 74.2),
    ],
)
def test_categories(
    metaphorical: int, literal: int, printed: tuple[float, ...], total: float
) -> None:
    """Table 6, and the accuracies of Table 15."""
    answers = pd.DataFrame(
        {
            "player": "m",
            "category": ["metaphorical"] * 159 + ["literal"] * 93,
            "right": [n < metaphorical for n in range(159)] + [n < literal for n in range(93)],
        }
    )
    row = bench_accuracy.compare_categories(answers).loc["m"]
    found = row["accuracy_metaphorical"], row["accuracy_literal"], row["gap"]
    assert tuple(round(float(one), 1) for one in found) == printed
    assert row["low"] < row["gap"] < row["high"]
    assert round(100 * (metaphorical + literal) / 252, 1) == total


def test_efficiency_and_pareto_front() -> None:
    """Table 15: efficiencies from the two printed columns, and who is on the front."""
    rows = {
        "Gemini": (66.3, 52), "G12": (64.3, 63), "GPT": (74.2, 77),
        "Q72": (65.1, 85), "Q32": (67.1, 91), "G27": (58.3, 85),
    }  # fmt: skip
    table = bench_accuracy.measure_efficiency(
        {name: one for name, (one, _) in rows.items()},
        {name: one for name, (_, one) in rows.items()},
    )
    assert [round(one, 2) for one in table["efficiency"]] == [
        127.5,
        102.06,
        96.36,
        76.59,
        73.74,
        68.59,
    ]
    assert set(table.index[table["pareto"]]) == {"Gemini", "GPT"}


def test_variation_over_seeds() -> None:
    """Table 12: +-3.0 holds for one figure only with the deviation of the population."""
    counts = {"easy": (63, 67, 64), "hard": (57, 61, 55)}
    answers = pd.DataFrame(
        [
            {"player": "G27", "seed": seed, "tier": tier, "right": n < right}
            for tier, rights in counts.items()
            for seed, right in zip((42, 100, 200), rights, strict=True)
            for n in range(84)
        ]
    )
    table = bench_accuracy.measure_spread(answers).loc["G27"]
    assert round(table.loc["total", "sd_population"], 4) == 2.3974
    assert round(table.loc["total", "sd_sample"], 4) == 2.9362
    assert round(table.loc["easy", "sd_population"], 4) == 2.0234
    assert (
        round(table.loc["hard", "sd_population"], 3),
        round(table.loc["hard", "sd_sample"], 3),
    ) == (2.970, 3.637)
    gpt = bench_accuracy.describe_spread([100 * n / 168 for n in (68 + 61, 63 + 58, 67 + 62)])
    assert (round(gpt["sd_population"], 3), round(gpt["sd_sample"], 3)) == (2.245, 2.749)


def test_temperature() -> None:
    """Table 14."""
    counts = {"GPT-4o": (117, 109, 124, 102), "Gemma3-27B": (125, 129, 97, 123)}
    answers = pd.DataFrame(
        [
            {
                "player": name,
                "temperature": t,
                "right": n < right,
                "chosen": "x",
                "target": str(n),
                "item": str(n),
            }
            for name, rights in counts.items()
            for t, right in zip((0.3, 0.5, 0.7, 1.0), rights, strict=True)
            for n in range(168)
        ]
    )
    table = bench_accuracy.compare_settings(answers, "temperature")
    assert list(table["accuracy"].round(1)) == [69.6, 64.9, 73.8, 60.7, 74.4, 76.8, 57.7, 73.2]
    assert [key[1] for key in table.index[table["best"]]] == [0.7, 0.5]
    assert round(table.loc[("GPT-4o", 1.0), "from_best"], 1) == -13.1
    assert round(table.loc[("Gemma3-27B", 0.7), "from_best"], 2) == -19.05


def test_tiers_and_entailment_totals() -> None:
    """Tables 2 and 7: totals are means of the tiers."""
    answers = pd.DataFrame(
        [
            {"player": "GPT-4o", "tier": tier, "right": n < right}
            for tier, right in (("easy", 66), ("hard", 61))
            for n in range(84)
        ]
    )
    row = bench_accuracy.tabulate_tiers(answers).loc["GPT-4o"].round(2)
    assert (row["easy"], row["hard"], row["total"]) == (78.57, 72.62, 75.60)
    for easy, hard, total in ((22.47, 18.19, 20.33), (58.37, 49.81, 54.09), (66.69, 52.41, 59.55)):
        assert round(float(np.mean([easy, hard])), 2) == total


@pytest.mark.parametrize(
    ("overconfident", "errors", "printed"),
    [(71, 72, 42.3), (76, 76, 45.2), (82, 82, 48.8), (88, 88, 52.4)],
)
def test_overconfidence(overconfident: int, errors: int, printed: float) -> None:
    """Table 13: the printed share is one of all 168 items, and 99 to 100 % of errors."""
    scores = [
        [80, 90] if n < overconfident else [60, 65] if n < errors else [90, 80] for n in range(168)
    ]
    row = calibration.measure_overconfidence(scores, [0] * 168)
    assert (row["overconfident"], row["errors"]) == (overconfident, errors)
    assert round(row["of_items"], 1) == printed
    assert row["of_errors"] > 98
    accuracy_of = calibration.measure_calibration(scores, [0] * 168)["accuracy"]
    assert accuracy_of == pytest.approx(1 - errors / 168)


def test_calibration_and_margins() -> None:
    assert round(calibration.convert_scores([[85, 75]])[0, 0], 5) == 0.99995
    sure = calibration.measure_calibration([[100, 0], [100, 0]], [0, 1], temperature=1)
    assert sure["ece"] == pytest.approx(0.5)
    assert sure["brier_top"] == pytest.approx(0.5)
    assert sure["brier"] == pytest.approx(1.0)
    flat = calibration.measure_calibration([[50, 50]] * 4, [0] * 4)
    assert (flat["accuracy"], flat["ece"]) == (0.5, 0.0)
    margin = calibration.measure_margins([[90, 80, 10], [20, 50, 30], [None, 1, 1]], [0, 2, 0])
    assert (margin.value, margin.count, margin.unanswered) == (-5.0, 2, 1)
    assert calibration.measure_ties([[1, 1, 0], [2, 1, 0]]).value == 0.5


def test_entropy_of_votes() -> None:
    votes = {1: "aaa", 2: "aab", 3: "abc"}
    rounds = pd.DataFrame(
        [
            {"match": 1, "round": number, "role": "listener", "vote": vote}
            for number, all_of in votes.items()
            for vote in all_of
        ]
    )
    assert list(arena_results.measure_vote_entropy(rounds).round(10)) == [
        0.0,
        0.9182958341,
        1.5849625007,
    ]


@pytest.mark.parametrize(
    ("ratings", "clarity"),
    [
        ([3, 3, 3, 3, 3], 1.0), ([1, 5, 1, 5, 1], 0.0), ([2, 3, 4], 0.5), ([1, 3, 3, 3, 5], 0.6),
        ([1, 1, 3, 3], 0.25), ([2, 2, 4, 4, 4], 0.5), ([1, 2, 3, 4, 5], 0.3), ([5, 3, 3], 2 / 3),
    ],
)  # fmt: skip
def test_clarity(ratings: list[int], clarity: float) -> None:
    assert rating_scores.measure_clarity(ratings) == pytest.approx(clarity)


def test_creativity_is_the_mean_on_a_scale_from_0_to_1() -> None:
    assert rating_scores.measure_creativity([1, 1]) == 0
    assert rating_scores.measure_creativity([5, 4, None]) == pytest.approx(0.875)  # type: ignore[list-item]
    assert rating_scores.measure_creativity([]) is None


A = [1, 2, 3, 4, 5, 3, 2, 4, 3, 1]
B = [1, 2, 3, 4, 4, 3, 2, 5, 3, 2]


def test_agreement() -> None:
    two = pd.DataFrame({"a": A, "b": B})
    for weights, expected in (
        ("none", 0.6153846154),
        ("linear", 0.7761194),
        ("quadratic", 0.8951048951),
    ):
        found = agreement.measure_pairwise_kappa(two, weights)  # type: ignore[arg-type]
        assert found.value == pytest.approx(expected, abs=1e-6)
        assert found.low is not None
        assert found.high is not None
        assert found.low < expected < found.high
    constant = agreement.measure_pairwise_kappa(pd.DataFrame({"a": [3, 3], "b": [3, 3]}))
    assert (constant.value, constant.unanswered) == (None, 1)
    assert agreement.measure_fleiss_kappa(pd.DataFrame({"a": [3, 3], "b": [3, 3]})).value is None
    # Krippendorff 2011, the example of four observers and twelve units
    nan = float("nan")
    table = pd.DataFrame(
        {
            "A": [1, 2, 3, 3, 2, 1, 4, 1, 2, nan, nan, nan],
            "B": [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, nan, 3],
            "C": [nan, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, nan],
            "D": [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, nan],
        }
    )
    for level, expected in (("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)):
        found = agreement.measure_krippendorff_alpha(table, level)  # type: ignore[arg-type]
        assert round(found.value or 0, 3) == expected
        assert found.unanswered == 1
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    whole = table.dropna().astype(int)
    theirs = fleiss_kappa(aggregate_raters(whole.to_numpy())[0])
    assert agreement.measure_fleiss_kappa(whole).value == pytest.approx(theirs)


def test_the_median_of_even_numbers_is_between() -> None:
    assert rating_scores.measure_clarity([2, 3]) == median([0.5, 1.0])


def test_every_figure_of_the_arena() -> None:
    """Tables 1, 5 and 8: points of 1260, partial rounds of 84, and what they exclude."""
    for points, printed in zip(
        (389, 640, 623, 627, 679, 681, 620),
        (30.87, 50.79, 49.44, 49.76, 53.89, 54.05, 49.21),
        strict=True,
    ):
        assert round(normalisation.normalise_score([points], 1260) or 0, 2) == printed
    for partial, printed in zip(
        (12, 13, 17, 27, 16, 26, 4), (14.29, 15.48, 20.24, 32.14, 19.05, 30.95, 4.76), strict=True
    ):
        assert round(100 * (bench_accuracy.estimate_rate_of(partial, 84).value or 0), 2) == printed
    for partial, printed in ((111, 77.98), (100, 80.16)):  # Table 1 and Table 8
        assert (
            round(100 * (1 - (bench_accuracy.estimate_rate_of(partial, 504).value or 0)), 2)
            == printed
        )
    assert published.bound_listener_points(111, 504) == (4092, 4314)
    assert published.bound_listener_points(111, 504, decoys="once") == (
        3588,
        4314,
    )
    ends = [100 * points / (6 * 1260) for points in published.bound_listener_points(111, 504)]
    assert [round(end, 1) for end in ends] == [54.1, 57.1]
    assert published.bound_right_guesses(3639, 111, 504) is None
    for decoys, shares in (("once", (7.3, 17.5)), ("none", (55.4, 70.0))):
        found = published.bound_right_guesses(3639, 111, 504, decoys=decoys)  # type: ignore[arg-type]
        assert found is not None
        assert tuple(round(100 * one / 1512, 1) for one in found) == shares
    # 50 failed rounds do not explain the table, 51 do
    assert [published.bound_listener_points(111, 504 - n)[0] <= 3639 for n in (50, 51)] == [
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("easy", "hard", "printed"),
    [
        (59, 47, (70.24, 55.95, 63.10)),
        (49, 48, (58.33, 57.14, 57.74)),
        (53, 52, (63.10, 61.90, 62.50)),
        (55, 54, (65.48, 64.29, 64.89)),
        (66, 61, (78.57, 72.62, 75.60)),
    ],
)
def test_every_total_of_table_2_is_the_mean_of_rounded_figures(
    easy: int, hard: int, printed: tuple[float, ...]
) -> None:
    shares = [
        100 * (bench_accuracy.estimate_rate_of(right, 84).value or 0) for right in (easy, hard)
    ]
    rounded = [published.round_half_up(share, 2) for share in shares]
    assert (
        *rounded,
        published.average_tiers(*rounded, decimals=2),
    ) == printed


def test_every_total_of_table_7() -> None:
    for easy, hard, total, direct, drop in (
        (22.47, 18.19, 20.33, 36.67, 16.34), (58.37, 49.81, 54.09, 63.10, 9.01),
        (56.03, 40.51, 48.27, 57.74, 9.47), (58.23, 50.41, 54.32, 62.50, 8.18),
        (61.21, 53.43, 57.32, 64.89, 7.57), (66.69, 52.41, 59.55, 75.60, 16.05),
    ):  # fmt: skip
        found = published.average_tiers(easy, hard, decimals=2)
        assert found == total
        assert published.round_half_up(direct - found, 2) == drop
    easy_side = (39.05, 70.24, 58.33, 63.10, 65.48, 78.57)  # Table 2
    hard_side = (34.29, 55.95, 57.14, 61.90, 64.29, 72.62)
    gaps = (one - other for one, other in zip(easy_side, hard_side, strict=True))
    assert published.average_tiers(*gaps, decimals=3) == 4.763


def test_every_share_of_tables_3_5_11_12_and_15() -> None:
    for right, items, decimals, printed in (
        (65, 252, 2, 25.79), (167, 252, 2, 66.27), (160, 252, 2, 63.49), (164, 252, 2, 65.08),
        (177, 252, 2, 70.24), (173, 252, 2, 68.65), (63, 88, 2, 71.59), (104, 168, 2, 61.90),
        (51, 84, 1, 60.7), (45, 84, 1, 53.6), (48, 84, 1, 57.1), (44, 84, 1, 52.4),
        (35, 84, 1, 41.7), (68, 84, 1, 81.0), (61, 84, 1, 72.6), (129, 168, 1, 76.8),
        (63, 84, 1, 75.0), (58, 84, 1, 69.0), (121, 168, 1, 72.0), (67, 84, 1, 79.8),
        (62, 84, 1, 73.8), (57, 84, 1, 67.9), (120, 168, 1, 71.4), (128, 168, 1, 76.2),
        (64, 84, 1, 76.2), (55, 84, 1, 65.5), (119, 168, 1, 70.8), (162, 252, 1, 64.3),
        (187, 252, 1, 74.2), (169, 252, 1, 67.1), (147, 252, 1, 58.3),
    ):  # fmt: skip
        share = bench_accuracy.estimate_rate_of(right, items)
        assert published.round_half_up(100 * (share.value or 0), decimals) == printed


def test_the_correlation_of_section_3_2_tells_no_single_n() -> None:
    six, seven = (published.judge_correlation(0.947, n) for n in (6, 7))
    assert (round(six["p"], 3), round(seven["p"], 3)) == (0.004, 0.001)
    assert (round(seven["low"], 2), round(seven["high"], 2)) == (0.68, 0.99)
    raw = correlation.correlate(BENCH, LISTENER)
    told = published.judge_correlation(raw["pearson"], 7)
    for one, other in (("low", "low"), ("high", "high"), ("p", "pearson_p")):
        assert told[one] == pytest.approx(raw[other])
    series = correlation.correlate_leaving_one_out(pd.Series(BENCH), pd.Series(LISTENER))
    assert list(series["pearson"].astype(float).round(3)) == [0.947, *(row[3] for row in MODELS)]
