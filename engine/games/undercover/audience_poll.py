"""What the audience of a match of Undercover is asked."""

from collections.abc import Sequence

from engine.forms.giveaway import match_in_line
from engine.games.audience_poll import CorrectAnswers, MachineAnswers, Poll, PollAnswer
from engine.games.undercover.view import Role, Stage, View


def build_poll(view: View) -> Poll | None:
    """Ask who is undercover; `None` before everybody has spoken."""
    if view.stage is not Stage.VOTE:
        return None
    said = {line.seat: line.text for line in view.lines}
    return Poll(
        "Who is undercover?",
        tuple(PollAnswer(view.seats[seat], said[seat]) for seat in view.living),
    )


def find_correct_answers(before: View, after: View) -> CorrectAnswers:
    """Find which seats that are still in the game are undercover, as far as roles are open."""
    roles = [after.roles[seat] for seat in before.living]
    return (tuple(None if role is None else role is Role.UNDERCOVER for role in roles),)


def read_machine_answers(before: View, after: View) -> MachineAnswers:
    """Read the votes of the seats."""
    votes = after.rounds[len(before.rounds)].votes
    living = before.living
    return {
        seat: (living.index(vote) if vote in living else None,)
        for seat in living
        if (vote := votes[seat]) is not None
    }


def must_withhold(view: View, thought: str, views: Sequence[View]) -> bool:
    """Withhold a thought that names one of the secret words in any form."""
    return any(seat.word is not None and match_in_line(thought, seat.word) for seat in views)
