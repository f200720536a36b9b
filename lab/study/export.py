"""Write the ratings and figures of a study as CSV and JSON, with a codebook."""

import json
from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from engine.text import escape_controls
from files.replacement import replace_file
from lab.csv import format_csv
from lab.papers.dixitworld.clue_ratings import summarise_ratings
from lab.study.agreement import measure_agreement_of
from lab.study.comparison import tabulate_storytellers
from lab.study.file import StudyFile
from lab.study.ratings_table import CODEBOOK, build_ratings


def export_study(file: StudyFile, folder: Path) -> list[Path]:
    """Write ratings, figures and agreement as CSV and JSON, with a codebook.

    Raises:
        OSError: If a file cannot be written.
    """
    ratings = build_ratings(file)
    tables: Mapping[str, pd.DataFrame] = {
        "ratings": ratings,
        "storytellers": _summarise_by_display(ratings),
        "storytellers_compared": tabulate_storytellers(ratings),
        "agreement": measure_agreement_of(ratings),
    }
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, table in tables.items():
        plain = table.copy()
        if "candidates" in plain:
            plain["candidates"] = plain["candidates"].map(" ".join)
        paths.append(folder / f"{name}.csv")
        replace_file(paths[-1], format_csv(plain))
        paths.append(folder / f"{name}.json")
        records = json.loads(table.to_json(orient="records"))
        replace_file(
            paths[-1], escape_controls(json.dumps(records, ensure_ascii=False, indent=1)) + "\n"
        )
    rows = [{"column": name, "meaning": meaning} for name, meaning in CODEBOOK.items()]
    paths.append(folder / "codebook.csv")
    replace_file(paths[-1], format_csv(pd.DataFrame(rows)))
    return paths


def _summarise_by_display(ratings: pd.DataFrame) -> pd.DataFrame:
    """Summarise the ratings of each storyteller, apart by how raters saw the cards."""
    if ratings.empty:
        return ratings
    parts = [
        summarise_ratings(some).reset_index().assign(display=display)
        for display, some in ratings.groupby("display", observed=True)
    ]
    return pd.concat(parts, ignore_index=True)
