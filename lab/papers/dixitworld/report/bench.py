"""Build the sections on DixitBench in a report: accuracy, strategies, positions, calibration."""

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd
from markupsafe import Markup

from engine.text import clean
from lab.analysis.evaluation import Report
from lab.papers.dixitworld.accuracy import (
    compare_categories,
    compare_settings,
    compare_strategies,
    measure_accuracy,
    measure_efficiency,
    measure_spread,
    tabulate_scale,
    tabulate_tiers,
)
from lab.papers.dixitworld.answers import MODEL_SETTINGS
from lab.papers.dixitworld.calibration import analyse_scores, measure_calibration
from lab.papers.dixitworld.charts import describe_table, draw_panels
from lab.papers.dixitworld.deck import find_bench, find_deck
from lab.papers.dixitworld.items import TIER_ORDER, describe_similarity, order_tiers
from lab.papers.dixitworld.positions import measure_positions
from lab.papers.dixitworld.report.cards import describe_cards
from lab.report.charts import draw_curves
from lab.report.section import ReportSection, TextTable
from lab.report.text import format_p

DASH = "\N{EN DASH}"
TEMPERATURES = (1.0, 20.0)
"""Default temperatures of the softmax."""


def build_bench_sections(report: Report, answers: pd.DataFrame) -> list[ReportSection]:
    """Build the sections about items: those for which the run has answers."""
    deck = find_deck(report.run)
    found = [_describe_accuracy(report, answers), _describe_multiples(answers)]
    if answers["strategy"].nunique() > 1:
        found.append(_describe_strategies(answers))
    found.append(_describe_positions(answers))
    scored = answers[answers["strategy"] == "entailment"]
    if len(scored):
        found.append(_describe_scores(report, scored))
    found += [*_describe_settings(report, answers), *describe_cards(answers, deck)]
    return found


def _describe_accuracy(report: Report, answers: pd.DataFrame) -> ReportSection:
    keys = ["player", "strategy", "shown"]
    tiers = measure_accuracy(answers, [*keys, "tier"])
    every = measure_accuracy(answers, keys)
    table = tabulate_tiers(answers, keys)
    order = [name for name in TIER_ORDER if name in table]
    rows = []
    for key, whole in every.iterrows():
        cells = (
            format_accuracy(tiers.loc[(*key, tier)]) if (*key, tier) in tiers.index else DASH
            for tier in order
        )
        gap = table.loc[key].get("gap")
        rows.append(
            (
                *(clean(str(one), 60) for one in key),
                *cells,
                format_accuracy(whole),
                format_accuracy(whole, "_answered"),
                f"{whole['unparsed']:,.0f} of {whole['items']:,.0f}",
                f"{gap:+.1f}" if gap is not None and pd.notna(gap) else DASH,
            )
        )
    heads = ("player", "strategy", "shown", *order, "all", "of those answered", "unparsed", "gap")
    bench = find_bench(report.run)
    label = bench.label if bench else "a bench that is not here any more"
    note = (
        f"{label}. Percent right with 95 % intervals: Wilson's where each target comes once, else "
        "over whole targets. Columns count unparsed answers as not right, but for the one of "
        "those answered. Gap: easy minus hard in percentage points. Guessing at random: 16.7."
    )
    baselines = " Baselines know the tags and themes of cards, whatever is shown."
    tables = [TextTable("DixitBench", heads, rows, 3, note + baselines)]
    frames = {"bench": every, "bench_tiers": tiers}
    if bench is not None:
        similarity = describe_similarity(bench.similarity, bench.items)
        frames["similarity"] = similarity
        tables.append(_tabulate_similarity(similarity, bench.about["similarity"]))
    return ReportSection("DixitBench", tables, frames=frames)


def _tabulate_similarity(table: pd.DataFrame, source: str) -> TextTable:
    figures = ("mean", "median", "sd", "min", "max")
    rows = [
        (
            str(name),
            f"{row['pairs']:,.0f}",
            *(f"{row[figure]:.3f}" for figure in figures),
            f"{row['ratio']:.2f}" if pd.notna(row["ratio"]) else DASH,
        )
        for name, row in table.iterrows()
    ]
    note = f"Similarity by {clean(source)}. Ratio: of the tier's mean to that of easy."
    heads = ("pairs of", "pairs", *figures, "ratio")
    return TextTable("Similarity of target and distractors", heads, rows, 1, note)


