"""Build the section on beliefs in a report: CoMet's metrics, self-play and judges."""

from collections.abc import Iterator
from dataclasses import asdict, replace

import pandas as pd
from markupsafe import Markup

from engine.comet.metrics import EXTRAS, METRICS
from engine.count_text import format_count
from engine.text import clean
from lab.analysis.evaluation import Report
from lab.papers.comet.judge_agreement import measure_agreement
from lab.papers.comet.judge_verdicts import load_verdicts
from lab.papers.comet.metrics import build_belief_table, compare_players, measure_players
from lab.papers.comet.pool_growth import OUTCOMES, compare_sizes, list_metaphors, measure_growth
from lab.papers.comet.radar_charts import AXES, draw_radars, list_axes
from lab.papers.comet.reading_accuracy import (
    HOLDS,
    compare_methods,
    list_readings,
    measure_readings,
)
from lab.report import difference_columns
from lab.report.charts import draw_bars
from lab.report.section import ReportSection, TextTable

DASH = "\N{EN DASH}"


KEYS = ["player", "pool", "role"]


SHOWN = {**METRICS, "readings": EXTRAS["readings"]}
"""The metrics of the table."""


MOST_COMPARED = 60
"""Maximum number of rows of comparisons."""


FEWEST = 2
"""Minimum number of metrics with a value, including the win rate, for the table to be shown."""


def build_sections(report: Report) -> list[ReportSection]:
    """Build the section about beliefs, if any are logged."""
    table = build_belief_table(report.run)
    figures = measure_players(table)
    compared = compare_players(table)
    readings, said = list_readings(report), list_metaphors(report)
    read, gaps = measure_readings(readings), compare_methods(readings)
    learned, gains = measure_growth(said), compare_sizes(said)
    built = (
        *(one.add_note(report.describe_stand_ins()) for one in _build_metric_tables(figures)),
        _build_player_table(compared),
        _build_reading_table(read),
        _build_method_table(gaps),
        _build_growth_table(learned),
        _build_gain_table(gains),
        _build_judge_table(report),
    )
    tables = [one for one in built if one.rows]
    lost = table.attrs["unreadable"]
    unread = f"{format_count(lost, 'game')} cannot be read by this version." if lost else ""
    if not tables:
        told = report.describe_stand_ins() if table.attrs["excluded"] else ""
        note = " ".join(filter(None, (unread, told)))
        return [ReportSection("Beliefs", note=note)] if note else []
    radars = tuple(draw_radars(figures))
    note = " ".join(filter(None, (unread, _explain_radars(report, figures) if radars else "")))
    charts = (
        *radars,
        *_draw_readings(figures),
        *_draw_common_readings(read),
        *_draw_growth(learned),
    )
    told = learned.drop(columns=OUTCOMES, errors="ignore")
    for name in OUTCOMES if len(learned) else ():
        told = told.join(
            pd.DataFrame([asdict(one) for one in learned[name]]).add_prefix(f"{name}_")
        )
    every = {
        "beliefs": table,
        "metrics": figures,
        "metric_differences": compared,
        "readings": read,
        "reading_differences": gaps,
        "growth": told,
        "growth_differences": gains,
    }
    frames = {
        name: one for name, one in every.items() if len(one) or name in ("beliefs", "metrics")
    }
    return [ReportSection("Beliefs", tables, charts, note, frames=frames)]


def _explain_radars(report: Report, figures: pd.DataFrame) -> str:
    missing = [name.upper() for name in AXES if name not in list_axes(figures)]
    note = "Radar charts show balanced metrics; each axis goes from 0 to 1. A gap: not known."
    if not missing:
        return note
    left = f"{note} Left out, as the log does not say: {', '.join(missing)}."
    if "FER" not in missing:
        return left
    return f"{left} What a judge has to say: parlour lab judge {report.experiment.name} --by SPEC."


