"""Read the progress and the results of a run while it goes on: each time only what is new."""

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from time import monotonic

from engine.usage import Usage
from lab.analysis.board.cell import Cell
from lab.analysis.board.layout import Layout
from lab.analysis.board.lineup import describe_column, describe_lineup
from lab.analysis.board.matrix import Matrix, Place
from lab.analysis.board.measures import list_measures
from lab.experiment.file import Experiment
from lab.run.lineup import Lineup
from lab.run.plan import plan_trials
from lab.run.status import Status, describe_status
from lab.run.store import Counts, RunFile

SPEED_SECONDS = 10.0
"""The period in seconds over which the speed is measured."""


CHUNK = 10_000
"""Number of trials that are summed at a time."""


READ_SECONDS = 0.4
"""Maximum duration of a reading in seconds; the rest is left to the next one."""


UNMEASURED = {
    *("calls", "tokens_in", "tokens_out", "cost", "estimated", "moves", "attempts"),
    *("stand_in_moves", "assisted_moves"),
}
"""Figures about how a trial was run, not about its result."""


@dataclass(frozen=True)
class Board:
    """A snapshot of a run."""

    status: Status
    experiment: Experiment
    matrices: Mapping[str, Matrix]
    """The matrix of each kind of trial."""
    speed: float
    """Recent trials per second."""
    seconds_left: float | None
    """Estimated remaining seconds; `None` if unknown."""
    complete: bool
    """Whether it includes all outcomes in the file."""


