"""Odd input of the analyses: no figure instead of a wrong one, with the reason; never a crash."""

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest

from lab.papers.dixitworld.arena_results import (
    compare_phases,
    leave_one_listener_out,
    measure_outcomes,
    measure_points,
    measure_stability,
    measure_vote_entropy,
    rate_teams,
    score_players,
    tabulate_head_to_head,
)
from lab.papers.dixitworld.bench_accuracy import (
    compare_categories,
    compare_settings,
    compare_strategies,
    compare_two,
    describe_spread,
    estimate_rate_of,
    find_pareto_front,
    measure_accuracy,
    measure_efficiency,
    measure_gap,
    measure_spread,
    tabulate_scale,
    tabulate_tiers,
)
from lab.papers.dixitworld.calibration import (
    analyse_scores,
    describe_overconfidence,
    measure_calibration,
    measure_margins,
    measure_overconfidence,
    measure_ties,
)
from lab.papers.dixitworld.clue_ratings import (
    measure_clarity,
    measure_creativity,
    summarise_ratings,
)
from lab.papers.dixitworld.confusions import find_hardest_items, tabulate_confusion
from lab.papers.dixitworld.correlation import correlate, correlate_leaving_one_out
from lab.papers.dixitworld.item_drawing import describe_similarity
from lab.papers.dixitworld.normalisation import normalise_score
from lab.papers.dixitworld.position_bias import (
    check_positions,
    find_chi_square_p,
    measure_positions,
)
from lab.papers.dixitworld.published_consistency import (
    bound_listener_points,
    judge_correlation,
    round_half_up,
)
from lab.papers.dixitworld.ratings_by_rater import spread_ratings
from lab.statistics.agreement import (
    NO_PAIRS,
    TOO_FEW_ITEMS,
    UNDEFINED,
    measure_all_agreement,
    measure_fleiss_kappa,
    measure_krippendorff_alpha,
    measure_pairwise_kappa,
)
from lab.statistics.cohens_kappa import measure_agreement

nan = float("nan")


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


ANSWERS = pd.DataFrame(
    {
        "player": "a", "item": list("wxyz"), "tier": ["easy", "hard"] * 2, "target": list("pqrs"),
        "chosen": ["p", None, "r", "x"], "right": [True, False, True, False],
        "position": [1, 2, 3, 4], "chosen_position": [1, None, 3, 2], "strategy": "direct",
        "category": "metaphorical", "seed": [1, 2, 1, 2], "scores": [[4, 3, 2, 1]] * 4,
    }
)  # fmt: skip
ROUNDS = pd.DataFrame(
    [
        {
            "match": 1, "round": number, "seat": f"p{seat}", "player": "m", "phase": number,
            "role": "storyteller" if seat == number else "listener", "points": 3 * (seat == 1),
            "right": None if seat == number else seat > 2, "vote": None if seat == number else seat,
        }
        for number in (1, 2)
        for seat in (1, 2, 3, 4)
    ]
)  # fmt: skip


@pytest.mark.parametrize("weights", ["none", "linear", "quadratic"])
@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ({}, NO_PAIRS),
        ({"a": [1, 2, 3]}, NO_PAIRS),
        ({"a": [1, nan], "b": [nan, 2]}, NO_PAIRS),
        ({"a": [nan, nan], "b": [nan, nan]}, NO_PAIRS),
        ({"a": [1, 2], "b": [nan, nan]}, NO_PAIRS),
        ({"a": [], "b": []}, NO_PAIRS),
        ({"a": [1], "b": [2]}, TOO_FEW_ITEMS),
        ({"a": [1], "b": [1]}, TOO_FEW_ITEMS),
        ({"a": [3, 3, 3], "b": [3, 3, 3]}, UNDEFINED),
        ({"a": [3, 3, nan], "b": [3, 3, 1]}, UNDEFINED),
    ],
)
def test_agreement_that_is_not_defined_says_why(
    table: dict[str, Any], reason: str, weights: Any
) -> None:
    for one in (
        measure_pairwise_kappa(table, weights),
        measure_fleiss_kappa(table),
        measure_krippendorff_alpha(table, "interval"),
    ):
        assert (one.value, one.low, one.high, one.reason) == (None, None, None, reason)
    for figure in measure_all_agreement(table).values():
        assert figure.value is None