def _build_metric_tables(figures: pd.DataFrame) -> Iterator[TextTable]:
    """Build tables of CoMet's metrics by player and role, one for each rival (Table 1)."""
    shown = [
        name
        for name in SHOWN
        if len(figures) and figures.loc[figures["metric"] == name, "value"].notna().any()
    ]
    if len(shown) < FEWEST:
        return
    heads = (*KEYS, "games", *map(_abbreviate, shown))
    tables = []
    keys = ["variant", "against", "rival_pool"]
    figures = figures.assign(rival_pool=figures.get("rival_pool", ""))
    for (variant, against, pool), found in figures.groupby(keys, sort=False):
        rows = []
        found = found.assign(pool=found.get("pool", ""))
        for key, some in found.groupby(KEYS, sort=False):
            by_name = some.set_index("metric")
            cells = (_format(by_name.loc[one]) if one in by_name.index else DASH for one in shown)
            games = f"{some['games'].iloc[0]:,}"
            rows.append((*(clean(str(one), 80) for one in key), games, *cells))
        title = _title(f"Against {_add_pool(against, pool)}", variant)
        tables.append(TextTable(title, heads, rows, len(KEYS)))
    meaning = "; ".join(f"{_abbreviate(name)}: {SHOWN[name].lower()}" for name in shown)
    note = (
        f"{meaning}. In brackets: 95 % intervals over whole deals, a dash if deals do not show "
        "one; then of how many occasions it is a share. A dash alone: the log does not say. "
        "Balanced: the mean of both roles less their population variance, of all occasions."
    )
    yield from (*tables[:-1], replace(tables[-1], note=note))


def _title(title: str, variant: str) -> str:
    return clean(f"{title}, {variant}" if variant else title, 160)


def _add_pool(player: str, pool: str) -> str:
    """Add the pool of experiences that a player uses to its name."""
    return f"{player} (pool {pool})" if pool else player


def _abbreviate(name: str) -> str:
    return name.upper().replace("_", " ")


def _format(row: pd.Series) -> str:
    if pd.isna(row["value"]):
        return DASH
    of = row.get("of", row.get("count"))
    counted = "" if pd.isna(of) else f" of {of:,.0f}"
    if pd.isna(row.get("low")):
        return f"{row['value']:.3f} [{DASH}]{counted}"
    return f"{row['value']:.3f} [{row['low']:.3f}, {row['high']:.3f}]{counted}"


def _draw_readings(figures: pd.DataFrame) -> Iterator[Markup]:
    """Draw metaphors read right, as Figure 6 (a): bars of players with the same role and rivals."""
    if figures.empty:
        return
    some = figures[(figures["metric"] == "readings") & figures["value"].notna()]
    for (variant, against, role), found in some.groupby(["variant", "against", "role"], sort=False):
        if len(found) >= FEWEST:
            names = [clean(str(name), 60) for name in found["player"]]
            title = _title(f"Metaphors read right: {role}, against {against}", variant)
            yield _draw(title, names, found)


def _build_player_table(compared: pd.DataFrame) -> TextTable:
    """Build a table that compares players in the same role against the same rivals."""
    rows = [
        (
            _title(
                f"{row['role']} against {_add_pool(row['against'], row['rival_pool'])}",
                row["variant"],
            ),
            _abbreviate(row["metric"]),
            clean(
                f"{_add_pool(row['first'], row['first_pool'])} \N{EN DASH} "
                f"{_add_pool(row['second'], row['second_pool'])}",
                160,
            ),
            *difference_columns.format_cells(row),
        )
        for _, row in compared.head(MOST_COMPARED).iterrows()
    ]
    heads = ("role", "metric", "players", *difference_columns.HEADS)
    told = difference_columns.describe(compared, min(MOST_COMPARED, len(compared)))
    note = f"A deal's value is its share over all seats of the role. {told}"
    return TextTable("Players compared by metric", heads, rows, 3, note)


def _build_growth_table(learned: pd.DataFrame) -> TextTable:
    """Build a table of the outcomes of metaphors at each pool size."""
    rows = [
        (
            _title(str(row["player"]), row["variant"]),
            f"{row['size']:,}",
            f"{row['metaphors']:,}",
            f"{row['games']:,}",
            f"{row['pools']:,}",
            *(_format(pd.Series(asdict(row[name]))) for name in OUTCOMES),
        )
        for _, row in learned.iterrows()
    ]
    heads = ("player", "experiences", "metaphors", "games", "pools", *OUTCOMES)
    note = (
        "Succeeded: a teammate understood and no opponent guessed the word. In brackets: 95 % "
        "intervals over pools; of a single pool over its games, which hold for that pool alone."
    )
    return TextTable("Metaphors by experience", heads, rows, 1, note)


