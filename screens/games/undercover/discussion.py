"""The discussion: everybody has spoken, and nobody has voted yet."""

from math import ceil
from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from engine.games.undercover.view import View
from engine.seat import Seat
from screens.games.undercover.player_panels import PanelScroll, PlayerPanels
from screens.players.seat_names import SeatNames
from screens.shown_keys import show_key
from screens.widgets.move_news import format_remark

MINUTES = (0, 1, 2, 3, 5)
"""The lengths of the timer that its key goes through; 0 is off."""


class Discussion(Vertical, can_focus=True):
    """All that has been said, for everybody to talk about before the vote."""

    DEFAULT_CSS = """
    Discussion { width: 100%; max-width: 190; height: 1fr; min-height: 14; }
    Discussion #head, Discussion #clock { width: 100%; height: auto; text-align: center; }
    Discussion #head { margin: 1 0; }
    Discussion PanelScroll { height: 1fr; align-vertical: middle; }
    Discussion #remarks { width: 100%; height: auto; max-height: 50%; padding: 0 1; }
    Discussion #remarks { overflow-y: auto; scrollbar-size-vertical: 1; display: none; }
    Discussion #remarks.-said { display: block; border-top: solid $faint; margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "t,T", "set_timer", "Timer", key_display="T", tooltip="1, 2, 3 or 5 minutes", id="timer"
        ),
        Binding("up,pageup", "scroll(-1)", show=False),
        Binding("down,pagedown", "scroll(1)", show=False),
    ]

    def __init__(self, view: View, names: SeatNames) -> None:
        """Show what has been said in `view`, an onlooker's view."""
        super().__init__()
        self.view = view
        self.names = names
        self.remarks: list[Content] = []
        """What machines have said, oldest first."""
        self.minutes = 0
        """The length of the timer; 0 if it is off."""
        self.ends = 0.0
        """When the timer ends."""
        self.ticking: Timer | None = None
        self.has_people = len(names.machines) < len(names.seats)
        """Whether somebody at this table talks without a screen, and may want a timer."""
        self.can_focus = self.has_people

    def compose(self) -> ComposeResult:
        when = f"   Round {self.view.number} of {self.view.options.rounds}"
        now = "Everybody has spoken. " + ("Talk!" if self.has_people else "Now they discuss it.")
        head = Content.assemble((f" {now} ", "bold reverse $primary"), (when, "$muted"))
        yield Static(head, id="head")
        yield PanelScroll(PlayerPanels(self.names, self.view, boxed=True))
        with VerticalScroll(id="remarks", can_focus=False):
            yield Static(id="said")
        yield Static(id="clock")

    def on_mount(self) -> None:
        """Take the keys."""
        if self.has_people:
            self.focus()
            self.show_clock()
        self.show_remarks()

    def add_remark(self, seat: Seat, text: str) -> None:
        """Show what a machine has said; the newest is in view."""
        self.remarks.append(format_remark(self.names, seat, text))
        if self.is_mounted:
            self.show_remarks()

    def show_remarks(self) -> None:
        """Show what machines have said so far."""
        self.query_one("#said", Static).update(Content("\n").join(self.remarks))
        remarks = self.query_one("#remarks")
        remarks.set_class(bool(self.remarks), "-said")
        remarks.scroll_end(animate=False)

    def action_scroll(self, pages: int) -> None:
        """Scroll what was said, if it is higher than the screen."""
        panels = self.query_one(PanelScroll)
        panels.scroll_relative(y=pages * panels.size.height // 2, animate=False)

    def action_set_timer(self) -> None:
        """Start the timer with its next length, or stop it after the last."""
        self.minutes = MINUTES[(MINUTES.index(self.minutes) + 1) % len(MINUTES)]
        self.ends = monotonic() + 60 * self.minutes
        if self.ticking is not None:
            self.ticking.stop()
        self.ticking = self.set_interval(1, self.tick) if self.minutes else None
        self.show_clock()

    def tick(self) -> None:
        """Show the time left, and ring once when it is up."""
        self.show_clock()
        if monotonic() >= self.ends and self.ticking is not None:
            self.ticking.stop()
            self.ticking = None
            self.app.bell()

    def show_clock(self) -> None:
        """Show how much time is left, or how to set a timer."""
        left = ceil(self.ends - monotonic())
        if not self.minutes:
            line = Content.styled(f"{show_key(self.app, 'timer')} sets a timer.", "$muted")
        elif left > 0:
            line = Content.styled(f"{left // 60}:{left % 60:02} to talk", "bold $primary")
        else:
            line = Content.styled("Time is up: vote.", "bold $primary")
        self.query_one("#clock", Static).update(line)
