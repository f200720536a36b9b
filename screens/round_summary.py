"""What everybody looks at together when a round has been revealed."""

from typing import ClassVar, Protocol, runtime_checkable

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button

from screens.key_guard import KeyGuard
from screens.widgets.footer import KeyFooter


@runtime_checkable
class Unfolding(Protocol):
    """News that are told bit by bit."""

    @property
    def told(self) -> bool:
        """Whether all is told."""

    def unfold(self) -> bool:
        """Tell the rest at once; whether there was any."""


class RoundSummary(KeyGuard, Screen[None]):
    """A round summary, safe for everybody; stays until somebody goes on."""

    CSS_PATH = "round_summary.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go_on", "Go on", key_display="Enter"),
    ]

    def __init__(self, news: Widget) -> None:
        """Show `news`, a widget made from what onlookers may see."""
        super().__init__()
        self.news = news

    def compose(self) -> ComposeResult:
        """The news, and a way on."""
        with VerticalScroll(id="news", can_focus=False):
            yield self.news
        with Center(id="on"):
            yield Button("Go on", action="screen.go_on", classes="primary")
        yield KeyFooter()

    def action_go_on(self) -> None:
        """Tell all that is to be told, then close, unless the key was meant for another screen."""
        self.record_press()
        if self.accepts_key() and not (isinstance(self.news, Unfolding) and self.news.unfold()):
            self.dismiss()