def _build_gain_table(gains: pd.DataFrame) -> TextTable:
    """Build a table of what the largest pool gains over the smallest."""
    rows = [
        (
            _title(str(row["player"]), row["variant"]),
            f"{row['last']:,} less {row['first']:,}",
            *difference_columns.format_cells(row),
        )
        for _, row in gains.iterrows()
    ]
    heads = ("player", "experiences", *difference_columns.HEADS)
    note = (
        "Of the share that succeeded. A pool is a deal; of a single pool, a game is one. "
        f"{difference_columns.describe(gains)}"
    )
    return TextTable("What experience gains", heads, rows, 2, note)


def _draw_growth(learned: pd.DataFrame) -> Iterator[Markup]:
    """Draw the share of successful metaphors at each pool size, as Figure 6 (b)."""
    if len(learned) < FEWEST:
        return
    names = [
        clean(f"{_title(row['player'], row['variant'])}, {row['size']:,} experiences", 60)
        for _, row in learned.iterrows()
    ]
    shares = [asdict(one) for one in learned["succeeded"]]
    yield _draw("Metaphors that succeeded, by experience", names, pd.DataFrame(shares))


def _build_reading_table(read: pd.DataFrame) -> TextTable:
    """Build a table of how often each player read the common metaphors rightly."""
    rows = [
        (
            _title(row["player"], row["variant"]),
            _format(row),
            *(DASH if pd.isna(row[one]) else f"{row[one]:.3f}" for one in HOLDS),
            f"{row['count']:,}",
            f"{row['deals']:,}",
            f"{row['unanswered']:,}",
        )
        for _, row in read.iterrows()
    ]
    heads = ("player", "right", *HOLDS.values(), "readings", "metaphors", "unanswered")
    note = (
        "One set of metaphors, which all players read: each with the speaker's word and with the "
        "other one; undecided is not right. In brackets: 95 % intervals over metaphors."
    )
    return TextTable("Metaphors of the common set read right", heads, rows, 1, note)


def _build_method_table(gaps: pd.DataFrame) -> TextTable:
    """Build a table that compares players on the common metaphors."""
    rows = [
        (
            _title(f"{row['first']} less {row['second']}", row["variant"]),
            *difference_columns.format_cells(row),
        )
        for _, row in gaps.iterrows()
    ]
    note = f"On the same metaphors, each of which is a deal. {difference_columns.describe(gaps)}"
    heads = ("players", *difference_columns.HEADS)
    return TextTable("Ways of reading compared", heads, rows, 1, note)


def _draw_common_readings(read: pd.DataFrame) -> Iterator[Markup]:
    """Draw how often each player read the common metaphors rightly, as Figure 6 (a)."""
    if len(read) >= FEWEST:
        names = [_title(row["player"], row["variant"]) for _, row in read.iterrows()]
        yield _draw("Metaphors of the common set read right", names, read)


def _draw(title: str, names: list[str], figures: pd.DataFrame) -> Markup:
    values = zip(names, figures["value"], strict=True)
    told = "; ".join(f"{name} {value:.3f}" for name, value in values)
    return draw_bars(names, figures, title=title, label="share", description=f"{title}: {told}.")


def _build_judge_table(report: Report) -> TextTable:
    """Build a table of the judges' agreement."""
    rows = [
        (
            clean(one.first, 80),
            clean(one.second, 80),
            f"{one.claims:,}",
            f"{one.agreed / one.claims:.3f}",
            DASH if one.kappa is None else f"{one.kappa:.3f}",
        )
        for one in measure_agreement(load_verdicts(report.run.file))
    ]
    heads = ("judge", "and judge", "claims", "agreed", "kappa")
    return TextTable("Agreement of judges", heads, rows, 2, "Kappa is Cohen's.")
