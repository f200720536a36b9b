"""Merge runs of the same experiment, such as from several machines, into one run file.

Their plans, players and repeated outcomes are compared first.
"""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.errors import RunError
from lab.run.lock import lock_run
from lab.run.players import compare_settings
from lab.run.reproduction import is_reproducible
from lab.run.store import RunFile

TEXTS = ("turns", "journals", "calls")
MAX_SHOWN = 5
"""Maximum number of differences that a message names."""


@dataclass(frozen=True, slots=True)
class MergeResult:
    """The result of a merge."""

    trials: int
    """Number of trials in the plan."""
    taken: int
    """Number of outcomes that were copied."""
    duplicates: int
    """Number of trials that several runs had, with equal outcomes."""


def merge_runs(
    sources: Sequence[Path], target: Path, *, accept_changes: bool = False
) -> MergeResult:
    """Merge runs into a new one.

    A trial that several runs have finished is copied once; its outcomes must be equal, except for
    times and usage. A finished trial takes precedence over a failed one.

    Args:
        sources: The runs, two or more.
        target: The new run file.
        accept_changes: Whether to merge runs whose players have different settings.

    Raises:
        RunError: If the plans, the settings or the outcomes differ, or the target exists.
    """
    if target.exists():
        raise RunError(f"{target} exists already; name a new file with --into.")
    opened = [RunFile(path) for path in sources]
    try:
        _check_plans(opened, accept_changes=accept_changes)
        duplicates = _check_duplicates(opened)
        with lock_run(target), RunFile(target, writing=True) as merged:
            taken = 0
            for number, source in enumerate(opened):
                taken += _copy_run(source, merged, first=number == 0)
            return MergeResult(merged.count_trials().trials, taken, duplicates)
    finally:
        for source in opened:
            source.database.close()


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


def _check_duplicates(runs: Sequence[RunFile]) -> int:
    """Compare the outcomes of trials that several runs have finished; count these trials.

    Raises:
        RunError: If outcomes differ.
    """
    found: dict[str, Any] = {}
    duplicates, different = 0, []
    query = """SELECT key, figures, turns FROM trials JOIN outcomes o USING (number)
        LEFT JOIN turns USING (number) WHERE o.failure = '' ORDER BY number"""
    for run in runs:
        for key, figures, turns in run.database.execute(query):
            facts = {
                name: value for name, value in json.loads(figures).items() if is_reproducible(name)
            }
            outcome = facts, turns
            if key not in found:
                found[key] = outcome
                continue
            duplicates += 1
            if found[key] != outcome:
                different.append(key)
    if different:
        shown = ", ".join(different[:MAX_SHOWN])
        raise RunError(
            f"{len(different)} trials were finished in several runs, with different outcomes "
            f"(keys {shown}). Models answer differently each time: give each machine a part of its "
            f"own with --part."
        )
    return duplicates


def _copy_run(source: RunFile, target: RunFile, *, first: bool) -> int:
    """Copy plan, environments and outcomes; return the number of copied outcomes."""
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
            return _copy_outcomes(database, before)
    finally:
        database.execute("DETACH source")


def _copy_outcomes(database: sqlite3.Connection, sittings: int) -> int:
    """Copy missing outcomes; a finished trial replaces a failed one."""
    database.execute(
        """DELETE FROM outcomes WHERE failure != '' AND number IN (
            SELECT mine.number FROM trials mine JOIN source.trials theirs USING (key)
            JOIN source.outcomes o ON o.number = theirs.number WHERE o.failure = '')"""
    )
    count = database.execute(
        """INSERT OR IGNORE INTO outcomes
        SELECT mine.number, o.sitting + ?, o.finished, o.seconds, o.host, o.failure, o.figures
        FROM source.outcomes o JOIN source.trials theirs ON theirs.number = o.number
        JOIN trials mine ON mine.key = theirs.key""",
        (sittings,),
    ).rowcount
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
    return count
