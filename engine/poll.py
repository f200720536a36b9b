"""What an audience is asked before something is revealed, whatever the game."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.game import Seat

type Right = tuple[tuple[bool | None, ...], ...]
"""By topic and answer: whether it is right; `None` while nobody may know."""
type Guesses = Mapping[Seat, tuple[int | None, ...]]
"""By machine: its answer to each topic; `None` where it was none of those offered."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What somebody in the audience may say."""

    label: str
    """In a word or two. May be outside text."""
    note: str = ""
    """What is known of it by now. May be outside text."""


@dataclass(frozen=True, slots=True)
class Poll:
    """A question about what is revealed next: a function of an onlooker's view."""

    question: str
    answers: tuple[Answer, ...]
    """At least two, and at most ten: one for each digit."""
    topics: tuple[str, ...] = ("",)
    """What is asked about, each with the same answers; one blank topic if there is no choice.
    May be outside text."""
    said: str = ""
    """What was said last, if the question is about it. May be outside text."""
