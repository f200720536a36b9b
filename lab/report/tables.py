"""Build the tables of a report."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from engine.export.redaction import (
    redact_server,
    redact_spec,
    redact_text,
    redact_value,
)
from engine.text import clean
from lab.analysis.evaluation import Report
from lab.analysis.matrix_layout import describe_column
from lab.analysis.measure import Measure
from lab.analysis.measures import RIGHT
from lab.analysis.told_settings import describe_told_settings, list_told_columns
from lab.experiment.sections import StandIns
from lab.papers.comet.lost_answers import sum_losses
from lab.report import difference_columns
from lab.report.anchor import name_anchors
from lab.report.figure_text import DASH
from lab.report.section import TextTable, build_sections
from lab.statistics.ratings import ELO

MAX_COMPARISON_ROWS = 60
STAND_INS: Mapping[StandIns, str] = {
    "leave-out": "left out: stand-ins",
    "count": "with stand-ins",
    "count-as-failure": "failed: stand-ins",
}
"""By rule: the heading of the numbers of games with moves of stand-ins."""


def build_tables(report: Report) -> Iterator[TextTable]:
    """Yield the non-empty tables of a report, beginning with the game's own."""
    for section in build_sections(report):
        yield from (table for table in section.tables if table.rows)
    tables = (
        _build_lineup_table,
        _build_comparison_table,
        _build_rating_table,
        _build_question_table,
        _build_exclusion_table,
        _build_failure_table,
        _build_usage_table,
        _build_player_table,
    )
    yield from (table for build in tables for table in [build(report)] if table.rows)


def _build_lineup_table(report: Report) -> TextTable:
    tallies = report.tallies
    heading = "with stand-ins" if report.is_tournament else STAND_INS[report.run.stand_ins]
    more = {
        title: counts
        for title, counts in (
            (heading, {key: one.not_own for key, one in tallies.items()}),
            ("failed trials", {key: one.failed for key, one in tallies.items()}),
        )
        if any(counts.values())
    }
    rows, told = [], list(list_told_columns(report))
    for key in tallies:
        games = report.lineups.get(key, ())
        figures = (
            _format_figure(one, report.figures[one.name].loc[key], len(games))
            if len(games)
            else DASH
            for one in report.measures
        )
        counts = (f"{one[key]:,}" for one in more.values())
        settings = (values.get(str(report.find_value(key, name)), DASH) for _, name, values in told)
        named = (clean(str(one), 80) for one in key)
        rows.append((*named, *settings, f"{len(games):,}", *counts, *figures))
    names = [report.describe_column(name) for name in report.keys]
    names += [f"{setting}, {report.describe_column(name)}" for setting, name, _ in told]
    titles = [measure.title for measure in report.measures]
    seeds = report.experiment.seeds
    over = f" over deals; ± is the standard error over {seeds} model seeds" if seeds > 1 else ""
    note = f"In brackets: 95 % intervals{over}. After 'of': what is counted, if not all games."
    note = " ".join(filter(None, (note, describe_told_settings(report))))
    if report.pooling:
        note += f" Pooled over {report.pooling}."
    note = " ".join(filter(None, (note, report.describe_stand_ins())))
    heads = (*names, "games", *more, *titles)
    anchors = tuple(name_anchors(report.lineups).values())
    return TextTable("Line-ups", heads, rows, len(names), note, anchors=anchors)


def _format_figure(measure: Measure, row: pd.Series, games: int) -> str:
    """Format a figure with its interval, and its denominator if that is not the number of games."""
    counted = f" of {row['count']:,}" if row["count"] != games else ""
    return f"{measure.format_interval(row)}{counted}"


def _build_comparison_table(report: Report) -> TextTable:
    table, measures = report.comparisons, {one.name: one for one in report.drawn}
    shown = table.head(MAX_COMPARISON_ROWS)
    rows = [
        (
            measures[row["measure"]].title,
            clean(f"{row['first']} \N{EN DASH} {row['second']}", 160),
            row["where"],
            *difference_columns.format_cells(row),
        )
        for _, row in shown.iterrows()
    ]
    note = (
        f"{difference_columns.describe(table, len(shown))} {report.describe_stand_ins()}".rstrip()
    )
    rows_name = report.describe_column(report.axes[0])
    heads = ("measure", rows_name, "with", *difference_columns.HEADS)
    return TextTable("Differences on the same deals", heads, rows, 3, note)


