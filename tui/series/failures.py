"""What is said of the games of a series that were not finished."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, slots=True)
class Failure:
    """A game of the series that was not finished."""

    reason: str
    """A sentence that names the player and the failure."""
    hint: str | None
    """How to resume the game; `None` if it is not saved."""


def describe_failures(failures: Sequence[Failure], games: int) -> Iterator[str]:
    """Describe how many games failed and why, with a hint how to resume one for each reason.

    Args:
        failures: The failures, at least one.
        games: The number of games, including failed ones.
    """
    count = "1 game" if games == 1 else f"{games} games"
    yield f"{len(failures)} of {count} failed:"
    for reason, times in Counter(failure.reason for failure in failures).most_common():
        yield f"{times} x {reason}"
        if hint := next(one.hint for one in failures if one.reason == reason):
            yield hint
