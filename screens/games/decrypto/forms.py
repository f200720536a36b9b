"""The private screens on which people give hints or guess the code in Decrypto."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from engine.forms.form_examples import list_examples
from engine.games.decrypto.moves import LONGEST_HINT, Guess, Hint, Hints, Words
from engine.games.decrypto.roles import Role, list_guessers
from engine.games.decrypto.story import format_code
from engine.games.decrypto.view import View, find_hint_doubt, find_hint_fault, find_word_fault
from engine.text import clean
from screens.forms.field_verdict import format_sign, format_verdict, update_line
from screens.forms.seat_form import REVIEW, SEAT_FORM_CSS, SeatForm
from screens.games.decrypto.board import (
    DecryptoStatus,
    PastRounds,
    RoundPanel,
    counts_interception,
)
from screens.games.decrypto.code_picker import LINE, PickRow, Picks
from screens.games.decrypto.keyword_cards import (
    FEW,
    FRAME,
    ORDINALS,
    WIDE,
    KeywordCards,
    Part,
    is_large,
    measure_card,
)
from screens.games.decrypto.notes import NoteField, NoteRow
from screens.widgets.even_text import EvenText
from screens.widgets.large_text import build_large_lines
from screens.widgets.letter_size import MIN_ROWS
from screens.widgets.lines import Lines
from screens.widgets.private_input import PrivateInput

HINTS_AUDIENCE = (
    "Everybody at the table sees the three hints at once, not the keywords; "
    "the decoder and the interceptor guess the code from them."
)
GUESS_AUDIENCE = (
    "Your guess stays hidden until both guesses are in: the decoder's and the interceptor's. "
    "Then everybody at the table sees them."
)
FIRST_HINTS_AUDIENCE = (
    "Everybody at the table sees the three hints at once, not the keywords. Your decoder guesses "
    "the code from them; nobody intercepts in round 1."
)
WORDS_AUDIENCE = (
    "Your four words stay hidden until both teams have guessed. Then everybody at the table sees "
    "them, and the keywords."
)
SOME = 4
"""The most past rounds that leave room for a blank row above the cards at the usual size."""
USUAL = 24
"""The rows of a usual terminal."""
FIRST_GUESS_AUDIENCE = "Then everybody at the table sees your guess and the code."


def is_intercepted(view: View) -> bool:
    """Whether an interceptor guesses in this round."""
    return len(list_guessers(view.options, view.team, view.number)) > 1


class DecryptoForm[Move](SeatForm[View, Move]):
    """Something to fill in, over the finished rounds to compare with."""

    CSS_PATH: ClassVar = [SEAT_FORM_CSS, "forms.tcss"]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (USUAL, "-roomy"), (30, "-high"), (36, "-tall")]  # noqa: RUF012

    def create_widgets(self) -> None:
        super().create_widgets()
        self.cards = KeywordCards(self.view)
        self.past = PastRounds(self.view)
        self.set_class(not self.view.rounds, "-first")  # the past needs the rows later
        self.set_class(len(self.view.rounds) <= FEW, "-spare")
        self.set_class(len(self.view.rounds) <= SOME, "-some")
        self.set_class(self.view.team is not None, "-teams")  # with a line more at the top

    def on_mount(self) -> None:
        """Take the size of the letters before the first frame."""
        self.on_resize()

    def on_resize(self) -> None:
        """Draw all parts in large letters where there is room."""
        self.set_class(is_large(self), "-large")

    @property
    def scrolled(self) -> Widget:
        """The hints of past rounds."""
        return self.past

    def compose_status(self) -> ComposeResult:
        """Yield round and tokens."""
        yield DecryptoStatus(self.view)

    def compose_below(self) -> ComposeResult:
        """Yield the cards over their hints; the rounds stand beside, or below."""
        yield from self.compose_cards()
        yield self.past
        yield RoundPanel(self.view)

    def compose_cards(self) -> ComposeResult:
        """Yield the cards."""
        yield self.cards


class HintField(PrivateInput):
    """A line for one hint, or for a guess at a keyword."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, place: int, placeholder: str = "one or two words") -> None:
        """Take the hint for the digit at `place` of the code, counted from 0."""
        super().__init__(
            placeholder=placeholder,
            id=f"hint-{place}",
            max_length=LONGEST_HINT,
            select_on_focus=False,
        )
        self.place = place


