"""Read the progress and the results of a run while it goes on: each time only what is new."""

from collections import Counter, deque
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from pydantic_core import from_json

from lab.analysis.live.figure_columns import build_part, join_parts, select_measures
from lab.analysis.live.matrix import Matrix, arrange_cells
from lab.analysis.live.matrix_cell import Cell
from lab.analysis.live.snapshot import Snapshot
from lab.analysis.matrix_layout import Layout, Place
from lab.analysis.stand_in_rule import MATCH_MOVED, MATCH_NOT_OWN, MOVED, apply_rule_to_figures
from lab.experiment.file import Experiment
from lab.run.status import Status, describe_status
from lab.run.store import RunFile
from lab.statistics.estimate import Estimate

SPEED_SECONDS = 10.0
"""The period in seconds over which the speed is measured."""


CHUNK = 10_000
"""Number of trials that are summed at a time."""


READ_SECONDS = 0.4
"""Maximum duration of a reading in seconds; the rest is left to the next one."""


NEW_OUTCOMES = f"""
SELECT t.lineup, t.deal, t.model_seed, o.failure, o.figures, {MATCH_NOT_OWN}
FROM outcomes o JOIN trials t USING (number)
WHERE o.number >= ? AND o.number < ? AND o.finished > ? AND o.finished <= ? AND t.kind = ?
"""  # noqa: S608 - of constants


class SnapshotReader:
    """Reads snapshots of a run repeatedly, each time only new outcomes.

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

    def read(self) -> Snapshot:
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
        return Snapshot(status, self._experiment, self._arrange(), speed, left, complete)

    def _arrange(self) -> dict[str, Matrix]:
        """Arrange the cells of each kind, with the figures that are known of the last time."""
        assert self._experiment is not None
        found = {}
        for kind, cells in self._cells.items():
            measures = select_measures(self._experiment, kind, cells)
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
                parts=join_parts((*cells[key].parts, *build_part(counted.get(lineup, [])))),
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
