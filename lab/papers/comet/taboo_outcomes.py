"""Measure how often each side wins Adversarial Taboo, by attacker and defender."""

from collections.abc import Iterator, Mapping

import pandas as pd

from lab.analysis.evaluation import Report
from lab.analysis.lineup_figures import estimate_groups
from lab.analysis.matrix_layout import describe_column, format_value
from lab.analysis.measure import Measure
from lab.papers.finding import Finding
from lab.run.lineup import PLAYER

SEATS = ("attacker", "defender")


def list_outcomes(
    report: Report, outcomes: Mapping[str, str]
) -> Iterator[tuple[tuple[str, str], Finding]]:
    """Yield how often games of Taboo end so, by attacker and defender.

    Args:
        report: The report.
        outcomes: By figure: the seat that wins; empty for a draw.
    """
    games = report.games
    if report.experiment.game != "taboo" or games.empty or report.kind != "match":
        return
    attacker, defender = (games[f"score_{seat}"] for seat in SEATS)
    won = {"attacker": attacker > defender, "defender": defender > attacker}
    won[""] = ~(won["attacker"] | won["defender"])
    seats = [f"{PLAYER}{seat}" for seat in SEATS]
    rest = [name for name in report.layout.dimensions if name not in seats]
    for quantity, winner in outcomes.items():
        measure = Measure(quantity, quantity, "happened", is_share=True)
        marked = games.assign(happened=won[winner].astype(float))
        table = estimate_groups(marked, [*seats, *rest], measure, report.describe_pooled)
        for key, row in table.iterrows():
            players = (str(key[0]), str(key[1]))
            where = ", ".join(
                f"{describe_column(name)} {format_value(value)}"
                for name, value in zip(rest, key[2:], strict=True)
                if pd.notna(value)
            )
            where = "; ".join(
                filter(None, (where, row["pooled"] and f"pooled over {row['pooled']}"))
            )
            yield (
                players,
                Finding.of_row(row, "value", players, quantity, where=where, unit="games"),
            )
