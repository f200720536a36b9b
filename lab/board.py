"""The progress of a run: results of each line-up so far, its trials, and their games."""

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from engine.journal_reader import Record, read_record
from engine.llm.calls_file import SUFFIX
from engine.text import clean
from engine.usage import Usage
from lab.board_matrix import (
    Cell,
    Layout,
    Matrix,
    Place,
    describe_column,
    describe_lineup,
    list_measures,
)
from lab.bundle import decompress_lines
from lab.errors import RunError
from lab.experiment import Experiment
from lab.plan import plan_trials
from lab.run_file import Counts, RunFile
from lab.runs_folder import Status, describe_status

OWN = (
    *("game", "deal", "seed", "about", "seats"),
    *("bench", "deck", "fingerprint", "item", "clue", "target", "candidates", "tries"),
    *("model_seed", "journal", "source"),
)
"""What of a trial's content does not tell line-ups apart."""
LINEUP = f"json_remove(t.content, {', '.join(f"'$.{name}'" for name in OWN)})"
"""What the trials of a line-up have in common, as canonical JSON."""
SPEED_SECONDS = 10.0
"""The speed is that of so many seconds."""
CHUNK = 10_000
"""How many trials are added up at a time."""
READ_SECONDS = 0.4
"""How long a reading lasts; what is left is for the next one."""
UNMEASURED = {
    *("calls", "tokens_in", "tokens_out", "cost", "estimated", "moves", "attempts"),
    *("stand_in_moves", "assisted_moves"),
}
"""Figures that say how a trial was run, not what came of it."""


@dataclass(frozen=True)
class Board:
    """A run at one moment."""

    status: Status
    experiment: Experiment
    matrices: Mapping[str, Matrix]
    """By kind of trial."""
    speed: float
    """Trials a second, of late."""
    seconds_left: float | None
    """`None` if that is not known."""
    complete: bool
    """Whether all outcomes that the file has are in it."""


class BoardReader:
    """Reads the board of a run again and again: each time what is new.

    It may be used in any thread, by one at a time.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._experiment: Experiment | None = None
        self._cells: dict[str, dict[str, Cell]] = {}
        self._columns: dict[str, list[str]] = {}
        self._plan = self._read = self._next = 0
        self._since = self._until = ""
        """The times of the outcomes that are being read: after the first, up to the second."""
        self._samples: deque[tuple[float, int]] = deque()

    def read(self) -> Board:
        """Read what has changed since the last time.

        Raises:
            RunError: If there is no such run, or it is damaged.
            ExperimentError: If this Parlour cannot read its experiment.
        """
        with RunFile(self.path) as file:
            database = file.database
            database.execute("BEGIN")  # one state of the file, whatever is written meanwhile
            if self._experiment is None:
                text = file.read_fact("experiment") or ""
                self._experiment = Experiment.parse_stored(text, self.path)
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
        known = self._cells.items()
        matrices = {kind: _arrange(self._experiment, kind, cells) for kind, cells in known}
        return Board(status, self._experiment, matrices, speed, left, complete)

    def _begin(self, file: RunFile, trials: int) -> None:
        """Read the plan, and forget all outcomes."""
        self._plan, self._read, self._next = trials, 0, 0
        self._since = self._until = ""
        self._cells, self._columns = {}, {}
        query = f"""SELECT kind, {LINEUP}, count(*) FROM trials t
            GROUP BY 1, 2 ORDER BY min(number)"""  # noqa: S608
        for kind, lineup, count in file.database.execute(query):
            self._cells.setdefault(kind, {})[lineup] = Cell((lineup,), count)

    def _read_outcomes(self, file: RunFile) -> bool:
        """Add up outcomes that are new, for some time; whether these were all."""
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
        """Add up a part of the outcomes of one kind."""
        columns = self._columns.get(kind) or self._find_columns(file, kind)
        figures = "CASE o.failure WHEN '' THEN o.figures ELSE '{}' END"
        values = "".join(f", json_extract({figures}, ?) AS v{n}" for n in range(len(columns)))
        sums = "".join(f", sum(v{n}), sum(v{n} * v{n})" for n in range(len(columns)))
        query = f"""
            SELECT lineup, reason, other, failed, count(*){sums} FROM (
                SELECT {LINEUP} AS lineup, json_extract({figures}, '$.reason') AS reason,
                    coalesce(json_extract({figures}, '$.stand_in_moves'), 0)
                        + coalesce(json_extract({figures}, '$.assisted_moves'), 0) > 0 AS other,
                    o.failure != '' AS failed{values}
                FROM outcomes o JOIN trials t USING (number)
                WHERE o.number >= ? AND o.number < ? AND o.finished > ? AND o.finished <= ?
                    AND t.kind = ?)
            GROUP BY 1, 2, 3, 4"""  # noqa: S608
        paths = [f'$."{name}"' for name in columns]
        part = self._next, self._next + CHUNK, self._since, self._until, kind
        for lineup, reason, other, failed, count, *found in file.database.execute(
            query, (*paths, *part)
        ):
            cell = self._cells[kind].setdefault(lineup, Cell((lineup,)))
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
        """The figures that are numbers and say what came of the trials, by the first of them."""
        query = """SELECT figures FROM outcomes o JOIN trials t USING (number)
            WHERE t.kind = ? AND o.failure = '' LIMIT 1"""
        text = file.read_value(query, kind)
        if text is None:
            return []
        found = [
            name
            for name, value in json.loads(text).items()
            if isinstance(value, int | float) and '"' not in name  # and is true or false, too
            if name not in UNMEASURED and not name.startswith(("calls_", "decisive_"))
        ]
        self._columns[kind] = found
        return found

    def _measure_speed(self, status: Status, done: int) -> float:
        """Trials a second during the last seconds; 0 if it is not running."""
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


def plan_board(experiment: Experiment) -> Board:
    """The board of a run that has not begun: its line-ups, without any outcome.

    Raises:
        ExperimentError: If no line-up is left.
    """
    cells: dict[str, dict[str, Cell]] = {}
    for trial in takewhile(lambda one: one.content["deal"] == 1, plan_trials(experiment)):
        common = {name: one for name, one in trial.content.items() if name not in OWN}
        lineup = json.dumps(common, sort_keys=True)
        cell = cells.setdefault(trial.kind, {}).setdefault(lineup, Cell((lineup,)))
        cell.planned += experiment.games
    counts = Counts(sum(one.planned for some in cells.values() for one in some.values()), 0, 0)
    status = Status(experiment.name, "new", counts, Usage(), 0.0, None, {})
    matrices = {kind: _arrange(experiment, kind, some) for kind, some in cells.items()}
    return Board(status, experiment, matrices, 0.0, None, complete=True)


def _arrange(experiment: Experiment, kind: str, cells: Mapping[str, Cell]) -> Matrix:
    """Put the line-ups of a kind into rows and columns."""
    known = {lineup: describe_lineup(lineup, experiment) for lineup in cells}
    layout = Layout(list(known.values()), experiment)
    placed: dict[Place, Cell] = {}
    for lineup, values in known.items():
        placed.setdefault(layout.locate_cell(values), Cell()).add(cells[lineup])
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


MAX_ROWS = 1_000
"""How many trials of a cell are listed."""
TRIALS = f"""
SELECT t.number, t.kind, t.deal, o.failure, o.figures, o.seconds FROM outcomes o
JOIN trials t USING (number)
WHERE t.kind = :kind
    AND (:lineups = '[]' OR {LINEUP} IN (SELECT value FROM json_each(:lineups)))
    AND (o.failure != '' OR NOT :failed)
