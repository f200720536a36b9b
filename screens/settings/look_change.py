"""The message that the look of the app has changed."""

from textual.message import Message

from engine.config.start import Look


class LookChanged(Message):
    """The look of the app was changed in the settings."""

    def __init__(self, look: Look) -> None:
        """Report how the app is to look now; what is `None` stays as it is."""
        super().__init__()
        self.look = look
