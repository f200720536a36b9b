"""The page at the end: who won and why, who played, and how to play it again."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from screens.games.ui import Headline
from screens.widgets.celebration import Celebration
from screens.widgets.key_guard import KeyGuard, is_any_key
from screens.widgets.large_text import LargeText
from screens.widgets.letter_size import MIN_ROWS, is_hall
from screens.widgets.lines import Lines
from screens.widgets.text_layout import centre_text

KEYS = Content.assemble(
    ("Any key ", "bold $primary"), "the whole result   ", ("Esc ", "bold $primary"), "menu"
)


REASON_ROWS = 9
"""The most rows of the reason in large letters: two lines."""
WON_ROWS = 8
"""The most rows for who has won."""


class EndCard(KeyGuard, Screen[bool]):
    """Who won and why, the score of the audience, who played, and how to play it again.

    Dismissed with true by any key, with false by Esc.
    """

    HELP = (
        "The end of a game of machines: who won and why, and how the audience did. Any key goes "
        "on to the result with all details. Esc goes back to the menu."
    )
    CSS_PATH = "end_card.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]  # noqa: RUF012
    AUTO_FOCUS = ""
    READING_TIME = 3.0
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "home", show=False),
    ]

    def __init__(
        self,
        headline: Headline,
        audience: Content,
        rows: Sequence[Content],
        *,
        celebration: Celebration | None = None,
        again: tuple[str, str] | None = None,
        seconds: float | None = None,
        large: bool = False,
    ) -> None:
        """Fill the page.

        Args:
            headline: The headline of the last view.
            audience: The score of the audience.
            rows: Smaller lines: the game and its players.
            celebration: The winners as the result shows them, in place of those of the headline.
            again: A description of the command that plays it again, and the command.
            seconds: Seconds after which it closes by itself; `None` if it waits for a key.
            large: Whether the reason and the score are in large letters, in a hall.
        """
        super().__init__()
        self.large = large
        self.headline = headline
        self.audience = audience
        self.rows = tuple(rows)
        self.celebration = celebration
        self.again = again
        self.seconds = seconds

    def compose(self) -> ComposeResult:
        with Vertical(id="card"):
            if self.celebration:
                self.celebration.is_alone = True
                yield self.celebration
            else:
                yield from (LargeText(won, WON_ROWS, classes="won") for won in self.headline.large)
            yield from self.compose_reason()
            if self.audience:
                yield Static(self.audience, id="audience")
            for place, row in enumerate(self.rows):
                yield Static(row, classes="row" if place else "row -apart")
            if self.again:
                yield Static(self.again[0], classes="row -apart -again")
                yield CommandLines(self.again[1])
        yield Static(KEYS, id="keys")

    def compose_reason(self) -> ComposeResult:
        """Say why somebody has won, and the score."""
        in_hall = self.large and is_hall(self.app.size)
        score = self.headline.score
        rows = REASON_ROWS if in_hall else 0
        yield LargeText(self.write_reason(), rows, narrow=True, apart=True, id="why")
        if not (in_hall and isinstance(score, str)):
            yield Static(score, id="score", markup=False)
            return
        for part in filter(None, score.split("   ")):
            yield LargeText(part, MIN_ROWS, narrow=True, classes="score")

    def write_reason(self) -> str:
        """Write why somebody has won, without who, which stands above it in large letters."""
        why = self.headline.now.removeprefix(self.headline.large[0]).lstrip(": ")
        return f"{why[:1].upper()}{why[1:]}"

    def on_mount(self) -> None:
        """Close by itself if wanted."""
        if self.seconds is not None:
            self.set_timer(self.seconds, self.end)

    def end(self) -> None:
        """Close without a key."""
        self.dismiss(True)

    def on_key(self, event: events.Key) -> None:
        """Close on any key but Esc, modifiers and function keys."""
        if event.key == "escape" or not is_any_key(event.key):
            return
        event.stop()
        self.close(True)

    def on_click(self) -> None:
        self.close(True)

    def action_home(self) -> None:
        self.close(False)

    def close(self, show_result: bool) -> None:
        """Close, unless the key was held down since before."""
        self.press(partial(self.dismiss, show_result))

    def show_armed(self, armed: bool) -> None:
        """Dim the line of keys while keys are ignored."""
        self.query("#keys").set_class(not armed, "-waiting")


class CommandLines(Lines):
    """A command, centred; a line breaks before an option rather than within one."""

    def __init__(self, command: str) -> None:
        super().__init__()
        self.command = command

    def layout_lines(self, width: int) -> list[Content]:
        lines: list[str] = []
        for number, part in enumerate(self.command.split(" --")):
            words = f"--{part}" if number else part
            if lines and len(lines[-1]) + 1 + len(words) <= width:
                lines[-1] += f" {words}"
            else:
                lines.append(words)
        return [line for text in lines for line in centre_text(Content(text), width)]
