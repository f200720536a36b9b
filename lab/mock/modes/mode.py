"""A mode: one way in which a server or a model behaves badly."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from lab.mock.completion import Answer
from lab.mock.request import Request
from lab.mock.response import Response


@dataclass(frozen=True, slots=True)
class Moment:
    """A request in which a mode shows itself."""

    request: Request
    rng: Random
    age: float
    """The seconds since the first request to the server."""
    draw: Callable[[], str]
    """Draws another good answer."""


@dataclass(frozen=True, slots=True)
class Mode:
    """What happens to a request, to the texts in its answer, to the answer, or on its way."""

    what: str
    """What happens, in a few words."""
    refuse: Callable[[Moment], Response | None] | None = None
    """Responds instead of the model; `None` if the model may answer this request."""
    text: Callable[[str, Random], str] | None = None
    """Changes a text in the answer that is not chosen from a list."""
    answer: Callable[[Answer, Moment], Answer] | None = None
    """Changes the whole answer."""
    deliver: Callable[[Response], Response] | None = None
    """Changes how the answer is sent."""
