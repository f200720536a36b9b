"""The screen that shows everybody what a round has revealed."""

from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button

from screens.dialogs.leave import LeaveDialog
from screens.widgets.footer import KeyFooter
from screens.widgets.gradual_reveal import GradualReveal
from screens.widgets.guarded_button import GuardedButton
from screens.widgets.key_guard import READING, KeyGuard, is_any_key

BUTTON_SIDES = 8
"""Cells of the button beside its label."""
SHOW_ALL = "Show all"
"""The button during a reveal."""
SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end")
"""Keys that scroll a reveal that is taller than the screen."""


class RoundSummary(KeyGuard, Screen[bool]):
    """Shows everybody what a round has revealed, until a key is pressed.

    Dismissed with true to go on, with false to leave the table.

    During the reveal, any key shows the rest.
    """

    HELP = (
        "What this round has revealed; everybody may look. Up and Down scroll if it is longer "
        "than the screen. While it is being revealed any key shows the rest. Enter goes on, and "
        "Esc leaves the table."
    )
    CSS_PATH = "table.tcss"  # which is there by then: with a new one, Textual parses all anew
    AUTO_FOCUS = ""
    READING_TIME = READING
    GUARDED = KeyGuard.GUARDED | {"go_on", "skip"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,space", "go_on", "Go on", tooltip="Go on with the game", key_display="Enter"
        ),
        Binding(
            "enter,space", "skip", "Show all", tooltip="Reveal what is left", key_display="Any key"
        ),
        Binding("escape", "leave", "Leave", key_display="Esc", tooltip="Save and leave the table"),
    ]

    def __init__(self, reveal: Widget, leads_to: str = "Next", *, can_leave: bool = False) -> None:
        """Show a reveal.

        Args:
            reveal: A widget made from onlookers' views.
            leads_to: Where the button leads: `Round 3`, `Pass to Cleo`, `The result`.
            can_leave: Whether people may leave the table here.
        """
        super().__init__()
        self.reveal = reveal
        self.leads_to = leads_to
        self.can_leave = can_leave

    def compose(self) -> ComposeResult:
        """Yield the reveal and a button."""
        with VerticalScroll(id="news", can_focus=False):
            yield self.reveal
        with Center(id="buttons"):
            button = GuardedButton(Content(self.label), id="next", action="screen.go_on_or_skip")
            button.styles.width = max(map(cell_len, (self.leads_to, SHOW_ALL))) + BUTTON_SIDES
            yield button
        yield KeyFooter()

    @property
    def is_complete(self) -> bool:
        """Whether everything is revealed."""
        return not isinstance(self.reveal, GradualReveal) or self.reveal.is_complete

    @property
    def label(self) -> str:
        """What the button does: where it leads, once everything is revealed."""
        return self.leads_to if self.is_complete else SHOW_ALL

    def on_key(self, event: events.Key) -> None:
        """Show the rest on any key; once everything is shown, only the keys below do something."""
        if self.is_complete or not is_any_key(event.key) or event.key in SCROLLING:
            return
        event.stop()
        event.prevent_default()
        self.action_skip()

    def on_staged_reveal_completed(self) -> None:
        """Offer to go on, once what came last can have been read."""
        self.ignore_held_keys()
        self.refresh_bindings()
        self.show_armed(self.armed)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Enable either showing the rest or continuing."""
        if action in ("go_on", "skip"):
            return (action == "go_on") == self.is_complete
        return action != "leave" or (self.can_leave and self.is_complete)

    def label_key(self, binding: Binding) -> str:
        """Name where Enter leads."""
        return self.leads_to if binding.action == "go_on" else ""

    def action_go_on_or_skip(self) -> None:
        """Do what the button offers."""
        if self.is_complete:
            self.action_go_on()
        else:
            self.action_skip()

    def action_skip(self) -> None:
        """Reveal what is left, unless the key was meant for another screen."""
        if isinstance(self.reveal, GradualReveal):
            self.press(self.reveal.reveal_rest)

    def action_go_on(self) -> None:
        """Close, unless the key was meant for another screen."""
        self.press(partial(self.dismiss, True))

    @work
    async def action_leave(self) -> None:
        """Ask whether to leave the table."""
        if await self.app.push_screen_wait(LeaveDialog()):
            self.dismiss(False)

    def show_armed(self, armed: bool) -> None:  # noqa: ARG002
        """Say on the button what it does now."""
        for button in self.query("#next").results(Button):
            button.label = Content(self.label)
            button.set_class(self.is_complete, "primary")


class DiscussionSummary(RoundSummary):
    """Shows everybody what has been said, to talk about it, until a key is pressed."""

    HELP = (
        "Everybody has spoken: talk about it. {timer} sets a timer of 1, 2, 3 or 5 minutes, or "
        "stops it. Up and Down scroll. Enter goes on to the vote, and Esc leaves the table."
    )
