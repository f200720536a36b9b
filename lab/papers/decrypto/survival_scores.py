"""Score how long the games of teams last: Figure 5 of the Decrypto benchmark."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from lab.analysis.matrix_layout import describe_column, format_value
from lab.papers.decrypto.score_estimates import estimate_share, measure_groups, spread_estimate


def name_teams(games: pd.DataFrame, rest: Sequence[str] = ()) -> pd.Series:
    """Name the team of each game: its player, or both, and whatever else varies."""
    one, other = (games[f"player_{seat}"].astype(str) for seat in ("encoder", "decoder"))
    teams = one.where(one == other, one + " with " + other)
    for name in rest:
        teams = teams + f", {describe_column(name)} " + games[name].map(format_value)
    return teams


def score_survival(games: pd.DataFrame, by: Sequence[str], per: int = 32) -> pd.DataFrame:
    """Compute Figure 5: how many games out of `per` survive, and their share with its interval."""

    def measure(rows: pd.DataFrame) -> dict[str, Any]:
        share = estimate_share(rows.assign(survived=rows["reason"] == "survived"), "survived")
        scaled = None if share.value is None else share.value * per
        error = None if share.error is None else share.error * per
        return {
            "survived": scaled,
            "survived_error": error,
            **spread_estimate("share", share),
            "games": len(rows),
        }

    return measure_groups(games, by, measure)
