"""Merge runs of the same experiment, such as from several machines, into one run file.

Their plans, players and repeated outcomes are compared first.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from engine.text import clean
from files.removal import delete_file
from files.replacement import move_into_place, name_draft
from lab.errors import RunError
from lab.run.compression import decompress_lines
from lab.run.lock import lock_run
from lab.run.player_settings import compare_settings
from lab.run.reproducible_columns import is_reproducible
from lab.run.store import BESIDE, RunFile

TEXTS = ("turns", "journals", "calls")
MAX_SHOWN = 5
"""Maximum number of differences that a message names."""


@dataclass(frozen=True, slots=True)
class MergeResult:
    """The result of a merge."""

    trials: int
    """Number of trials in the plan."""
    taken: int
    """Number of trials with an outcome."""
    duplicates: int
    """Number of trials that several runs had finished."""
    different: int
    """Number of these with different results, of which those of the preferred run were taken."""


def merge_runs(
    sources: Sequence[Path],
    target: Path,
    *,
    accept_changes: bool = False,
    prefer: Path | None = None,
) -> MergeResult:
    """Merge runs into a new one, which exists as a whole or not at all.

    A trial that several runs have finished is copied once; its results must be equal, except for
    times and usage. A finished trial takes precedence over a failed one.

    Args:
        sources: The runs, two or more.
        target: The new run file.
        accept_changes: Whether to merge runs whose players have different settings.
        prefer: The run whose results are taken where they differ; by default they may not.

    Raises:
        RunError: If the plans, the settings or the results differ, or the target exists.
    """
    if target.exists() or target.is_symlink():
        raise RunError(f"{target} exists already; name a new file with --into.")
    for suffix in BESIDE:  # SQLite would take what it holds for a part of the merged run
        if (left := target.with_name(f"{target.name}{suffix}")).exists():
            raise RunError(f"{left} is left of another run; delete it, or name a new file.")
    if prefer is not None:
        if prefer not in sources:
            raise RunError(f"--prefer names one of the merged runs, not {prefer}.")
        sources = sorted(sources, key=lambda path: path != prefer)
    opened: list[RunFile] = []
    try:
        for path in sources:
            opened.append(RunFile(path))
            opened[-1].check_keys()
        _check_plans(opened, accept_changes=accept_changes)
        duplicates, different = _compare_results(opened, may_differ=prefer is not None)
        with lock_run(target):
            _write_merged(opened, target)
        with RunFile(target, check=False) as merged:
            counts = merged.count_trials()
        return MergeResult(counts.trials, counts.done + counts.failed, duplicates, different)
    finally:
        for source in opened:
            source.database.close()


def _write_merged(sources: Sequence[RunFile], target: Path) -> None:
    """Write the merged run beside the target, and rename it when it is whole."""
    draft = name_draft(target, target.suffix)
    try:
        with RunFile(draft, writing=True) as merged:
            for number, source in enumerate(sources):
                _copy_run(source, merged, first=number == 0)
            merged.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        move_into_place(draft, target)
    except OSError as error:
        raise RunError(f"{target} cannot be written: {error.strerror}.") from None
    except RunError as error:
        if str(draft) not in str(error):
            raise
        _, _, why = str(error).partition(f"{draft} cannot be ")
        why = why.partition(": ")[2].partition(".")[0] or "the new file was damaged"
        raise RunError(f"{target} cannot be written: {why}.") from None
    finally:
        for suffix in ("", *BESIDE):
            delete_file(draft.with_name(f"{draft.name}{suffix}"))


def _check_plans(runs: Sequence[RunFile], *, accept_changes: bool) -> None:
    """Check that all runs have the same trials and the same players.

    Raises:
        RunError: If not; the message gives the differences.
    """
    first, *others = runs
    keys = first.read_keys()
    settings = json.loads(first.read_fact("settings") or "{}")
    for other in others:
        missing, more = len(keys - other.read_keys()), len(other.read_keys() - keys)
        if missing or more:
            raise RunError(
                f"{first.path} and {other.path} have different plans: {missing} trials are in the "
                f"first alone, {more} in the second alone."
            )
        changes = compare_settings(settings, json.loads(other.read_fact("settings") or "{}"))
        if changes and not accept_changes:
            raise RunError(
                f"{first.path} and {other.path} were run with different settings. "
                f"{' '.join(changes[:MAX_SHOWN])} --accept-changes joins them nonetheless."
            )


def _compare_results(runs: Sequence[RunFile], *, may_differ: bool) -> tuple[int, int]:
    """Compare the results of trials that several runs have finished.

    Args:
        runs: The runs.
        may_differ: Whether it is said which run's results are taken.

    Returns:
        The number of such trials, and the number of those with different results.

    Raises:
        RunError: If results differ, and they may not.
    """
    found: dict[str, tuple[RunFile, _Result]] = {}
    duplicates, different = set(), set()
    for run in runs:
        for result in _read_results(run):
            if result.key not in found:
                found[result.key] = run, result
                continue
            duplicates.add(result.key)
            first, other = found[result.key]
            if difference := other.find_difference(result):
                if not may_differ:
                    raise RunError(
                        f"Trial {result.number} ({result.kind}, {result.key}) was finished in two "
                        f"runs, with different outcomes: {difference[0]} in {first.path}, "
                        f"{difference[1]} in {run.path}. Models answer differently each time: give "
                        "each machine a part of its own with --part, or name the run whose results "
                        "count with --prefer."
                    )
                different.add(result.key)
    return len(duplicates), len(different)


@dataclass(frozen=True, slots=True)
class _Result:
    """A trial's result, without times and usage."""

    number: int
    key: str
    kind: str
    figures: dict[str, Any]
    turns: list[Any]
    journal: list[Any]

    def find_difference(self, other: "_Result") -> tuple[str, str] | None:
        """Find what differs from another run's result; in words, both ways."""
        for name in sorted(self.figures.keys() | other.figures.keys()):
            mine, theirs = self.figures.get(name), other.figures.get(name)
            if mine != theirs:
                return tuple(f"{name} {_show(value)}" for value in (mine, theirs))  # type: ignore[return-value]
        for what in ("turns", "journal"):
            mine, theirs = getattr(self, what), getattr(other, what)
            for place, (one, two) in enumerate(zip_longest(mine, theirs), 1):
                if one != two:
                    return (
                        f"line {place} of the {what} {_show(one)}",
                        f"line {place} of the {what} {_show(two)}",
                    )
        return None


