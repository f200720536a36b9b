"""For an audience of Undercover: what it is asked, what was right, which thoughts it may hear."""

from collections.abc import Sequence

from engine.games.undercover.view import Role, Stage, View
from engine.poll import Answer, Guesses, Poll, Right
from engine.text import said_in


def build_poll(view: View) -> Poll | None:
    """Who is undercover, as the seats ask themselves; `None` before all have spoken."""
    if view.stage is not Stage.VOTE:
        return None
    said = {line.seat: line.text for line in view.lines}
    return Poll(
        "Who is undercover?",
        tuple(Answer(view.seats[seat], said[seat]) for seat in view.living),
    )


def find_correct_answers(before: View, after: View) -> Right:
    """Who of those still in the game was undercover, as far as roles are open."""
    roles = [after.roles[seat] for seat in before.living]
    return (tuple(None if role is None else role is Role.UNDERCOVER for role in roles),)


def read_machine_answers(before: View, after: View) -> Guesses:
    """Whom the seats voted for."""
    votes = after.rounds[len(before.rounds)].votes
    living = before.living
    return {
        seat: (living.index(vote) if vote in living else None,)
        for seat in living
        if (vote := votes[seat]) is not None
    }


def must_withhold(view: View, thought: str, views: Sequence[View]) -> bool:  # noqa: ARG001
    """Whether a thought waits for the end: it names one of the words, in whatever form."""
    return any(seat.word is not None and said_in(thought, seat.word) for seat in views)
