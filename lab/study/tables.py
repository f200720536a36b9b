"""Build the tables of a study that people read."""

from typing import Any

import pandas as pd

from engine.text import clean
from lab.papers.dixitworld.bench_accuracy import measure_accuracy
from lab.papers.dixitworld.clue_ratings import summarise_ratings
from lab.papers.dixitworld.player_comparison import (
    NAME_LENGTH,
    build_comparison_table,
    compare_players,
)
from lab.report.difference_columns import HEADS, format_cells
from lab.report.section import TextTable
from lab.study.agreement import measure_agreement_of
from lab.study.comparison import tabulate_storytellers
from lab.study.file import StudyFile
from lab.study.ratings_table import build_ratings

DASH = "\N{EN DASH}"
CLUE_HEADS = tuple("clues" if head == "deals" else head for head in HEADS)
RATERS_COMPARED = "Raters compared"
MOST_RATERS = 10
"""Each two of more raters would be too many rows to read."""


def build_tables(file: StudyFile) -> list[TextTable]:
    """Build text tables: progress, ratings by storyteller, accuracy by rater, agreement."""
    ratings = build_ratings(file)
    tables = [_describe_progress(file)]
    if ratings.empty:
        return tables
    tables.append(_describe_displays(ratings))
    if file.study.mode == "rate":
        tables.append(_describe_players(ratings))
        tables.append(_compare_storytellers(ratings))
    if (ratings["tier"] != "").any():
        tables.append(_describe_accuracy(ratings, ["tier", "display"], "Right guesses by tier"))
        by = ["rater", "tier", "display"]
        tables.append(_describe_accuracy(ratings, by, "By rater and tier"))
    else:
        by = ["rater", "display"]
        tables.append(_describe_accuracy(ratings, by, "Right guesses by rater"))
    tables.append(_compare_raters(ratings))
    agreement = measure_agreement_of(ratings)
    rows = [
        (
            str(row["scale"]),
            str(row["figure"]),
            _format_interval(row["value"], row["low"], row["high"], 3),
            str(row["note"]),
        )
        for _, row in agreement.iterrows()
    ]
    heads = ("scale", "agreement", "value [95 %]", "")
    note = "Intervals by bootstrap over items, of which each rater may have rated some."
    tables.append(TextTable("Agreement of raters", heads, rows, 2, note))
    return [one for one in tables if one.rows]


def _describe_progress(file: StudyFile) -> TextTable:
    rows = []
    for rater in file.raters:
        every = file.study.order_for(rater)
        done = len(every) - len(file.list_remaining(rater))
        rows.append((rater, f"{done:,} of {len(every):,}", f"{100 * done / len(every):.0f} %"))
    return TextTable("Raters", ("rater", "items done", ""), rows, 1)


def _describe_players(ratings: pd.DataFrame) -> TextTable:
    rows = [
        (
            str(name),
            str(display),
            f"{row['clues']:,.0f}",
            f"{row['ratings']:,.0f}",
            *(
                _format_interval(row[one], row[f"{one}_low"], row[f"{one}_high"], 3)
                for one in ("accuracy", "clarity", "creativity")
            ),
        )
        for display, some in ratings.groupby("display", observed=True)
        for name, row in summarise_ratings(some).iterrows()
    ]
    heads = ("storyteller", "display", "clues", "ratings", "right guesses", "clarity", "creativity")
    note = (
        "Clarity: Eq. 2 to 4, 1 is a clue that raters find neither vague nor obvious; creativity: "
        "(mean - 1) / 4. Means over clues, with intervals on the scale of log-odds; right guesses "
        "with the error of whole items."
    )
    return TextTable("Clues by storyteller", heads, rows, 2, note)


def _compare_storytellers(ratings: pd.DataFrame) -> TextTable:
    """Compare storytellers on each display; all comparisons are one family."""
    table = tabulate_storytellers(ratings)
    rows = [
        (
            *(clean(str(row[one]), NAME_LENGTH) for one in ("display", "first", "second")),
            str(row["figure"]),
            str(row["test"]),
            *format_cells(row),
        )
        for _, row in table.iterrows()
    ]
    heads = ("display", "first", "second", "figure", "test", *CLUE_HEADS)
    note = (
        "The first minus the second, as a share of guesses or of an index from 0 to 1. Nobody "
        "rated a clue of both, so clues are independent: intervals are Newcombe's, with several "
        "guesses of a clue those of Zou and Donner; p by Fisher's exact test or Welch's t test "
        "over clues, with Holm's correction over all rows. Without one: if one clue is left out. "
        "For 5 points: how many clues of both find such a difference with a power of 80 %."
    )
    return TextTable("Storytellers compared", heads, rows, 5, note)


def _compare_raters(ratings: pd.DataFrame) -> TextTable:
    """Compare each two raters on the items that both have guessed."""
    if ratings["rater"].nunique() > MOST_RATERS:
        return TextTable(RATERS_COMPARED, (), [], 0)
    table = compare_players(ratings.assign(player=ratings["rater"]))
    return build_comparison_table(table, RATERS_COMPARED)


def _describe_displays(ratings: pd.DataFrame) -> TextTable:
    rows = []
    for display, some in ratings.groupby("display", observed=True):
        accuracy = measure_accuracy(some, ["display"]).iloc[0]
        share, low, high = (100 * accuracy[one] for one in ("accuracy", "low", "high"))
        rows.append(
            (
                str(display),
                f"{some['rater'].nunique():,}",
                f"{len(some):,}",
                _format_sizes(some, "cell_width", "cell_height"),
                _format_sizes(some, "card_columns", "card_rows"),
                *(_format_mean(some[one]) for one in ("words_opened", "zooms")),
                _format_interval(share, low, high, 1),
            )
        )
    heads = (
        *("display", "raters", "guesses", "cell, pixels", "card, cells"),
        *("words opened", "zooms", "right, % [95 %]"),
    )
    note = "Sizes are those of the middle guess; words and zooms are means of a guess."
    return TextTable("Displays", heads, rows, 1, note)


def _format_sizes(ratings: pd.DataFrame, width: str, height: str) -> str:
    known = ratings[[width, height]].dropna()
    if known.empty:
        return DASH
    middle = known.sort_values([width, height]).iloc[len(known) // 2]
    return f"{middle[width]:.0f} x {middle[height]:.0f}"


def _format_mean(values: pd.Series) -> str:
    known = pd.to_numeric(values).dropna()
    return f"{known.mean():.2f}" if len(known) else DASH


def _describe_accuracy(ratings: pd.DataFrame, by: list[str], title: str) -> TextTable:
    table = measure_accuracy(ratings, by)
    rows = []
    for key, row in table.iterrows():
        names = key if isinstance(key, tuple) else (key,)
        value, low, high = (100 * row[one] for one in ("accuracy", "low", "high"))
        figure = _format_interval(value, low, high, 1)
        rows.append((*map(str, names), f"{row['items']:,.0f}", figure))
    heads = (*by, "guesses", "right, % [95 %]")
    return TextTable(title, heads, rows, len(by))


def _format_interval(value: Any, low: Any, high: Any, decimals: int) -> str:  # noqa: ANN401
    if value is None or pd.isna(value):
        return DASH
    text = f"{float(value):.{decimals}f}"
    if low is None or pd.isna(low):
        return text
    return f"{text} [{float(low):.{decimals}f}, {float(high):.{decimals}f}]"
