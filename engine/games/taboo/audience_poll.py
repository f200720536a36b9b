"""What the audience of a match of Adversarial Taboo is asked."""

from collections.abc import Sequence

from engine.games.audience_poll import CorrectAnswers, MachineAnswers, Poll, PollAnswer
from engine.games.taboo.plain_form import ENDINGS
from engine.games.taboo.view import (
    Role,
    View,
)


def build_poll(view: View) -> Poll | None:
    """Ask what the defender will do next; `None` before the attacker has spoken."""
    if view.over or view.turn is not Role.DEFENDER:
        return None
    then = "the talk goes on" if view.left else "the turns are used up"
    answers = (*ENDINGS.values(), PollAnswer("says something else", then))
    return Poll("What will the defender do?", answers, quote=view.talk[-1])


def find_correct_answers(before: View, after: View) -> CorrectAnswers:
    """Find what the defender did in the turn after `before`."""
    moves = len(after.talk) + (after.guess is not None)
    reason = after.outcome.reason if after.outcome and moves == len(before.talk) + 1 else None
    ended = tuple(reason == end for end in ENDINGS)
    return ((*ended, not any(ended)),)


def read_machine_answers(before: View, after: View) -> MachineAnswers:
    """Return no answers: no seat guesses what the defender will do."""
    return {}


def must_withhold(view: View, thought: str, views: Sequence[View]) -> bool:
    """Withhold the thoughts of the attacker, as they are about the target."""
    return view.role is Role.ATTACKER
