"""A word that a key shows and hides."""

from collections.abc import Callable

from textual.binding import Binding
from textual.color import Color
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive

from screens.shown_keys import show_key
from screens.widgets.large_text import build_large_lines, count_pixel_rows
from screens.widgets.letter_size import MAX_ROWS, MIN_ROWS
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, centre_text

MASK = "• • • • •"
"""The same for every word, so that its length reveals nothing."""
SHARE, SHARE_ALONE = 5, 4
"""The letters take at most one row in so many of the screen; if nothing else is above the line."""


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
        how = f"   {self.describe_key()}"
        return Content.assemble((f"{self.label}  ", "$muted"), word, (how, "$muted")).wrap(width)

    def describe_key(self) -> str:
        """Say what the key does."""
        key = show_key(self.app, "target")
        return f"{key} hides it" if self.shown else f"{key} shows it"


class LargeSecret(Secret):
    """A secret word in the middle, in the largest letters for which there is room."""

    DEFAULT_CSS = """
    LargeSecret.-alone {
        height: 1fr; min-height: 4; border-top: solid $faint; border-bottom: solid $faint;
    }
    """

    def __init__(
        self,
        label: str,
        word: str,
        count_rows_around: Callable[[int], int],
        *,
        told: Content | None = None,
    ) -> None:
        """Show `word` at first.

        Args:
            label: What the word is.
            word: The word.
            count_rows_around: Counts the rows that everything else needs, from the columns.
            told: What to say below the word, which then fills the place of what was said.
        """
        super().__init__(label, word, shown=True)
        self.count_rows_around = count_rows_around
        self.told = told
        self.set_class(told is not None, "-alone")
        self._drawn: tuple[tuple[object, ...], list[Content]] = (), []

    def layout_lines(self, width: int) -> list[Content]:
        """The label, the word in large letters, or its mask in as many rows, and what is told."""
        height = self.app.size.height
        share = height // (SHARE if self.told is None else SHARE_ALONE)
        free = height - self.count_rows_around(width) - 1
        room = min(free, share, MAX_ROWS)
        large = self.draw_word(Size(width, room)) if self.shown else self.mask_word(room)
        if not large and self.told is None:
            return super().layout_lines(width)
        label = Content.styled(f"{self.label} ({self.describe_key()})", "$muted")
        small = [Content.styled(self.word, "bold $primary") if self.shown else Content(MASK)]
        parts = [label, *(large or small)]
        if self.told is None:
            between, end = [BLANK] * (free > room), [BLANK] * (free > room + 1)
            parts = [label, *between, *parts[1:], *end]
            return [line for part in parts for line in centre_text(part, width) or [BLANK]]
        parts = [label, BLANK, *parts[1:], BLANK, self.told]
        lines = [line for part in parts for line in centre_text(part, width) or [BLANK]]
        return [*[BLANK] * max((self.size.height - len(lines)) // 2, 0), *lines]

    def mask_word(self, rows: int) -> list[Content]:
        """The mask in the middle of the rows that the largest letters take, for every word."""
        if rows < MIN_ROWS:
            return []
        above = [BLANK] * ((rows - 1) // 2)
        return [*above, Content.styled(MASK, "$muted"), *[BLANK] * (rows - len(above) - 1)]

    def draw_word(self, room: Size) -> list[Content]:
        """Draw the word, or return the lines of the last call if nothing has changed."""
        app = self.app
        depends = room, app.theme, self.background_colors, count_pixel_rows(app)
        if self._drawn[0] != depends:
            colour = Color.parse(app.theme_variables["primary"])
            self._drawn = depends, build_large_lines(self, self.word, colour, room)
        return self._drawn[1]
