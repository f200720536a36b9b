"""A page of private text: to read, and to edit where that makes sense."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Paste
from textual.widgets import TextArea

from engine.text import clean_lines

LONGEST = 100_000
"""The most characters that a page takes."""


class Page(TextArea):
    """Text of several lines that never reaches the clipboard, and takes nothing but plain text."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+home", "ends(True)", show=False),
        Binding("ctrl+end", "ends(False)", show=False),
    ]

    def __init__(self, title: str, text: str = "", *, read_only: bool = False, id: str) -> None:  # noqa: A002
        """Show `text` under `title`."""
        super().__init__(
            clean_lines(text, LONGEST),
            read_only=read_only,
            show_cursor=not read_only,
            highlight_cursor_line=False,
            tab_behavior="focus",
            id=id,
            classes="-read-only" if read_only else "",
        )
        self.match_cursor_bracket = False
        self.heading = title
        self.original = self.text
        self.tell()

    def show(self, text: str, original: str) -> None:
        """Show another text, which is edited if it is not the original."""
        self.original = clean_lines(original, LONGEST)
        if self.text != text:
            self.load_text(clean_lines(text, LONGEST))
        self.tell()

    @property
    def edited(self) -> bool:
        """Has the text been changed?"""
        return self.text != self.original

    def tell(self) -> None:
        """Say above the text whether it has been changed, and below how long it is if it is."""
        self.border_title = Content(f"{self.heading}, edited" if self.edited else self.heading)
        lines = self.document.line_count
        self.border_subtitle = Content(f"{lines} lines" if lines > 1 else "")

    def on_text_area_changed(self) -> None:
        """Tell edited text from other text."""
        self.tell()

    def on_paste(self, event: Paste) -> None:
        """Take as much of what is pasted as there is room for, cleaned."""
        event.prevent_default()
        event.stop()
        room = max(LONGEST - len(self.text), 0)
        if not self.read_only and (text := clean_lines(event.text, room)):
            self.replace(text, *self.selection)

    def action_ends(self, start: bool) -> None:
        """Go to the start of the text, or to its end."""
        self.move_cursor((0, 0) if start else self.document.end)

    def action_copy(self) -> None:
        """Keep the text here: a clipboard is read by others."""

    def action_cut(self) -> None:
        """Cut without copying."""
        if self.selected_text:
            self.action_delete_left()