class BoardReader:
    """Reads the board of a run repeatedly, each time only new outcomes.

    It may be used from any thread, but only from one at a time.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._experiment: Experiment | None = None
        self._cells: dict[str, dict[str, Cell]] = {}
        """By kind of trial, and key of the line-up."""
        self._lineups: dict[str, Lineup] = {}
        self._columns: dict[str, list[str]] = {}
        self._plan = self._read = self._next = 0
        self._since = self._until = ""
        """The time range of the outcomes that are being read: after the first, up to the second."""
        self._samples: deque[tuple[float, int]] = deque()

    def read(self) -> Board:
        """Read the changes since the last call.

        Raises:
            RunError: If the run does not exist or is damaged.
            ExperimentError: If this version cannot read its experiment.
        """
        with RunFile(self.path, check=self._experiment is None) as file:
            database = file.database
            database.execute("BEGIN")  # a consistent snapshot, even while others write
            if self._experiment is None:
                text = file.read_fact("experiment") or ""
                self._experiment = Experiment.parse(text, f"the experiment of {self.path.name}")
            status = describe_status(file)
            if status.counts.trials != self._plan:
                self._begin(file, status.counts.trials)
            complete = self._read_outcomes(file)
            counted = status.counts.done + status.counts.failed
            if complete and self._read != counted:  # failed trials run again, or a clock set back
                self._begin(file, status.counts.trials)
                complete = self._read_outcomes(file)
            database.execute("COMMIT")
        speed = self._measure_speed(status, counted)
        left = status.counts.left / speed if speed else None
        matrices = {
            kind: _arrange(self._experiment, kind, self._lineups, cells)
            for kind, cells in self._cells.items()
        }
        return Board(status, self._experiment, matrices, speed, left, complete)

    def _begin(self, file: RunFile, trials: int) -> None:
        """Read the plan, and discard all outcomes."""
        self._plan, self._read, self._next = trials, 0, 0
        self._since = self._until = ""
        self._cells, self._columns = {}, {}
        self._lineups = file.read_lineups()
        query = """SELECT t.kind, l.key, count(*)
            FROM trials t JOIN lineups l ON l.number = t.lineup
            GROUP BY t.lineup ORDER BY min(t.number)"""
        for kind, key, count in file.database.execute(query):
            self._cells.setdefault(kind, {})[key] = Cell((key,), count)

    def _read_outcomes(self, file: RunFile) -> bool:
        """Sum new outcomes for a limited time; return whether all are included."""
        until = monotonic() + READ_SECONDS
        while True:
            if not self._until:
                self._until = file.read_value("SELECT max(finished) FROM outcomes") or ""
                self._next = 0
                if self._until <= self._since:
                    self._until = ""
                    return True
            last = file.read_value("SELECT max(number) FROM outcomes") or 0
            while self._next <= last:
                if monotonic() > until:
                    return False
                for kind in self._cells:
                    self._add(file, kind)
                self._next += CHUNK
            self._since, self._until = self._until, ""

    def _add(self, file: RunFile, kind: str) -> None:
        """Sum some outcomes of one kind."""
        columns = self._columns.get(kind) or self._find_columns(file, kind)
        figures = "CASE o.failure WHEN '' THEN o.figures ELSE '{}' END"
        values = "".join(f", json_extract({figures}, ?) AS v{n}" for n in range(len(columns)))
        sums = "".join(f", sum(v{n}), sum(v{n} * v{n})" for n in range(len(columns)))
        query = f"""
            SELECT l.key, reason, other, failed, count(*){sums} FROM (
                SELECT t.lineup, json_extract({figures}, '$.reason') AS reason,
                    coalesce(json_extract({figures}, '$.stand_in_moves'), 0)
                        + coalesce(json_extract({figures}, '$.assisted_moves'), 0) > 0 AS other,
                    o.failure != '' AS failed{values}
                FROM outcomes o JOIN trials t USING (number)
                WHERE o.number >= ? AND o.number < ? AND o.finished > ? AND o.finished <= ?
                    AND t.kind = ?) JOIN lineups l ON l.number = lineup
            GROUP BY 1, 2, 3, 4"""  # noqa: S608
        paths = [f'$."{name}"' for name in columns]
        part = self._next, self._next + CHUNK, self._since, self._until, kind
        for key, reason, other, failed, count, *found in file.database.execute(
            query, (*paths, *part)
        ):
            cell = self._cells[kind][key]
            self._read += count
            if failed:
                cell.failed += count
            elif other:
                cell.left_out += count
            else:
                cell.finished += count
                cell.reasons[reason or ""] += count
                cell.count_figures(columns, found[::2], found[1::2])

    def _find_columns(self, file: RunFile, kind: str) -> list[str]:
        """Find the numeric figures of results, from the first trial."""
        query = """SELECT figures FROM outcomes o JOIN trials t USING (number)
            WHERE t.kind = ? AND o.failure = '' LIMIT 1"""
        text = file.read_value(query, kind)
        if text is None:
            return []
        found = [
            name
            for name, value in json.loads(text).items()
            if isinstance(value, int | float) and '"' not in name  # includes booleans
            if name not in UNMEASURED and not name.startswith(("calls_", "decisive_"))
        ]
        self._columns[kind] = found
        return found

    def _measure_speed(self, status: Status, done: int) -> float:
        """Measure the recent trials per second; 0 if the run is not running."""
        if status.state != "running":
            self._samples.clear()
            return 0.0
        now = monotonic()
        self._samples.append((now, done))
        while len(self._samples) > 2 and now - self._samples[1][0] > SPEED_SECONDS:
            self._samples.popleft()
        then, before = self._samples[0]
        span = now - then
        return (done - before) / span if span > 1.0 and done > before else status.trials_per_second


def plan_board(experiment: Experiment, data: Path) -> Board:
    """Build the board of a run that has not begun: its line-ups without outcomes.

    Args:
        experiment: The experiment.
        data: The data folder, with recorded games.

    Raises:
        ExperimentError: If there are no line-ups.
    """
    cells: dict[str, dict[str, Cell]] = {}
    lineups: dict[str, Lineup] = {}
    trials = plan_trials(experiment, data=data)
    for trial in takewhile(lambda one: one.content["deal"] == 1, trials):
        key = trial.lineup.key
        lineups[key] = trial.lineup
        cell = cells.setdefault(trial.kind, {}).setdefault(key, Cell((key,)))
        cell.planned += experiment.games
    counts = Counts(sum(one.planned for some in cells.values() for one in some.values()), 0, 0)
    status = Status(experiment.name, "new", counts, Usage(), 0.0, None, {})
    matrices = {kind: _arrange(experiment, kind, lineups, some) for kind, some in cells.items()}
    return Board(status, experiment, matrices, 0.0, None, complete=True)


def _arrange(
    experiment: Experiment, kind: str, lineups: Mapping[str, Lineup], cells: Mapping[str, Cell]
) -> Matrix:
    """Arrange the line-ups of a kind in rows and columns."""
    known = {key: describe_lineup(lineups[key], experiment) for key in cells}
    layout = Layout(list(known.values()), experiment)
    placed: dict[Place, Cell] = {}
    for key, values in known.items():
        placed.setdefault(layout.locate_cell(values), Cell()).add(cells[key])
    return Matrix(
        kind,
        describe_column(layout.row),
        describe_column(layout.column),
        layout.list_values(layout.row),
        layout.list_values(layout.column),
        tuple(map(describe_column, layout.facets)),
        tuple(dict.fromkeys(facet for facet, _, _ in placed)),
        placed,
        tuple(list_measures(experiment, kind, list(placed.values()))),
    )
