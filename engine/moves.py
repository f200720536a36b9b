"""Moves on paper: the one JSON form of a move, in journals, scripts and answers."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import TypeAdapter

_ADAPTERS: "dict[type[Any], TypeAdapter[Any]]" = {}


class BadMove(ValueError):
    """JSON that is no move, with what was wrong, in words for a person."""


def encode(move: Any) -> dict[str, Any]:  # noqa: ANN401
    """`Hint(("a", "b", "c"))` as `{"Hint": {"words": ["a", "b", "c"]}}`."""
    return {type(move).__name__: asdict(move)}


def decode(kinds: Iterable[type[Any]], data: object) -> Any:  # noqa: ANN401
    """The move that `encode` was given.

    Args:
        kinds: The kinds of move that may come.
        data: What JSON gave: an object with one key, the kind's name.

    Raises:
        BadMove: If it is no move of these kinds.
    """
    from pydantic import ValidationError

    known = {kind.__name__: kind for kind in kinds}
    if not isinstance(data, Mapping) or len(data) != 1:
        raise BadMove(f"a move is an object with one key, one of {', '.join(known)}")
    ((name, fields),) = data.items()
    if name not in known:
        raise BadMove(f"a move is one of {', '.join(known)}, not {str(name)[:40]!r}")
    try:
        return adapter(known[name]).validate_python(fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, (name, *first["loc"])))
        raise BadMove(f"{place}: {first['msg'].lower()}") from None


def adapter(kind: type[Any]) -> "TypeAdapter[Any]":
    """What turns JSON into a `kind`; made once, as making it is slow."""
    from pydantic import TypeAdapter

    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]
