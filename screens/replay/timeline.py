"""The line that marks the current step of a replay, and chooses another."""

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class Timeline(Widget):
    """A line that marks the current step of a replay; a click goes to another step."""

    DEFAULT_CSS = "Timeline { height: 1; width: 1fr; }"
    position: reactive[int] = reactive(0)
    """The current step, from 0."""
    pace: reactive[float] = reactive(0.0)
    """Seconds for each step while the replay runs, else 0."""

    class Seek(Message):
        """A step was clicked."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def __init__(self, last: int) -> None:
        """Show steps 0 to `last`."""
        super().__init__()
        self.last = last

    def render(self) -> Content:
        place = self.position * self.track_length // max(self.last, 1)
        return Content.assemble(
            (self.label, "bold $primary"),
            ("━" * place, "$primary"),
            ("●", "bold $primary"),
            ("─" * (self.track_length - place), "$outline"),
        )

    @property
    def label(self) -> str:
        """The current step, and the pace while the replay runs."""
        running = f", {self.pace:g} s each" if self.pace else ""
        return f"{'▶ ' if self.pace else ''}Step {self.position} of {self.last}{running}".ljust(26)

    @property
    def track_length(self) -> int:
        """The length of the track in cells, at least 1."""
        return max(self.size.width - len(self.label) - 1, 1)

    def on_click(self, event: events.Click) -> None:
        """Go to the step nearest to the click."""
        step = round((event.x - len(self.label)) * self.last / self.track_length)
        self.post_message(self.Seek(min(max(step, 0), self.last)))
