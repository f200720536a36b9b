"""A button that shows how soon its screen accepts a press."""

from textual.content import Content

from screens.widgets.key_button import KeyButton
from screens.widgets.key_guard import KeyGuard


class GuardedButton(KeyButton):
    """A button of a `KeyGuard`: until that accepts presses it is dim, and a line grows under it."""

    def on_mount(self) -> None:
        """Begin dim, if the screen accepts no presses yet."""
        self.show_wait()

    def show_wait(self) -> None:
        """Show how soon the screen accepts a press."""
        guard = self.screen
        self.set_class(isinstance(guard, KeyGuard) and not guard.armed, "-waiting")
        self.refresh()

    def render(self) -> Content:
        """Draw the label, and the line under it while the button waits."""
        label, guard = self.label, self.screen
        assert isinstance(label, Content)
        if not isinstance(guard, KeyGuard) or guard.armed:
            return label
        style = "bold $primary underline" if guard.refused else "$foreground underline"
        return label.stylize(style, 0, round(guard.waited * len(label)))
