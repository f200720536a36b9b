"""A secret word that is hidden until its owner presses a key."""

from textual.binding import Binding
from textual.content import Content
from textual.reactive import reactive

from screens.widgets.lines import Lines

MASK = "• • • • •"
"""The same for every word, so that its length is no hint."""
SHOW = Binding(
    "f6", "show_secret", "Your word", key_display="F6", tooltip="Turn your word over, and back"
)
"""The binding of a screen with a secret; its action toggles the secret."""


class Secret(Lines):
    """A word that a key shows and hides."""

    DEFAULT_CSS = "Secret { height: auto; }"

    shown: reactive[bool] = reactive(False, layout=True)
    """Whether the word is shown."""

    def __init__(self, label: str, word: str) -> None:
        """Hide `word` at first; `label` says what it is."""
        super().__init__(id="secret")
        self.label = label
        self.word = word

    def toggle(self) -> None:
        """Show or hide the word."""
        self.shown = not self.shown

    def on_click(self) -> None:
        self.toggle()

    def layout_lines(self, width: int) -> list[Content]:
        """The label, and the word or the mask."""
        word = (self.word, "bold $primary") if self.shown else (MASK, "$muted")
        how = "F6 hides it" if self.shown else "F6 shows it"
        return Content.assemble((f"{self.label}  ", "$muted"), word, (f"   {how}", "$muted")).wrap(
            width
        )