def test_agreement_with_gaps_and_other_forms_of_tables() -> None:
    whole = pd.DataFrame({"a": [1, 2, 3, 4, 2], "b": [1, 3, 3, 4, 2]})
    gaps = pd.DataFrame({"a": [1, 2, 3, nan, 4, 2], "b": [1, 3, 3, 5, 4, 2]})
    ints = gaps.astype("Int64")
    for level in ("none", "linear", "quadratic"):
        known = measure_pairwise_kappa(whole, level)
        assert measure_pairwise_kappa(gaps, level).value == pytest.approx(known.value)
        assert measure_pairwise_kappa(ints, level).value == pytest.approx(known.value)
        assert measure_pairwise_kappa(whole.to_numpy(), level).value == known.value
        pair = measure_agreement(gaps["a"].tolist(), gaps["b"].tolist(), level)
        assert pair.value == pytest.approx(known.value)
        assert pair.unanswered == 1
    assert measure_agreement([3, 3], [3, 3]).reason == "all ratings are the same"
    words = {"a": ["dim", "clear", "dim"], "b": ["dim", "clear", "clear"]}
    assert measure_pairwise_kappa(words).value == pytest.approx(0.4)
    with pytest.raises(ValueError, match="have no distances"):
        measure_pairwise_kappa(words, "linear")


def test_ratings() -> None:
    assert measure_clarity(pd.Series([nan, None], dtype=object)) is None
    assert measure_creativity([]) is None
    for rating in (0, 6):
        with pytest.raises(ValueError, match="between 1 and 5"):
            measure_clarity([3, rating])
        with pytest.raises(ValueError, match="between 1 and 5"):
            measure_creativity([rating])
    some = pd.DataFrame({"player": "m", "rater": ["a", "b"], "item": "i", "clarity": [3, nan]})
    row = summarise_ratings(some).loc["m"]
    assert (row["clarity"], row["guesses"], row["ratings"]) == (1.0, 0, 1)
    assert pd.isna(row["accuracy"])
    assert pd.isna(row["creativity"])
    assert summarise_ratings(some.iloc[:0]).empty
    assert spread_ratings(some.assign(clarity=nan), "clarity").empty


def test_correlations() -> None:
    few = {"a": 1.0, "b": 2.0}
    assert correlate(few, few)["reason"] == "a correlation needs 3 pairs"
    flat = {"a": 1.0, "b": 1.0, "c": 1.0}
    assert correlate(flat, {"a": 1, "b": 2, "c": 3})["reason"] == "one side does not vary"
    holes = {"a": 1.0, "b": nan, "c": 2.0, "d": 4.0, "e": float("inf")}
    found = correlate(holes, {"a": 1, "b": 2, "c": 3, "d": 3, "e": 4, "f": 1})
    assert (found["n"], found["players"], found["low"]) == (3, ["a", "c", "d"], None)
    assert found["pearson"] is not None
    table = correlate_leaving_one_out(pd.Series(holes), pd.Series(dict.fromkeys("abcde", 1.0)))
    assert list(table.index) == ["none", "a", "c", "d"]
    assert table["pearson"].isna().all()
    assert table["reason"].str.len().min() > 0
    assert judge_correlation(0.5, 2)["reason"]
    assert judge_correlation(1, 7)["low"] == 1
    with pytest.raises(ValueError, match="between -1 and 1"):
        judge_correlation(1.2, 7)