RESULTS = """
SELECT number, key, kind, figures, turns, j.text FROM trials JOIN outcomes o USING (number)
LEFT JOIN turns USING (number) LEFT JOIN journals j USING (number)
WHERE o.failure = '' ORDER BY number
"""


def _read_results(run: RunFile) -> Iterator[_Result]:
    for number, key, kind, figures, turns, journal in run.database.execute(RESULTS):
        try:
            lines = [json.loads(line) for line in decompress_lines(journal, run.path).splitlines()]
        except (ValueError, RecursionError):
            raise RunError(f"{run.path} is damaged: the journal of trial {number}.") from None
        yield _Result(
            *(number, key, kind),
            *(_strip(json.loads(figures)), _strip(json.loads(turns or "[]")), _strip(lines)),
        )


WHEN_AND_BY_WHOM = frozenset({"time", "created", "version", "usage"})
"""What lines of a journal may differ in, besides the columns that are not reproducible."""


def _strip(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Remove times and usage from objects, and from lists of them."""
    if isinstance(value, list):
        return [_strip(one) for one in value]
    if isinstance(value, dict):
        kept = value.keys() - WHEN_AND_BY_WHOM
        return {name: value[name] for name in kept if is_reproducible(name)}
    return value


def _show(value: Any) -> str:  # noqa: ANN401 - any JSON
    return clean(json.dumps(value, ensure_ascii=False), 80)


def _copy_run(source: RunFile, target: RunFile, *, first: bool) -> None:
    """Copy plan, environments and outcomes."""
    database = target.database
    database.execute("ATTACH ? AS source", (str(source.path),))
    try:
        with target.transaction():
            if first:
                database.execute("INSERT INTO facts SELECT * FROM source.facts")
                database.execute("INSERT INTO lineups SELECT * FROM source.lineups")
                database.execute("INSERT INTO trials SELECT * FROM source.trials ORDER BY number")
            before = database.execute("SELECT count(*) FROM sittings").fetchone()[0]
            database.execute(
                "INSERT INTO sittings (began, ended, environment, part) "
                "SELECT began, ended, environment, part FROM source.sittings ORDER BY rowid"
            )
            _copy_outcomes(database, before)
    finally:
        database.execute("DETACH source")


def _copy_outcomes(database: sqlite3.Connection, sittings: int) -> None:
    """Copy missing outcomes; a finished trial replaces a failed one."""
    replaced = """SELECT number FROM outcomes WHERE failure != '' AND number IN (
        SELECT mine.number FROM trials mine JOIN source.trials theirs USING (key)
        JOIN source.outcomes o ON o.number = theirs.number WHERE o.failure = '')"""
    for table in ("calls", "outcomes"):
        database.execute(f"DELETE FROM {table} WHERE number IN ({replaced})")  # noqa: S608
    database.execute(
        """INSERT OR IGNORE INTO outcomes
        SELECT mine.number, o.sitting + ?, o.finished, o.seconds, o.host, o.failure, o.figures
        FROM source.outcomes o JOIN source.trials theirs ON theirs.number = o.number
        JOIN trials mine ON mine.key = theirs.key""",
        (sittings,),
    )
    for table in TEXTS:
        column = "turns" if table == "turns" else "text"
        database.execute(
            f"""INSERT OR IGNORE INTO {table}
            SELECT mine.number, x.{column} FROM source.{table} x
            JOIN source.trials theirs ON theirs.number = x.number
            JOIN trials mine ON mine.key = theirs.key
            JOIN outcomes o ON o.number = mine.number WHERE o.sitting > ?""",  # noqa: S608
            (sittings,),
        )
