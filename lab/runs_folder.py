"""The runs folder: finding runs by name, and the status of a run."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.options import explain_unknown
from engine.usage import Usage, format_duration, format_usage
from lab.errors import RunError
from lab.run_file import Counts, Part, RunFile
from words.space_files import get_data_folder

SUFFIX = ".run"


def get_runs_folder() -> Path:
    """Find the default folder of runs."""
    return get_data_folder() / "runs"


def get_default_run_path(name: str) -> Path:
    """Build the default path of an experiment's run file."""
    return get_runs_folder() / f"{name}{SUFFIX}"


def list_runs() -> list[Path]:
    """List the runs in the folder, last changed first."""
    return sorted(get_runs_folder().glob(f"[!.]*{SUFFIX}"), key=find_last_change, reverse=True)


def find_run(text: str = "") -> Path:
    """Find a run by path or name.

    Args:
        text: A path, or the name of a run in the folder; empty for the latest.

    Raises:
        RunError: If there is none; the message gives the nearest name.
    """
    if not text:
        if runs := list_runs():
            return runs[0]
        raise RunError("There are no runs yet. Start one: parlour lab run decrypto-crossplay")
    path = Path(text).expanduser()
    if path.is_file():
        return path
    named = get_default_run_path(text.removesuffix(SUFFIX))
    if named.is_file():
        return named
    known = tuple(run.name.removesuffix(SUFFIX) for run in list_runs())
    if "/" in text or not known:
        raise RunError(f"There is no run {text}.")
    raise RunError(explain_unknown("run", text, known))


def find_last_change(path: Path) -> float:
    """Find the time of a run's last change, which may be in SQLite's log beside it."""
    log = path.with_name(f"{path.name}-wal")
    return max(one.stat().st_mtime for one in (path, log) if one.exists())


STALE_SECONDS = 5.0
"""After this time without progress, the coordinator is assumed to be dead."""


@dataclass(frozen=True, slots=True)
class Status:
    """The status of a run."""

    name: str
    state: str
    """`new`, `running`, `paused`, `stopped` or `finished`."""
    counts: Counts
    usage: Usage
    trials_per_second: float
    """The speed of the current sitting; 0 if it is not running."""
    seconds_left: float | None
    """Estimated remaining seconds; `None` if unknown."""
    detail: dict[str, Any]
    """Details from the coordinator: `under_way`, `asking`, `executor`, `budget`, `reason`."""
    finished_part: str = ""
    """The part, such as `1/2`, that was run last and is finished, if other parts are left."""

    @property
    def over(self) -> bool:
        """Whether no process is working on it."""
        return self.state not in ("running", "paused")

    @property
    def line(self) -> str:
        """Format the status in a line."""
        counts = self.counts
        state = f"part {self.finished_part} finished" if self.finished_part else self.state
        parts = [f"{self.name}: {state}, {counts.done:,} of {counts.trials:,} trials"]
        if counts.failed:
            parts.append(f"{counts.failed:,} failed")
        if not self.over:
            parts.append(f"{self.detail.get('under_way', 0)} under way")
            if asking := self.detail.get("asking"):
                parts.append(f"{asking} calls in flight" if asking > 1 else "1 call in flight")
            parts.append(str(self.detail.get("executor", "")))
            if self.trials_per_second:
                parts.append(f"{self.trials_per_second:.1f} a second")
            if self.seconds_left is not None:
                parts.append(f"{format_duration(self.seconds_left)} left")
        if used := format_usage([self.usage]):
            parts.append(used)
        if budget := self.detail.get("budget"):
            parts.append(f"budget {budget}")
        return ", ".join(part for part in parts if part)


def describe_status(run_file: RunFile) -> Status:
    """Read the status of a run."""
    counts, progress = run_file.count_trials(), run_file.read_progress()
    state, updated, detail = progress or ("new", "", {})
    if state in ("running", "paused") and _count_seconds_since(updated) > STALE_SECONDS:
        state = "stopped"
    if state == "new" and counts.trials > counts.left:  # merged from several runs
        state = "finished"
    part = ""
    if state == "finished" and counts.left:
        state = "stopped"  # one part of several, or the plan has grown
        part = _find_finished_part(run_file)
    speed, left = 0.0, None
    if state == "running":
        query = """SELECT count(*), s.began FROM outcomes o JOIN sittings s ON s.rowid = o.sitting
            WHERE o.sitting = ?"""
        done, began = run_file.database.execute(query, (detail["sitting"],)).fetchone()
        if done and (seconds := _count_seconds_since(began)) > 0:
            speed = done / seconds
            left = counts.left / speed
    name = run_file.read_fact("name") or run_file.path.stem
    return Status(name, state, counts, run_file.sum_usage(), speed, left, detail, part)


def _find_finished_part(run_file: RunFile) -> str:
    """Find the part of the last sitting, if it is finished; else empty."""
    text = run_file.read_value("SELECT part FROM sittings ORDER BY rowid DESC LIMIT 1") or ""
    if not text or run_file.count_trials(Part.parse(text)).left:
        return ""
    return str(text)


def _count_seconds_since(time: str) -> float:
    return (datetime.now(UTC) - datetime.fromisoformat(time)).total_seconds()
