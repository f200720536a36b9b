"""What the rows of a form share: a label, a field, and a sentence where something is wrong."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static


class Row(Vertical):
    """A label and fields side by side, and a line beneath that is there when it is needed."""

    DEFAULT_CSS = """
    Row { height: auto; }
    Row > Horizontal { height: 1; }
    Row .label { width: 26; height: 1; }
    Row Input, Row Select { width: 24; margin-right: 2; background: $surface; }
    Row Input:focus, Row YesNo:focus { background: $panel; background-tint: $background 0%; }
    Row Input > .input--placeholder { color: $muted; }
    Row .beside { width: 1fr; color: $muted; text-wrap: nowrap; text-overflow: ellipsis; }
    Row .beneath { display: none; padding-left: 14; color: $warning; height: auto; }
    Row.-noted .beneath { display: block; }
    Row.-wrong .beneath { color: $error; }
    Row.-wrong .label { color: $error; }
    """

    class Changed(Message):
        """A field of the row was changed."""

    def __init__(self, label: str) -> None:
        """Show `label` before the fields."""
        super().__init__()
        self.label = label

    def fields(self) -> ComposeResult:
        """What stands beside the label."""
        yield from ()

    def compose(self) -> ComposeResult:
        """The label, the fields, the line beneath."""
        with Horizontal():
            yield Static(self.label, classes="label", markup=False)
            yield from self.fields()
        yield Static(classes="beneath", markup=False)

    def say(self, words: str | None, *, wrong: bool) -> None:
        """Put `words` beneath the row, as something `wrong` or worth knowing; `None`: nothing."""
        self.set_class(bool(words), "-noted")
        self.set_class(bool(words) and wrong, "-wrong")
        self.query_one(".beneath", Static).update(f"{'✗' if wrong else '!'} {words or ''}")


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
