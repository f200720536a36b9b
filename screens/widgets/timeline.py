"""How far into a game one is."""

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class Timeline(Widget):
    """A line with a mark at the step at hand; click it to go elsewhere."""

    DEFAULT_CSS = "Timeline { height: 1; width: 1fr; }"
    at: reactive[int] = reactive(0)
    """The step at hand, counted from 0."""
    pace: reactive[float] = reactive(0.0)
    """Seconds a step while the replay runs by itself, else 0."""

    class Sought(Message):
        """A step was clicked."""

        def __init__(self, step: int) -> None:
            """Go to `step`."""
            super().__init__()
            self.step = step

    def __init__(self, last: int) -> None:
        """A line from step 0 to step `last`."""
        super().__init__()
        self.last = last

    def render(self) -> Content:
        """Which step this is; the way behind, the mark, the way ahead."""
        place = self.at * self.length // max(self.last, 1)
        return Content.assemble(
            (self.words, "bold $primary"),
            ("━" * place, "$primary"),
            ("●", "bold $primary"),
            ("─" * (self.length - place), "$faint"),
        )

    @property
    def words(self) -> str:
        """The step, and how fast it goes on."""
        running = f", {self.pace:g} s each" if self.pace else ""
        return f"{'▶ ' if self.pace else ''}Step {self.at} of {self.last}{running}".ljust(26)

    @property
    def length(self) -> int:
        """How many characters the mark can travel."""
        return max(self.size.width - len(self.words) - 1, 1)

    def on_click(self, event: events.Click) -> None:
        """Seek the step nearest to the click."""
        step = round((event.x - len(self.words)) * self.last / self.length)
        self.post_message(self.Sought(min(max(step, 0), self.last)))
