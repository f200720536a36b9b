"""Store a run in one SQLite file: the planned trials, their outcomes, and how they were run."""

import json
import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any, Self

from pydantic import ValidationError

from engine.timestamp import format_utc_now
from engine.usage import Usage
from files.private import PRIVATE_FILE, make_private_folder
from files.regular import open_regular
from files.replacement import require_replaceable
from lab.errors import RunError
from lab.run.database import RunDatabase
from lab.run.integrity import check_cells
from lab.run.lineup import Lineup
from lab.run.run_part import WHOLE, Part
from lab.run.task import Result, Task
from lab.run.trial import Trial, build_key

BESIDE = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps beside a database."""


KEYS = "SELECT number, key, kind, content FROM trials"


OPEN_TRIALS = """
SELECT t.number, t.kind, t.content, t.costly, t.key, j.text, c.text FROM trials t
LEFT JOIN outcomes o USING (number)
LEFT JOIN trials m ON m.key = t.about
LEFT JOIN journals j ON j.number = m.number
LEFT JOIN calls c ON c.number = m.number AND t.kind = 'question'
    AND t.content ->> 'context' = 'transcript'
WHERE o.number IS NULL AND t.costly = ? AND (t.about IS NULL OR j.text IS NOT NULL)
    AND t.deal % ? = ?
ORDER BY t.number
"""


NEW_TRIAL = """
INSERT OR IGNORE INTO trials (key, kind, deal, content, about, costly, lineup, seed, model_seed)
VALUES (?,?,?,?,?,?,?,?,?)
"""


NEW_OUTCOME = "INSERT OR IGNORE INTO outcomes VALUES (?,?,?,?,?,?,?)"


COUNTS = """
SELECT count(*), count(o.number) FILTER (WHERE o.failure = ''),
    count(o.number) FILTER (WHERE o.failure != '')
FROM trials t LEFT JOIN outcomes o USING (number) WHERE t.deal % ? = ?
"""


UNRUNNABLE = """
SELECT count(*) FROM trials t JOIN trials m ON m.key = t.about
JOIN outcomes failed ON failed.number = m.number AND failed.failure != ''
LEFT JOIN outcomes o ON o.number = t.number
WHERE t.deal % ? = ? AND o.number IS NULL
"""


USAGE = """
SELECT count(*), sum(json_extract(figures, '$.calls')), sum(json_extract(figures, '$.tokens_in')),
    sum(json_extract(figures, '$.tokens_out')), sum(json_extract(figures, '$.cost')),
    sum(json_extract(figures, '$.estimated'))
FROM outcomes JOIN trials USING (number) WHERE costly AND figures != ''
"""


USAGE_OF_TRIALS = """
SELECT kind, key, json_extract(figures, '$.calls'), json_extract(figures, '$.tokens_in'),
    json_extract(figures, '$.tokens_out'), json_extract(figures, '$.cost')
FROM outcomes JOIN trials USING (number) WHERE costly AND failure = ''
"""


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of trials."""

    trials: int
    done: int
    failed: int
    unrunnable: int = 0
    """Those without an outcome that are about a match that failed."""

    @property
    def left(self) -> int:
        """Number of trials that can still be run."""
        return self.trials - self.done - self.failed - self.unrunnable


