"""Read the progress and the results of a run while it goes on: each time only what is new."""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from pydantic_core import from_json

from engine.usage import Usage
from lab.analysis.board.cell import Cell, Columns
from lab.analysis.board.matrix import Matrix, arrange_cells
from lab.analysis.layout import Layout, Place
from lab.analysis.measures import Measure, list_measures
from lab.analysis.stand_ins import MATCH_MOVED, MATCH_NOT_OWN, MOVED, apply_rule_to_figures
from lab.experiment.file import Experiment
from lab.run.lineup import Lineup
from lab.run.plan import plan_trials
from lab.run.status import Status, describe_status
from lab.run.store import Counts, RunFile
from lab.statistics.estimate import Estimate

SPEED_SECONDS = 10.0
"""The period in seconds over which the speed is measured."""


CHUNK = 10_000
"""Number of trials that are summed at a time."""


READ_SECONDS = 0.4
"""Maximum duration of a reading in seconds; the rest is left to the next one."""


MANY = 16
"""Maximum number of parts in which the finished trials of a line-up are held."""


UNMEASURED = {
    *("calls", "tokens_in", "tokens_out", "cost", "estimated", "moves", "attempts"),
    *(*MOVED, MATCH_MOVED, "served"),
}
"""Figures about how a trial was run, not about its result."""


NEW_OUTCOMES = f"""
SELECT t.lineup, t.deal, t.model_seed, o.failure, o.figures, {MATCH_NOT_OWN}
FROM outcomes o JOIN trials t USING (number)
WHERE o.number >= ? AND o.number < ? AND o.finished > ? AND o.finished <= ? AND t.kind = ?
"""  # noqa: S608 - of constants


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
        self._layouts: dict[str, Layout] = {}
        self._numbers: dict[int, str] = {}
        """By number in the file: the keys of line-ups."""
        self._known: dict[tuple[str, Place], tuple[int, dict[str, Estimate]]] = {}
        """By kind and place: how many trials had finished, and the figures that were asked for."""
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
        return Board(status, self._experiment, self._arrange(), speed, left, complete)

    def _arrange(self) -> dict[str, Matrix]:
        """Arrange the cells of each kind, with the figures that are known of the last time."""
        assert self._experiment is not None
        found = {}
        for kind, cells in self._cells.items():
            measures = _list_measures(self._experiment, kind, cells)
            found[kind] = arrange_cells(kind, self._layouts[kind], cells, measures)
            for place, cell in found[kind].cells.items():
                size, known = self._known.get((kind, place), (-1, {}))
                if size == cell.finished:
                    cell.known.update(known)
                self._known[kind, place] = cell.finished, cell.known
        return found

    def _begin(self, file: RunFile, trials: int) -> None:
        """Read the plan, and discard all outcomes."""
        self._plan, self._read, self._next = trials, 0, 0
        self._since = self._until = ""
        self._cells, self._layouts, self._known = {}, {}, {}
        lineups, numbers = file.read_lineups(), file.read_lineup_numbers()
        query = """SELECT kind, lineup, count(*) FROM trials
            GROUP BY lineup ORDER BY min(number)"""
        for kind, number, count in file.database.execute(query):
            key = numbers[number]
            self._cells.setdefault(kind, {})[key] = Cell((key,), count)
        self._numbers = numbers
        assert self._experiment is not None
        for kind, cells in self._cells.items():
            self._layouts[kind] = Layout({key: lineups[key] for key in cells}, self._experiment)

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
        """Add some outcomes of one kind to the cells of their line-ups."""
        part = self._next, self._next + CHUNK, self._since, self._until, kind
        rows = file.database.execute(NEW_OUTCOMES, part).fetchall()
        self._read += len(rows)
        failed, left_out, not_own = Counter[int](), Counter[int](), Counter[int]()
        counted: dict[int, list[dict[str, Any]]] = {}
        assert self._experiment is not None
        rule, definition = self._experiment.report.stand_ins, self._experiment.definition
        for lineup, deal, model_seed, failure, text, match_not_own in rows:
            if failure:
                failed[lineup] += 1
                continue
            plain = {**from_json(text), MATCH_MOVED: match_not_own}
            figures = apply_rule_to_figures(plain, rule, definition)
            if figures is None:
                left_out[lineup] += 1
                continue
            not_own[lineup] += any(plain.get(name) for name in (*MOVED, MATCH_MOVED))
            row = {**figures, "deal": deal, "model_seed": model_seed}
            counted.setdefault(lineup, []).append(row)
        cells = self._cells[kind]
        for lineup in {*failed, *left_out, *counted}:
            key = self._numbers[lineup]
            cells[key] = replace(
                cells[key],
                failed=cells[key].failed + failed[lineup],
                left_out=cells[key].left_out + left_out[lineup],
                not_own=cells[key].not_own + not_own[lineup],
                parts=_join_parts((*cells[key].parts, *_build_part(counted.get(lineup, [])))),
                known={},
            )

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
            kind, Layout(lineups[kind], experiment), some, _list_measures(experiment, kind, some)
        )
        for kind, some in cells.items()
    }
    return Board(status, experiment, matrices, 0.0, None, complete=True)


def _list_measures(experiment: Experiment, kind: str, cells: Mapping[str, Cell]) -> list[Measure]:
    """List the measures of a board: those of the report, those that it names, and the length."""
    every = Cell(parts=tuple(part for cell in cells.values() for part in cell.parts))
    named, definition = experiment.report.measures, experiment.definition
    always = (*named, definition.listed) if kind == "match" else ()
    return list_measures(kind, every.games, definition, experiment.seats, named, always)


def _build_part(rows: Sequence[Mapping[str, Any]]) -> tuple[Columns, ...]:
    """Build the columns of finished trials: numbers, and how games ended."""
    if not rows:
        return ()
    names = dict.fromkeys(
        name for row in rows for name, one in row.items() if _is_measured(name, one)
    )
    part: dict[str, Any] = {
        name: np.array([_to_number(row.get(name)) for row in rows]) for name in names
    }
    reasons = [row.get("reason") for row in rows]
    part["reason"] = np.array(reasons, dtype=object)
    return (part,)


def _is_measured(name: str, value: object) -> bool:
    number = isinstance(value, int | float) or name == "model_seed"
    return number and name not in UNMEASURED and not name.startswith("calls_")


def _to_number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else np.nan


def _join_parts(parts: tuple[Columns, ...]) -> tuple[Columns, ...]:
    """Join parts where there are many, as a part comes with each reading."""
    return (Cell(parts=parts).games,) if len(parts) > MANY else parts
