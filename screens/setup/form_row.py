"""A row of a form: a label, fields, and what they accept."""

from typing import cast

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static


class Row(Horizontal):
    """A label and fields side by side; notes about them appear in a line beneath."""

    DEFAULT_CSS = """
    Row { height: 1; border-left: blank; padding-left: 1; }
    Row:focus-within { border-left: outer $primary; background: $panel; }
    Row:focus-within .label { text-style: bold; }
    Row .label { width: 24; height: 1; }
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
        """The line beneath; `None` before the first note."""

    def compose_fields(self) -> ComposeResult:
        """Yield the widgets beside the label."""
        yield from ()

    def compose(self) -> ComposeResult:
        """The label, then the fields."""
        yield Static(self.label, classes="label", markup=False)
        yield from self.compose_fields()

    def show_note(self, words: str | None, *, wrong: bool) -> None:
        """Show a note beneath the row, as an error or a hint; `None` removes it."""
        self.set_class(wrong, "-wrong")
        if self.note is None:
            if not words:
                return
            self.note = Static(classes="note", markup=False)
            cast("Widget", self.parent).mount(self.note, after=self)
        self.note.display = bool(words)
        self.note.set_class(wrong, "-wrong")
        self.note.update(f"{'✗' if wrong else '!'} {words or ''}")


class FieldHint(Widget):
    """What a field accepts, and what it means if there is space."""

    DEFAULT_CSS = "FieldHint { width: 1fr; height: 1; color: $muted; }"
    COLUMN = 24
    """Width of the first part if both are shown."""
    LEAST = 2 / 3
    """The least share of the words that says something."""

    def __init__(self, takes: str, means: str = "", *, brief: str = "") -> None:
        """Show what a field accepts, and what it means; where that is too long, what is `brief`."""
        super().__init__()
        self.takes = takes
        self.means = means
        self.brief = brief

    @property
    def hides_all(self) -> bool:
        """Whether there is no room to say what the field accepts."""
        return bool(self.takes) and not self.render().plain

    def render(self) -> Content:
        width = self.size.width
        both = self.takes.ljust(self.COLUMN) + self.means
        takes = self.brief if self.brief and len(self.takes) > width else self.takes
        told = Content(both if len(both) <= width else takes)
        says = width >= told.cell_length * self.LEAST
        return told.truncate(width, ellipsis=True) if says else Content()
