"""Questions about a position that experiments ask a player."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.prompt import Prompt


@dataclass(frozen=True, slots=True)
class PositionQuestion:
    """A question about a seat's view, and how answers are scored against the outcome."""

    name: str
    """Its name in experiments."""
    summary: str
    """What it asks, in a sentence."""
    seat: str
    """The seat whose view it is asked about."""
    answer_type: type[Any]
    """A dataclass, like a move."""
    arises: Callable[[Any], bool]
    """Whether it can be asked of this view."""
    build_prompt: Callable[..., Prompt]
    """Builds the prompt for a model from the view, and the settings of its seat by name."""
    fault: Callable[[Any, Any], str | None]
    """Returns why an answer to a view does not count; `None` if it does."""
    answer_by_vectors: Callable[[str, str, Any], Awaitable[Any]]
    """Answers with word vectors: a function of their space, the match's seed and the view."""
    answer_by_listeners: Callable[[str, str, Any], Awaitable[Any]] | None = None
    """Answers as Parlour's own player believes: a function of its listeners, as for
    `load_listeners`, the match's seed and the view."""
    compare: Callable[[Any, Any, Any], dict[str, Any]] | None = None
    """Compares an answer to a view with the view after the end: returns a row with a column
    `right`. The answer is `None` if the player gave none. Questions of a group have no `compare`.
    """
    see: Callable[[Callable[[str], Any]], Any] | None = None
    """Builds the view that the question is about from the views of all seats, by name; by default
    it is the view of the question's own seat."""
    answer_by_chance: Callable[[Random, Any], Any] | None = None
    """Answers at random."""


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """Questions about the same position that are asked independently, and compared together."""

    name: str
    """Its name in experiments."""
    summary: str
    """What it asks, in a sentence."""
    seat: str
    """The seat that is asked."""
    questions: tuple[PositionQuestion, ...]
    compare: Callable[[Any, Mapping[str, Any], Any], dict[str, Any]]
    """Compares the answers, by the names of their questions, to the last question's view with the
    view after the end: returns a row with a column `right`. Missing answers are `None`."""
