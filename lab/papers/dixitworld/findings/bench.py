"""Compute our figures for what the paper says of DixitBench.

Answers are never pooled over strategies, over what was shown, or over models. Intervals are over
targets, the cards that clues are for: the items of a target and their repetitions are one cluster.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pandas as pd

from engine.players.spec import parse_spec
from engine.text import clean
from lab.analysis.evaluation import Report
from lab.papers.dixitworld.bench_accuracy import (
    compare_categories,
    compare_strategies,
    describe_spread,
    find_pareto_front,
)
from lab.papers.dixitworld.bench_answers import read_answers
from lab.papers.dixitworld.calibration import HIGH, compute_calibration_error, judge_scores
from lab.papers.dixitworld.findings.arena import find_size
from lab.papers.dixitworld.item_drawing import describe_similarity, order_tiers
from lab.papers.dixitworld.position_bias import check_positions, count_positions
from lab.papers.dixitworld.run_deck import find_bench
from lab.papers.finding import Finding
from lab.statistics.estimate import Estimate
from lab.statistics.jackknife import estimate_by_jackknife
from lab.statistics.multiple_comparisons import adjust_rows
from lab.statistics.rates import estimate_ratio

OVER = "targets, the cards that clues are for"
"""Over what intervals are."""
TIERS = {"Easy": ("easy",), "Medium": ("medium",), "Hard": ("hard",), "Total": ("easy", "hard")}
"""By column of Tables 2, 7 and 12: the tiers of ours; the paper's total is of easy and hard."""
TIERS["All tiers"] = ("easy", "medium", "hard")
POSITIONS = 6
TEMPERATURES = (1.0, 20.0)
"""Temperatures of the softmax by default; the paper does not say its own."""


def split_answers(report: Report, strategy: str = "") -> Iterator[tuple[str, str, pd.DataFrame]]:
    """Yield the answers of each player, apart by strategy and by what was shown.

    Args:
        report: The report on the run.
        strategy: `direct` or `entailment`; by default both.
    """
    answers = read_answers(report.run)
    if len(answers) and strategy:
        answers = answers[answers["strategy"] == strategy]
    if answers.empty:
        return
    keys = ["player", "shown"] if strategy else ["player", "shown", "strategy"]
    for (player, shown, *rest), some in answers.groupby(keys, observed=True, sort=False):
        yield str(player), "; ".join((*rest, f"shown: {shown}")), some


def _estimate_sums(
    answers: pd.DataFrame,
    events: Iterable[float],
    chances: Iterable[float] | None = None,
) -> Estimate:
    """Estimate sum(events) / sum(chances) over targets; by default each answer is a chance."""
    of = [1] * len(answers) if chances is None else chances
    return estimate_ratio(events, of, answers["target"])


def _describe_right(
    answers: pd.DataFrame, labels: Sequence[str], quantity: str, where: str
) -> Finding:
    right = _estimate_sums(answers, answers["right"].astype(float))
    return Finding.of_estimate(right, labels, quantity, where=where, unit="answers", over=OVER)


def _select_tiers(answers: pd.DataFrame, tiers: Sequence[str]) -> pd.DataFrame | None:
    """Select the answers of these tiers; `None` if there are none of some tier."""
    some = answers[answers["tier"].isin(tiers)]
    return some if set(tiers) <= {*some["tier"]} else None


def _compute_accuracy(report: Report, strategy: str) -> Iterator[Finding]:
    for player, where, answers in split_answers(report, strategy):
        for quantity, tiers in TIERS.items():
            if (some := _select_tiers(answers, tiers)) is not None:
                yield _describe_right(some, (player,), quantity, where)


def compute_direct(report: Report) -> Iterator[Finding]:
    """Compute Table 2: DixitBench by direct selection."""
    yield from _compute_accuracy(report, "direct")


def compute_entailment(report: Report) -> Iterator[Finding]:
    """Compute Table 7: DixitBench by entailment scoring."""
    yield from _compute_accuracy(report, "entailment")


def compute_by_size(report: Report) -> Iterator[Finding]:
    """Compute the last column of Table 5: DixitBench by direct selection, of models."""
    for player, where, answers in split_answers(report, "direct"):
        some, size = _select_tiers(answers, TIERS["Total"]), find_size(report, player)
        if some is not None and size is not None:
            place = "; ".join(filter(None, (size, where)))
            yield _describe_right(some, (player,), "Bench", place)


