"""The audience poll of Dixit: the question, its correct answers, the thoughts to withhold."""

from collections.abc import Sequence

from engine.game import Seat
from engine.games.dixit.view import Stage, View
from engine.games.part_protocols import CorrectAnswers, MachineAnswers, Poll, PollAnswer


def build_poll(view: View) -> Poll | None:
    """Ask which card is the storyteller's; `None` before all cards are on the table."""
    if view.stage is not Stage.VOTE:
        return None
    numbers = range(1, len(view.candidates) + 1)
    return Poll(
        "Which card is the storyteller's?",
        tuple(PollAnswer(f"{number}") for number in numbers),
        quote=view.clue or "",
    )


def find_correct_answers(before: View, after: View) -> CorrectAnswers:
    """Find the storyteller's card among those that lay on the table."""
    target = after.rounds[len(before.rounds)].target
    return (tuple(card == target for card in before.candidates),)


def read_machine_answers(before: View, after: View) -> MachineAnswers:
    """Read the votes of the listeners."""
    votes = enumerate(after.rounds[len(before.rounds)].votes)
    return {
        Seat(seat): (before.candidates.index(vote),) for seat, vote in votes if vote is not None
    }


def must_withhold(view: View, thought: str, views: Sequence[View]) -> bool:  # noqa: ARG001
    """Withhold the thoughts of a seat that chooses a card of its hand, as they are about all of it.

    Thoughts for a vote are about the cards on the table, which are open once it is counted.
    """
    return view.stage is not Stage.VOTE