def _describe_multiples(answers: pd.DataFrame) -> ReportSection:
    """Show the accuracy by each setting that varies, in small charts on a common scale."""
    direct = answers[answers["strategy"] == "direct"]
    some = direct if len(direct) else answers
    tiers = [tier for tier in TIER_ORDER if (answers["tier"] == tier).any()]
    known = some[some["category"].isin(("metaphorical", "literal"))]
    panels = {
        "By tier": _share(some, "tier").reindex(tiers),
        "By position of the target": _share(some, "position"),
        "By category of the target": _share(known, "category"),
        "By strategy": _share(answers, "strategy"),
    }
    if answers["seed"].nunique() > 1:
        panels["By order of the cards"] = _share(some, "seed")
    panels = {name: panel for name, panel in panels.items() if len(panel) > 1}
    if not panels:
        return ReportSection("Accuracy by what varies")
    told = ". ".join(f"{name}: {describe_table(panel)}" for name, panel in panels.items())
    chart = draw_panels(panels, title="Accuracy", unit="percent right", description=f"{told}.")
    tables = []
    frames = {f"accuracy_{name.rpartition(' ')[2]}": panel for name, panel in panels.items()}
    if len(known):
        compared = compare_categories(known)
        frames["categories"] = compared
        rows = [
            (
                clean(str(name), 60),
                f"{row['accuracy_metaphorical']:.1f}",
                f"{row['accuracy_literal']:.1f}",
                f"{row['gap']:+.1f} [{row['low']:+.1f}, {row['high']:+.1f}]",
                format_p(row["p"]),
            )
            for name, row in compared.dropna(subset=["gap"]).iterrows()
        ]
        heads = ("player", "metaphorical", "literal", "gap", "p")
        note = "Percent right by the tone of the target; Newcombe's interval, Fisher's exact test."
        tables.append(TextTable("Category of the target", heads, rows, 1, note))
    return ReportSection("Accuracy by what varies", tables, [chart], frames=frames)


def _share(answers: pd.DataFrame, column: str) -> pd.DataFrame:
    share = answers.groupby([column, "player"], observed=True)["right"].mean()
    return 100 * share.unstack("player") if len(share) else pd.DataFrame()


def _describe_strategies(answers: pd.DataFrame) -> ReportSection:
    table = compare_strategies(answers)
    rows = [
        (
            clean(str(player), 60),
            str(tier),
            f"{row['direct']:.1f}",
            f"{row['entailment']:.1f}",
            f"{row['drop']:+.1f}"
            + (f" [{row['low']:+.1f}, {row['high']:+.1f}]" if pd.notna(row["low"]) else ""),
            format_p(row["p_holm"]),
        )
        for (player, tier), row in table.iterrows()
    ]
    heads = ("player", "tier", "direct", "entailment", "drop", "p (Holm)")
    note = (
        "Percent right on the same items in the same order; the drop is direct minus entailment. "
        "Among equal scores the item's own stream decides."
    )
    title = "Direct selection and entailment"
    return ReportSection(
        title, [TextTable(title, heads, rows, 2, note)], frames={"strategies": table}
    )


def _describe_positions(answers: pd.DataFrame) -> ReportSection:
    direct = answers[answers["strategy"] == "direct"]
    table = measure_positions(direct if len(direct) else answers)
    places = [name for name in table if name.startswith("P")]
    rows = [
        (
            clean(str(name), 60),
            *(f"{row[place]:,.0f}" for place in places),
            f"{row['unparsed']:,.0f}",
            f"{row['chi2']:.1f}" if pd.notna(row["chi2"]) else DASH,
            format_p(row["p"]),
            f"{row['chi2_with_unparsed']:.1f}" if pd.notna(row["chi2_with_unparsed"]) else DASH,
        )
        for name, row in table.iterrows()
    ]
    targets = answers.drop_duplicates(["item", "seed"])["position"].value_counts()
    told = ", ".join(f"{targets.get(number, 0):,}" for number in range(1, len(places) + 1))
    note = (
        f"How often each position was chosen; chi-square over {len(places)} cells, and with the "
        f"unparsed as one more. Targets stood there {told} times."
    )
    heads = ("player", *places, "unparsed", "chi-square", "p", "with unparsed")
    title = "Positions of the answers"
    return ReportSection(
        title, [TextTable(title, heads, rows, 1, note)], frames={"positions": table}
    )


