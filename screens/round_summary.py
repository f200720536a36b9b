"""The round summary: what everybody looks at together after a round."""

from typing import ClassVar, Protocol, runtime_checkable

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button

from screens.key_guard import KeyGuard, is_any_key
from screens.widgets.footer import KeyFooter

SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end")
"""Keys that scroll a reveal which is higher than the screen."""


@runtime_checkable
class GradualReveal(Protocol):
    """A widget that reveals its parts one after another; see `StagedReveal`."""

    @property
    def is_complete(self) -> bool:
        """Whether everything is revealed."""

    def reveal_rest(self) -> bool:
        """Reveal the rest at once.

        Returns:
            Whether there was any.
        """


class RoundSummary(KeyGuard, Screen[None]):
    """Shows what a round has revealed, to everybody, until somebody goes on.

    While it is being revealed, any key shows the rest.
    """

    HELP = (
        "What this round has revealed; everybody may look. Up and Down scroll if it is longer "
        "than the screen. While it is being revealed any key shows the rest. Enter goes on."
    )
    CSS_PATH = "round_summary.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go_on", "Next", key_display="Enter"),
        Binding("enter,space", "skip", "Show all", key_display="Any key"),
    ]

    def __init__(self, reveal: Widget) -> None:
        """Show `reveal`, a widget made from onlookers' views."""
        super().__init__()
        self.reveal = reveal

    def compose(self) -> ComposeResult:
        """What was revealed, and a button."""
        with VerticalScroll(id="news", can_focus=False):
            yield self.reveal
        with Center(id="buttons"):
            yield Button("Next", id="next", action="screen.go_on_or_skip", classes="primary")
        yield KeyFooter()

    @property
    def is_complete(self) -> bool:
        """Whether everything is revealed."""
        return not isinstance(self.reveal, GradualReveal) or self.reveal.is_complete

    def on_key(self, event: events.Key) -> None:
        """Show the rest on any key; once everything is shown, only the keys below do something."""
        if self.is_complete or not is_any_key(event.key) or event.key in SCROLLING:
            return
        event.stop()
        event.prevent_default()
        self.action_skip()

    def on_staged_reveal_completed(self) -> None:
        """Offer to go on."""
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer one thing at a time: to show the rest, or to go on."""
        if action in ("go_on", "skip"):
            return (action == "go_on") == self.is_complete
        return True

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
        self.press(self.dismiss)

    def show_armed(self, armed: bool) -> None:
        """Dim the button while keys are ignored."""
        self.query("#next").set_class(not armed, "-waiting")
