"""Compare two runs of the same line-ups: the paired difference of each measure, with p-values."""

from dataclasses import asdict

import pandas as pd

from lab.analysis.evaluation import Report
from lab.analysis.lineups import DIMENSIONS
from lab.analysis.measures import list_measures
from lab.analysis.tables import Run
from lab.errors import RunError
from lab.statistics.correction import adjust_p_values
from lab.statistics.paired import compare_paired


def compare_runs(first: Run, second: Run) -> pd.DataFrame:
    """Compute the first run minus the second, for each measure and each common line-up.

    Line-ups are matched by names of players and by the options that both experiments name, deals
    by their seeds. So a player may have other settings, or another model, under the same name.

    Returns:
        Rows with `measure`, `lineup`, the fields of `Difference`, and `p_holm`.

    Raises:
        RunError: If the runs are of different games, or have no common line-up or deal.
    """
    if first.experiment.game != second.experiment.game:
        games = f"{first.experiment.game} and {second.experiment.game}"
        raise RunError(f"The runs are of different games: {games}.")
    reports = Report(first), Report(second)
    one, other = (report.games for report in reports)
    shared = [name for name in one if name.startswith(DIMENSIONS) and name in other]
    keys = [name for name in shared if one[name].nunique() > 1 or other[name].nunique() > 1]
    keys = keys or shared[:1]
    sides = [
        {
            key: rows.set_index("seed", drop=False)
            for key, rows in table.groupby(keys, observed=True)
        }
        for table in (one, other)
    ]
    common = [key for key in sides[0] if key in sides[1]]
    if not common:
        raise RunError("The runs share no line-up: players are matched by their names.")
    if not set(one["seed"]) & set(other["seed"]):
        raise RunError(
            "The runs share no deal. Give both experiments the same seed, so that they play the "
            "same deals."
        )
    both = pd.concat([one.astype(object), other.astype(object)], ignore_index=True).infer_objects()
    found = []
    for measure in list_measures(both, first.experiment.definition, first.seats):
        for key in common:
            gap = compare_paired(*(measure.value(side[key]) for side in sides))
            lineup = reports[0].describe(key, keys)
            found.append({"measure": measure.name, "lineup": lineup, **asdict(gap)})
    table = pd.DataFrame(found)
    if table.empty:
        raise RunError("No measure varies in these runs: there is nothing to compare.")
    known = [None if pd.isna(p) else float(p) for p in table["p"]]
    table["p_holm"] = pd.Series(adjust_p_values(known), dtype=float)
    return table
