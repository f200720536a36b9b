"""Build the sections on DixitBench in a report: accuracy, strategies, positions, calibration."""

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd
from markupsafe import Markup

from engine.text import clean
from lab.analysis.evaluation import Report
from lab.papers.dixitworld.bench_accuracy import (
    ENDS,
    compare_categories,
    compare_settings,
    compare_strategies,
    measure_accuracy,
    measure_efficiency,
    measure_spread,
    tabulate_scale,
    tabulate_tiers,
)
from lab.papers.dixitworld.bench_answers import APART, MODEL_SETTINGS, split_answers_apart
from lab.papers.dixitworld.calibration import analyse_scores, measure_calibration
from lab.papers.dixitworld.charts import describe_table, draw_panels
from lab.papers.dixitworld.item_drawing import TIER_ORDER, describe_similarity, order_tiers
from lab.papers.dixitworld.player_comparison import build_comparison_table, compare_players
from lab.papers.dixitworld.position_bias import measure_positions
from lab.papers.dixitworld.report.cards import describe_cards
from lab.papers.dixitworld.report.percent_columns import name_percents
from lab.papers.dixitworld.run_deck import find_bench, find_deck
from lab.report import difference_columns
from lab.report.charts import draw_curves
from lab.report.figure_text import format_number, format_p
from lab.report.section import ReportSection, TextTable
from lab.statistics.multiple_comparisons import adjust_rows

DASH = "\N{EN DASH}"
ITEMS_COMPARED = "Players compared on items"
TEMPERATURES = (1.0, 20.0)
"""Default temperatures of the softmax."""


def build_bench_sections(report: Report, answers: pd.DataFrame) -> list[ReportSection]:
    """Build the sections about items: those for which the run has answers."""
    deck = find_deck(report.run)
    found = [_describe_accuracy(report, answers), _describe_multiples(answers)]
    found += _compare_players(answers)
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


def _compare_players(answers: pd.DataFrame) -> Iterator[ReportSection]:
    """Compare each two players on the same items, apart by strategy; all of them are a family."""
    parts = {
        str(strategy): compare_players(some.assign(player=_name_players(some)))
        for strategy, some in answers.groupby("strategy", observed=True, sort=False)
    }
    parts = {strategy: table for strategy, table in parts.items() if len(table)}
    if not parts:
        return
    every = adjust_rows(pd.concat(parts, names=["strategy"]).reset_index(level=0))
    tables = [
        build_comparison_table(
            some, f"Players compared on items, {strategy}" if len(parts) > 1 else ITEMS_COMPARED
        )
        for strategy, some in every.groupby("strategy", sort=False)
    ]
    yield ReportSection(ITEMS_COMPARED, tables, frames={"bench_players_compared": every})


def _name_players(answers: pd.DataFrame) -> pd.Series:
    """Name players, and what they were shown if players were shown different things."""
    if answers["shown"].nunique() == 1:
        return answers["player"]
    return answers["player"] + " (" + answers["shown"] + ")"


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
    columns = {
        "By tier": "tier",
        "By position of the target": "position",
        "By category of the target": "category",
        "By strategy": "strategy",
        "By order of the cards": "seed",
    }
    frames = {
        f"accuracy_by_{'order' if name == 'seed' else name}": measure_accuracy(
            known if name == "category" else answers if name == "strategy" else some,
            [*(one for one in ("player", *APART) if one != name), name],
        )
        for name in (columns[title] for title in panels)
    }
    if len(known):
        compared = compare_categories(known)
        frames["categories"] = name_percents(
            compared,
            ("accuracy_metaphorical", "accuracy_literal"),
            points=("gap", *ENDS),
        )
        shares = compared.assign(
            value=compared["gap"].astype(float) / 100,
            **{one: compared[one].astype(float) / 100 for one in ENDS},
        )
        rows = [
            (
                clean(str(name), 60),
                *(
                    f"{format_number(row[f'accuracy_{one}'], '.1f')} ({row[f'items_{one}']:,})"
                    for one in ("metaphorical", "literal")
                ),
                row["test"],
                *difference_columns.format_cells(row),
            )
            for name, row in shares.iterrows()
        ]
        heads = ("player", "metaphorical", "literal", "test", *difference_columns.HEADS)
        note = (
            "Percent right by the tone of the target, with the number of answers; the difference "
            "is metaphorical minus literal, as a share. Targets are deals, and none has both "
            "tones: intervals are Newcombe's, over whole targets Zou and Donner's; p by Fisher's "
            "exact test if each target comes once, else by Welch's t test over targets; p (Holm) "
            "is adjusted for all rows."
        )
        tables.append(TextTable("Category of the target", heads, rows, 4, note))
    return ReportSection("Accuracy by what varies", tables, [chart], frames=frames)


def _share(answers: pd.DataFrame, column: str) -> pd.DataFrame:
    share = answers.groupby([column, "player"], observed=True)["right"].mean()
    return 100 * share.unstack("player") if len(share) else pd.DataFrame()


