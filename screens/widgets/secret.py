"""A secret of the person in front, hidden until they ask for it."""

from textual.binding import Binding
from textual.content import Content
from textual.reactive import reactive

from screens.widgets.lines import Lines

MASK = "• • • • •"
"""As long for every word: its length is no hint."""
SHOW = Binding(
    "f6", "show_secret", "Your word", key_display="F6", tooltip="Turn your word over, and back"
)
"""Of a screen with a secret on it; its action turns the secret over."""


class Secret(Lines):
    """A word that lies face down until its key turns it over, and again."""

    DEFAULT_CSS = "Secret { height: auto; }"

    shown: reactive[bool] = reactive(False, layout=True)
    """Whether it lies face up."""

    def __init__(self, label: str, word: str) -> None:
        """Lay `word` face down; `label` says what it is."""
        super().__init__(id="secret")
        self.label = label
        self.word = word

    def turn(self) -> None:
        """Turn it over."""
        self.shown = not self.shown

    def on_click(self) -> None:
        """Turn it over."""
        self.turn()

    def layout_lines(self, width: int) -> list[Content]:
        """The label, and the word or what covers it."""
        word = (self.word, "bold $primary") if self.shown else (MASK, "$muted")
        how = "F6 hides it" if self.shown else "F6 shows it"
        return Content.assemble((f"{self.label}  ", "$muted"), word, (f"   {how}", "$muted")).wrap(
            width
        )
