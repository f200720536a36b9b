"""Compare two runs of the same line-ups: the paired difference of each measure, with p-values."""

from dataclasses import asdict

import pandas as pd

from lab.analysis.evaluation import Report
from lab.analysis.measures import list_measures
from lab.analysis.tables import Run
from lab.errors import RunError
from lab.run.lineup import PLAYER, SPEC
from lab.statistics.multiple_comparisons import adjust_rows
from lab.statistics.paired import compare_paired


def compare_runs(first: Run, second: Run) -> pd.DataFrame:
    """Compute the first run minus the second, for each measure and each common line-up.

    Line-ups are matched by names of players and by the options that both experiments name, deals
    by their seeds. So a player may have other settings, or another model, under the same name; and
    what another protocol sets for all games of a run does not tell line-ups apart.

    Returns:
        Rows with `measure`, `lineup`, the fields of `Difference`, what is `pooled`, `p_holm`, in
        `excluded` how many games of both runs are left out, as not all moves are the players' own,
        and in `stand_ins` how both runs count such games.

    Raises:
        RunError: If the runs are of different games, or have no common line-up or deal.
    """
    if first.experiment.game != second.experiment.game:
        games = f"{first.experiment.game} and {second.experiment.game}"
        raise RunError(f"The runs are of different games: {games}.")
    reports = Report(first), Report(second)
    one, other = (report.games for report in reports)
    excluded = sum(report.games.attrs.get("excluded", 0) for report in reports)
    keys = _share_keys(*reports)
    sides = [
        {
            key: rows.set_index("seed", drop=False)
            for key, rows in table.groupby(keys, observed=True, dropna=False)
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
    for measure in list_measures("match", both, first.experiment.definition, first.seats):
        for key in common:
            gap = compare_paired(
                *(measure.rate_games(side[key]) for side in sides), most=measure.most
            )
            lineup = reports[0].describe(key, keys)
            pooled = [report.pooling for report in reports if report.pooling]
            row = {"measure": measure.name, "lineup": lineup, **asdict(gap)}
            found.append({**row, "pooled": "; ".join(dict.fromkeys(pooled))})
    table = pd.DataFrame(found)
    if table.empty:
        raise RunError("No measure varies in these runs: there is nothing to compare.")
    table = adjust_rows(table)
    table["excluded"] = excluded
    table["stand_ins"] = " / ".join(run.stand_ins for run in (first, second))
    return table


def _share_keys(one: Report, other: Report) -> list[str]:
    """Give both tables of games columns for all in which any line-ups of both differ.

    Settings of players are left out, as to compare them is what two runs are for; and whatever a
    report pools by name.
    """
    both = [values for report in (one, other) for values in report.layout.values.values()]
    pooled = {*one.layout.pooled, *other.layout.pooled}
    if one.experiment.protocol != other.experiment.protocol:
        pooled |= {name for name in one.layout.names if _is_apart(name, one, other)}
    names = [name for name in one.layout.names if name in other.layout.names]
    plain = [name for name in names if not name.startswith(SPEC) and name not in pooled]
    found = {name: {values.get(name) for values in both} - {None} for name in plain}
    keys = [name for name in plain if len(found[name]) > 1] or plain[:1]
    for report in (one, other):
        report.add_columns(keys)
    return [name for name in one.games if name in keys]


def _is_apart(name: str, one: Report, other: Report) -> bool:
    """Whether no line-up of one report has a value of this option that one of the other has."""
    sides = [{values.get(name) for values in side.layout.values.values()} for side in (one, other)]
    return not name.startswith(PLAYER) and sides[0].isdisjoint(sides[1])
