"""The prompt for a model, from the rules and a view."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from engine.answer_form import describe_answer
from engine.defaults.narration import narrate_fields
from engine.fields import Choices, describe_field, describe_kind, describe_values, list_fields
from engine.frozen_model import FrozenModel
from engine.joined_text import join_paragraphs
from engine.options import list_declared_options
from engine.prompt import Prompt
from engine.seat_codes import SEAT_CODE

if TYPE_CHECKING:
    from engine.view import View


def build_prompt(title: str, rules: str, seats: tuple[str, ...], view: "View[Any]") -> Prompt:
    """Build the prompt: rules, options and seat; then the position and the request."""
    assert view.seat is not None
    name = seats[view.seat]
    system = (
        f"You play {title}.",
        rules.strip(),
        "\n".join(_list_options(view.options)),
        f"You are {'' if SEAT_CODE.fullmatch(name) else 'the '}{name}.",
        describe_answer(tuple(view.asked)),
    )
    told = [*view.list_lines()] or narrate_fields(None, view, seats)
    return Prompt(
        join_paragraphs(*system),
        join_paragraphs("\n".join(told), "\n".join(_list_requests(view.asked))),
        choices=view.asked,
    )


def _list_options(options: FrozenModel) -> Iterator[str]:
    known = list_declared_options(type(options))
    shown = [one for one in known.values() if not one.mark.secret and not one.mark.moved]
    if shown:
        yield "The options of this match:"
    for one in shown:
        yield f"- {one.label}: {one.format(getattr(options, one.name))}"


def _list_requests(asked: Mapping[type[FrozenModel], Choices]) -> Iterator[str]:
    """Describe each kind of move, and what its fields take."""
    yield "It is your turn:" if len(asked) == 1 else "It is your turn; choose one of these:"
    for kind, choices in asked.items():
        yield f"- {kind.__name__}: {describe_kind(kind)}"
        for name, one in list_fields(kind, choices).items():
            yield f"  - {name}: {describe_values(one)}. {describe_field(one)}".rstrip()