def _describe_scores(report: Report, scored: pd.DataFrame) -> ReportSection:
    settings = report.experiment.report.settings
    given = settings.get("softmax_temperature", list(TEMPERATURES))
    temperatures = [float(one) for one in (given if isinstance(given, list) else [given])]
    bins = int(settings.get("calibration_bins", 10))
    tables = pd.concat(
        analyse_scores(scored, ("player", "tier"), temperature=one, bins=bins)
        for one in temperatures
    ).sort_index(kind="stable", key=_rank_tiers)
    rows = [
        (
            clean(str(player), 60),
            str(tier),
            f"{row['temperature']:g}",
            *(
                f"{row[name]:.3f}" if pd.notna(row[name]) else DASH
                for name in ("accuracy", "ece", "brier_top", "brier")
            ),
            f"{row['margin']:+.1f}" if pd.notna(row["margin"]) else DASH,
            f"{row['overconfident']:,.0f} of {row['errors']:,.0f} errors",
            f"{row['of_items']:.1f}" if pd.notna(row["of_items"]) else DASH,
            f"{100 * row['ties']:.1f}" if pd.notna(row["ties"]) else DASH,
        )
        for (player, tier), row in tables.iterrows()
    ]
    heads = (
        "player",
        "tier",
        "T",
        "accuracy",
        "ECE",
        "Brier, top label",
        "Brier, all cards",
        "margin",
        "wrong at 70 or more",
        "% of items",
        "ties, %",
    )
    note = (
        f"Probabilities are softmax(score / T); ECE is of the top label over {bins} bins of equal "
        "width. Margin: the target's score minus the best wrong one. Unparsed items are left out."
    )
    chart = _draw_reliability(scored, temperatures[-1], bins)
    title = "Scores of entailment"
    return ReportSection(
        title, [TextTable(title, heads, rows, 2, note)], [chart], frames={"scores": tables}
    )


def _rank_tiers(level: pd.Index) -> pd.Index:
    """Places to sort by: those of tiers from easy to hard, and players by name."""
    if level.name != "tier":
        return level
    order = order_tiers(level)
    return pd.Index([order.index(name) for name in level])


def _draw_reliability(scored: pd.DataFrame, temperature: float, bins: int) -> Markup:
    curves, told = {}, []
    for name, some in scored.groupby("player", observed=True):
        places = [int(one) - 1 for one in some["position"]]
        found = measure_calibration(
            list(some["scores"]), places, temperature=temperature, bins=bins
        )["bins"]
        full = pd.DataFrame([one for one in found if one["count"]])
        if len(full):
            curve = pd.DataFrame({"x": full["confidence"], "y": full["accuracy"]})
            curves[str(name)] = curve.assign(low=curve["y"], high=curve["y"])
            points = zip(curve["x"], curve["y"], strict=True)
            told.append(f"{name}: " + ", ".join(f"{x:.2f} {y:.2f}" for x, y in points))
    ends = pd.DataFrame({"x": [0.0, 1.0], "y": [0.0, 1.0]})
    curves["as confident as right"] = ends.assign(low=ends["y"], high=ends["y"])
    return draw_curves(
        curves,
        title=f"Confidence and accuracy at T = {temperature:g}",
        labels=("mean confidence", "share right"),
        description=f"Confidence and accuracy by bin. {'; '.join(told)}.",
        top=1.02,
    )


