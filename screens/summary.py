"""What everybody looks at together when a round has been revealed."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button

from screens.heed import Heedful
from screens.widgets.keys import Keys


class Summary(Heedful, Screen[None]):
    """A round summary, safe for everybody; stays until somebody goes on."""

    CSS_PATH = "summary.tcss"
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
        yield Keys()

    def action_go_on(self) -> None:
        """Close, unless the key was meant for the screen before."""
        if self.meant():
            self.dismiss()
