"""Base classes for a game's options, moves, views, states and rules.

A game may do without them: `engine.game.Game` is what the engine asks for. The functions at the end
read the fields of a game's definition from its rules.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache, partial
from inspect import get_annotations
from random import Random
from types import get_original_bases
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from engine.game import Seat
from engine.move_json import get_type_adapter
from engine.options import Note, OptionError, list_declared_options

__all__ = [
    "Annotated",
    "Frozen",
    "Iterable",
    "Literal",
    "Mapping",
    "Note",
    "Random",
    "Rules",
    "Seat",
    "TableView",
    "replace",
]
"""Names for `view_and_moves.py` of a game; `engine.games.definition` has those for its rules."""

type Turn = Seat | Iterable[Seat] | None
"""The seat or seats to move; `None` once the match is over."""


@dataclass_transform(frozen_default=True)
class Frozen:
    """Base class whose subclasses are frozen dataclasses."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name in get_annotations(cls):
            if isinstance(getattr(cls, name, None), cached_property):  # of a base; no default
                setattr(cls, name, field())
        dataclass(frozen=True)(cls)


class TableView[Options, Move](Frozen):
    """Base of views: everything that one seat may know, and its legal moves.

    The view judges moves, so that legality cannot depend on what the seat does not know.
    Subclasses add fields; `Rules.start_view` fills those of this class.
    """

    seat: Seat | None
    """The seat; `None` for an onlooker."""
    awaited: tuple[Seat, ...]
    """The seats to move; empty once the match is over."""
    options: Options
    """The options of the match; secret ones have their default values."""

    def __init_subclass__(cls) -> None:
        for base in get_original_bases(cls):
            if get_origin(base) is TableView:
                # Named again, since a view is read back from JSON by what its own class says.
                cls.__annotations__["options"] = get_args(base)[0]
        super().__init_subclass__()

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return not self.awaited

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seat names `p1`, `p2`, ... if there is an option `players`."""
        return number_seats(self.options)

    @cached_property
    def seat_name(self) -> str:
        """The name of the view's seat, such as `p2`; empty for an onlooker."""
        return "" if self.seat is None or not self.seats else self.seats[self.seat]

    def list_moves(self) -> tuple[type[Move], ...]:
        """List the kinds of move that the seat can make now; called only on its turn."""
        raise NotImplementedError

    def find_fault(self, move: Move) -> str | None:
        """Return why a move of one of these kinds is illegal, in a sentence, or `None`."""
        raise NotImplementedError

    def draw_move(self, rng: Random) -> Move:
        """Draw a random legal move, for `random` players and for tests."""
        raise NotImplementedError