def _describe_settings(report: Report, answers: pd.DataFrame) -> Iterator[ReportSection]:
    """Describe accuracy by seeds, settings, tokens and sizes, if the run has or varies them."""
    if answers["seed"].nunique() > 1:
        spread = measure_spread(answers, by=("player", "strategy"))
        figures = ("mean", "min", "max", "sd_population", "sd_sample")
        rows = [
            (
                *(clean(str(one), 60) for one in key),
                f"{row['seeds']:.0f}",
                *(f"{row[figure]:.2f}" for figure in figures),
            )
            for key, row in spread.iterrows()
        ]
        deviations = ("SD of population", "SD of sample")
        heads = ("player", "strategy", "tier", "seeds", "mean", "min", "max", *deviations)
        note = "Percent right by the seed that orders the cards."
        table = TextTable("Variation over seeds", heads, rows, 3, note)
        yield ReportSection("Variation over seeds", [table], frames={"seeds": spread})
    for setting in MODEL_SETTINGS:
        if setting in answers and answers[setting].nunique() > 1:
            models = answers.assign(player=answers["model"]).dropna(subset=[setting])
            yield _tabulate_setting(compare_settings(models, setting), setting)
    tokens = answers.groupby("player", observed=True)["tokens_out"].mean()
    asked = tokens[tokens > 0]
    if len(asked):
        share = 100 * answers.groupby("player", observed=True)["right"].mean()
        table = measure_efficiency(share[asked.index].to_dict(), asked.to_dict())
        rows = [
            (
                clean(str(name), 60),
                f"{row['accuracy']:.1f}",
                f"{row['tokens']:.0f}",
                f"{row['efficiency']:.1f}",
                "yes" if row["pareto"] else "",
            )
            for name, row in table.iterrows()
        ]
        columns = ("player", "accuracy, %", "tokens of an item", "efficiency", "Pareto front")
        note = "Efficiency: accuracy / mean output tokens x 100."
        shown = TextTable("Tokens against accuracy", columns, rows, 1, note)
        yield ReportSection("Tokens against accuracy", [shown], frames={"tokens": table})
    sizes = report.experiment.report.settings.get("sizes")
    if isinstance(sizes, dict):
        yield from _tabulate_sizes(sizes, answers)


def _tabulate_setting(table: pd.DataFrame, setting: str) -> ReportSection:
    rows = [
        (
            clean(str(model), 60),
            clean(str(value), 40),
            f"{row['accuracy']:.1f} [{row['low']:.1f}, {row['high']:.1f}]",
            "best" if row["best"] else f"{row['from_best']:+.1f}",
        )
        for (model, value), row in table.iterrows()
    ]
    title = f"Accuracy by {setting}"
    heads = ("model", setting, "percent right", "from the best")
    return ReportSection(title, [TextTable(title, heads, rows, 2)], frames={setting: table})


def _tabulate_sizes(sizes: Mapping[str, Any], answers: pd.DataFrame) -> Iterator[ReportSection]:
    share = 100 * answers.groupby("player", observed=True)["right"].mean()
    known = {name: float(size) for name, size in sizes.items() if name in share.index}
    if len(known) < 2:
        return
    table = tabulate_scale(known, {"bench": share.to_dict()})
    tau, p = table.attrs["trend"]["bench"]
    rows = [
        (clean(str(name), 60), f"{row['size']:g}", f"{row['bench']:.1f}")
        for name, row in table.iterrows()
    ]
    note = f"Kendall's tau {tau:.2f}, p {format_p(p)}, n = {len(table)}." if pd.notna(tau) else ""
    shown = TextTable("Scale", ("player", "size", "percent right"), rows, 1, note)
    table.attrs = {}
    yield ReportSection("Scale", [shown], frames={"scale": table})


def format_accuracy(row: Any, suffix: str = "") -> str:  # noqa: ANN401
    """Format an accuracy with its interval, in percent."""
    value, low, high = (row[f"{name}{suffix}"] for name in ("accuracy", "low", "high"))
    if value is None or pd.isna(value):
        return DASH
    text = f"{100 * float(value):.1f}"
    return text if pd.isna(low) else f"{text} [{100 * float(low):.1f}, {100 * float(high):.1f}]"
