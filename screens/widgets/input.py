"""A line of text that is never copied to the clipboard, which others can read."""

from textual.events import Paste
from textual.widgets import Input

from engine.text import MAX_LINE_LENGTH, clean


class PrivateInput(Input):
    """A line of plain text that is never copied to the clipboard."""

    def on_paste(self, event: Paste) -> None:
        """Insert as much of the pasted text as fits, cleaned."""
        event.prevent_default()
        event.stop()
        start, end = sorted(self.selection)
        room = (self.max_length or MAX_LINE_LENGTH) - len(self.value) + end - start
        if text := clean(event.text, max(room, 0)):
            self.replace(text, start, end)

    def action_copy(self) -> None:
        """Copy nothing, because others can read the clipboard."""

    def action_cut(self) -> None:
        """Cut without copying."""
        self.delete_selection()
