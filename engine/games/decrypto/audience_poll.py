"""What the audience of a match of Decrypto is asked."""

from collections.abc import Sequence

from engine.games.audience_poll import CorrectAnswers, MachineAnswers, Poll, PollAnswer
from engine.games.decrypto.plain_form import DIGITS
from engine.games.decrypto.roles import Role
from engine.games.decrypto.view import View


def build_poll(view: View) -> Poll | None:
    """Ask which keyword each hint stands for.

    `None` before there are hints, and in round 1, when nothing is known about the keywords.
    """
    if view.over or view.hints is None or not view.rounds:
        return None
    return Poll(
        "Which keyword does each hint mean?",
        tuple(
            PollAnswer(f"{digit}", ", ".join(view.list_hints(digit)) or "a new one")
            for digit in DIGITS
        ),
        view.hints,
    )


def find_correct_answers(before: View, after: View) -> CorrectAnswers:
    """Find each hint's digit in the code of the round that `before` shows."""
    code = after.look_at(before.team).rounds[len(before.rounds)].code
    return tuple(tuple(digit == meant for digit in DIGITS) for meant in code)


def read_machine_answers(before: View, after: View) -> MachineAnswers:
    """Read the guess of the interceptor, who knew as much as the audience."""
    code = after.look_at(before.team).rounds[len(before.rounds)].interceptor
    if code is None:
        return {}
    seat = before.find_seat(Role.INTERCEPTOR)
    return {seat: tuple(DIGITS.index(digit) for digit in code)}


def must_withhold(view: View, thought: str, views: Sequence[View]) -> bool:
    """Withhold the thoughts of seats that know keywords, of either team, as they may quote them."""
    other = view.other is not None and view.other.keywords is not None
    return other or view.keywords is not None