ORDER BY t.deal, t.number LIMIT {MAX_ROWS}
"""  # noqa: S608
GAME = """
SELECT m.number FROM trials t JOIN trials m ON m.key = coalesce(t.about, t.key) WHERE t.number = ?
"""


@dataclass(frozen=True, slots=True)
class TrialRow:
    """A trial that has an outcome."""

    number: int
    kind: str
    deal: int
    failure: str
    """Why it failed; empty if it did not."""
    figures: dict[str, Any]
    seconds: float

    @property
    def result(self) -> str:
        """How it ended, in a few words."""
        if self.failure:
            return f"\N{BALLOT X} {clean(self.failure, 200)}"
        if isinstance(self.figures.get("right"), bool):
            return "right" if self.figures["right"] else "wrong"
        if "right" in self.figures:
            return f"{self.figures['right']} of {self.figures.get('questions', '?')} right"
        reason = str(self.figures.get("reason") or "").replace("_", " ")
        outcome = str(self.figures.get("outcome") or "")
        return clean(" · ".join(filter(None, (reason, outcome))), 200)


def list_trials(
    path: Path, kind: str, lineups: Sequence[str] = (), *, failed: bool = False
) -> list[TrialRow]:
    """The trials that have an outcome, deal by deal; the first `MAX_ROWS`.

    Args:
        path: The run file.
        kind: The kind of trial.
        lineups: The line-ups, see `lab.board_matrix.Cell`; all of them if left out.
        failed: Failed trials alone.

    Raises:
        RunError: If there is no such run.
    """
    given = {"kind": kind, "lineups": json.dumps(lineups), "failed": failed}
    with RunFile(path) as file:
        return [
            TrialRow(number, kind, deal, failure, json.loads(figures or "{}"), seconds)
            for number, kind, deal, failure, figures, seconds in file.database.execute(
                TRIALS, given
            )
        ]


@contextmanager
def open_game(path: Path, trial: int) -> Iterator[Record]:
    """The game of a trial as a journal with its calls, in files that are deleted afterwards.

    A trial about a match, such as a question, has the game of that match.

    Raises:
        RunError: If it has none.
        JournalError: If it is damaged.
    """
    with RunFile(path) as file:
        number = file.read_value(GAME, trial)
        journal = decompress_lines(
            file.read_value("SELECT text FROM journals WHERE number = ?", number)
        )
        calls = decompress_lines(file.read_value("SELECT text FROM calls WHERE number = ?", number))
    if not journal:
        raise RunError("This trial has no game to show.")
    with TemporaryDirectory(prefix="parlour-") as folder:
        game = Path(folder, f"{path.stem}-{number}.jsonl")
        for target, text in ((game, journal), (game.with_suffix(SUFFIX), calls)):
            if text:
                target.write_text(text, "utf-8")
        yield read_record(game)
