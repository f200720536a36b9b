"""Through whose eyes a game is looked at."""

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from engine.game import Seat
from screens.games.ui import SeatNames


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
