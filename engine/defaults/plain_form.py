"""A person's form without screens, from the declared fields of a move."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.defaults.field_answer import drop_null, list_values, read_move, read_value
from engine.defaults.narration import has_value, list_changed_values, narrate_fields
from engine.fields import (
    Choices,
    Schema,
    describe_field,
    describe_kind,
    explain_value,
    is_allowed,
    list_fields,
    title_kind,
)
from engine.frozen_model import FrozenModel
from engine.games.plain_form import Answers, Choice, MoveForm, PlainForm, Question, ShownBefore
from engine.move_json import BadMove
from engine.value_text import format_value

if TYPE_CHECKING:
    from engine.view import View


def build_plain_form(
    view: "View[Any]",
    shown: ShownBefore | None = None,
    narrate: Callable[[Any, Any], list[str]] | None = None,
    seats: Sequence[str] = (),
) -> PlainForm[Any]:
    """List what is new to the seat, and ask for each field of a move by its name.

    Args:
        view: The view of the seat.
        shown: What the person has been shown; by default nothing. Fields that differ from an
            onlooker's are listed, too, unless they hold a text or a number that is narrated to this
            seat alone.
        narrate: Narrates the match in the game's own words, which may leave out what only this seat
            knows; `None` narrates the fields of the view.
        seats: The names of the seats, to write in place of fields of the type `Seat`.
    """
    shown = shown or ShownBefore()
    tell_fields = partial(narrate_fields, seats=seats)
    tell = narrate or tell_fields
    everything = tell(None, view)
    common = [] if shown.public is None else tell(None, shown.public)
    private = [line for line in everything if line not in common]
    told = [*everything] if shown.is_erased else tell(shown.last, view)
    if narrate is not None:
        known = [] if shown.last is None or shown.is_erased else tell_fields(None, shown.last)
        told += [
            line
            for line, value in list_changed_values(shown.public, view, seats)
            if line not in known and not any(has_value(one, value) for one in private)
        ]
    forms = tuple(build_form(kind, choices) for kind, choices in view.asked.items())
    return PlainForm(tuple(told), describe_moves(view.asked), forms)


def describe_moves(asked: Mapping[type[FrozenModel], Choices]) -> str:
    """Say what each kind of move does, and what its fields take, as the game's docstrings do."""
    told = ["" if len(asked) == 1 else "Make your move."]
    for kind, choices in asked.items():
        does = describe_kind(kind)
        told.append(does if len(asked) == 1 or not does else f"{title_kind(kind)}: {does}")
        for schema in list_fields(kind, choices).values():
            takes = describe_field(schema)
            told.append(takes and f"{schema['title']}: {takes}")
    return " ".join(filter(None, told)) or "Make your move."


def build_form[Move: FrozenModel](kind: type[Move], choices: Choices) -> MoveForm[Move]:
    """Build a question for each field of a kind of move."""
    fields = list_fields(kind, choices)
    questions = tuple(_build_question(one) for one in fields.values())

    def build_move(answers: Answers) -> Move:
        return read_move(kind, answers, choices)

    return MoveForm(title_kind(kind), questions, build_move)


def _build_question(schema: Schema) -> Question:
    """Ask for a value: as a numbered choice if the field has few values, else as text."""
    schema = drop_null(schema)
    choices = tuple(
        Choice(number, json.dumps(value), format_value(value))
        for number, value in enumerate(list_values(schema), 1)
    )
    several = " (commas between)" if schema.get("type") == "array" and not choices else ""

    def find_fault(answers: Answers) -> str | None:
        try:
            value = read_value(schema, answers[-1])
        except BadMove as error:
            return str(error)
        return None if is_allowed(schema, value) else explain_value(schema, value)

    return Question(f"{schema['title']}{several}", choices, find_fault)
