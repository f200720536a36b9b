"""Evaluate a study with human raters: guesses, ratings, agreement, tables and export.

`build_ratings` has a row for each rater and item. `build_tables` builds the tables that people
read, and `export_study` writes CSV and JSON files with a codebook.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pandas as pd

from lab.dixit.accuracy import measure_accuracy
from lab.dixit.rater_agreement import measure_all_agreement, spread_ratings
from lab.dixit.rating_scores import summarise_ratings
from lab.human_study.study import SCALES, StudyFile
from lab.report_tables import TextTable

DASH = "\N{EN DASH}"
UNKNOWN = "not known"
CODEBOOK = {
    "study": "The study: its name and key, which all copies share.",
    "rater": "The name that the rater took; no person's name is asked for.",
    "item": "The item.",
    "place": "Which item of this rater it was, from 1; the order is drawn for each rater.",
    "player": "Who gave the clue. Raters did not see it.",
    "tier": "The tier of DixitBench, if the item comes from there.",
    "clue": "The clue.",
    "target": "The card that the clue was given for.",
    "candidates": "The cards in the order in which this rater saw them.",
    "position": "Where the target lay, from 1.",
    "chosen": "The rater's guess, locked before the target was shown.",
    "chosen_position": "Where that card lay, from 1.",
    "right": "Whether the guess is the target.",
    "clarity": "1, completely unclear, to 5, immediately obvious; missing if not rated yet.",
    "creativity": "1, purely literal, to 5, highly creative; missing if not rated yet.",
    "remark": "What the rater wrote about the clue.",
    "guess_seconds": "Seconds until the guess was locked; pauses are left out.",
    "rating_seconds": "Seconds from then to the end of the rating; pauses are left out.",
    "guessed": "When the guess was locked: UTC, ISO 8601.",
    "rated": "When the rating was made: UTC, ISO 8601.",
}


def build_ratings(file: StudyFile) -> pd.DataFrame:
    """Build a row for each rater and item with a guess; ratings not given yet are missing."""
    study = file.study
    items = {one.id: one for one in study.items}
    rows = []
    for rater in file.raters:
        order = {item.id: place for place, item in enumerate(study.order_for(rater), 1)}
        for identity, item in items.items():
            guess, rating = file.guess_of(rater, identity), file.find_rating(rater, identity)
            if guess is None:
                continue
            candidates = list(study.list_candidates(rater, item))
            rows.append(
                {
                    "study": f"{study.name} {study.key}",
                    "rater": rater,
                    "item": identity,
                    "place": order.get(identity),
                    "player": item.player or UNKNOWN,
                    "tier": item.tier,
                    "clue": item.clue,
                    "target": item.target,
                    "candidates": candidates,
                    "position": candidates.index(item.target) + 1,
                    "chosen": guess.card,
                    "chosen_position": guess.position,
                    "right": guess.card == item.target,
                    "clarity": rating.clarity if rating else None,
                    "creativity": rating.creativity if rating else None,
                    "remark": rating.remark if rating else "",
                    "guess_seconds": guess.seconds,
                    "rating_seconds": rating.seconds if rating else None,
                    "guessed": guess.time,
                    "rated": rating.time if rating else None,
                }
            )
    table = pd.DataFrame(rows, columns=list(CODEBOOK))
    for scale in SCALES:
        table[scale] = pd.to_numeric(table[scale])
    return table


def measure_agreement_of(ratings: pd.DataFrame) -> pd.DataFrame:
    """Measure the raters' agreement, a row for each scale and statistic."""
    rows = []
    for scale in SCALES:
        rated = ratings.dropna(subset=[scale])
        if rated["rater"].nunique() < 2:
            continue
        for name, one in measure_all_agreement(spread_ratings(rated, scale)).items():
            rows.append({"scale": scale, "figure": name, **asdict(one), "note": one.reason})
    kept = ["scale", "figure", "value", "low", "high", "count", "unanswered", "note"]
    return pd.DataFrame(rows, columns=[*kept])


def build_tables(file: StudyFile) -> list[TextTable]:
    """Build text tables: progress, ratings by storyteller, accuracy by rater, agreement."""
    ratings = build_ratings(file)
    tables = [_describe_progress(file)]
    if ratings.empty:
        return tables
    if file.study.mode == "rate":
        tables.append(_describe_players(ratings))
    if (ratings["tier"] != "").any():
        tables.append(_describe_accuracy(ratings, ["tier"], "Right guesses by tier"))
        tables.append(_describe_accuracy(ratings, ["rater", "tier"], "By rater and tier"))
    else:
        tables.append(_describe_accuracy(ratings, ["rater"], "Right guesses by rater"))
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
    table = summarise_ratings(ratings)
    rows = [
        (
            str(name),
            f"{row['clues']:,.0f}",
            f"{row['ratings']:,.0f}",
            *(
                _format_interval(row[one], row[f"{one}_low"], row[f"{one}_high"], 3)
                for one in ("accuracy", "clarity", "creativity")
            ),
        )
        for name, row in table.iterrows()
    ]
    heads = ("storyteller", "clues", "ratings", "right guesses", "clarity", "creativity")
    note = (
        "Clarity: Eq. 2 to 4, 1 is a clue that raters find neither vague nor obvious; creativity: "
        "(mean - 1) / 4. Means over clues with Student's intervals; right guesses with a bootstrap "
        "over items."
    )
    return TextTable("Clues by storyteller", heads, rows, 1, note)


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


def export_study(file: StudyFile, folder: Path) -> list[Path]:
    """Write ratings, figures and agreement as CSV and JSON, with a codebook.

    Raises:
        OSError: If a file cannot be written.
    """
    ratings = build_ratings(file)
    tables: Mapping[str, pd.DataFrame] = {
        "ratings": ratings,
        "storytellers": summarise_ratings(ratings).reset_index() if len(ratings) else ratings,
        "agreement": measure_agreement_of(ratings),
    }
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, table in tables.items():
        plain = table.copy()
        if "candidates" in plain:
            plain["candidates"] = plain["candidates"].map(" ".join)
        paths.append(folder / f"{name}.csv")
        plain.to_csv(paths[-1], index=False, lineterminator="\n")
        paths.append(folder / f"{name}.json")
        records = json.loads(table.to_json(orient="records"))
        paths[-1].write_text(json.dumps(records, ensure_ascii=False, indent=1) + "\n", "utf-8")
    rows = [{"column": name, "meaning": meaning} for name, meaning in CODEBOOK.items()]
    paths.append(folder / "codebook.csv")
    pd.DataFrame(rows).to_csv(paths[-1], index=False, lineterminator="\n")
    return paths
