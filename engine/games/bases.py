"""Bases for what every game writes: its options, moves, view, state and rules.

A game may do without them: `engine.game.Game` is what the engine asks for.
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

from engine.game import Seat, get_type_adapter
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
"""What `view_and_moves.py` imports from here, and `rules.py` from `engine.games.definition`."""

type Turn = Seat | Iterable[Seat] | None
"""Who moves now: a seat, several that move at once, or nobody once the match is over."""


@dataclass_transform(frozen_default=True)
class Frozen:
    """Makes each class that is derived from it a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name in get_annotations(cls):
            if isinstance(getattr(cls, name, None), cached_property):  # of a base; no default
                setattr(cls, name, field())
        dataclass(frozen=True)(cls)


class TableView[Options, Move](Frozen):
    """Base of views: what a seat may know in every game, and what it may do.

    Whether a move is legal is decided here, so that it cannot depend on what the seat does not
    know. Fields are added below; `Rules.start_view` returns the first three.
    """

    seat: Seat | None
    """Whose view this is; `None` is an onlooker's."""
    awaited: tuple[Seat, ...]
    """Who moves now; nobody once the match is over."""
    options: Options
    """The options of the match, without those that may name what some seats must not know."""

    def __init_subclass__(cls) -> None:
        for base in get_original_bases(cls):
            if get_origin(base) is TableView:
                # Named again, since a view is read back from JSON by what its own class says.
                cls.__annotations__["options"] = get_args(base)[0]
        super().__init_subclass__()

    @property
    def over(self) -> bool:
        """The match is over."""
        return not self.awaited

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """`p1`, `p2` and so on, if an option `players` says how many play."""
        return number_seats(self.options)

    @cached_property
    def seat_name(self) -> str:
        """The name of the view's own seat in `seats`: `p2`; empty for an onlooker."""
        return "" if self.seat is None or not self.seats else self.seats[self.seat]

    def list_moves(self) -> tuple[type[Move], ...]:
        """List the kinds of move of this seat, which is awaited."""
        raise NotImplementedError

    def find_fault(self, move: Move) -> str | None:
        """Find a reason why a move of one of these kinds is illegal: a sentence for the seat."""
        raise NotImplementedError

    def draw_move(self, rng: Random) -> Move:
        """Draw a legal move for the seat: what a `random` player does, and tests of the game."""
        raise NotImplementedError


class Rules[Options, State, View, Move](Frozen):
    """Base of rules: a frozen dataclass of the options and of the material, a field for each.

    Without more, nothing but the material is left to chance. Games that draw by chance override
    `deal` and `play`, which are handed a random generator.
    """

    name: ClassVar[str] = ""
    """The name in commands and journals: that of the game's folder."""
    is_cooperative: ClassVar[bool] = False
    """All seats win or lose together."""
    options: Options

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.name = cls.__module__.split(".")[-2]

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats: `p1`, `p2` and so on, if an option `players` says how many play.

        Games with seats of other names set them; if they depend on options, this stays a property.
        """
        return number_seats(self.options)

    def start_match(self) -> State:
        """Begin a match, by default with the material that the state has fields for."""
        kind: Any = get_args(find_rules_base(type(self)))[1]
        names = {field.name for field in fields(self)} & {field.name for field in fields(kind)}
        state: State = kind(**{name: getattr(self, name) for name in names})
        return state

    @property
    def everybody(self) -> frozenset[Seat]:
        """All seats."""
        return frozenset(map(Seat, range(len(self.seats))))

    def find_turn(self, state: State) -> Turn:
        """Find the seat that moves now, or the seats that move at once; `None` in the end.

        Where it never is more than one, the result is declared as `Seat | None`.
        """
        raise NotImplementedError

    def view(self, state: State, seat: Seat | None) -> View:
        """Show a seat, or an onlooker, what it may know."""
        raise NotImplementedError

    def play_move(self, state: State, move: Move) -> State:
        """Play the move of the seat whose turn it is."""
        raise NotImplementedError

    def play_moves(self, state: State, moves: Mapping[Seat, Move]) -> State:
        """Play the moves of all seats whose turn it is: written where there may be several."""
        (move,) = moves.values()
        return self.play_move(state, move)

    def count_points(self, state: State) -> tuple[float, ...]:
        """Count the points of each seat once the match is over, in the order of the seats."""
        raise NotImplementedError

    def start_view(self, state: State, seat: Seat | None, *public: str) -> dict[str, Any]:
        """Fill fields of a view: `View(**self.start_view(state, seat, "said"), word=...)`.

        Args:
            state: The truth.
            seat: Whose view it is.
            public: The names of fields that everybody sees as the state has them; `points` and
                `outcome` are those of `count_points` and `find_outcome` if the state has none.

        Returns:
            By name: these fields, and those that every view has.
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
        """Find the `outcome` of the report from the points; `None` while somebody is awaited.

        The names of all with the most points, with commas between; `nobody` if it is 0. If it is
        everybody, `draw`, or `everybody` in a game in which all win or lose together.
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
    """Is it declared that never more than one seat moves at once?"""
    declared = get_type_hints(rules.find_turn)["return"]
    return rules.awaits is Rules.awaits and declared == Seat | None


def can_draw_moves(rules: type[Rules[Any, Any, Any, Any]] | None) -> bool:
    """Do the views of these rules draw legal moves?"""
    view = rules and get_args(find_rules_base(rules))[2]
    return getattr(view, "draw_move", TableView.draw_move) is not TableView.draw_move


def number_seats(options: object) -> tuple[str, ...]:
    """`p1`, `p2` and so on, as many as the option `players` says."""
    return tuple(f"p{number}" for number in range(1, getattr(options, "players", 0) + 1))


@lru_cache(maxsize=64)
def hide_secret_options[Options](options: Options) -> Options:
    """The options with the default instead of each value that may name a secret."""
    kind: Any = type(options)
    secret = [name for name, option in list_declared_options(kind).items() if option.note.secret]
    usual = kind()
    hidden: Options = replace(cast(Any, options), **{one: getattr(usual, one) for one in secret})
    return hidden


def take_from_rules(rules: type[Rules[Any, Any, Any, Any]]) -> dict[str, Any]:
    """The fields of a game's definition that its rules tell, by name."""
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
    """`Rules` with the types that a game's rules give it."""
    return next(one for one in get_original_bases(rules) if get_origin(one) is Rules)


def list_seats(rules: type[Rules[Any, Any, Any, Any]], options: object) -> tuple[str, ...]:
    """The names of the seats; where they are a property, it is asked with these options."""
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
    """Create the rules of a match, with its material as their other fields.

    Raises:
        OptionError: If the material has not exactly these fields, or values of other types, or
            the rules refuse it with a `ValueError`; the message does not quote it.
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