def test_accuracy() -> None:
    unread = ANSWERS.assign(chosen=None, right=nan)
    row = measure_accuracy(unread).loc["a"]
    assert (row["accuracy"], row["unparsed"], row["accuracy_answered"]) == (0.0, 4, None)
    told = measure_accuracy(ANSWERS.drop(columns=["chosen", "target"]).assign(right=[1, nan, 1, 0]))
    assert (told.loc["a", "accuracy"], told.loc["a", "unparsed"]) == (0.5, 1)
    assert measure_accuracy(ANSWERS.drop(columns="right"), "tier").loc["easy", "accuracy"] == 1
    assert measure_accuracy(pd.DataFrame()).empty
    twice = pd.concat([ANSWERS, ANSWERS.assign(target=list("tuvw"), right=True)])  # index twice
    assert measure_accuracy(twice).loc["a", ["items", "right"]].tolist() == [8, 6]
    with pytest.raises(ValueError, match=r"no column 'player'; its columns are model, .* Rename"):
        measure_accuracy(ANSWERS.rename(columns={"player": "model"}))
    with pytest.raises(ValueError, match="True or False, 1 or 0, not 'yes'"):
        measure_accuracy(ANSWERS.assign(right=["yes", "no", "no", "no"]))
    with pytest.raises(ValueError, match="6 of 5"):
        estimate_rate_of(6, 5)
    # targets that are alike do not show that targets never differ
    for right in ([False] * 8, [True, False] * 4):
        alike = twice.assign(target=["p", "p", "q", "q"] * 2, right=right)
        row = measure_accuracy(alike).loc["a"]
        assert row["interval"] == "whole targets"
        assert row["high"] - row["low"] > 0.5
    tiers = tabulate_tiers(ANSWERS.assign(tier=["x", "x", "y", "y"])).loc["a"]
    assert tiers.to_dict() == {"x": 50.0, "y": 50.0, "total": 50.0}
    other = ANSWERS.iloc[:1].assign(player="b")
    assert pd.isna(tabulate_tiers(pd.concat([ANSWERS, other])).loc["b", "total"])
    # p is about the gap that is shown, also if targets have unequal numbers of items
    found = {"m": [4, 0, 1, 1], "l": [3, 3, 0, 0]}
    sizes = [12, 12, 1, 1]
    uneven = pd.DataFrame(
        [
            ("a", f"{side}{n}", "metaphorical" if side == "m" else "literal", one < hits)
            for side, every in found.items()
            for n, (hits, size) in enumerate(zip(every, sizes, strict=True))
            for one in range(size)
        ],
        columns=["player", "target", "category", "right"],
    )
    gap = compare_categories(uneven).loc["a"]
    assert (gap["gap"], gap["p"]) == (0.0, 1.0)
    gap = compare_categories(ANSWERS).loc["a"]
    assert (gap["gap"], gap["reason"]) == (None, "no items of literal")
    assert measure_gap(0, 0, 1, 2)["gap"] is None
    assert compare_strategies(ANSWERS).empty
    assert compare_strategies(ANSWERS.iloc[:0]).empty
    assert compare_two(ANSWERS, "a", "nobody").value is None
    assert compare_settings(ANSWERS.assign(temperature=None), "temperature").empty


def test_variation_cost_and_size() -> None:
    assert describe_spread([])["reason"] == "nothing was counted"
    one = describe_spread(pd.Series([3, None, nan], dtype=object))
    assert (one["mean"], one["sd_sample"], one["missing"]) == (3.0, None, 2)
    holes = measure_spread(ANSWERS).loc[("a", "total")]  # no seed has both tiers
    assert (holes["seeds"], pd.isna(holes["mean"])) == (0, True)
    table = measure_efficiency({"a": 50, "b": nan, "c": 20}, {"a": 10, "b": 3, "c": 0})
    assert table["pareto"].to_dict() == {"a": True, "b": False, "c": True}
    assert table["efficiency"].isna().sum() == 2
    assert find_pareto_front([1, 1, nan], [5, 5, 1]) == [True, True, False]
    same = tabulate_scale({"a": 7, "b": 32}, {"bench": {"a": 1, "b": 1}, "arena": {"a": 1}})
    assert same.attrs["trend"] == {"bench": (None, None), "arena": (None, None)}


def test_positions() -> None:
    assert check_positions([0, 0, 0])["reason"] == "nothing was counted"
    assert check_positions([5])["reason"] == "one position alone cannot be uneven"
    assert np.isnan(find_chi_square_p(nan, 3))
    with pytest.raises(ValueError, match="whole numbers from 0"):
        check_positions([1, -1])
    with pytest.raises(ValueError, match="from 1 to 6; 0 is none"):
        measure_positions(ANSWERS.assign(chosen_position=[0, 1, 2, 3]))
    unread = measure_positions(ANSWERS.assign(chosen_position=None)).loc["a"]
    assert (unread["chi2"], unread["unparsed"]) == (None, 4)


def test_scores() -> None:
    empty = measure_calibration([], [])
    assert (empty["ece"], empty["reason"]) == (None, "nothing was counted")
    some = measure_calibration([None, [1, nan], [2, 1], [1, 2]], [0, 0, None, 1])
    assert (some["n"], some["unparsed"]) == (1, 3)
    assert measure_margins([[1]], [0]).reason == "one card alone has no margin"
    assert measure_margins([], []).value is None
    assert measure_ties([]).value is None
    sure = measure_overconfidence([[90, 1]], [0])
    assert (sure["of_items"], sure["of_errors"]) == (0.0, None)
    chosen = measure_overconfidence([[90, 90], [80, 90]], [0, 0], chosen=[1, None])
    assert (chosen["overconfident"], chosen["errors"]) == (2, 2)
    for scores, targets, why in (
        ([[1, 2], [1, 2, 3]], [0, 1], "rows differ"),
        ([[1, 2]], [2], "from 0 to 1"),
        ([[1, 2]], [0, 1], "1 rows of scores have 2"),
    ):
        with pytest.raises(ValueError, match=why):
            measure_calibration(scores, targets)
    with pytest.raises(ValueError, match="at least one bin"):
        measure_calibration([[1, 2]], [0], bins=0)
    with pytest.raises(ValueError, match="3 of 2 errors"):
        describe_overconfidence(3, 2, 9)
    assert analyse_scores(ANSWERS.assign(scores=None))["accuracy"].isna().all()
    assert analyse_scores(ANSWERS.iloc[:0]).empty
    frame = pd.DataFrame([[4, 3], [1, 2]])
    assert measure_calibration(frame, pd.Series([0, 1]))["accuracy"] == 1


