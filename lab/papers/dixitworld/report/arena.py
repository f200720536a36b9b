"""Build the sections on DixitArena: scores, pairs, outcomes, stability, phases, ratings."""

from dataclasses import replace

import pandas as pd
from markupsafe import Markup

from lab.analysis.stand_in_rule import describe_round_rule
from lab.experiment.sections import StandIns
from lab.papers.dixitworld.arena_results import (
    MOST,
    compare_all_players,
    compare_phases,
    leave_one_listener_out,
    measure_outcomes,
    rate_teams,
    score_players,
    tabulate_head_to_head,
)
from lab.papers.dixitworld.charts import describe_table, draw_shares
from lab.papers.dixitworld.random_play import describe_random_rows
from lab.papers.dixitworld.report.interval_text import (
    DASH,
    format_interval,
    format_signed,
)
from lab.papers.dixitworld.report.percent_columns import name_percents
from lab.papers.dixitworld.round_points import OUTCOMES
from lab.report import difference_columns
from lab.report.charts import draw_matrix
from lab.report.figure_text import format_number
from lab.report.section import ReportSection, TextTable

SCORES = ("storyteller", "listener", "overall", "accuracy")
"""The scores in percent."""
MAX_PAIRS = 90
"""Maximum number of rows that are shown of comparisons; the file has all."""


STABILITY_NOTE = (
    "With three listeners, leaving one out changes the score by -1 in every partial round and by 0 "
    "in every other: mean, deviation and stability are functions of the share of partial rounds "
    "and say no more than that share. A storyteller that rarely succeeds is called stable."
)


def build_arena_sections(rounds: pd.DataFrame, rule: StandIns) -> list[ReportSection]:
    """Build the sections on the Arena: scores, pairs, outcomes, stability, phases, ratings.

    Args:
        rounds: A row for each seat and round, see `read_rounds`.
        rule: How rounds with moves of stand-ins count in it.
    """
    each = rounds.drop_duplicates(["match", "round"])
    counted = describe_round_rule(rule, int(each["not_own"].sum()), len(each))
    failed = rounds.groupby("player", observed=True).apply(
        lambda some: some.loc[some["not_own"], ["match", "round"]].drop_duplicates().shape[0],
        include_groups=False,
    )
    scores = score_players(rounds)
    attainable = score_players(rounds, normalise="attainable")
    outcomes = measure_outcomes(rounds)
    exact = describe_random_rows()
    exact_attainable = describe_random_rows(normalise="attainable")
    rows = [
        (
            name,
            f"{row['matches']:,.0f}",
            f"{row['rounds']:,.0f}",
            f"{failed[name]:,.0f}",
            *(format_interval(row, figure) for figure in ("storyteller", "listener", "overall")),
            format_interval(attainable.loc[name], "overall"),
            format_interval(row, "accuracy"),
        )
        for name, row in scores.iterrows()
    ]
    random_row = exact.iloc[0]
    rows.append(
        (
            str(exact.index[0]),
            *(DASH,) * 3,
            *(f"{random_row[figure]:.2f}" for figure in ("storyteller", "listener", "overall")),
            f"{exact_attainable.iloc[0]['overall']:.2f}",
            f"{random_row['accuracy']:.2f}",
        )
    )
    heads = (
        "player",
        "matches",
        "rounds",
        "failed rounds",
        "storyteller",
        "listener",
        "overall",
        "overall, attainable",
        "right guesses",
    )
    note = (
        "Percent, with 95 % intervals over deals. Storyteller and listener: points "
        "over the most points in that role; overall: the mean over matches of points over 108 a "
        "seat (Eq. 1), attainable: over the 180 that a team of two can reach. The paper's column "
        "Listener is points, not right guesses. Last row: what random listeners bring, exactly. "
        "A failed round has a move that was not the player's own."
    )
    arena = ReportSection(
        "Arena",
        [TextTable("Arena", heads, rows, 1, note)],
        [_draw_head_to_head(rounds)],
        frames={
            "arena": name_percents(scores, SCORES),
            "arena_attainable": name_percents(attainable, SCORES),
        },
    )
    sections = (
        arena,
        _describe_outcomes(outcomes, exact),
        _describe_pairs(rounds),
        *_describe_robustness(rounds),
    )
    return [
        replace(one, tables=[table.add_note(counted) for table in one.tables]) for one in sections
    ]


