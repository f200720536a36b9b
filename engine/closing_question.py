"""The closing question: what a seat is asked once the match is over."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.player import Table
from engine.prompt import Prompt


@dataclass(frozen=True, slots=True)
class ClosingQuestion:
    """A question about a finished match that is no part of it, and whose answer is only logged."""

    name: str
    """Its name in the calls file, and for players in Python."""
    table: Table[Any, Any]
    """Its kinds of answer, and what is wrong with one, in the form of a game."""
    view: Any
    """What it is about, and all that the seat may know."""
    prompt: Prompt
    """How a model is asked."""
    reminder: str
    """A sentence about what the seat knew."""
    heard: tuple[str, ...]
    """The statements that it is about, as lines; in their order their numbers count from 1."""
    collect: Callable[[Mapping[int, Sequence[str]]], Any]
    """Turns what a person found, by number of the statement, into beliefs for the log."""
    encode: Callable[[Any], dict[str, Any] | None]
    """Turns an answer into beliefs for the log; `None` if the player declined."""
