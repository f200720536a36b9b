"""`View`: what one seat knows, and its judgement of moves."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from engine.defaults.random_move import draw_move
from engine.fields import Choices as Choices
from engine.fields import choose_several as choose_several
from engine.fields import explain_value, is_allowed, list_fields
from engine.frozen_model import FrozenModel
from engine.move_json import find_value_fault
from engine.seat import Seat

NOT_NOW = "This is not the moment for that."
"""The verdict on a move of a kind that is not asked for."""


class View[MoveT: FrozenModel](FrozenModel, ABC):
    """Everything that one seat may know, history included, and its legal moves.

    The view judges moves, so that legality cannot depend on what the seat does not know.

    Every view has `seat`, `awaited` and `options`: as fields, or as properties if other fields say
    the same. A game adds what else a seat may know.
    """

    if TYPE_CHECKING:  # a property here would hide the fields of games from pydantic

        @property
        def seat(self) -> Seat | None:
            """Whose view this is; `None` is an onlooker's."""

        @property
        def awaited(self) -> tuple[Seat, ...]:
            """The seats that move in this turn; empty once the match is over."""

        @property
        def options(self) -> Any:  # noqa: ANN401 - a game names its own type
            """The options of the match, the secret ones blank."""

    @abstractmethod
    def list_moves(self) -> Mapping[type[MoveT], Choices]:
        """List the kinds of move that the seat can make in its turn, with choices of their fields.

        `{Guess: {"word": ("pear", "plum")}, Stop: {}}` is a guess at one of two words, or a stop;
        `{Propose: {"team": choose_several(names, 2)}}` takes two of the names.
        """

    def find_fault(self, move: MoveT) -> str | None:  # noqa: ARG002
        """Return why a move is illegal beyond its fields and choices, in a sentence, or `None`."""
        return None

    def list_lines(self) -> Iterable[str]:
        """List all lines that tell the match so far; later views only add some.

        A game that leaves this out is told by the fields of its views.
        """
        return ()

    def draw_move(self, rng: Random) -> MoveT:
        """Draw a random legal move, by default from the fields and their choices."""
        drawn: MoveT = draw_move(self, rng)
        return drawn

    @property
    def asked(self) -> Mapping[type[MoveT], Choices]:
        """What is asked of the seat now: `list_moves` in its turn, nothing while others move."""
        return self.list_moves() if self.seat in self.awaited else {}

    def judge(self, move: MoveT) -> str | None:
        """Return why a move is illegal, in a sentence; `None` if it is legal."""
        choices = self.asked.get(type(move))
        if choices is None:
            return NOT_NOW
        return self.find_fault(move) or _find_choice_fault(move, choices)


def _find_choice_fault(move: FrozenModel, choices: Choices) -> str | None:
    """Find a value that the field, or the position, does not allow."""
    if fault := find_value_fault(move):
        return fault
    for name, allowed in choices.items():
        value = getattr(move, name)
        if not isinstance(allowed, Mapping) and value in allowed:
            continue
        field = list_fields(type(move), choices)[name]
        if not is_allowed(field, value):
            return explain_value(field, value)
    return None
