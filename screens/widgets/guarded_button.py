"""A button that shows whether its screen accepts a press."""

from screens.widgets.key_button import KeyButton
from screens.widgets.key_guard import KeyGuard


class GuardedButton(KeyButton):
    """A button of a `KeyGuard`: it is dim until that accepts presses."""

    def on_mount(self) -> None:
        """Begin dim, if the screen accepts no presses yet."""
        self.show_wait()

    def show_wait(self) -> None:
        """Show whether the screen accepts a press."""
        guard = self.screen
        self.set_class(isinstance(guard, KeyGuard) and not guard.armed, "-waiting")