def _draw_head_to_head(rounds: pd.DataFrame) -> Markup:
    cells = tabulate_head_to_head(rounds)
    texts = {
        (row, column): f"{cells.loc[row, column]:.1f}"
        for row in cells.index
        for column in cells
        if pd.notna(cells.loc[row, column])
    }
    values = cells.to_numpy(float)
    return draw_matrix(
        cells,
        texts,
        {},
        title="Score against each other player, percent of 108 a seat",
        labels=("player", "against"),
        scale=(float(pd.Series(values.ravel()).min()), float(pd.Series(values.ravel()).max())),
        description=f"Rows: the player whose score it is. {describe_table(cells)}.",
    )


def _describe_outcomes(outcomes: pd.DataFrame, exact: pd.DataFrame) -> ReportSection:
    rows = [
        (
            name,
            f"{row['rounds']:,.0f}",
            *(format_interval(row, outcome, 100, 1) for outcome in (*OUTCOMES, "zero")),
            format_number(row["entropy"], ".3f"),
        )
        for name, row in outcomes.iterrows()
    ]
    chance = exact.iloc[0]
    shares = (f"{100 * chance[outcome]:.1f}" for outcome in (*OUTCOMES, "zero"))
    rows.append((str(exact.index[0]), DASH, *shares, f"{chance['entropy']:.3f}"))
    heads = (
        "storyteller",
        "rounds",
        "partial",
        "all right: too obvious",
        "none right: too vague",
        "zero points",
        "votes' entropy",
    )
    table = pd.concat([outcomes[list(OUTCOMES)], exact[list(OUTCOMES)]])
    chart = draw_shares(
        table,
        title="How storytellers' rounds end",
        description=f"Shares of rounds. {describe_table(100 * table)}.",
    )
    note = "Percent of rounds; entropy of the three votes in bits, from 0 (all alike) to 1.585."
    return ReportSection(
        "Outcomes of storytellers' rounds",
        [TextTable("Outcomes of storytellers' rounds", heads, rows, 1, note)],
        [chart],
        frames={"outcomes": outcomes},
    )


def _describe_pairs(rounds: pd.DataFrame) -> ReportSection:
    table = compare_all_players(rounds)
    tables = []
    if len(table):
        shown = table.head(MAX_PAIRS)
        rows = [
            (
                str(row["role"]),
                f"{row['first']} {DASH} {row['second']}",
                *difference_columns.format_cells(row),
            )
            for _, row in shown.iterrows()
        ]
        heads = ("role", "players", *difference_columns.HEADS)
        note = (
            "Points a round on the same deals; of the most points in that role, which are "
            f"{MOST['storyteller']:g} and {MOST['listener']:g}, 5 points are 5 %. "
            f"{difference_columns.describe(table, len(shown))}"
        )
        tables.append(TextTable("Differences of players", heads, rows, 2, note))
    ratings = rate_teams(rounds)
    if len(ratings) > 2:
        shown = [
            (
                str(name),
                f"{row['elo']:.0f}" if pd.notna(row["elo"]) else DASH,
                format_signed(row["rating"], row["low"], row["high"]),
                f"{row['games']:,.0f}",
            )
            for name, row in ratings.iterrows()
        ]
        note = (
            "By who had more points in a match, without self-play; log odds with mean 0. A player "
            "that always or never won has no finite rating."
        )
        tables.append(TextTable("Ratings", ("player", "Elo", "rating", "matches"), shown, 1, note))
    return ReportSection(
        "Players compared", tables, frames={"players_compared": table, "team_ratings": ratings}
    )


def _describe_robustness(rounds: pd.DataFrame) -> list[ReportSection]:
    stability, phases = leave_one_listener_out(rounds), compare_phases(rounds)
    rows = [
        (
            str(name),
            f"{row['rounds']:,.0f}",
            f"{row['score']:,.0f}",
            format_number(row["delta"], "+.2f"),
            format_number(row["sd"], ".2f"),
            format_number(row["stability"], ".3f"),
        )
        for name, row in stability.iterrows()
    ]
    heads = ("storyteller", "rounds", "points", "mean change", "SD", "stability")
    note = "" if stability["informative"].any() else STABILITY_NOTE
    tables = [TextTable("Leave one listener out", heads, rows, 1, note)]
    if rounds["phase"].nunique() > 1:
        shown = [
            (
                str(name),
                format_number(row["first"], ".2f"),
                format_number(row["second"], ".2f"),
                *difference_columns.format_cells(row),
            )
            for name, row in phases.iterrows()
        ]
        columns = ("storyteller", "phase 1", "phase 2", *difference_columns.HEADS)
        note = (
            "Mean storyteller points of a round, of 3; hands are swapped between phases. "
            f"{difference_columns.describe(phases)}"
        )
        tables.append(TextTable("Hand swap", columns, shown, 1, note))
    return [
        ReportSection(
            "Robustness", tables, frames={"leave_one_listener_out": stability, "phases": phases}
        )
    ]
