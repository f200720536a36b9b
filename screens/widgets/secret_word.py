"""A word that a key shows and hides."""

from textual.binding import Binding
from textual.content import Content
from textual.reactive import reactive

from screens.shown_keys import show_key
from screens.widgets.lines import Lines

MASK = "• • • • •"
"""The same for every word, so that its length reveals nothing."""


SHOW = Binding(
    "f6",
    "show_secret",
    "Your word",
    key_display="F6",
    tooltip="Hide your word, or show it",
    id="target",
)
"""The binding of a screen with a secret; its action toggles the secret."""


class Secret(Lines):
    """A word that a key shows and hides."""

    DEFAULT_CSS = "Secret { height: auto; }"

    shown: reactive[bool] = reactive(False, layout=True)
    """Whether the word is shown."""

    def __init__(self, label: str, word: str, *, shown: bool = False) -> None:
        """Show `word`, or hide it at first; `label` says what it is."""
        super().__init__(id="secret")
        self.set_reactive(Secret.shown, shown)
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
        key = show_key(self.app, "target")
        how = f"{key} hides it" if self.shown else f"{key} shows it"
        return Content.assemble((f"{self.label}  ", "$muted"), word, (f"   {how}", "$muted")).wrap(
            width
        )
