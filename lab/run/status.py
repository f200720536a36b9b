"""Read the status of a run: its state, counts of trials, usage, speed and remaining time.

`describe_status` reads it from the run file, also while another process works on the run.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from engine.duration import format_duration
from engine.usage import Usage
from engine.usage_text import format_usage
from lab.run.run_part import Part
from lab.run.store import Counts, RunFile

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
    """The speed since the run was last started or resumed; 0 if it is not running."""
    seconds_left: float | None
    """Estimated remaining seconds; `None` if unknown."""
    detail: dict[str, Any]
    """Details from the coordinator: `under_way`, `asking`, `executor`, `budget`, `reason`."""
    with_stand_ins: int = 0
    """Finished trials in which a stand-in made a move."""
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
        if counts.unrunnable:
            parts.append(f"{counts.unrunnable:,} not run, as they are about games that failed")
        if self.with_stand_ins:
            parts.append(f"{self.with_stand_ins:,} with moves of stand-ins")
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
    name, usage = run_file.read_fact("name") or run_file.path.stem, run_file.sum_usage()
    stood_in = run_file.count_with_stand_ins()
    return Status(name, state, counts, usage, speed, left, detail, stood_in, part)


def _find_finished_part(run_file: RunFile) -> str:
    """Find the part that was run last, if it is finished; else empty."""
    text = run_file.read_value("SELECT part FROM sittings ORDER BY rowid DESC LIMIT 1") or ""
    if not text or run_file.count_trials(Part.parse(text)).left:
        return ""
    return str(text)


def _count_seconds_since(time: str) -> float:
    return (datetime.now(UTC) - datetime.fromisoformat(time)).total_seconds()
