"""The closing question: what a seat without a model is asked once the match is over."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.player import Table


@dataclass(frozen=True, slots=True)
class ClosingQuestion:
    """A question about a finished match that is no part of it, and whose answer is only logged."""

    name: str
    """Its name in the calls file, and for players in Python."""
    table: Table[Any, Any]
    """Its kinds of answer, and what is wrong with one, in the form of a game."""
    view: Any
    """What it is about, and all that the seat may know."""
    encode: Callable[[Any], dict[str, Any] | None]
    """Turns an answer into beliefs for the log; `None` if the player declined."""
