"""Controls of a replay: the timeline, and the line that chooses the viewpoint."""

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from engine.game import Seat
from screens.games.ui import SeatNames


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


class ViewpointLine(Widget):
    """One line with everybody's eyes, the open ones marked; digits and clicks choose."""

    DEFAULT_CSS = "ViewpointLine { height: 1; width: 1fr; }"
    eyes: reactive[Seat | None] = reactive[Seat | None](None)
    """The open eyes."""

    class Chosen(Message):
        """Other eyes were clicked."""

        def __init__(self, eyes: Seat | None) -> None:
            """Look through `eyes`."""
            super().__init__()
            self.eyes = eyes

    def __init__(self, names: SeatNames, eyes: Seat | None, *, fixed: bool) -> None:
        """Offer an onlooker's eyes and each seat's, or show only `eyes` if they are fixed."""
        super().__init__()
        self.names = names
        self.fixed = fixed
        self.set_reactive(ViewpointLine.eyes, eyes)

    @property
    def pairs(self) -> list[Seat | None]:
        """The eyes to choose from."""
        return [None, *map(Seat, range(len(self.names.seats)))]

    def render(self) -> Content:
        """Numbers and names."""
        if self.fixed:
            assert self.eyes is not None
            person = self.names.name(self.eyes)
            return Content.assemble(("◉ ", "$primary"), Content(f"the eyes of {person}"))
        return Content("   ").join(map(self.choice, self.pairs))

    def choice(self, eyes: Seat | None) -> Content:
        """One of the eyes, as it stands in the line."""
        number = self.pairs.index(eyes)
        open_ = eyes == self.eyes
        name = Content(self.name_of(eyes))
        return Content.assemble(
            (f"{'◉' if open_ else '○'} {number} ", "bold $primary" if open_ else "$muted"),
            name.stylize("bold" if open_ else "$muted"),
        )

    def name_of(self, eyes: Seat | None) -> str:
        """What eyes are called."""
        if eyes is None:
            return "onlooker"
        return self.names.seats[eyes]

    def on_click(self, event: events.Click) -> None:
        """Choose the eyes under the pointer."""
        end = 0
        for eyes in self.pairs:
            end += self.choice(eyes).cell_length + 3
            if event.x < end:
                self.post_message(self.Chosen(eyes))
                return