def compute_strategies(report: Report) -> Iterator[Finding]:
    """Compute Figure 4: direct selection, entailment scoring, and the drop on the same items."""
    answers = read_answers(report.run)
    if answers.empty:
        return
    for (player, shown), every in answers.groupby(["player", "shown"], observed=True, sort=False):
        for name in ("Total", "All tiers"):
            own = _select_tiers(every, TIERS[name])
            if own is None or own["strategy"].nunique() < 2:
                continue
            which = "easy and hard" if name == "Total" else "all tiers"
            where = f"{which}; shown: {shown}"
            for strategy in ("direct", "entailment"):
                part = own[own["strategy"] == strategy]
                yield _describe_right(part, (str(player),), strategy, where)
            gap = compare_strategies(own).loc[player, "all"]
            yield from Finding.of_difference(
                gap, (str(player),), "drop", factor=100, where=where, unit="targets", over=OVER
            )


def compute_similarity(report: Report) -> Iterator[Finding]:
    """Compute Table 4: the similarity of distractors to targets, of the bench that was asked."""
    bench = find_bench(report.run)
    if bench is None:
        return  # it is not here any more, or has changed: the row says what is missing
    figures = {"Mean Sim.": "mean", "Min": "min", "Max": "max", "Median": "median", "SD": "sd"}
    for tier, row in describe_similarity(bench.similarity, bench.items).iterrows():
        for quantity, name in figures.items():
            where = f"bench {bench.label}"
            label = str(tier).capitalize()
            yield Finding(
                (label,), quantity, float(row[name]), count=int(row["pairs"]), where=where,
                unit="pairs",
            )  # fmt: skip


def compute_categories(report: Report) -> Iterator[Finding]:
    """Compute Table 6: metaphorical and literal cards by direct selection; players are a family."""
    gaps = []
    for player, where, answers in split_answers(report, "direct"):
        parts = {one: answers[answers["category"] == one] for one in ("metaphorical", "literal")}
        if any(part.empty for part in parts.values()):
            continue
        for name, part in parts.items():
            yield _describe_right(part, (player,), name.capitalize(), where)
        gap = compare_categories(answers).loc[player]
        gaps.append({**gap, "player": player, "where": where, "value": gap["gap"]})
    for gap in adjust_rows(pd.DataFrame(gaps)).to_dict("records"):
        about = {"where": gap["where"], "unit": "targets", "over": OVER}
        yield from Finding.of_difference(gap, (gap["player"],), "Gap", **about)


def compute_positions(report: Report) -> Iterator[Finding]:
    """Compute Table 10: how often each position was chosen by direct selection."""
    for player, where, answers in split_answers(report, "direct"):
        counts = count_positions(answers["chosen_position"], POSITIONS)
        unparsed = int(answers["chosen_position"].isna().sum())
        test = check_positions(counts, unparsed)
        about: dict[str, Any] = {"where": where, "unit": "answers", "over": OVER}
        for quantity, name in ((CHI_SQUARE, "chi2"), ("p", "p")):
            yield Finding((player,), quantity, test[name], count=sum(counts), **about)
        for number in range(1, POSITIONS + 1):
            chosen = _estimate_sums(answers, (answers["chosen_position"] == number).astype(float))
            yield Finding.of_estimate(chosen, (player,), f"P{number}", factor=len(answers), **about)
        yield Finding((player,), "unparsed", float(unparsed), count=len(answers), **about)
        for number, part in answers.groupby("position", observed=True):
            yield _describe_right(part, (player,), f"right at P{number}", where)


CHI_SQUARE = "\N{GREEK SMALL LETTER CHI}\N{SUPERSCRIPT TWO}"


def _judge(answers: pd.DataFrame, temperature: float = 1.0) -> pd.DataFrame:
    """Judge the scores of answers that have one of every card, see `judge_scores`."""
    places = [int(one) - 1 for one in answers["position"]]
    judged = judge_scores(list(answers["scores"]), places, temperature=temperature)
    told = answers[["target", "chosen"]].assign(wrong=answers["chosen"] != answers["target"])
    return pd.concat([told.reset_index(drop=True), judged], axis=1).dropna(subset=["right"])


SCORED = "answers with all scores"


def compute_calibration(report: Report) -> Iterator[Finding]:
    """Compute Table 11: accuracy, calibration error and Brier score of entailment, by tier."""
    settings = report.experiment.report.settings
    given = settings.get("softmax_temperature", list(TEMPERATURES))
    temperatures = [float(one) for one in (given if isinstance(given, list) else [given])]
    bins = int(settings.get("calibration_bins", 10))
    about: dict[str, Any] = {"unit": SCORED, "over": OVER}
    for player, where, answers in split_answers(report, "entailment"):
        for name in ("Easy", "Medium", "Hard"):
            every, labels = _select_tiers(answers, TIERS[name]), (player, name)
            if every is None:
                continue
            for temperature in temperatures:
                judged = _judge(every, temperature)
                place = f"{where}; softmax at T = {temperature:g}, {bins} bins"
                if temperature == temperatures[0]:
                    right = _estimate_sums(judged, judged["right"])
                    ties = f"{where}; equal scores share the credit"
                    yield Finding.of_estimate(right, labels, "Acc.", where=ties, **about)
                find_error = partial(_find_error, bins=bins)
                error = estimate_by_jackknife(judged, "target", find_error, least=0, most=1)
                score = _estimate_sums(judged, judged["brier_top"])
                for quantity, one in (("ECE", error), ("Brier", score)):
                    yield Finding.of_estimate(one, labels, quantity, where=place, **about)


