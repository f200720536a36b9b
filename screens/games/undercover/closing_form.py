"""What a person is asked after the match: what the statements of the others said."""

import re
from asyncio import Event
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from engine.comet.beliefs import MAX_TEXT, Beliefs
from engine.comet.closing import ClosingView, enter_found_features
from engine.quotation import quote_line
from screens.players.seat_names import SeatNames
from screens.private_screen import PrivateScreen
from screens.widgets.footer import KeyFooter
from screens.widgets.key_guard import KeyGuard
from screens.widgets.private_input import PrivateInput

SEPARATOR = re.compile(r"[,;]")
"""Separates the features of a statement."""


class ClosingForm(PrivateScreen[Beliefs | None], KeyGuard):
    """Asks what each statement says of its speaker's word; dismissed with `None` if skipped."""

    HELP = (
        "The game is over, and its result comes next. What did these sentences tell you of the "
        "word of whoever said them? Write a few words beneath each, with commas between them; "
        "leave a line empty if the sentence told you nothing. It is only for the metrics. Esc "
        "skips the question. Enter on the last line is done, F5 on any line."
    )
    DEFAULT_CSS = """
    ClosingForm { align: center middle; }
    ClosingForm .dialog { width: 76; max-width: 100%; max-height: 100%; }
    ClosingForm VerticalScroll { height: auto; max-height: 1fr; }
    ClosingForm Input { margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go(1)", "Next", priority=True),
        Binding("enter", "done", "Done", priority=True),
        Binding("f5", "finish", show=False),
        Binding("down", "go(1)", show=False, priority=True),
        Binding("up", "go(-1)", show=False, priority=True),
        Binding("escape", "skip", "Skip", tooltip="Go on without an answer", key_display="Esc"),
    ]

    def __init__(self, asked: ClosingView, names: SeatNames) -> None:
        """Ask the person whose question this is."""
        super().__init__()
        self.asked = asked
        self.names = names

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static("What did they say of their words?", classes="title", markup=False)
            note = f"Your word was {quote_line(self.asked.word)}. A few words for each sentence."
            yield Static(Content.styled(note, "$muted"), markup=False)
            with VerticalScroll(can_focus=False):
                for one in self.asked.statements:
                    speaker = self.names.format_player(one.speaker)
                    yield Static(Content.assemble(speaker, f": {quote_line(one.text)}"))
                    yield PrivateInput(
                        placeholder="such as: small, can fly",
                        max_length=MAX_TEXT,
                        compact=True,
                        id=f"found-{one.number}",
                    )
        yield KeyFooter()

    def collect(self) -> Beliefs:
        """Collect what was written."""
        return enter_found_features(
            self.asked,
            {
                one.number: SEPARATOR.split(self.query_one(f"#found-{one.number}", Input).value)
                for one in self.asked.statements
            },
        )

    @property
    def lines(self) -> list[Input]:
        """The lines for answers, from top to bottom."""
        return [self.query_one(f"#found-{one.number}", Input) for one in self.asked.statements]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let Enter go on, and finish on the last line."""
        if action == "done" or (action == "go" and parameters == (1,)):
            is_last = self.is_mounted and (not self.lines or self.lines[-1].has_focus)
            return is_last if action == "done" else not is_last
        return super().check_action(action, parameters)

    def on_descendant_focus(self) -> None:
        """Say in the footer what Enter does on this line."""
        self.refresh_bindings()

    def action_go(self, by: int) -> None:
        """Go to the next line, or the one before."""
        lines = self.lines
        at = next((place for place, line in enumerate(lines) if line.has_focus), -1) + by
        if 0 <= at < len(lines):
            lines[at].focus()

    async def action_done(self) -> None:
        """Finish after the keys before Enter, which are queued at the line."""
        typed = Event()
        if self.focused is not None and self.focused.call_later(typed.set):
            await typed.wait()
        self.action_finish()

    def action_finish(self) -> None:
        """Close with what was written, unless the key was meant for the screen before."""
        self.press(lambda: self.dismiss(self.collect()))

    def action_skip(self) -> None:
        """Close without an answer."""
        self.press(lambda: self.dismiss(None))
