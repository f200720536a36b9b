"""A form for a move that is one line of text, judged by the rules as it is typed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Static

from engine.defaults.field_answer import read_move
from engine.fields import find_schema
from engine.move_json import BadMove
from engine.text import MAX_LINE_LENGTH, clean
from engine.value_text import list_values
from screens.forms.field_verdict import format_verdict, update_line
from screens.forms.seat_form import REVIEW_ON_ENTER, SeatForm
from screens.games.board import NamedLines, ScrolledView
from screens.games.default_board import ViewFields
from screens.games.field_text import format_value
from screens.widgets.private_input import PrivateInput


class LineField(PrivateInput):
    """The line to type in."""


@dataclass(frozen=True, slots=True)
class MoveButton[Move]:
    """A button below the line, for a move that needs no text."""

    label: str
    move: Move
    audience: str = ""
    """Who will see the move, and its consequences."""


class LineForm[View, Move](SeatForm[View, Move]):
    """Asks for one line of text.

    A form must set `QUESTION` and `MOVE`, or define `build_question` and `build_move`, and should
    set `AUDIENCE`. The widget from `create_context` is above the line.
    """

    AUTO_FOCUS = "LineField"
    BINDINGS: ClassVar[list[BindingType]] = [REVIEW_ON_ENTER]
    MOVE: ClassVar[type[Any] | None] = None
    """The kind of move whose only field is the line, such as a text or a whole number."""
    CONTEXT: ClassVar[type[NamedLines[Any]]] = ViewFields
    """The lines above the line; by default the fields of the view."""
    ASKS_FOR_PLAYER: ClassVar = False
    """Whether the line names a player; the person types the player's name, the move has the seat's.
    """
    BUTTONS: ClassVar[Sequence[MoveButton[Any]]] = ()
    """Buttons for moves without a line."""
    LABEL: ClassVar = ""
    """The label before the line; by default `You say` for a text, else the name of the field."""
    PLACEHOLDER: ClassVar = ""
    """The placeholder of the empty line."""
    MAX_LENGTH: ClassVar = MAX_LINE_LENGTH
    """Maximum length of the line in characters."""
    APPROVAL: ClassVar = ""
    """The verdict on a legal line; by default it fits a text, or else any move."""
    REVIEW_TITLE: ClassVar = ""
    """The question over the review; by default it fits a text, or else any move."""
    AUDIENCE: ClassVar = ""
    """Who will see the line, and when."""

    def create_widgets(self) -> None:
        super().create_widgets()
        says, name = self.find_field()
        self.label = self.LABEL or ("You say" if says else name)
        self.approval = self.APPROVAL or ("This can be said." if says else "This is a legal move.")
        self.review_title = self.REVIEW_TITLE or ("Say this?" if says else "Send this?")
        # A class, because style sheets see only the first of several bases.
        self.add_class("-one-line")
        self.context = self.create_context()
        self.line = LineField(
            placeholder=self.PLACEHOLDER,
            id="line",
            max_length=self.MAX_LENGTH,
            select_on_focus=False,
        )
        self.verdict = Static(id="verdict", classes="verdict")

    def find_field(self) -> tuple[bool, str]:
        """Find whether the line is a text that is said, and the name of the move's field."""
        names = [] if self.MOVE is None else list(self.MOVE.model_fields)
        if self.MOVE is None or len(names) != 1:
            return False, "Your move"
        is_text = find_schema(self.MOVE, names).get("type") == "string"
        says = is_text and not self.ASKS_FOR_PLAYER
        return says, names[0].replace("_", " ").capitalize()

    def build_move(self, line: str) -> Move:
        """Build the move that says `line`.

        Raises:
            BadMove: If the line is not such a move; the message is for the person.
        """
        if self.MOVE is None:
            raise NotImplementedError(f"{type(self).__name__} has no MOVE")
        said = self.names.read_player(line) if self.ASKS_FOR_PLAYER else line
        move: Move = read_move(self.MOVE, (said,), {})
        return move

    def compose_below(self) -> ComposeResult:
        for number, button in enumerate(self.BUTTONS):
            action = f"screen.make_move({number})"
            yield Button(f"▸ {button.label}", id=f"move-{number}", action=action)

    def action_make_move(self, number: int) -> None:
        """Make the move of a button, if the person confirms it."""
        button = self.BUTTONS[number]
        self.confirm(button.move, f"{button.label}?", [], button.audience)

    def format_move(self, move: Move) -> str:
        """Format a move for the review: its text or its only field, else all its fields."""
        values = [value for _, value in list_values(move)]
        texts = [value for value in values if isinstance(value, str)]
        told = texts if len(texts) == 1 else values
        if self.ASKS_FOR_PLAYER and texts:
            return self.names.format_plain_sentence(texts[0])
        return format_value(told[0] if len(told) == 1 else move)

    def create_context(self) -> ScrolledView[View]:
        """Create the context above the line; PgUp and PgDn scroll it."""
        return ScrolledView(self.CONTEXT(self.names, self.view))

    @property
    def scrolled(self) -> Widget:
        """The context."""
        return self.context

    def compose_form(self) -> ComposeResult:
        """Yield the context, the line and the verdict on it."""
        yield self.context
        yield Horizontal(Static(self.label, classes="label"), self.line, classes="entry")
        yield self.verdict

    @property
    def text(self) -> str:
        """The line, cleaned."""
        return clean(self.line.value, self.MAX_LENGTH)

    def find_fault(self) -> str | None:
        """Find a reason why the line is not a legal move."""
        try:
            fault = self.fault(self.view, self.build_move(self.text))
            return fault and self.names.format_plain_sentence(fault)
        except BadMove as error:
            return str(error)

    def find_warning(self) -> str | None:
        """Find a warning about the consequences of a legal line."""
        return None

    def describe_audience(self) -> str:
        """Describe who will see the line, and when."""
        return self.AUDIENCE

    def refresh_form(self) -> None:
        """Judge the current line."""
        if not self.can_judge or not self.text:
            fault: str | None = ""  # neither legal nor judged
            update_line(self.verdict, Content(""))
        else:
            fault = self.find_fault()
            update_line(self.verdict, format_verdict(fault, self.approval, self.find_warning()))
        self.review.set_class(fault is None, "primary")

    def on_input_changed(self) -> None:
        """Judge the line as it is typed."""
        self.refresh_form()

    def action_review(self) -> None:
        """Show the line for confirmation if it is legal."""
        self.can_judge = True
        if fault := self.find_fault():
            missing = Content.styled("Type your line, then press Enter.", "$muted")
            self.verdict.update(format_verdict(fault, self.approval) if self.text else missing)
            self.set_focus(self.line)
            return
        move = self.build_move(self.text)
        rows = [(self.label, self.format_move(move))]
        self.confirm(move, self.review_title, rows, self.describe_audience())
