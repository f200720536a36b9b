"""What the forms before a game share: who sits where, a bar that is always in sight, Start."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from screens.game_setup import summarize_lineup
from screens.key_guard import KeyGuard
from screens.widgets.form_rows import OptionRow, Row, SeatRow


class SetupForm[Agreed](KeyGuard, Screen[Agreed | None]):
    """Rows to fill in, left with what was agreed on, whole and checked, or with nothing."""

    AUTO_FOCUS = "#start"
    VERTICAL_BREAKPOINTS = [(36, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "start", "Start", key_display="F5", tooltip="Start the game"),
        Binding("escape", "back", "Back", tooltip="Back without starting", key_display="Esc"),
        Binding("down", "app.focus_next", "Next field", show=False),
        Binding("up", "app.focus_previous", "Field before", show=False),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def __init__(self, complaint: str | None) -> None:
        """Say at first why what was agreed on before could not be played."""
        super().__init__()
        self.complaint = complaint

    def agreed(self) -> Agreed:
        """What the form says, once every row of it is in order."""
        raise NotImplementedError

    def bar(self) -> ComposeResult:
        """What sums the form up, and Start."""
        with Horizontal(id="bar"):
            with Vertical():
                yield Static(id="summary", markup=False)
                yield Static(id="say", markup=False)
            yield Button(
                Content("Start  [F5]"), id="start", classes="primary", action="screen.start"
            )

    def on_mount(self) -> None:
        """Sum up what is offered, and say what was wrong with it."""
        self.sum_up()
        self.say(self.complaint, wrong=True)

    def say(self, words: str | None, *, wrong: bool = False) -> None:
        """Put a sentence into the bar: what is `wrong`, or what the field at hand means."""
        line = self.query_one("#say", Static)
        line.set_class(wrong, "-wrong")
        line.update(f"✗ {words}" if words and wrong else words or "")

    @on(Row.Changed)
    def sum_up(self) -> None:
        """One sentence about the line-up, as far as it makes sense."""
        rows = list(self.query(SeatRow))
        if rows:
            self.query_one("#summary", Static).update(summarize_lineup(row.kind for row in rows))

    @on(Input.Submitted)
    def next_field(self) -> None:
        """Enter goes on to the next field."""
        self.focus_next()

    def action_start(self) -> None:
        """Leave with what was agreed on, or go to the first thing that is wrong.

        The button has the focus when the screen comes: a key held since then is not meant.
        """
        self.record_press()
        if not self.accepts_key():
            return
        for row in self.query(Row):
            if isinstance(row, SeatRow | OptionRow) and (wrong := row.check()):
                self.query_one("#form").scroll_to_widget(row)
                row.say(wrong, wrong=True)
                next(w for w in row.query("*") if w.focusable).focus()
                return
        self.dismiss(self.agreed())

    def action_back(self) -> None:
        """Leave with nothing."""
        self.dismiss(None)
