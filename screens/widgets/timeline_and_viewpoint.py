"""Controls of a replay: the timeline, and the line that chooses the viewpoint."""

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from engine.game import Seat
from screens.players import SeatNames


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
        """How far the mark can move, in cells."""
        return max(self.size.width - len(self.label) - 1, 1)

    def on_click(self, event: events.Click) -> None:
        """Go to the step nearest to the click."""
        step = round((event.x - len(self.label)) * self.last / self.track_length)
        self.post_message(self.Seek(min(max(step, 0), self.last)))


class ViewpointLine(Widget):
    """A line of viewpoints, the chosen one marked; digits and clicks choose."""

    DEFAULT_CSS = "ViewpointLine { height: 1; width: 1fr; }"
    viewpoint: reactive[Seat | None] = reactive[Seat | None](None)
    """The chosen viewpoint; `None` is an onlooker's."""

    class Chosen(Message):
        """Another viewpoint was clicked."""

        def __init__(self, viewpoint: Seat | None) -> None:
            super().__init__()
            self.viewpoint = viewpoint

    def __init__(self, names: SeatNames, viewpoint: Seat | None, *, fixed: bool) -> None:
        """Offer an onlooker's viewpoint and each seat's; if `fixed`, only name this one."""
        super().__init__()
        self.names = names
        self.fixed = fixed
        self.set_reactive(ViewpointLine.viewpoint, viewpoint)

    @property
    def viewpoints(self) -> list[Seat | None]:
        return [None, *map(Seat, range(len(self.names.seats)))]

    def render(self) -> Content:
        if self.fixed:
            assert self.viewpoint is not None
            person = self.names.player(self.viewpoint, role=True)
            return Content.assemble(("◉ ", "$primary"), "viewpoint of ", person)
        return Content("   ").join(map(self.render_viewpoint, self.viewpoints))

    def render_viewpoint(self, viewpoint: Seat | None) -> Content:
        """Render one viewpoint with its number."""
        number = self.viewpoints.index(viewpoint)
        chosen = viewpoint == self.viewpoint
        style = "bold" if chosen else ""
        name = (
            Content.styled("onlooker", style or "$muted")
            if viewpoint is None
            else self.names.player(viewpoint, style=style)
        )
        return Content.assemble(
            (f"{'◉' if chosen else '○'} {number} ", "bold $primary" if chosen else "$muted"), name
        )

    def on_click(self, event: events.Click) -> None:
        """Choose the viewpoint under the pointer."""
        end = 0
        for viewpoint in self.viewpoints:
            end += self.render_viewpoint(viewpoint).cell_length + 3
            if event.x < end:
                self.post_message(self.Chosen(viewpoint))
                return
