"""The private screens on which people say a line or guess the target in Adversarial Taboo."""

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from engine.forms.folding import fold_words
from engine.forms.giveaway import match_in_line
from engine.games.taboo.moves import LONGEST_LINE, LONGEST_WORD, Guess, Move, Say
from engine.games.taboo.view import View, find_guess_fault, find_slip
from engine.seat import Seat
from engine.text import clean
from screens.forms.field_verdict import update_line
from screens.forms.seat_form import REVIEW_ON_ENTER, SEAT_FORM_CSS
from screens.games.line_form import LineForm
from screens.games.taboo.board import StatementList, TabooStatus
from screens.widgets.private_input import PrivateInput
from screens.widgets.secret_word import SHOW, LargeSecret


class TabooForm(LineForm[View, Move]):
    """The talk, and a line to say."""

    CSS_PATH: ClassVar = [SEAT_FORM_CSS, "forms.tcss"]
    VERTICAL_BREAKPOINTS = [(24, "-usual"), (28, "-roomy"), (38, "-tall")]  # noqa: RUF012
    PLACEHOLDER = "what everybody hears"
    MAX_LENGTH = LONGEST_LINE
    MOVE = Say
    CONTEXT = StatementList

    @property
    def seat(self) -> Seat:
        """The seat of the role."""
        assert self.view.role is not None
        return Seat(self.view.role)

    @property
    def opponent(self) -> str:
        """The name of the other player."""
        return self.names.labels[1 - self.seat]

    def compose_status(self) -> ComposeResult:
        """Yield the turn; who plays is told by the question."""
        yield TabooStatus(self.names, self.view, has_players=False)

    def describe_audience(self) -> str:
        """Describe who sees the line, and its consequences."""
        warning = self.find_warning()
        heard = f"{self.opponent} and everybody at the table hear it."
        return f"{warning} {heard}" if warning else heard


ROWS_AROUND, TALK_ROWS = 12, 6
"""Rows of the attacker's screen for all but target and talk, and the most kept for the talk."""
ONE_LINE = 80
"""From this many columns on, the question takes one line."""


class AttackerForm(TabooForm):
    """The target, the talk, and a line that must not contain the target."""

    HELP = (
        "Lead the talk so that the defender says your target word. You may not say it yourself, "
        "nor any form of it. Type a line and press Enter; you see it once more before it is "
        "sent. {target} shows or hides the target."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        replace(SHOW, description="Your target", tooltip="Hide your target, or show it")
    ]
    NEEDS_WORD_FORMS = True

    def create_widgets(self) -> None:
        super().create_widgets()
        assert self.view.target is not None
        begin = Content("Begin with anything, and lead the talk there.")
        self.secret = LargeSecret(
            "Your target",
            self.view.target,
            self.count_rows_around,
            told=None if self.view.talk else begin,
        )
        self.context.display = bool(self.view.talk)

    def count_rows_around(self, width: int) -> int:
        """Count the rows of all but the target, with some of the talk."""
        more = self.app.size.width < ONE_LINE
        return ROWS_AROUND + more + min(2 * len(self.view.talk), TALK_ROWS)

    def build_question(self) -> Content:
        """Build the attacker's task."""
        who = self.names.format_player(Seat(1 - self.seat))
        return Content.assemble("Make ", who, " say your target, and do not say it yourself.")

    def compose_form(self) -> ComposeResult:
        """Yield the target, then the talk and the line."""
        yield self.secret
        yield from super().compose_form()

    def find_warning(self) -> str | None:
        """Warn of a slip, which loses the game unless it is refused."""
        slip = find_slip(self.view, self.text)
        return slip and f"This loses the game. {slip}"

    def action_show_secret(self) -> None:
        """Hide the target, or show it."""
        self.secret.toggle()


class WordField(PrivateInput):
    """A single word."""

    def __init__(self, name: str, placeholder: str) -> None:
        """Take a word; `name` is the field's id."""
        super().__init__(
            placeholder=placeholder, id=name, max_length=LONGEST_WORD, select_on_focus=False
        )