class FieldsForm[Move](DecryptoForm[Move]):
    """Fields that are filled in one after another."""

    AUTO_FOCUS = "HintField"
    fields: list[HintField]

    def label_key(self, binding: Binding) -> str:
        """Name the review, to which Enter leads from the last field."""
        if binding.action == "enter" and self.focused is self.fields[-1]:
            return REVIEW
        return super().label_key(binding)

    def go_on(self) -> None:
        """Go to the next field, from the last one to the review; an empty field is not left.

        Enter pressed twice, on the curtain or after a word, would skip it.
        """
        field = self.focused
        if not isinstance(field, HintField) or field is self.fields[-1]:
            super().go_on()
        elif clean(field.value, LONGEST_HINT):
            self.set_focus(self.fields[field.place + 1])


class CodeLabel(Lines):
    """A digit of the code with its keyword, before the field for its hint."""

    def __init__(self, place: int, digit: int, keyword: str) -> None:
        """Show the digit at `place`, counted from 0."""
        super().__init__(classes="word")
        self.place = place
        self.wanted = f"{digit} {keyword}"

    def layout_lines(self, width: int) -> list[Content]:
        """The place, digit and keyword, in large letters where there is room."""
        place = Content.styled(f"{ORDINALS[self.place]}  ", "$muted")
        colour = Color.parse(self.app.theme_variables["primary"])
        room = Size(width - place.cell_length - 1, MIN_ROWS)
        large = build_large_lines(self, self.wanted, colour, room, narrow=True)
        if not (large and is_large(self)):
            return Content.assemble(place, (self.wanted, "bold $primary")).wrap(width)
        before = " " * place.cell_length
        return [
            Content.assemble(place if row == LINE else before, line)
            for row, line in enumerate(large)
        ]


def write_rule(words: Sequence[str]) -> str:
    return f"Not allowed: {', '.join(words)}"


