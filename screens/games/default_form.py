"""The default form of a seat, made from the declared fields of the moves."""

from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from engine.defaults.field_answer import read_value
from engine.fields import (
    Choices,
    Schema,
    describe_field,
    describe_kind,
    describe_values,
    list_fields,
    title_kind,
)
from engine.frozen_model import FrozenModel
from engine.move_json import BadMove, decode_move
from engine.text import MAX_LINE_LENGTH, clean
from engine.value_text import format_value
from engine.view import View
from screens.forms.field_verdict import format_verdict, update_line
from screens.forms.seat_form import SeatForm
from screens.games.board import NamedLines
from screens.players.seat_names import SeatNames
from screens.widgets.choice_grid import ChoiceGrid
from screens.widgets.private_input import PrivateInput

SEALED = "Nobody sees it until all have moved."
SEEN = "Whoever may know of it sees it at once."


class FieldEntry(PrivateInput):
    """A line for a text, a number, or several with commas between."""

    def __init__(self, schema: Schema) -> None:
        """Ask for a value of this schema."""
        super().__init__(
            placeholder=". ".join(filter(None, (describe_values(schema), describe_field(schema)))),
            max_length=MAX_LINE_LENGTH,
            select_on_focus=False,
        )


class KindEntry[Move: FrozenModel]:
    """The widgets for one kind of move."""

    def __init__(self, kind: type[Move], choices: Choices) -> None:
        """Create the widgets for the fields, narrowed to the choices of the position."""
        self.kind = kind
        self.title = title_kind(kind)
        self.fields = list_fields(kind, choices)
        self.entries = {name: create_entry(one) for name, one in self.fields.items()}
        self.button = Button(f"▸ {self.title}")

    def read(self) -> Move:
        """Read the move from the widgets.

        Raises:
            BadMove: If a value is missing or not allowed.
        """
        values = {
            name: read_entry(self.fields[name], entry) for name, entry in self.entries.items()
        }
        move: Move = decode_move((self.kind,), {self.kind.__name__: values})
        return move

    @property
    def is_empty(self) -> bool:
        """Whether there are lines, and nothing is typed in any."""
        lines = [one for one in self.entries.values() if isinstance(one, FieldEntry)]
        return bool(lines) and not any(one.value for one in lines)


def create_entry(schema: Schema) -> FieldEntry | ChoiceGrid:
    """Create the widget of a field: a grid for a choice, a line for everything else."""
    values = list_entry_values(schema)
    return ChoiceGrid([format_value(value) for value in values]) if values else FieldEntry(schema)


def list_entry_values(schema: Schema) -> tuple[Any, ...]:
    """List the values of a field that is a choice; empty for others."""
    return (True, False) if schema.get("type") == "boolean" else tuple(schema.get("enum", ()))


def read_entry(schema: Schema, entry: FieldEntry | ChoiceGrid) -> Any:  # noqa: ANN401
    """Read the JSON value of a field.

    Raises:
        BadMove: If it is not such a value.
    """
    if isinstance(entry, ChoiceGrid):
        return list_entry_values(schema)[entry.place]
    return read_value(schema, clean(entry.value, MAX_LINE_LENGTH))


class DeclaredForm[ViewT: View[Any]](SeatForm[ViewT, Any]):
    """Asks for one of the kinds of move that the view allows, field by field."""

    DEFAULT_CSS = """
    DeclaredForm #fields { height: auto; max-height: 60%; }
    DeclaredForm .entry { height: auto; }
    DeclaredForm .entry ChoiceGrid { width: 1fr; }
    DeclaredForm .entry Button { margin-right: 2; }
    """
    QUESTION = "What is your move?"
    NEEDS_WORD_FORMS = True
    AUTO_FOCUS: ClassVar = "FieldEntry, ChoiceGrid, Button"

    def __init__(
        self,
        game: str,
        lines: type[NamedLines[Any]],
        view: ViewT,
        names: SeatNames,
        fault: Callable[[ViewT, Any], str | None],
        complaint: str | None,
    ) -> None:
        """Ask the seat of `view` for a move.

        Args:
            game: The name of the game.
            lines: The lines of the table, above the fields.
            view: The view of the seat.
            names: The names of the players.
            fault: Returns why a move is against the rules.
            complaint: Why the last try was refused.
        """
        self.table = lines(names, view)
        self.kinds = [KindEntry(kind, choices) for kind, choices in view.asked.items()]
        super().__init__(view, names, fault, complaint)
        self.game = game

    def create_widgets(self) -> None:
        super().create_widgets()
        self.context = VerticalScroll(self.table)
        self.context.can_focus = False
        self.verdict = Static(id="verdict", classes="verdict")
        self.review.display = len(self.kinds) == 1

    @property
    def scrolled(self) -> VerticalScroll:
        """The table."""
        return self.context

    def build_question(self) -> str:
        """Ask in the words of the only kind of move, if there is one that says what it does."""
        asked = describe_kind(self.kinds[0].kind) if len(self.kinds) == 1 else ""
        return asked if asked and self.QUESTION == DeclaredForm.QUESTION else self.QUESTION

    def compose_form(self) -> ComposeResult:
        """Yield the table, the fields of each kind of move, and the verdict."""
        yield self.context
        with VerticalScroll(id="fields", can_focus=False):
            for number, one in enumerate(self.kinds):
                for name, entry in one.entries.items():
                    label = Static(Content(one.fields[name]["title"]), classes="label")
                    yield Horizontal(label, entry, classes="entry")
                if len(self.kinds) > 1:
                    one.button.action = f"screen.review_kind({number})"
                    about = Static(Content.styled(describe_kind(one.kind), "$muted"))
                    yield Horizontal(one.button, about, classes="entry")
        yield self.verdict

    @property
    def current(self) -> KindEntry[Any]:
        """The kind of move in focus."""
        for one in self.kinds:
            if self.focused is one.button or self.focused in one.entries.values():
                return one
        return self.kinds[0]

    def refresh_form(self) -> None:
        """Judge the current move."""
        if not self.can_judge or self.current.is_empty:
            update_line(self.verdict, Content(""))
            return
        fault = self.find_fault(self.current)
        update_line(self.verdict, format_verdict(fault, "This is a legal move."))
        self.review.set_class(fault is None, "primary")

    def on_input_changed(self) -> None:
        """Judge the move as it is typed."""
        self.refresh_form()

    def on_choice_grid_changed(self) -> None:
        """Judge the move as it is chosen."""
        self.refresh_form()

    def find_fault(self, entry: KindEntry[Any]) -> str | None:
        """Find a reason why the current values are not a legal move."""
        try:
            fault = self.fault(self.view, entry.read())
        except BadMove as error:
            return str(error)
        return fault and self.names.format_plain_sentence(fault)

    def action_review(self) -> None:
        """Show the current kind of move for confirmation if it is legal."""
        self.action_review_kind(self.kinds.index(self.current))

    def action_review_kind(self, number: int) -> None:
        """Show a kind of move for confirmation if it is legal."""
        self.can_judge = True
        entry = self.kinds[number]
        if fault := self.find_fault(entry):
            self.verdict.update(format_verdict(fault, ""))
            return
        move = entry.read()
        rows = [
            (entry.fields[name]["title"], format_value(getattr(move, name)))
            for name in entry.fields
        ]
        audience = SEALED if len(self.view.awaited) > 1 else SEEN
        self.confirm(move, f"{entry.title}?", rows, audience)
