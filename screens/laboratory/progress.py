"""The progress of an experiment run: state, trials, speed, cost and failures."""

from collections.abc import Iterator

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget

from engine.duration import format_duration
from engine.text import clean
from engine.usage_text import list_tokens_and_cost
from lab.analysis.live.snapshot import Snapshot
from lab.run.status import Status

STATES = {
    "running": ("●", "running", "$success"),
    "paused": ("‖", "paused", "$warning"),
    "stopped": ("○", "stopped", "$warning"),
    "finished": ("✓", "finished", "$success"),
    "new": ("○", "not begun", "$muted"),
}
"""By state: sign, word, colour."""


class ProgressLine(Widget):
    """The number of trials with an outcome, as a bar and in numbers."""

    DEFAULT_CSS = "ProgressLine { height: 1; width: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.status: Status | None = None

    def show(self, status: Status) -> None:
        """Show how far a run is."""
        self.status = status
        self.refresh()

    def render(self) -> Content:
        if self.status is None:
            return Content("")
        counts = self.status.counts
        done = counts.done + counts.failed
        share = done / counts.trials if counts.trials else 1.0
        text = f"  {int(100 * share):3} %   {done:,} of {counts.trials:,} trials"
        width = max(self.size.width - cell_len(text), 4)
        filled = int(width * share)
        return Content.assemble(
            ("━" * filled, "$primary"), ("─" * (width - filled), "$outline"), text
        )


def render_facts(snapshot: Snapshot, *, starting: bool = False) -> Content:
    """Render speed, time left, calls, cost and failures; zeros are left out."""
    status, counts = snapshot.status, snapshot.status.counts
    facts = [] if status.over else list(_describe_progress(snapshot))
    usage = status.usage
    budget = str(status.detail.get("budget") or "")
    if budget:
        facts.append(f"budget {budget}")
    if usage.calls:
        if not budget.endswith("calls"):
            facts.append(f"{usage.calls:,} calls")
        facts += list_tokens_and_cost(usage.tokens_in, usage.tokens_out, usage.cost)
    if status.state == "stopped" and (reason := status.detail.get("reason")):
        facts.append(clean(str(reason), 300).rstrip("."))
    elif status.over and counts.left and not starting:
        facts.append(f"{counts.left:,} left to run: G continues")
    nothing = "Loading word vectors and players ..." if starting else "All trials are done."
    line = Content(" · ".join(facts) or nothing)
    if counts.failed:
        failed = f"✗ {counts.failed:,} failed"
        line = Content.assemble(line, " · ", (failed, "bold $error"))
    return line if snapshot.complete else Content.assemble(line, (" · reading ...", "$muted"))


def _describe_progress(snapshot: Snapshot) -> Iterator[str]:
    """Describe what a run does now, and how long it still takes."""
    if snapshot.speed:
        yield f"{snapshot.speed:,.1f} trials a second"
    if snapshot.seconds_left is not None:
        yield f"{format_duration(snapshot.seconds_left)} left"
    yield f"{snapshot.status.detail.get('under_way', 0)} under way"
    if asking := snapshot.status.detail.get("asking"):
        yield f"{asking} calls in flight" if asking > 1 else "1 call in flight"