class DefenderForm(TabooForm):
    """The talk and a line to say; beside it the player's own notes, and the one guess."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-usual-width"), (130, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        REVIEW_ON_ENTER,
        Binding("enter", "note", "Note the word", key_display="Enter", priority=True),
    ]

    HELP = (
        "The attacker wants you to say a word that you do not know. Talk with them without "
        "saying it, and find out what it is. Type an answer and press Enter. You can note words "
        "that you suspect. You have one guess in the game: right wins, wrong loses."
    )

    def create_widgets(self) -> None:
        super().create_widgets()
        self.note = WordField("note", "a word; only you see it")
        self.suspects = Static(id="suspects")
        self.guess = WordField("guess", "one word; it ends the game")
        self.review_guess = Button("▸ Guess", id="review-guess", action="screen.review_guess")

    def build_question(self) -> Content:
        """Ask for an answer or a guess."""
        who = self.names.format_player(Seat(1 - self.seat))
        even = ", even in a compound" if self.view.options.strict else ""
        return Content.assemble("Answer ", who, f" without saying the target{even}, or guess it.")

    def compose_below(self) -> ComposeResult:
        """Yield the notes and the guess, which are always visible."""
        note, guess = Static("Notes", classes="label"), Static("Guess", classes="label")
        with Vertical(id="apart"):
            yield Horizontal(note, self.note, self.suspects, id="noting", classes="entry")
            yield Horizontal(guess, self.guess, self.review_guess, classes="entry")

    @property
    def suspected(self) -> list[str]:
        """The words noted so far, this turn and before."""
        return self.saved_note.split("\n") if self.saved_note else []

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let Enter note a word in the field for it, and go to the review elsewhere."""
        if action in ("note", "enter"):
            return (action == "note") == (self.focused is self.note)
        return super().check_action(action, parameters)

    async def action_note(self) -> None:
        """Note the word in the field."""
        await self.action_enter()

    def note_word(self) -> None:
        """Note a word; one that was noted before is crossed out."""
        word = clean(self.note.value, LONGEST_WORD)
        if not fold_words(word):
            return
        noted = self.suspected
        kept = [one for one in noted if fold_words(one) != fold_words(word)]
        self.saved_note = "\n".join(kept if len(kept) < len(noted) else [*noted, word])
        self.note.value = ""
        self.refresh_form()

    def refresh_form(self) -> None:
        """Judge the current line, and show the suspected words."""
        super().refresh_form()
        listed = (
            Content.styled(", ".join(self.suspected), "bold")
            if self.suspected
            else Content.styled(
                "" if self.has_class("-narrow") else "Enter adds it, again removes it.",
                "$muted",
            )
        )
        update_line(self.suspects, listed)
        self.review_guess.set_class(find_guess_fault(self.guessed) is None, "primary")

    def find_warning(self) -> str | None:
        """Warn of a suspected word in the line, which may lose the game."""
        for word in self.suspected:
            if match_in_line(self.text, word):
                return f"You suspect “{word}”: if it is the target, this loses the game."
        return None

    @property
    def guessed(self) -> str:
        """The guess, cleaned."""
        return clean(self.guess.value, LONGEST_WORD)

    def go_on(self) -> None:
        """Note, guess or say, depending on the focus."""
        if self.focused is self.note:
            self.note_word()
        elif self.focused in (self.guess, self.review_guess):
            self.action_review_guess()
        else:
            self.action_review()

    def action_review_guess(self) -> None:
        """Show the guess for confirmation if it is legal."""
        word = self.guessed
        if find_guess_fault(word):
            self.set_focus(self.guess)
        if not word:
            self.app.bell()
            self.guess.placeholder = "Type a word first."
            return
        self.confirm(
            Guess(word=word),
            "Send this guess?",
            [("Your guess", word)],
            f"You have one guess, and it ends the game: if it is right you win; if it is wrong "
            f"{self.opponent} wins.",
        )
