"""Several lines of text that are never copied to the clipboard, which others can read."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Paste
from textual.widgets import TextArea

from engine.text import clean_lines

MAX_PAGE = 100_000
"""Maximum length of a text area in characters."""


class PrivateTextArea(TextArea):
    """Plain text of several lines that is never copied to the clipboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+home", "jump(True)", show=False),
        Binding("ctrl+end", "jump(False)", show=False),
    ]

    def __init__(self, title: str, text: str = "", *, read_only: bool = False, id: str) -> None:  # noqa: A002
        """Show `text` under `title`."""
        super().__init__(
            clean_lines(text, MAX_PAGE),
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
        self.refresh_titles()

    def show(self, text: str, original: str) -> None:
        """Show another text; it counts as edited if it differs from the original."""
        self.original = clean_lines(original, MAX_PAGE)
        if self.text != text:
            self.load_text(clean_lines(text, MAX_PAGE))
        self.refresh_titles()

    @property
    def is_edited(self) -> bool:
        """Whether the text has been changed."""
        return self.text != self.original

    def refresh_titles(self) -> None:
        """Show the title, with a mark if the text is edited, and the number of lines."""
        self.border_title = Content(f"{self.heading}, edited" if self.is_edited else self.heading)
        lines = self.document.line_count
        self.border_subtitle = Content(f"{lines} lines" if lines > 1 else "")

    def on_text_area_changed(self) -> None:
        """Mark edited text as edited."""
        self.refresh_titles()

    def on_paste(self, event: Paste) -> None:
        """Insert as much of the pasted text as fits, cleaned."""
        event.prevent_default()
        event.stop()
        room = max(MAX_PAGE - len(self.text), 0)
        if not self.read_only and (text := clean_lines(event.text, room)):
            self.replace(text, *self.selection)

    def action_jump(self, start: bool) -> None:
        """Go to the start of the text, or to its end."""
        self.move_cursor((0, 0) if start else self.document.end)

    def action_copy(self) -> None:
        """Copy nothing: others can read the clipboard."""

    def action_cut(self) -> None:
        """Cut without copying."""
        if self.selected_text:
            self.action_delete_left()
