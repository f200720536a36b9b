"""What the audience of a match of Dixit is asked."""

from collections.abc import Sequence

from engine.games.audience_poll import CorrectAnswers, MachineAnswers, Poll, PollAnswer
from engine.games.dixit.view import Stage, View
from engine.seat import Seat

QUESTION = "Which card is the storyteller's?"
"""What the audience is asked."""


def build_poll(view: View) -> Poll | None:
    """Ask which card is the storyteller's; `None` before all cards are on the table."""
    if view.stage is not Stage.VOTE:
        return None
    numbers = range(1, len(view.candidates) + 1)
    return Poll(
        QUESTION,
        tuple(PollAnswer(f"{number}") for number in numbers),
        quote=view.clue or "",
    )


def find_correct_answers(before: View, after: View) -> CorrectAnswers:
    """Find the storyteller's card among the cards on the table."""
    target = after.rounds[len(before.rounds)].target
    return (tuple(card == target for card in before.candidates),)


def read_machine_answers(before: View, after: View) -> MachineAnswers:
    """Read the votes of the listeners."""
    votes = enumerate(after.rounds[len(before.rounds)].votes)
    return {
        Seat(seat): (before.candidates.index(vote),) for seat, vote in votes if vote is not None
    }


def must_withhold(view: View, thought: str, views: Sequence[View]) -> bool:
    """Withhold the thoughts of a seat that chooses a card of its hand, as they describe its hand.

    Thoughts about a vote describe the cards on the table, which are revealed after the vote.
    """
    return view.stage is not Stage.VOTE
