"""Show a run that has not begun: its line-ups without outcomes."""

from itertools import takewhile
from pathlib import Path

from engine.usage import Usage
from lab.analysis.live.figure_columns import select_measures
from lab.analysis.live.matrix import arrange_cells
from lab.analysis.live.matrix_cell import Cell
from lab.analysis.live.snapshot import Snapshot
from lab.analysis.matrix_layout import Layout
from lab.experiment.file import Experiment
from lab.run.lineup import Lineup
from lab.run.plan import plan_trials
from lab.run.status import Status
from lab.run.store import Counts


def preview_run(experiment: Experiment, data: Path) -> Snapshot:
    """Build the snapshot of a run that has not begun: its line-ups without outcomes.

    Args:
        experiment: The experiment.
        data: The data folder, with recorded games.

    Raises:
        ExperimentError: If there are no line-ups.
    """
    cells: dict[str, dict[str, Cell]] = {}
    lineups: dict[str, dict[str, Lineup]] = {}
    trials = plan_trials(experiment, data=data)
    for trial in takewhile(lambda one: one.content["deal"] == 1, trials):
        key = trial.lineup.key
        lineups.setdefault(trial.kind, {})[key] = trial.lineup
        some = cells.setdefault(trial.kind, {})
        some[key] = some.get(key, Cell((key,))).plan(experiment.games)
    counts = Counts(sum(one.planned for some in cells.values() for one in some.values()), 0, 0)
    status = Status(experiment.name, "new", counts, Usage(), 0.0, None, {})
    matrices = {
        kind: arrange_cells(
            kind, Layout(lineups[kind], experiment), some, select_measures(experiment, kind, some)
        )
        for kind, some in cells.items()
    }
    return Snapshot(status, experiment, matrices, 0.0, None, complete=True)
