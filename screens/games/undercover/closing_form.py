"""What a person is asked after the match: what the statements of the others said."""

import re
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from engine.comet.beliefs import MAX_TEXT, Beliefs
from engine.comet.closing import ClosingView, enter_found_features
from engine.quotation import quote_text
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
        "skips the question."
    )
    DEFAULT_CSS = """
    ClosingForm { align: center middle; }
    ClosingForm .dialog { width: 76; max-width: 100%; max-height: 100%; }
    ClosingForm VerticalScroll { height: auto; max-height: 1fr; }
    ClosingForm Input { margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "done", "Done", key_display="F5"),
        Binding("enter,down", "go(1)", "Next", key_display="Enter", priority=True),
        Binding("up", "go(-1)", show=False, priority=True),
        Binding("escape", "skip", "Skip", key_display="Esc"),
    ]

    def __init__(self, asked: ClosingView, names: SeatNames) -> None:
        """Ask the person whose question this is."""
        super().__init__()
        self.asked = asked
        self.names = names

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static("What did they say of their words?", classes="title", markup=False)
            note = f"Your word was {quote_text(self.asked.word)}. A few words for each sentence."
            yield Static(Content.styled(note, "$muted"), markup=False)
            with VerticalScroll(can_focus=False):
                for one in self.asked.statements:
                    speaker = self.names.format_player(one.speaker)
                    yield Static(Content.assemble(speaker, f": {quote_text(one.text)}"))
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

    def action_go(self, by: int) -> None:
        """Go to the next line, or the one before; F5 is done, so that no Enter ends the form."""
        lines = [self.query_one(f"#found-{one.number}", Input) for one in self.asked.statements]
        at = next((place for place, line in enumerate(lines) if line.has_focus), -1) + by
        if 0 <= at < len(lines):
            lines[at].focus()

    def action_done(self) -> None:
        """Close with what was written, unless the key was meant for the screen before."""
        self.press(lambda: self.dismiss(self.collect()))

    def action_skip(self) -> None:
        """Close without an answer."""
        self.press(lambda: self.dismiss(None))
