"""What the rows of a form share: a label, a field, and a sentence where something is wrong."""

from typing import ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static


class Row(Horizontal):
    """A label and fields side by side; what is to be said about them comes in a line beneath."""

    DEFAULT_CSS = """
    Row { height: 1; }
    Row .label { width: 26; height: 1; }
    Row Input, Row Select { width: 24; margin-right: 2; background: $surface; }
    Row Input:focus, Row YesNo:focus { background: $panel; background-tint: $background 0%; }
    Row Input > .input--placeholder { color: $muted; }
    Row.-wrong .label { color: $error; }
    """

    class Changed(Message):
        """A field of the row was changed."""

    def __init__(self, label: str) -> None:
        """Show `label` before the fields."""
        super().__init__()
        self.label = label
        self.note: Static | None = None
        """The line beneath, once there was something to say."""

    def fields(self) -> ComposeResult:
        """What stands beside the label."""
        yield from ()

    def compose(self) -> ComposeResult:
        """The label, then the fields."""
        yield Static(self.label, classes="label", markup=False)
        yield from self.fields()

    def say(self, words: str | None, *, wrong: bool) -> None:
        """Put `words` beneath the row, as something `wrong` or worth knowing; `None`: nothing."""
        self.set_class(wrong, "-wrong")
        if self.note is None:
            if not words:
                return
            self.note = Static(classes="note", markup=False)
            cast("Widget", self.parent).mount(self.note, after=self)
        self.note.display = bool(words)
        self.note.set_class(wrong, "-wrong")
        self.note.update(f"{'✗' if wrong else '!'} {words or ''}")


class Beside(Widget):
    """What a field takes, and where there is room for it what it means."""

    DEFAULT_CSS = "Beside { width: 1fr; height: 1; color: $muted; }"
    COLUMN = 24
    """How wide the first part is where there are two."""

    def __init__(self, takes: str, means: str = "") -> None:
        """Show what the field `takes`, and what it `means`."""
        super().__init__()
        self.takes = takes
        self.means = means

    def render(self) -> Content:
        """One part, or both."""
        both = self.takes.ljust(self.COLUMN) + self.means
        return Content(both if len(both) <= self.size.width else self.takes)


class YesNo(Widget, can_focus=True):
    """Yes or no, in a word."""

    DEFAULT_CSS = """
    YesNo { width: 24; height: 1; margin-right: 2; padding: 0 1; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter,left,right", "flip", "Yes/no", key_display="Space"),
        Binding("y", "answer(True)", "Yes", show=False),
        Binding("n", "answer(False)", "No", show=False),
    ]
    value: reactive[bool] = reactive(False)

    class Changed(Message):
        """The answer was changed."""

    def __init__(self, value: bool) -> None:
        """Begin with `value`."""
        super().__init__()
        self.set_reactive(YesNo.value, value)

    def render(self) -> Content:
        """Both words, the chosen one marked."""
        chosen, other = "bold $primary" if self.has_focus else "bold", "$muted"
        return Content.assemble(
            ("● yes" if self.value else "○ yes", chosen if self.value else other),
            "   ",
            ("○ no" if self.value else "● no", other if self.value else chosen),
        )

    def watch_value(self) -> None:
        """Tell the form."""
        self.post_message(self.Changed())

    def on_click(self, event: events.Click) -> None:
        """Take the word that was clicked."""
        self.value = event.x < 8

    def action_flip(self) -> None:
        """Take the other word."""
        self.value = not self.value

    def action_answer(self, value: bool) -> None:
        """Take this word."""
        self.value = value
