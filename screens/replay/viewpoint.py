"""The line that chooses whose view a replay shows."""

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from engine.seat import Seat
from screens.players.seat_names import SeatNames

VIEWPOINT_GAP = 3
"""Cells between two viewpoints in a line."""


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
            person = self.names.format_player(self.viewpoint, role=True)
            return Content.assemble(("◉ ", "$primary"), "viewpoint of ", person)
        return Content(" " * VIEWPOINT_GAP).join(self.render_viewpoints())

    def render_viewpoints(self) -> list[Content]:
        """Render all viewpoints; those that are not chosen without names if not all fit."""
        full = [self.render_viewpoint(one) for one in self.viewpoints]
        room = self.size.width + VIEWPOINT_GAP
        if sum(one.cell_length + VIEWPOINT_GAP for one in full) <= room:
            return full
        return [self.render_viewpoint(one, short=True) for one in self.viewpoints]

    def render_viewpoint(self, viewpoint: Seat | None, *, short: bool = False) -> Content:
        """Render one viewpoint with its number; if `short`, its name only if it is chosen."""
        number = self.viewpoints.index(viewpoint)
        chosen = viewpoint == self.viewpoint
        style = "bold" if chosen else ""
        if viewpoint is None:
            name = Content.styled("Onlooker", style or "$muted")
        elif short and not chosen:
            name = Content.styled(self.names.get_mark(viewpoint), self.names.get_style(viewpoint))
        else:
            name = self.names.format_player(viewpoint, style=style)
        return Content.assemble(
            (f"{'▸' if chosen else ' '}{number} ", "bold $primary" if chosen else "$muted"), name
        )

    def on_click(self, event: events.Click) -> None:
        """Choose the viewpoint under the pointer."""
        end = 0
        for viewpoint, shown in zip(self.viewpoints, self.render_viewpoints(), strict=True):
            end += shown.cell_length + VIEWPOINT_GAP
            if event.x < end:
                self.post_message(self.Chosen(viewpoint))
                return