class EncoderForm(FieldsForm[Hint]):
    """The code, the keywords it stands for, a field for each hint, and all hints given so far."""

    purpose = "to give three hints"
    HELP = (
        "Your code is three digits; each stands for one of your four keywords. Give a hint of "
        "one or two words for each digit, in their order. Your decoder must understand them, the "
        "interceptor must not. Enter goes to the next hint and then to a review. F9 hides the "
        "screen."
    )
    NEEDS_WORD_FORMS = True

    def create_widgets(self) -> None:
        super().create_widgets()
        assert self.view.code is not None
        assert self.view.keywords is not None
        self.code = self.view.code
        self.keywords = self.view.keywords
        self.cards.least_rows = USUAL  # fewer have no room for what stands in the fields, too
        self.fields = [HintField(place) for place in range(3)]
        self.signs = [Static(classes="sign") for _ in range(3)]
        """Whether each hint is allowed."""
        self.tried_review = False
        """Whether sending was tried, so that empty fields are reported."""

    def build_question(self) -> Content:
        """Show the code to give hints for."""
        code = (format_code(self.code), "bold $primary")
        return Content.assemble("Code ", code, ": give a hint for each digit.")

    def compose_form(self) -> ComposeResult:
        """Yield a digit with its keyword, a sign and a field, three times."""
        with Vertical(id="form"):
            for place, digit in enumerate(self.code):
                label = CodeLabel(place, digit, self.keywords[digit - 1])
                yield Horizontal(label, self.signs[place], self.fields[place], classes="hint")

    @property
    def hints(self) -> Hints:
        """The hints as they would be sent."""
        a, b, c = (clean(field.value, LONGEST_HINT) for field in self.fields)
        return a, b, c

    def find_fault_at(self, place: int) -> str | None:
        """Find a reason why the hint at `place` is illegal."""
        return find_hint_fault(self.view, self.hints[place], self.hints[:place])

    def build_verdict(self, place: int) -> Content:
        """Build the verdict on the hint at `place`; before there is one, the rule with examples."""
        if not self.can_judge:
            return Content("")
        if not (self.hints[place] or self.tried_review):
            return Content.styled(self.describe_rule(self.code[place]), "$muted")
        return format_verdict(
            self.find_fault_at(place), "Allowed.", find_hint_doubt(self.hints[place])
        )

    def describe_rule(self, digit: int) -> str:
        """Name words that are no hints for a keyword, as many as fit into a line; two at least."""
        keyword, room = self.keywords[digit - 1], self.remark.content_size.width
        words = [keyword, *list_examples(keyword)]
        while len(words) > 2 and 0 < room < cell_len(write_rule(words)):
            words.pop()
        return write_rule(words)

    def refresh_form(self) -> None:
        """Judge all three hints, as one may repeat another; explain the judgment on one."""
        verdicts = [self.build_verdict(place) for place in range(3)]
        for line, verdict in zip(self.signs, verdicts, strict=True):
            update_line(line, format_sign(verdict))
        focused = self.focused
        place = focused.place if isinstance(focused, HintField) else self.find_first_fault()
        update_line(self.remark, verdicts[place])
        self.cards.place_words(
            {digit: self.label_card(place) for place, digit in enumerate(self.code)}
        )
        ready = all(verdict.plain.startswith(("✓", "!")) for verdict in verdicts)
        self.review.set_class(ready, "primary")

    def find_first_fault(self) -> int:
        """Find the first hint that is illegal; the last one if all are legal."""
        return next((place for place in range(3) if self.find_fault_at(place)), 2)

    def label_card(self, place: int) -> str:
        """Write on a card which hint it has; if that is too long for one, no card says which."""
        hints = [hint and f"“{hint}”" for hint in self.hints]
        labels = [f"{name} {hint or 'hint'}" for name, hint in zip(ORDINALS, hints, strict=True)]
        room = measure_card(self.cards.size.width) - FRAME
        fits = max(map(cell_len, labels)) <= room and not is_large(self)
        return labels[place] if fits or not hints[place] else hints[place]

    def on_input_changed(self) -> None:
        """Judge the hints as they are typed."""
        self.refresh_form()

    def on_descendant_focus(self) -> None:
        """Explain the judgment on the hint that has the focus."""
        self.refresh_form()

    def action_review(self) -> None:
        """Show the hints for confirmation if all are legal."""
        self.can_judge = self.tried_review = True
        self.refresh_form()
        for place, field in enumerate(self.fields):
            if self.find_fault_at(place):
                self.set_focus(field)
                return
        labels = [f"{digit} {self.keywords[digit - 1]}" for digit in self.code]
        rows = list(zip(labels, self.hints, strict=True))
        audience = HINTS_AUDIENCE if is_intercepted(self.view) else FIRST_HINTS_AUDIENCE
        self.confirm(Hint(words=self.hints), "Send these hints?", rows, audience)