class RunFile:
    """A run file with one writer, the coordinator, and any number of readers."""

    def __init__(self, path: Path, *, writing: bool = False, check: bool = True) -> None:
        """Open a run file.

        Args:
            path: The file; it is created if `writing`.
            writing: Whether to open it for writing.
            check: Whether to look through all cells first.

        Raises:
            RunError: If it does not exist, is damaged, or cannot be used.
        """
        self.path = path
        self._writing = RLock()
        """Protects transactions, as results are stored in a separate thread."""
        if not writing and not path.is_file():
            raise RunError(f"There is no run {path}.")
        try:
            if writing:
                make_private_folder(path.parent)
                os.close(open_regular(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, PRIVATE_FILE))
            for suffix in BESIDE:  # SQLite would follow a link there, and write
                require_replaceable(path.with_name(f"{path.name}{suffix}"))
            journal = path.with_name(f"{path.name}-journal")
            if journal.exists() and journal.stat().st_size:
                # SQLite would play it back, and delete whatever other file it names.
                raise RunError(f"{journal} does not belong to a run of Parlour; delete it first.")
        except OSError as error:
            where = error.filename or path
            raise RunError(f"{where} cannot be used for a run: {error.strerror}.") from None
        self.database = RunDatabase.open(path, writing=writing)
        if check:
            try:
                check_cells(self.database)
                self.check_keys()
            except BaseException:
                self.database.close()
                raise

    def check_keys(self) -> None:
        """Check that each trial's key is that of its content, as files are named after it.

        Raises:
            RunError: If not.
        """
        for number, key, kind, text in self.database.execute(KEYS):
            if key != build_key(kind, text):
                raise RunError(f"{self.path} is damaged: trial {number} has another trial's key.")

    @property
    def games_folder(self) -> Path:
        """The folder beside it with the files of costly trials in progress."""
        return self.path.with_name(f"{self.path.name}.games")

    def read_fact(self, name: str) -> str | None:
        """Read a fact about the run: `experiment` (its text), `name`, `settings`."""
        found = self.read_value("SELECT value FROM facts WHERE name = ?", name)
        return None if found is None else str(found)

    def set_facts(self, facts: Mapping[str, str]) -> None:
        """Write facts about the run."""
        self.database.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", facts.items())

    def add_trials(self, trials: Iterable[Trial]) -> None:
        """Add trials to the plan, all or none; existing ones are not changed."""
        with self.transaction():
            number = self._number_lineups()
            rows = (
                (
                    *(one.key, one.kind, one.content["deal"], one.text, one.about),
                    *(int(one.is_costly), number(one.lineup)),
                    *(one.content["seed"], one.content.get("model_seed")),
                )
                for one in trials
            )
            self.database.executemany(NEW_TRIAL, rows)

    def _number_lineups(self) -> Callable[[Lineup], int]:
        """Return a function that finds the number of a line-up, and stores new ones."""
        known = dict(self.database.execute("SELECT key, number FROM lineups"))

        def number(lineup: Lineup) -> int:
            if lineup.key not in known:
                known[lineup.key] = len(known) + 1
                row = known[lineup.key], lineup.key, lineup.text
                self.database.execute("INSERT INTO lineups VALUES (?,?,?)", row)
            return int(known[lineup.key])

        return number

    def read_lineups(self) -> dict[str, Lineup]:
        """Read the line-ups by key, in the order of the plan.

        Raises:
            RunError: If one is missing, or is not what its key says.
        """
        rows = self.database.execute("SELECT key, text FROM lineups ORDER BY number")
        try:
            found = {key: Lineup.parse(text) for key, text in rows}
        except ValidationError:
            raise RunError(f"{self.path} is damaged: a line-up cannot be read.") from None
        missing = "SELECT 1 FROM trials WHERE lineup NOT IN (SELECT number FROM lineups) LIMIT 1"
        if self.read_value(missing) or any(one.key != key for key, one in found.items()):
            raise RunError(f"{self.path} is damaged: a trial has no line-up of its own.")
        return found

    def read_keys(self) -> set[str]:
        """Read the keys of all trials."""
        return {key for (key,) in self.database.execute("SELECT key FROM trials")}

    def count_others(self, keys: Iterable[str]) -> int:
        """Count the trials whose keys are not among these, without holding them in memory."""
        with self.transaction():
            self.database.execute("CREATE TEMP TABLE planned (key TEXT PRIMARY KEY) WITHOUT ROWID")
            rows = ((key,) for key in keys)
            self.database.executemany("INSERT OR IGNORE INTO planned VALUES (?)", rows)
            query = "SELECT count(*) FROM trials WHERE key NOT IN (SELECT key FROM planned)"
            others = int(self.read_value(query))
            self.database.execute("DROP TABLE planned")
        return others

    def read_lineup_numbers(self) -> dict[int, str]:
        """Read the keys of line-ups by their number in this file."""
        return dict(self.database.execute("SELECT number, key FROM lineups"))

    def begin_sitting(self, environment: Mapping[str, Any], part: Part) -> int:
        """Write that work on the run begins, and in which environment; return its number."""
        row = format_utc_now(), json.dumps(environment), str(part)
        query = "INSERT INTO sittings (began, environment, part) VALUES (?, ?, ?)"
        return self.database.execute(query, row).lastrowid or 0

    def end_sitting(self, sitting: int) -> None:
        """Write that this work has ended."""
        self.database.execute(
            "UPDATE sittings SET ended = ? WHERE rowid = ?", (format_utc_now(), sitting)
        )

    def open_tasks(self, part: Part = WHOLE, *, costly: bool) -> Iterator[Task]:
        """Yield the trials without an outcome that can be run now, in plan order."""
        chosen = costly, part.of, part.number % part.of
        found = self.database.execute(OPEN_TRIALS, chosen)
        for number, kind, text, outside, key, about, calls in found:
            path = str(self.games_folder / f"{key}.jsonl") if outside else ""
            yield Task(number, kind, text, path, about, about_calls=calls)

    def store(self, results: Iterable[Result], sitting: int) -> None:
        """Write results, all or none; results of trials that have an outcome are ignored.

        They are on disk when it returns.

        Args:
            results: The results.
            sitting: The number that `begin_sitting` returned.

        Raises:
            RunError: If they could not be written; none of them is in the file then.
        """
        with self.transaction():
            now = format_utc_now()
            for one in results:
                row = (one.number, sitting, now, one.seconds, one.host, one.failure, one.figures)
                if not self.database.execute(NEW_OUTCOME, row).rowcount:
                    continue
                texts = (("turns", one.turns), ("journals", one.journal), ("calls", one.calls))
                for table, text in texts:
                    if text:
                        query = f"INSERT INTO {table} VALUES (?, ?)"  # noqa: S608
                        self.database.execute(query, (one.number, text))

    def read_finished_keys(self) -> set[str]:
        """Read the keys of the finished costly trials; the files of failed ones are kept."""
        query = "SELECT key FROM trials JOIN outcomes USING (number) WHERE costly AND failure = ''"
        return {key for (key,) in self.database.execute(query)}

    def read_keys_with_calls(self) -> set[str]:
        """Read the keys of the trials whose calls are in the file."""
        query = "SELECT key FROM trials JOIN calls USING (number)"
        return {key for (key,) in self.database.execute(query)}

    def count_trials(self, part: Part = WHOLE) -> Counts:
        """Count the trials: all, finished, failed, and those that cannot be run."""
        chosen = part.of, part.number % part.of
        trials, done, failed = self.database.execute(COUNTS, chosen).fetchone()
        return Counts(trials, done, failed, self.read_value(UNRUNNABLE, *chosen))

    def count_with_stand_ins(self) -> int:
        """Count the finished trials in which a stand-in made a move."""
        query = """SELECT count(*) FROM outcomes JOIN trials USING (number)
            WHERE costly AND failure = '' AND json_extract(figures, '$.stand_in_moves') > 0"""
        return int(self.read_value(query))

    def sum_usage(self) -> Usage:
        """Sum the usage of all trials with an outcome, failed ones included."""
        _, calls, tokens_in, tokens_out, cost, estimated = self.database.execute(USAGE).fetchone()
        return Usage(calls or 0, tokens_in or 0, tokens_out or 0, cost, estimated or 0)

    def read_usage_by_kind(self, keys: Container[str] | None = None) -> dict[str, list[Usage]]:
        """By kind of trial: the usage of each finished costly trial; of those with these keys."""
        found: dict[str, list[Usage]] = {}
        for kind, key, calls, tokens_in, tokens_out, cost in self.database.execute(USAGE_OF_TRIALS):
            if keys is not None and key not in keys:
                continue
            usage = Usage(calls or 0, tokens_in or 0, tokens_out or 0, cost)
            found.setdefault(kind, []).append(usage)
        return found

    def forget_failures(self) -> int:
        """Delete failed outcomes, so that the trials are run again; return their number."""
        with self.transaction():
            failed = "FROM outcomes WHERE failure != ''"
            self.database.execute(f"DELETE FROM calls WHERE number IN (SELECT number {failed})")  # noqa: S608
            return self.database.execute(f"DELETE {failed}").rowcount

    def set_progress(self, state: str, detail: Mapping[str, Any]) -> None:
        """Write the coordinator's state, for readers in other processes."""
        row = state, format_utc_now(), json.dumps(detail)
        with self._writing:
            self.database.execute("INSERT OR REPLACE INTO progress VALUES (1, ?, ?, ?)", row)

    def read_progress(self) -> tuple[str, str, dict[str, Any]] | None:
        """Read the coordinator's last state, its time and details; `None` if there is none."""
        query = "SELECT state, updated, detail FROM progress"
        row = self.database.execute(query).fetchone()
        return row and (row[0], row[1], json.loads(row[2]))

    def send_request(self, request: str) -> None:
        """Ask the coordinator to `pause`, `go on` or `stop`; it checks about twice a second."""
        self.database.execute("INSERT INTO requests (request) VALUES (?)", (request,))

    def take_requests(self) -> list[str]:
        """Read and delete new requests."""
        query = "DELETE FROM requests RETURNING number, request"
        with self._writing:
            rows = self.database.execute(query).fetchall()
        return [request for _, request in sorted(rows)]

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run a transaction that excludes other threads."""
        with self._writing:
            self.database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.database.execute("COMMIT")
            except BaseException:
                if self.database.in_transaction:  # some errors have ended it already
                    self.database.execute("ROLLBACK")
                raise

    def read_value(self, query: str, *parameters: object) -> Any:  # noqa: ANN401
        """Read the first value of a query; `None` if it finds nothing."""
        row = self.database.execute(query, parameters).fetchone()
        return row and row[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.database.close()