class Rules[Options, State, View, Move](Frozen):
    """Base of rules: a frozen dataclass of the options and of each part of the material.

    Games with random events during the match override `deal` or `play`, which are passed a random
    generator.
    """

    name: ClassVar[str] = ""
    """The name in commands and journals, taken from the game's folder."""
    is_cooperative: ClassVar[bool] = False
    """Whether all seats win or lose together."""
    options: Options

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.name = cls.__module__.split(".")[-2]

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats; by default `p1`, `p2`, ... as the option `players` says.

        Games with other names set this attribute, or override the property if it needs options.
        """
        return number_seats(self.options)

    def start_match(self) -> State:
        """Create the first state; by default from the material that it has fields for."""
        kind: Any = get_args(find_rules_base(type(self)))[1]
        names = {field.name for field in fields(self)} & {field.name for field in fields(kind)}
        state: State = kind(**{name: getattr(self, name) for name in names})
        return state

    @property
    def everybody(self) -> frozenset[Seat]:
        """All seats."""
        return frozenset(map(Seat, range(len(self.seats))))

    def find_turn(self, state: State) -> Turn:
        """Return the seat to move, or all seats that move at once; `None` once the match is over.

        If only one seat moves at a time, annotate the result as `Seat | None`.
        """
        raise NotImplementedError

    def view(self, state: State, seat: Seat | None) -> View:
        """Build the view of a seat, or of an onlooker."""
        raise NotImplementedError

    def play_move(self, state: State, move: Move) -> State:
        """Return the state after the move of the one seat whose turn it is."""
        raise NotImplementedError

    def play_moves(self, state: State, moves: Mapping[Seat, Move]) -> State:
        """Return the state after the moves of all seats whose turn it is."""
        (move,) = moves.values()
        return self.play_move(state, move)

    def count_points(self, state: State) -> tuple[float, ...]:
        """Count the points of each seat, in seat order, for the final score."""
        raise NotImplementedError

    def start_view(self, state: State, seat: Seat | None, *public: str) -> dict[str, Any]:
        """Build arguments for a view: `View(**self.start_view(state, seat, "said"), word=...)`.

        Args:
            state: The state.
            seat: The seat of the view; `None` for an onlooker.
            public: Names of public fields, copied from the state. If the state has no such field,
                `points` is computed by `count_points` and `outcome` by `find_outcome`.

        Returns:
            The values by field: those that every view has, and the public ones.
        """
        return {
            "seat": seat,
            "awaited": tuple(sorted(self.awaits(state))),
            "options": hide_secret_options(self.options),
            **{name: self._show_public(state, name) for name in public},
        }

    def _show_public(self, state: State, name: str) -> object:
        computed = {"points": self.count_points, "outcome": self.find_outcome}
        if name in computed and not hasattr(state, name):
            return computed[name](state)
        return getattr(state, name)

    def find_outcome(self, state: State) -> str | None:
        """Compute the `outcome` of the report from the points; `None` before the end.

        Returns:
            The names of the seats with the most points, separated by commas; `nobody` if the most
            is 0; if all have the same, `draw`, or `everybody` in a cooperative game.
        """
        if self.awaits(state):
            return None
        points = self.count_points(state)
        best = [name for name, one in zip(self.seats, points, strict=True) if one == max(points)]
        if max(points) == 0:
            return "nobody"
        if len(best) == len(points):
            return "everybody" if self.is_cooperative else "draw"
        return ", ".join(best)

    def deal(self, rng: Random) -> State:  # noqa: ARG002
        return self.start_match()

    def awaits(self, state: State) -> frozenset[Seat]:
        turn = self.find_turn(state)
        return frozenset(() if turn is None else (turn,) if isinstance(turn, int) else turn)

    def moves(self, view: View) -> tuple[type[Move], ...]:
        seen = cast(TableView[Options, Move], view)
        return seen.list_moves() if seen.seat in seen.awaited else ()

    def fault(self, view: View, move: Move) -> str | None:
        if type(move) not in self.moves(view):
            return "This is not the moment for that."
        return cast(TableView[Options, Move], view).find_fault(move)

    def play(self, state: State, moves: Mapping[Seat, Move], rng: Random) -> State:  # noqa: ARG002
        return self.play_moves(state, moves)

    def score(self, state: State) -> Mapping[Seat, float] | None:
        if self.awaits(state):
            return None
        points = map(float, self.count_points(state))
        return dict(zip(sorted(self.everybody), points, strict=True))


def moves_alone(rules: type[Rules[Any, Any, Any, Any]]) -> bool:
    """Whether `find_turn` is annotated to return at most one seat."""
    declared = get_type_hints(rules.find_turn)["return"]
    return rules.awaits is Rules.awaits and declared == Seat | None


def can_draw_moves(rules: type[Rules[Any, Any, Any, Any]] | None) -> bool:
    """Whether the views of these rules define `draw_move`."""
    view = rules and get_args(find_rules_base(rules))[2]
    return getattr(view, "draw_move", TableView.draw_move) is not TableView.draw_move


def number_seats(options: object) -> tuple[str, ...]:
    """Return `p1`, `p2`, ... for the option `players`; empty without this option."""
    return tuple(f"p{number}" for number in range(1, getattr(options, "players", 0) + 1))


@lru_cache(maxsize=64)
def hide_secret_options[Options](options: Options) -> Options:
    """Replace the values of secret options by their defaults."""
    kind: Any = type(options)
    secret = [name for name, option in list_declared_options(kind).items() if option.note.secret]
    usual = kind()
    hidden: Options = replace(cast(Any, options), **{one: getattr(usual, one) for one in secret})
    return hidden


def take_from_rules(rules: type[Rules[Any, Any, Any, Any]]) -> dict[str, Any]:
    """Derive fields of a game's definition from its rules."""
    options_type, _, _, move = get_args(find_rules_base(rules))
    moves = getattr(move, "__value__", move)
    return {
        "name": rules.name,
        "list_seats": partial(list_seats, rules),
        "options_type": options_type,
        "create_game": partial(create_game, rules),
        "move_types": get_args(moves) or (moves,),
    }


def find_rules_base(rules: type[Rules[Any, Any, Any, Any]]) -> Any:  # noqa: ANN401 - a type
    """Find the base `Rules[...]` of a game's rules, with its type arguments."""
    return next(one for one in get_original_bases(rules) if get_origin(one) is Rules)


def list_seats(rules: type[Rules[Any, Any, Any, Any]], options: object) -> tuple[str, ...]:
    """List the names of the seats with these options."""
    bare = object.__new__(rules)  # without material, which seats do not depend on
    object.__setattr__(bare, "options", options)
    if not bare.seats:
        raise NotImplementedError(
            f"{rules.__name__} names no seats: write `seats`, or an option `players`."
        )
    return bare.seats


def create_game[Game: Rules[Any, Any, Any, Any]](
    rules: type[Game], options: object, material: Mapping[str, Any]
) -> Game:
    """Create the rules of a match from its options and material.

    Raises:
        OptionError: If the material has missing, unknown or mistyped fields, or if the rules raise
            `ValueError`; the message quotes no material.
    """
    hints = get_type_hints(rules)
    names = [field.name for field in fields(rules) if field.name != "options"]
    try:
        if set(material) != set(names):
            raise OptionError("other names")
        values = {one: get_type_adapter(hints[one]).validate_python(material[one]) for one in names}
        return rules(options=options, **values)
    except ValueError:
        wanted = ", ".join(name.replace("_", " ") for name in names) or "empty"
        raise OptionError(f"the material of {rules.name} is not its own: {wanted}.") from None
