"""The form before a game: rows to fill in, a bar that sums them up, and Start."""

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


class SetupForm[Value](KeyGuard, Screen[Value | None]):
    """Rows to fill in; dismissed with their checked value, or with nothing."""

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
        """Show `complaint` at first: why what was filled in before could not be played."""
        super().__init__()
        self.complaint = complaint

    def read_form(self) -> Value:
        """The value of the form; every row has been checked."""
        raise NotImplementedError

    def compose_bar(self) -> ComposeResult:
        """A summary of the form, and Start."""
        with Horizontal(id="bar"):
            with Vertical():
                yield Static(id="summary", markup=False)
                yield Static(id="message", markup=False)
            yield Button(
                Content("Start  [F5]"), id="start", classes="primary", action="screen.start"
            )

    def on_mount(self) -> None:
        """Show the summary and the complaint."""
        self.show_summary()
        self.show_message(self.complaint, wrong=True)

    def show_message(self, message: str | None, *, wrong: bool = False) -> None:
        """Show a sentence in the bar: what is `wrong`, or what the focused field means."""
        line = self.query_one("#message", Static)
        line.set_class(wrong, "-wrong")
        line.update(f"✗ {message}" if message and wrong else message or "")

    @on(Row.Changed)
    def show_summary(self) -> None:
        """Sum the line-up up in one sentence."""
        rows = list(self.query(SeatRow))
        if rows:
            self.query_one("#summary", Static).update(summarize_lineup(row.kind for row in rows))

    @on(Input.Submitted)
    def next_field(self) -> None:
        """Enter goes on to the next field."""
        self.focus_next()

    def action_start(self) -> None:
        """Dismiss with the value of the form, or go to the first row that is wrong.

        The button has the focus when the screen appears, so keys that are held down are ignored.
        """
        self.record_press()
        if not self.accepts_key():
            return
        for row in self.query(Row):
            if isinstance(row, SeatRow | OptionRow) and (wrong := row.check()):
                self.query_one("#form").scroll_to_widget(row)
                row.show_note(wrong, wrong=True)
                next(w for w in row.query("*") if w.focusable).focus()
                return
        self.dismiss(self.read_form())

    def action_back(self) -> None:
        """Dismiss with nothing."""
        self.dismiss(None)
