"""Name kinds of moves for people."""

from collections.abc import Iterable
from typing import Any


def name_move(kind: str, kinds: Iterable[type[Any]]) -> str:
    """Name a kind of move for people: its `NOUN`, or its class name in lower case."""
    known = {one.__name__: one for one in kinds}
    return str(getattr(known.get(kind), "NOUN", kind.lower()))
