"""The agreement of the raters of a study."""

from dataclasses import asdict

import pandas as pd

from lab.papers.dixitworld.ratings_by_rater import spread_ratings
from lab.statistics.agreement import measure_all_agreement
from lab.study.entry import SCALES


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