def test_rounds_without_columns_that_follow_from_others() -> None:
    scores = score_players(ROUNDS).loc["m"]
    assert (scores["matches"], scores["failed"], scores["storyteller"]) == (1, 0, 50.0)
    outcomes = measure_outcomes(ROUNDS).loc["m"]
    assert (outcomes["partial"], outcomes["entropy"]) == (1.0, pytest.approx(np.log2(3)))
    assert leave_one_listener_out(ROUNDS).loc["m", "partial"] == 2
    no_votes = measure_outcomes(ROUNDS.drop(columns="vote")).loc["m"]
    assert no_votes["entropy"] is None
    assert measure_vote_entropy(ROUNDS.assign(vote=None)).isna().all()
    every = (
        measure_outcomes, score_players, leave_one_listener_out, compare_phases,
        tabulate_head_to_head, rate_teams,
    )  # fmt: skip
    for measure in every:
        assert measure(ROUNDS.iloc[:0]).empty
        assert measure(pd.DataFrame()).empty
        measure(ROUNDS.assign(failed=True))
        measure(ROUNDS.assign(points=nan))
        measure(ROUNDS[ROUNDS["role"] == "storyteller"])
    assert measure_points(ROUNDS, "judge").empty
    with pytest.raises(ValueError, match="no column 'phase'"):
        compare_phases(ROUNDS.drop(columns="phase"))
    with pytest.raises(ValueError, match="no column 'deal'"):
        compare_phases(ROUNDS.drop(columns="match"))


def test_points() -> None:
    assert normalise_score([], 10) is None
    assert normalise_score([1, nan], 10) == 10
    with pytest.raises(ValueError, match="greater than 0"):
        normalise_score([1], 0)
    assert measure_stability([])["stability"] is None
    assert measure_stability(pd.Series([1, nan]))["rounds"] == 1
    assert measure_stability([1, 2], np.int64(3))["partial"] == 2  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="two listeners or more"):
        measure_stability([4], 3)
    with pytest.raises(ValueError, match="cannot be partial"):
        bound_listener_points(5, 4)
    assert [round_half_up(one, 2) for one in (0.125, -0.125, 64.885)] == [0.13, -0.13, 64.89]


def test_items_and_cards() -> None:
    assert find_hardest_items(ANSWERS.iloc[:0]).empty
    assert tabulate_confusion(ANSWERS[ANSWERS["right"]]).empty
    one = pd.DataFrame([[1.0]], index=["a"], columns=["a"])
    table = describe_similarity(one, [])
    assert (table.loc["all pairs", "pairs"], table["mean"].isna().all()) == (0, True)


def test_intervals_of_indices_stay_between_0_and_1() -> None:
    """Clarity and creativity are indices: nothing is below 0 or above 1, whatever the sample."""
    rows = [
        {"item": f"i{n}", "player": player, "rater": "r", "clarity": rating, "creativity": made}
        for player, ratings in (
            ("all clear", (3, 3, 3)),
            ("mixed", (3, 2, 4)),
            ("alike", (2, 2, 2)),
        )
        for n, (rating, made) in enumerate(zip(ratings, (1, 5, 4), strict=True))
    ]
    table = summarise_ratings(pd.DataFrame(rows))
    for name in ("clarity", "creativity"):
        for player in table.index:
            low, value, high = (table.loc[player, f"{name}{end}"] for end in ("_low", "", "_high"))
            assert pd.isna(low) or 0 <= low <= value <= high <= 1
    assert table.loc["all clear", "clarity"] == 1
    assert table.loc["all clear", "clarity_low"] < 1
    assert pd.isna(table.loc["alike", "clarity_low"])  # equal values do not show how they vary