def _describe_strategies(answers: pd.DataFrame) -> ReportSection:
    table = compare_strategies(answers)
    rows = [
        (
            clean(str(player), 60),
            *(clean(one, 60) for one in shown),
            str(tier),
            f"{row['direct']:.1f}",
            f"{row['entailment']:.1f}",
            *difference_columns.format_cells(row),
        )
        for (player, tier, *shown), row in table.iterrows()
    ]
    names = ("player", *(("shown",) if "shown" in table.index.names else ()), "tier")
    heads = (*names, "direct", "entailment", *difference_columns.HEADS)
    note = (
        "Percent right on the same items in the same order; the difference is direct minus "
        "entailment, as a share. Among equal scores the item's own stream decides. Targets are "
        f"deals. {difference_columns.describe(table)}"
    )
    title = "Direct selection and entailment"
    return ReportSection(
        title,
        [TextTable(title, heads, rows, len(names), note)],
        frames={"strategies": name_percents(table, ("direct", "entailment"), points=("drop",))},
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
        title,
        [TextTable(title, heads, rows, 2, note)],
        [chart],
        frames={"scores": name_percents(tables, ("of_items", "of_errors"))},
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
        yield ReportSection(
            "Variation over seeds", [table], frames={"seeds": name_percents(spread, figures)}
        )
    for setting in MODEL_SETTINGS:
        if setting in answers and answers[setting].nunique() > 1:
            known = answers.dropna(subset=[setting])
            yield _tabulate_setting(known.assign(player=known[f"model_without_{setting}"]), setting)
    asked = answers[answers["tokens_out"] > 0]
    if len(asked):
        yield _tabulate_tokens(answers[answers["player"].isin(asked["player"].unique())])
    sizes = report.experiment.report.settings.get("sizes")
    if isinstance(sizes, dict):
        yield from _tabulate_sizes(sizes, answers)


def _tabulate_setting(answers: pd.DataFrame, setting: str) -> ReportSection:
    """Tabulate accuracy by a setting, apart by the other settings of a model."""
    parts = {key: compare_settings(some, setting) for key, some in split_answers_apart(answers)}
    rows = [
        (
            clean(str(model), 60),
            *(clean(one, 60) for one in key),
            clean(str(value), 40),
            f"{row['accuracy']:.1f} [{row['low']:.1f}, {row['high']:.1f}]",
            "best" if row["best"] else f"{row['from_best']:+.1f}",
        )
        for key, table in parts.items()
        for (model, value), row in table.iterrows()
    ]
    title = f"Accuracy by {setting}"
    heads = ("model", *APART, setting, "percent right", "from the best")
    figures = ("accuracy", "low", "high")
    frame = name_percents(pd.concat(parts, names=APART), figures, points=("from_best",))
    name = f"accuracy_by_{setting}"
    return ReportSection(title, [TextTable(title, heads, rows, 4)], frames={name: frame})


def _tabulate_tokens(answers: pd.DataFrame) -> ReportSection:
    """Tabulate accuracy and tokens, apart by strategy and by what was shown."""
    parts = {}
    for key, some in split_answers_apart(answers):
        by_player = some.groupby("player", observed=True)
        share, tokens = 100 * by_player["right"].mean(), by_player["tokens_out"].mean()
        parts[key] = measure_efficiency(share.to_dict(), tokens.to_dict())
    rows = [
        (
            clean(str(name), 60),
            *(clean(one, 60) for one in key),
            f"{row['accuracy']:.1f}",
            f"{row['tokens']:.0f}",
            format_number(row["efficiency"], ".1f"),
            "yes" if row["pareto"] else "",
        )
        for key, table in parts.items()
        for name, row in table.iterrows()
    ]
    columns = ("accuracy, %", "tokens of an item", "efficiency", "Pareto front")
    note = "Efficiency: accuracy / mean output tokens x 100."
    title = "Tokens against accuracy"
    shown = TextTable(title, ("player", *APART, *columns), rows, 3, note)
    frame = name_percents(pd.concat(parts, names=APART), ("accuracy",))
    return ReportSection(title, [shown], frames={"tokens": frame})


def _tabulate_sizes(sizes: Mapping[str, Any], answers: pd.DataFrame) -> Iterator[ReportSection]:
    parts, notes = {}, []
    for key, some in split_answers_apart(answers):
        share = 100 * some.groupby("player", observed=True)["right"].mean()
        known = {name: float(size) for name, size in sizes.items() if name in share.index}
        if len(known) < 2:
            continue
        table = tabulate_scale(known, {"bench": share.to_dict()})
        tau, p = table.attrs["trend"]["bench"]
        if tau is not None:
            told = f"Kendall's tau {tau:.2f}, p {format_p(p)}, n = {len(table)}"
            notes.append(f"{', '.join(key)}: {told}.")
        table.attrs = {}
        parts[key] = table
    if not parts:
        return
    rows = [
        (clean(str(name), 60), *key, f"{row['size']:g}", f"{row['bench']:.1f}")
        for key, table in parts.items()
        for name, row in table.iterrows()
    ]
    heads = ("player", *APART, "size", "percent right")
    shown = TextTable("Scale", heads, rows, 3, " ".join(map(clean, notes)))
    frame = name_percents(pd.concat(parts, names=APART), ("bench",))
    yield ReportSection("Scale", [shown], frames={"scale": frame})


def format_accuracy(row: Any, suffix: str = "") -> str:  # noqa: ANN401
    """Format an accuracy with its interval, in percent."""
    value, low, high = (row[f"{name}{suffix}"] for name in ("accuracy", "low", "high"))
    if value is None or pd.isna(value):
        return DASH
    text = f"{100 * float(value):.1f}"
    return text if pd.isna(low) else f"{text} [{100 * float(low):.1f}, {100 * float(high):.1f}]"
