"""A question to an audience about what is revealed next."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.seat import Seat

type CorrectAnswers = tuple[tuple[bool | None, ...], ...]
"""By topic and answer: whether it is correct; `None` while that is secret."""
type MachineAnswers = Mapping[Seat, tuple[int | None, ...]]
"""By seat of a machine: its answer to each topic, as an index; `None` for another answer."""


@dataclass(frozen=True, slots=True)
class PollAnswer:
    """One answer that the audience may choose."""

    label: str
    """One or two words. May come from a player: clean it before it is shown."""
    note: str = ""
    """What is known about it so far. May come from a player."""


@dataclass(frozen=True, slots=True)
class Poll:
    """A question about what is revealed next, built from an onlooker's view."""

    question: str
    answers: tuple[PollAnswer, ...]
    """Two to ten answers, one for each digit."""
    topics: tuple[str, ...] = ("",)
    """The topics, all with the same answers; one empty topic if there is only one. May come from
    players."""
    quote: str = ""
    """The last line of the talk, if the question is about it. May come from a player."""
