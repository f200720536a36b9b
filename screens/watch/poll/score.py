"""Score what the audience guessed in polls, and what the machines guessed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from textual.content import Content

from engine.games.audience_poll import CorrectAnswers, MachineAnswers
from engine.seat import Seat
from screens.players.seat_names import SeatNames
from screens.watch.poll.tally import PollResult

MAX_NAMED = 2
"""If there are more machines than this, the score adds them up."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How many answers were right."""

    right: int = 0
    total: int = 0

    def add_answers(self, judged: Iterable[bool | None]) -> "Accuracy":
        """Return the accuracy with these answers counted, except those that are undecided."""
        given = [right for right in judged if right is not None]
        return Accuracy(self.right + sum(given), self.total + len(given))

    def __add__(self, other: "Accuracy") -> "Accuracy":
        return Accuracy(self.right + other.right, self.total + other.total)

    def __str__(self) -> str:
        return f"{self.right} of {self.total}"


def judge_answer(right: Sequence[bool | None], answer: int | None) -> bool | None:
    """Judge an answer to one topic.

    Args:
        right: For each answer offered: whether it is right, or `None` if that is not known yet.
        answer: The answer given; `None` if there is none, or it was not offered.

    Returns:
        Whether it is right, or `None` if that is not known yet.
    """
    if answer is not None:
        return right[answer]
    return None if None in right else False


def score_polls(
    results: Iterable[PollResult],
    find_right: Callable[[Any], CorrectAnswers],
    read_guesses: Callable[[Any], MachineAnswers],
) -> tuple[Accuracy, Mapping[Seat, Accuracy]]:
    """Count the right answers of the audience, and of each machine that was asked the same.

    Only topics for which somebody raised a hand count. If the audience is tied, it is wrong.

    Args:
        results: The polls so far.
        find_right: Finds the right answers of a poll, given the view before the reveal.
        read_guesses: Finds the machines' answers, given the same view.
    """
    audience, machines = Accuracy(), dict[Seat, Accuracy]()
    for result in results:
        topics, tally = find_right(result.before), result.tally
        counted = [number for number in range(len(topics)) if tally.hands[number]]
        audience = audience.add_answers(
            judge_answer(topics[n], tally.find_majority(n)) for n in counted
        )
        for seat, answers in read_guesses(result.before).items():
            judged = (judge_answer(topics[n], answers[n]) for n in counted)
            machines[seat] = machines.get(seat, Accuracy()).add_answers(judged)
    return audience, machines


def format_score(
    audience: Accuracy, machines: Mapping[Seat, Accuracy], names: SeatNames
) -> Content:
    """Format the score as a line; empty before the audience has a score.

    For example: `Right answers   audience 5 of 9   glove, interceptor 3 of 9`.
    """
    if not audience.total:
        return Content("")
    parts: list[Any] = [
        ("Right answers   audience ", "$muted"),
        (f"{audience}", "bold $primary"),
    ]
    named: dict[str, Accuracy] = {
        names.get_full_name(seat): accuracy for seat, accuracy in machines.items() if accuracy.total
    }
    if len(named) > MAX_NAMED:
        named = {"the machines": sum(named.values(), Accuracy())}
    for name, accuracy in named.items():
        parts += [(f"   {name} ", "$muted"), (f"{accuracy}", "bold")]
    return Content.assemble(*parts)
