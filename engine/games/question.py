"""A question that is put to a player about a position, apart from its moves."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from engine.llm.prompt import Prompt


@dataclass(frozen=True, slots=True)
class PositionQuestion:
    """What is asked of a seat's view, and how an answer is compared with what came."""

    name: str
    """Its name in experiments."""
    summary: str
    """What it asks, in a sentence."""
    seat: str
    """The seat whose view it is asked about."""
    answer_type: type[Any]
    """A dataclass, as moves are."""
    arises: Callable[[Any], bool]
    """Whether it can be asked of this view."""
    build_prompt: Callable[..., Prompt]
    """What a model is asked: a function of the view, and of the settings of its seat by name."""
    fault: Callable[[Any, Any], str | None]
    """Why the answer to this view does not count; `None` if it does."""
    answer_by_vectors: Callable[[str, str, Any], Awaitable[Any]]
    """What word vectors answer: a function of their space, the match's seed and the view."""
    compare: Callable[[Any, Any, Any], dict[str, Any]]
    """Compare an answer to a view with the view after the end: a row, with `right` among its
    columns."""
