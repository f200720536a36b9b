"""A line of text that is never copied to the clipboard, which others can read."""

from textual.events import Key, Paste
from textual.widgets import Input

from engine.text import MAX_LINE_LENGTH, clean


class PrivateInput(Input):
    """A line of plain text that is never copied to the clipboard."""

    async def on_key(self, event: Key) -> None:
        """Run the field's own keys at once, in the order in which they were pressed.

        Textual lets them pass through all parents first, and letters that follow overtake them.
        """
        if event.is_printable:
            return
        bound = self.screen.active_bindings.get(event.key)
        if bound is None or bound.node is not self or not bound.enabled:
            return
        if await self.app.run_action(bound.binding.action, self):
            event.stop()
            event.prevent_default()

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