def _find_error(judged: pd.DataFrame, bins: int) -> float | None:
    confidence, right = (judged[one].to_numpy(float) for one in ("confidence", "right"))
    return compute_calibration_error(confidence, right, bins) if len(judged) else None


def compute_margins(report: Report) -> Iterator[Finding]:
    """Compute Table 13: accuracy, margin and overconfident errors of entailment scores."""
    which = {"Total": "easy and hard", "All tiers": "all tiers"}
    for player, where, answers in split_answers(report, "entailment"):
        for name, tiers in TIERS.items():
            if (every := _select_tiers(answers, tiers)) is None:
                continue
            judged = _judge(every)
            sure = (judged["wrong"] & (judged["best"] >= HIGH)).astype(float)
            place = f"{which.get(name, name.lower())}; {where}"
            yield _describe_right(every, (player,), "Acc.", place)
            for quantity, one, unit in (
                ("Marg.", _estimate_sums(judged, judged["margin"]), SCORED),
                ("OC%", _estimate_sums(judged, sure), SCORED),
                ("OC, of errors", _estimate_sums(judged, sure, judged["wrong"]), "errors"),
            ):
                found = Finding.of_estimate(one, (player,), quantity, where=place, over=OVER)
                yield replace(found, unit=unit)


def compute_orders(report: Report) -> Iterator[Finding]:
    """Compute Table 12: accuracy by seed, which orders the candidates, and its deviation."""
    answers = read_answers(report.run)
    if answers.empty or answers["seed"].nunique() < 2:
        return
    columns = ("Easy", "Medium", "Hard", "Total")
    for player, where, every in split_answers(report, "direct"):
        for quantity in columns:
            own = _select_tiers(every, TIERS[quantity])
            if own is None:
                continue
            for seed, part in own.groupby("seed", observed=True):
                yield _describe_right(part, (player, f"order {seed}"), quantity, where)
            shares = own.groupby("seed", observed=True)["right"].mean()
            spread = describe_spread(shares.astype(float))
            for name, kind in (
                ("sd_sample", "SD of sample"),
                ("sd_population", "SD of population"),
            ):
                about = {"count": spread["seeds"], "where": where, "unit": "orders"}
                yield Finding((player, kind), quantity, spread[name], **about)


def compute_temperatures(report: Report) -> Iterator[Finding]:
    """Compute Table 14: accuracy by temperature, of models that name theirs."""
    for player, where, answers in split_answers(report, "direct"):
        spec = parse_spec(report.experiment.specs[player])
        settings = dict(spec.settings)
        some = _select_tiers(answers, TIERS["Total"])
        if "temperature" not in settings or some is None:
            continue
        temperature = settings.pop("temperature")
        rest = ", ".join(f"{name}={value}" for name, value in settings.items())
        model = spec.argument.rpartition("/")[2] or spec.kind
        labels = (model, f"t={float(temperature):.1f}")
        place = "; ".join(filter(None, (clean(rest, 120), "easy and hard", where)))
        yield replace(_describe_right(some, labels, "Acc.", place), players=(player,))


def compute_tokens(report: Report) -> Iterator[Finding]:
    """Compute Table 15: accuracy over all items and output tokens, by direct selection."""
    found = [one for one in split_answers(report, "direct") if one[2]["tokens_out"].sum() > 0]
    for player, where, answers in found:
        same = [one for one in found if one[1] == where]  # what was shown is the same
        means = [(one[2]["right"].mean(), one[2]["tokens_out"].mean()) for one in same]
        on_front = find_pareto_front(*zip(*means, strict=True))
        front = on_front[[one[0] for one in same].index(player)]
        tiers = ", ".join(order_tiers(answers["tier"]))
        place = f"{tiers}; {where}"
        about: dict[str, Any] = {"where": place, "unit": "answers", "over": OVER}
        yield _describe_right(answers, (player,), "Acc. (%)", place)
        told = ("Tokens of some answers are estimated",) if answers["estimated"].sum() else ()
        right = 100 * 100 * answers["right"].astype(float)
        for quantity, one in (
            ("Avg Tokens", _estimate_sums(answers, answers["tokens_out"])),
            ("Efficiency", _estimate_sums(answers, right, answers["tokens_out"])),
        ):
            figure = Finding.of_estimate(one, (player,), quantity, **about)
            yield replace(figure, differences=told, count=len(answers))
        found_of = Finding((player,), "Pareto front", float(front), count=len(same), where=place)
        yield replace(found_of, unit="players", over=OVER)
