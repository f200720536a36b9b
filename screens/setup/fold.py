"""A line that unfolds a part of the form."""

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class Fold(Widget, can_focus=True):
    """A line that unfolds a part of the form, with a short summary of it."""

    DEFAULT_CSS = """
    Fold { height: 1; border-left: blank; padding: 0 1; }
    Fold:hover { background: $surface; }
    Fold:focus { border-left: outer $primary; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "unfold", "Open", key_display="Enter"),
        Binding("enter,space", "fold", "Close", key_display="Enter"),
    ]
    open: reactive[bool] = reactive(False)
    """Whether that part is shown."""

    class Toggled(Message):
        """It was opened or closed."""

        def __init__(self, fold: "Fold") -> None:
            super().__init__()
            self.fold = fold

        @property
        def control(self) -> "Fold":
            """The fold that was toggled."""
            return self.fold

    def __init__(self, title: str, describe: Callable[[], str], *, id: str) -> None:  # noqa: A002
        """Show `title`, and the result of `describe` beside it."""
        super().__init__(id=id)
        self.heading = title
        self.describe = describe

    def render(self) -> Content:
        sign = "▾ " if self.open else "▸ "
        return Content.assemble(
            (sign, "$primary"), (self.heading, "bold"), "  ", (self.describe(), "$muted")
        )

    def watch_open(self) -> None:
        self.post_message(self.Toggled(self))
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Enable either opening or closing."""
        return self.open is (action == "fold") if action in ("fold", "unfold") else True

    def on_click(self, event: events.Click) -> None:
        """Open or close it with the mouse."""
        event.stop()
        self.open = not self.open

    def action_unfold(self) -> None:
        """Open it."""
        self.open = True

    def action_fold(self) -> None:
        """Close it."""
        self.open = False
