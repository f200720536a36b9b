"""The hands that were raised in a poll."""

from dataclasses import dataclass, replace
from typing import Any, Self

from engine.games.audience_poll import Poll


@dataclass(frozen=True, slots=True)
class Tally:
    """The hands that were raised in a poll."""

    answers: int
    """How many answers the poll offers."""
    hands: tuple[tuple[int, ...], ...]
    """For each topic: the answers that hands were raised for, in order of time."""

    @classmethod
    def start(cls, poll: Poll) -> Self:
        """Create a tally without hands."""
        return cls(len(poll.answers), ((),) * len(poll.topics))

    def add_hand(self, topic: int, answer: int) -> "Tally":
        """Return a tally with one more hand."""
        return self._replace_hands(topic, (*self.hands[topic], answer))

    def remove_last_hand(self, topic: int) -> "Tally":
        """Return a tally without the last hand for a topic."""
        return self._replace_hands(topic, self.hands[topic][:-1])

    def count_hands(self, topic: int) -> tuple[int, ...]:
        """Count the hands for each answer."""
        return tuple(map(self.hands[topic].count, range(self.answers)))

    def find_majority(self, topic: int) -> int | None:
        """Return the answer with the most hands; `None` on a tie or without hands."""
        counts = self.count_hands(topic)
        first = [answer for answer, count in enumerate(counts) if count == max(counts)]
        return first[0] if any(counts) and len(first) == 1 else None

    @property
    def has_hands(self) -> bool:
        """Whether anybody raised a hand."""
        return any(self.hands)

    def _replace_hands(self, topic: int, hands: tuple[int, ...]) -> "Tally":
        return replace(self, hands=(*self.hands[:topic], hands, *self.hands[topic + 1 :]))


@dataclass(frozen=True, slots=True)
class PollResult:
    """A poll in which hands were raised."""

    before: Any
    """The onlookers' view when the poll was held, before the reveal."""
    poll: Poll
    tally: Tally
