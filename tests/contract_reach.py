"""What the matches of the contract have reached: kinds of move, values of fields, endings.

Random moves seldom hit what matters in a game of words, such as equal clues or a right guess. What
no match has shown is untested, so the contract names it.
"""

from collections.abc import Iterator
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from engine.defaults.narration import UNTOLD
from engine.frozen_model import FrozenModel
from engine.game import GameType
from engine.value_text import format_value, list_values


class Reach:
    """The values that the views and moves of some matches had."""

    def __init__(self, game: GameType) -> None:
        self.game = game
        self.kinds: set[type[Any]] = set()
        self.seen: set[tuple[type[Any], str, Any]] = set()
        self.met: dict[type[Any], None] = {}
        self.endings: set[tuple[str | None, str | None]] = set()

    def add_view(self, view: Any) -> None:
        """Note the values in a view."""
        self._add(view, UNTOLD)

    def add_move(self, move: Any) -> None:
        """Note that a kind of move was made."""
        self.kinds.add(type(move))

    def add_report(self, report: dict[str, Any]) -> None:
        """Note how a match ended."""
        self.endings.add((report["outcome"], report["reason"]))

    def _add(self, value: Any, untold: frozenset[str] = frozenset()) -> None:
        if isinstance(value, tuple | list):
            for one in value:
                self._add(one)
        elif isinstance(value, FrozenModel):
            self.met[type(value)] = None
            for name, one in list_values(value):
                if name not in untold:
                    if one is None or isinstance(one, str | int):
                        self.seen.add((type(value), name, one))
                    self._add(one)

    def list_missing(self) -> Iterator[str]:
        """List what no match has reached, in words."""
        for kind in self.game.move_types:
            if kind not in self.kinds:
                yield f"the move {kind.__name__}"
        for kind in self.met:
            for name, field in kind.model_fields.items():
                for value in list_possible_values(field.annotation):
                    is_seen = any(
                        one == value and type(one) is type(value)
                        for owner, named, one in self.seen
                        if (owner, named) == (kind, name)
                    )
                    if name not in UNTOLD and not is_seen:
                        yield f"{kind.__name__}.{name} {format_value(value)}"
        reached = {reason for _, reason in self.endings}
        yield from (f"the reason {one!r}" for one in self.game.reasons if one not in reached)
        if self.game.is_cooperative and {outcome for outcome, _ in self.endings} <= {"nobody"}:
            yield "a match that is won"


def list_possible_values(annotation: Any) -> tuple[Any, ...]:
    """List the values that a type names one by one: of a `Literal`, and of `bool`."""
    annotation = getattr(annotation, "__value__", annotation)
    if annotation is bool:
        return (True, False)
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    if get_origin(annotation) in (Union, UnionType):
        return tuple(value for one in get_args(annotation) for value in list_possible_values(one))
    return ()