class GuesserForm(DecryptoForm[Guess]):
    """The hints, a number for each, and the past hints to compare them with."""

    HELP = (
        "Each hint belongs to one of the keywords 1 to 4. Press a digit for the hint that is "
        "marked; Backspace clears it. Earlier rounds show which hints belonged to which number. "
        "Enter shows your guess once more before it is sent. F9 hides the screen."
    )
    AUTO_FOCUS = "PickRow"
    BINDINGS: ClassVar[list[BindingType]] = [
        # Priority: what is typed fast goes to the hint that is in focus by then.
        Binding(
            "1",
            "pick(1)",
            "Pick",
            tooltip="Choose the number of a hint",
            key_display="1-4",
            priority=True,
        ),
        *(Binding(str(n), f"pick({n})", show=False, priority=True) for n in (2, 3, 4)),
        Binding(
            "backspace,delete",
            "pick(None)",
            "Clear",
            tooltip="Take the number back",
            key_display="⌫",
            priority=True,
        ),
        Binding(
            "n,N", "note", "Notes", key_display="N", tooltip="Notes that only you see", id="notes"
        ),
    ]

    def create_widgets(self) -> None:
        super().create_widgets()
        own = self.view.role is Role.DECODER
        self.purpose = "to decode your team's hints" if own else "to intercept"
        self.picks = Picks()
        self.rows = [PickRow(self.view, place) for place in range(3)]
        self.notes = NoteRow() if self.view.keywords is None else None
        """The notes of a player who does not know the keywords."""
        self.lower_cards = KeywordCards(self.view, Part.BOTTOM)
        if self.notes is not None:
            self.cards.part = Part.TOP

    def on_mount(self) -> None:
        """Show the notes of earlier rounds."""
        if self.notes is not None:
            self.notes.show(self.saved_note)

    def compose_cards(self) -> ComposeResult:
        """Yield the cards; face-down ones have fields for notes."""
        yield self.cards
        if self.notes is not None:
            yield self.notes
            yield self.lower_cards

    def on_note_row_changed(self) -> None:
        """Keep the notes for the rest of the match."""
        if self.notes is not None:
            self.saved_note = self.notes.text

    def on_keyword_cards_chosen(self, message: KeywordCards.Chosen) -> None:
        """Pick the number of the clicked card for the focused hint, or the next one."""
        focused = self.focused
        place = focused.place if isinstance(focused, PickRow) else self.picks.next_open
        if place is not None:
            self.pick(place, message.number)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the keys to a note that is being written."""
        if action in ("pick", "note") and isinstance(self.focused, NoteField):
            return False
        if action == "note" and self.notes is None:
            return False
        return super().check_action(action, parameters)

    def action_note(self) -> None:
        """Focus the note of the pointed card."""
        if self.notes is not None:
            number = self.focused.pointed if isinstance(self.focused, PickRow) else 1
            self.set_focus(self.notes.fields[number - 1])

    def go_on(self) -> None:
        """Go from a note back to the hints; else review."""
        if isinstance(self.focused, NoteField):
            self.set_focus(self.rows[self.picks.next_open or 0])
        else:
            super().go_on()

    def build_question(self) -> Content:
        """Ask for the numbers, and say whether the guess counts."""
        if self.view.role is Role.DECODER:
            return Content("Which keyword is each hint for?")
        if self.view.team:
            return Content(f"Which number of {self.view.team.capitalize()} is each hint for?")
        if counts_interception(self.view, self.view.number):
            return Content("Which number is each hint for?")
        return Content("Guess the code. In round 1 an interception does not count.")

    def compose_form(self) -> ComposeResult:
        """Yield a row for each hint."""
        yield Vertical(*self.rows, id="form")

    def build_remark(self) -> Content:
        """Build the remark on the current guess."""
        code = self.picks.code
        if code is None:
            return Content.styled("Three different numbers, 1 to 4.", "$muted")
        for number, done in enumerate(self.view.rounds, 1):
            if done.code == code:
                return Content.assemble(
                    (f"! {format_code(code)} was the code of round {number}", "bold $warning"),
                    "; no code comes twice.",
                )
        return Content.assemble("Your guess: ", (format_code(code), "bold $primary"))

    def refresh_form(self) -> None:
        """Show the current guess."""
        assert self.view.hints is not None
        placed = {
            digit: hint
            for digit, hint in zip(self.picks.digits, self.view.hints, strict=True)
            if digit
        }
        for cards in (self.cards, self.lower_cards):
            cards.place_words(placed)
        if self.notes is not None:
            self.notes.place(placed)
        for row in self.rows:
            row.picks = self.picks
        update_line(self.remark, self.build_remark())
        self.review.set_class(self.picks.code is not None, "primary")

    def on_pick_row_picked(self, message: PickRow.Picked) -> None:
        """Take a digit that was clicked, or pointed at."""
        self.pick(message.place, message.digit)

    def pick(self, place: int, digit: int | None) -> None:
        """Take a digit, and go on to the next hint that has none."""
        self.picks = self.picks.pick(place, digit)
        self.refresh_form()
        if digit is None:
            self.set_focus(self.rows[place])
        elif self.picks.next_open is None:
            self.set_focus(self.review)
        else:
            self.set_focus(self.rows[self.picks.next_open])

    def action_pick(self, digit: int | None) -> None:
        """Take a digit for the hint in focus, or take it away."""
        if isinstance(self.focused, PickRow):
            self.pick(self.focused.place, digit)

    def action_review(self) -> None:
        """Show the guess for confirmation if it is complete."""
        code, hints, words = self.picks.code, self.view.hints, self.view.keywords
        assert hints is not None
        if code is None:
            self.set_focus(self.rows[self.picks.next_open or 0])
            return
        rows = [
            (hint, f"{digit} {words[digit - 1]}" if words else str(digit))
            for hint, digit in zip(hints, code, strict=True)
        ]
        rows.append(("Your guess", format_code(code)))
        audience = GUESS_AUDIENCE if is_intercepted(self.view) else FIRST_GUESS_AUDIENCE
        self.confirm(Guess(code=code), "Send this guess?", rows, audience)


class WordsForm(FieldsForm[Words]):
    """A field for each keyword of the rivals, over the hints that they were given."""

    purpose = "to guess the other team's keywords"
    HELP = (
        "All rounds are over, and the teams are equal. Write down what you think the four "
        "keywords of the other team are; a form of the word counts as the word. The team that "
        "knows more of them wins. Enter goes to the next field and then to a review. F9 hides "
        "the screen."
    )

    def create_widgets(self) -> None:
        super().create_widgets()
        self.fields = [HintField(place, "your guess") for place in range(4)]
        self.past.hints.display = False  # they stand beside the fields

    def on_mount(self) -> None:
        """Offer the notes of the rounds before as placeholders."""
        for field, note in zip(self.fields, self.saved_note.split("\n"), strict=False):
            if note:
                field.placeholder = f"your note: {note}"

    def build_question(self) -> Content:
        """Ask for the keywords of the other team."""
        team = (self.view.team or "").capitalize()
        return Content(f"The teams are equal. Which are the keywords of {team}?")

    def compose_form(self) -> ComposeResult:
        """Yield a number, a field and the hints that were given for the keyword, four times."""
        with Vertical(id="form"):
            for number, field in enumerate(self.fields, 1):
                label = Static(Content.styled(str(number), "bold $primary"), classes="word")
                given = ", ".join(self.view.list_hints(number))
                told = f"Hints: {given}" if given else "No hints"
                hints = EvenText(Content.styled(told, "$muted"), classes="given")
                yield Horizontal(label, field, hints, classes="hint")

    def compose_cards(self) -> ComposeResult:
        """Yield no cards: all of them lie face down."""
        yield from ()

    @property
    def words(self) -> tuple[str, str, str, str]:
        """The words as they would be sent."""
        a, b, c, d = (clean(field.value, LONGEST_HINT) for field in self.fields)
        return a, b, c, d

    def refresh_form(self) -> None:
        """Count the words that are missing."""
        missing = sum(find_word_fault(word) is not None for word in self.words)
        update_line(self.remark, Content.styled(f"{missing} to go" if missing else "", "$muted"))
        self.review.set_class(not missing, "primary")

    def on_input_changed(self) -> None:
        """Count the words as they are typed."""
        self.refresh_form()

    def action_review(self) -> None:
        """Show the words for confirmation, if there is one for each keyword."""
        for field, word in zip(self.fields, self.words, strict=True):
            if find_word_fault(word):
                self.set_focus(field)
                return
        rows = [(f"Keyword {number}", word) for number, word in enumerate(self.words, 1)]
        self.confirm(Words(keywords=self.words), "Send these words?", rows, WORDS_AUDIENCE)
