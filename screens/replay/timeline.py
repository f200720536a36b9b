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
        place = self.position * self.longest // max(self.last, 1)
        return Content.assemble(
            ("━" * place, "$primary"),
            ("●", "bold $primary"),
            ("─" * (self.longest - place), "$outline"),
        )

    @property
    def longest(self) -> int:
        """Cells before the mark of the last step, at least 1."""
        return max(self.size.width - 1, 1)

    def on_click(self, event: events.Click) -> None:
        """Go to the step nearest to the click."""
        step = round(event.x * self.last / self.longest)
        self.post_message(self.Seek(min(max(step, 0), self.last)))
