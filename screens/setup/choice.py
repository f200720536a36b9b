"""One of several choices, of which one is marked."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class Choice(Widget, can_focus=True):
    """One of several choices; the chosen one is marked, independent of the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "choose(True)", "Choose", key_display="Enter"),
    ]
    chosen: reactive[bool] = reactive(False, toggle_class="-chosen")
    """Whether it is the chosen one."""

    class Chosen(Message):
        """A choice was made."""

        def __init__(self, choice: "Choice", *, proceed: bool) -> None:
            """Report `choice`; `proceed` says whether to go to the next question."""
            super().__init__()
            self.choice = choice
            self.proceed = proceed

        @property
        def control(self) -> "Choice":
            """The choice that was made."""
            return self.choice

    def on_click(self, event: events.Click) -> None:
        """Choose with the mouse."""
        event.stop()
        self.focus()
        self.action_choose(False)

    def action_choose(self, proceed: bool) -> None:
        """Choose this one; `proceed` says whether to go to the next question."""
        self.post_message(self.Chosen(self, proceed=proceed))