def _build_rating_table(report: Report) -> TextTable:
    rows = []
    for name, row in report.ratings.iterrows():
        known = pd.notna(row["rating"])
        ends = (1500 + ELO * row[end] for end in ("low", "high"))
        figure = f"{row['elo']:.0f} [{', '.join(f'{end:.0f}' for end in ends)}]" if known else DASH
        log_odds = f"{row['rating']:+.2f} ± {row['error']:.2f}" if known else DASH
        rows.append((clean(str(name), 160), figure, log_odds, f"{row['games']:,}"))
    note = (
        "By who scored more; 1500 is the average. A dash: it always or never lost to the others, "
        f"so that no finite rating is known. {report.describe_stand_ins()}"
    )
    return TextTable("Ratings", ("player", "rating", "log odds", "games"), rows, 1, note)


def _build_question_table(report: Report) -> TextTable:
    found = report.questions
    names = tuple(describe_column(name) for name in found.index.names) if len(found) else ()
    rows = []
    for key, row in found.iterrows():
        figure = RIGHT.format_interval(row)
        counts = (f"{row['count']:,}", f"{row['unanswered']:,}", f"{row['not_own']:,}")
        rows.append((*(clean(str(one), 80) for one in key), figure, *counts))
    heads = (*names, "right", "answers", "unanswered", "games with stand-ins")
    return TextTable("Questions", heads, rows, len(names), report.describe_stand_ins("question"))


def _build_exclusion_table(report: Report) -> TextTable:
    rows = [(name, f"{count:,}") for name, count in report.exclusions.items()]
    rows += _list_losses(report)
    return TextTable("Left out", ("what", "how many"), rows, 1)


def _list_losses(report: Report) -> Iterator[tuple[str, str]]:
    """List what of the answers of CoMet's modules could not be used, by player."""
    if report.experiment.definition.comet_settings is None:
        return
    for player, row in sum_losses(report.run).iterrows():
        name = clean(str(player), 60)
        yield f"Answers of {name} that could not be used", f"{row['lost_answers']:,}"
        yield f"Items of other answers of {name}", f"{row['lost_items']:,}"
        if row["declined"]:
            yield f"Times {name} did not say what it found", f"{row['declined']:,}"


def _build_failure_table(report: Report) -> TextTable:
    specs = report.experiment.specs
    told = report.run.failures()["failure"].map(lambda text: redact_text(text, specs))
    reasons = told.map(lambda text: clean(text, 300)).value_counts()
    rows = [(str(reason), f"{count:,}") for reason, count in reasons.head(10).items()]
    return TextTable("Failures", ("why", "trials"), rows, 1)


def _build_usage_table(report: Report) -> TextTable:
    calls = report.run.calls()
    rows: list[tuple[str, ...]] = []
    for name, some in calls.groupby("player", observed=True) if len(calls) else []:
        cost = some["cost"].astype(float)
        rows.append(
            (
                clean(str(name), 80),
                f"{len(some):,}",
                f"{(some['verdict'] != 'legal').sum():,}",
                f"{some['tokens_in'].astype(float).sum():,.0f}",
                f"{some['tokens_out'].astype(float).sum():,.0f}",
                f"{cost.sum():.4f}" if cost.notna().any() else DASH,
            )
        )
    rows += _list_self_play_usage(report)
    heads = ("player", "calls", "without a legal answer", "tokens in", "tokens out", "cost")
    note = "A dash: no price is known. Calls of all kinds of trial are counted."
    return TextTable("Cost", heads, rows, 1, note)


def _list_self_play_usage(report: Report) -> Iterator[tuple[str, ...]]:
    """List the usage of self-play and its judge, whose calls are not stored individually."""
    games = report.run.games("self_play")
    for name, some in games.groupby("asked", observed=True) if len(games) else []:
        cost = some["cost"].astype(float)
        yield (
            f"{clean(str(name), 80)}, self-play",
            f"{some['calls'].sum():,}",
            DASH,
            f"{some['tokens_in'].sum():,}",
            f"{some['tokens_out'].sum():,}",
            f"{cost.sum():.4f}" if cost.notna().any() else DASH,
        )


def _build_player_table(report: Report) -> TextTable:
    sittings = report.run.environments
    known = sittings[-1].get("players", {}) if sittings else {}
    rows = []
    for name, spec in report.experiment.specs.items():
        settings = {key: one for key, one in known.get(name, {}).items() if key != "spec"}
        told = ", ".join(
            f"{key} {json.dumps(_publish_setting(key, value), ensure_ascii=False)}"
            for key, value in settings.items()
            if value not in ("", None, {})
        )
        rows.append((clean(name, 80), clean(redact_spec(spec), 400), clean(told, 1000)))
    return TextTable("Players", ("name", "SPEC", "settings as resolved"), rows, 3)


def _publish_setting(name: str, value: Any) -> Any:  # noqa: ANN401 - a setting may have any value
    return redact_server(str(value)) if name == "server" else redact_value(value)
