"""The base class of forms in which a person enters a move."""

from asyncio import Event, to_thread
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, cast

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from engine.forms.folding import find_lemma
from engine.seat import Seat
from screens.closed_screen import is_closed
from screens.forms.confirmation import ConfirmDialog
from screens.forms.seat_screen import SeatScreen
from screens.players.seat_names import SeatNames
from screens.scroll_keys import ScrollKeys
from screens.widgets.breakpoints import apply_breakpoints
from screens.widgets.cards.card_item import CardItem
from screens.widgets.even_text import EvenText
from screens.widgets.footer import KeyFooter
from screens.widgets.lines import Lines
from screens.widgets.text_layout import wrap_evenly, wrap_text

SEAT_FORM_CSS = Path(__file__).with_suffix(".tcss")
"""The style sheet of all forms; a form with one of its own lists both in `CSS_PATH`."""


REVIEW = "Review"
"""What Enter does where it leads to the review."""


REVIEW_ON_ENTER = Binding(
    "enter",
    "enter",
    REVIEW,
    key_display="Enter",
    priority=True,
    tooltip="Check your move, then send it",
)
"""For forms in which Enter goes nowhere but to the review."""


class Question(Lines):
    """Who is asked, and the question; beneath one another if that leaves no word alone."""

    def __init__(self, person: Content, question: Content | str) -> None:
        """Ask `person` the `question`; text is shown as it is."""
        super().__init__(id="question")
        self.person = person
        self.question = Content(question) if isinstance(question, str) else question

    def layout_lines(self, width: int) -> list[Content]:
        """Lay out one line if it fits; else two, if the question fits into one."""
        whole = Content.assemble(self.person, "  ", self.question)
        if whole.cell_length > width and self.question.cell_length <= width:
            return [*wrap_text(self.person, width), self.question]
        return wrap_evenly(whole, width)


class SeatForm[View, Move](ScrollKeys[Move | None], SeatScreen[Move]):
    """A form for one move: the question, the widgets to answer it with, a review, then `confirm`.

    A form has to define `compose_form` and `action_review`, and to set `QUESTION` or to define
    `build_question`.
    """

    HELP = (
        "It is your turn, and only you should see this screen. Fill in the fields from top to "
        "bottom; Enter goes to the next one. At the end you see your move once more before it is "
        "sent. F9 hides the screen at once."
    )
    QUESTION: ClassVar = ""
    """The question, in a sentence."""
    CSS_PATH: ClassVar[Any] = [SEAT_FORM_CSS]
    VERTICAL_BREAKPOINTS = [(38, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        # Priority, so that keys typed right after it go to the newly focused field.
        Binding("enter", "enter", "Next", priority=True, tooltip="Next field; then the review"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]
    NEEDS_WORD_FORMS = False
    """Whether the rules compare word forms. Their dictionary is loaded while the person thinks;
    until then `can_judge` is false."""

    def __init__(
        self,
        view: View,
        names: SeatNames,
        fault: Callable[[View, Move], str | None],
        complaint: str | None,
    ) -> None:
        """Ask the seat of `view` for a move.

        Args:
            view: The view of the seat.
            names: The names of the players.
            fault: Returns why a move is against the rules.
            complaint: Why the last try was refused.
        """
        super().__init__()
        self.view = view
        self.names = names
        self.person = names.get_full_name(self.seat)
        self.fault = fault
        self.can_judge = not self.needs_word_forms
        self.complaint = Static(id="complaint")
        self.show_complaint(complaint)
        self.review = Button("▸ Review and send", id="review", action="screen.review")
        self.remark = EvenText(id="remark")
        self.create_widgets()

    def create_widgets(self) -> None:
        """Create widgets that the form keeps as attributes; called once, before `compose`."""

    @property
    def needs_word_forms(self) -> bool:
        """Return `NEEDS_WORD_FORMS`; base classes may compute it instead."""
        return self.NEEDS_WORD_FORMS

    @property
    def seat(self) -> Seat:
        """The seat that is asked: `view.seat`. Override it for a view without that field."""
        return cast(Seat, cast(Any, self.view).seat)

    def compose(self) -> ComposeResult:
        apply_breakpoints(self)
        with Vertical(id="seat"):
            yield from self.compose_status()
            yield Question(self.build_person(), self.build_question())
            yield self.complaint
            yield from self.compose_form()
            yield Horizontal(self.review, self.remark, id="send")
            yield from self.compose_below()
        yield KeyFooter()

    def build_person(self) -> Content:
        """Build the name of the player whose turn it is."""
        return self.names.format_player(self.seat, role=True)

    def compose_status(self) -> ComposeResult:
        """Yield the widgets above the question, such as round and score."""
        yield from ()

    def build_question(self) -> Content | str:
        """Build the question about `self.view`, in a sentence; text is shown as it is."""
        return self.QUESTION

    def compose_form(self) -> ComposeResult:
        """Yield the widgets for the answer, and helpful context."""
        raise NotImplementedError

    def compose_below(self) -> ComposeResult:
        """Yield the widgets below the review button."""
        yield from ()

    def on_mount(self) -> None:
        """Show the empty form, and load the data for judging it."""
        self.refresh_form()
        if self.needs_word_forms:
            self.call_after_refresh(self.load_word_forms)

    @work
    async def load_word_forms(self) -> None:
        """Load the dictionary of word forms, then judge the current input."""
        await to_thread(find_lemma, "word")
        self.can_judge = True
        if not is_closed(self):
            self.refresh_form()

    def refresh_form(self) -> None:
        """Show the current move, and what is wrong with it."""

    async def action_enter(self) -> None:
        """Go to the next field; from the last one, to the review.

        As a priority binding, this key overtakes keys typed just before it, which are queued at
        the focused field. It waits for them, or the last letters would be missing.
        """
        typed = Event()
        if self.focused is not None and self.focused.call_later(typed.set):
            await typed.wait()
        self.go_on()

    def label_key(self, binding: Binding) -> str:
        """Name what Enter does on a button."""
        if binding.action != "enter" or not isinstance(self.focused, Button):
            return ""
        return REVIEW if self.focused is self.review else str(self.focused.label).lstrip("▸ ")

    def go_on(self) -> None:
        """Handle Enter, after all keys before it: press the button in focus, else review."""
        if isinstance(self.focused, Button) and self.focused is not self.review:
            self.focused.press()
        else:
            self.action_review()

    def action_review(self) -> None:
        """Call `confirm` if the move is complete; else show what is missing."""
        raise NotImplementedError

    def show_complaint(self, complaint: str | None) -> None:
        """Show why a move was refused; `None` if it was not."""
        self.complaint.update(Content(f"✗ Refused: {complaint}" if complaint else ""))
        self.complaint.display = bool(complaint)

    def confirm(
        self,
        move: Move,
        title: str,
        rows: Sequence[tuple[str, str]],
        audience: str,
        card: CardItem | None = None,
    ) -> None:
        """Show a legal move for confirmation and send it; explain why an illegal one is refused.

        Args:
            move: The move.
            title: The question, such as `Say this?`.
            rows: The move in full: the name of each part, and the part.
            audience: Who will see it, and when.
            card: The card that it is about, if there is one.
        """
        fault = self.fault(self.view, move)
        self.show_complaint(fault)
        if fault is not None:
            return

        def send(yes: bool | None) -> None:
            if yes:
                self.dismiss(move)

        confirm = ConfirmDialog(self.person, title, rows, audience, card)
        confirm.game = self.game
        self.app.push_screen(confirm, send)
