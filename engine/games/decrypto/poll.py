"""The question to an audience of Decrypto, its right answers, and which thoughts must wait."""

from collections.abc import Sequence

from engine.game import Seat
from engine.games.decrypto.view import Role, View
from engine.games.part_protocols import CorrectAnswers, MachineAnswers, Poll, PollAnswer

DIGITS = (1, 2, 3, 4)


def build_poll(view: View) -> Poll | None:
    """Ask which keyword each hint stands for.

    `None` before there are hints, and in round 1: nothing is known of any keyword yet.
    """
    if view.over or view.hints is None or not view.rounds:
        return None
    return Poll(
        "Which keyword does each hint stand for?",
        tuple(
            PollAnswer(f"{digit}", ", ".join(view.list_hints(digit)) or "no hint yet")
            for digit in DIGITS
        ),
        view.hints,
    )


def find_correct_answers(before: View, after: View) -> CorrectAnswers:
    """Find for each hint its digit in the code of the round of `before`."""
    code = after.rounds[len(before.rounds)].code
    return tuple(tuple(digit == meant for digit in DIGITS) for meant in code)


def read_machine_answers(before: View, after: View) -> MachineAnswers:
    """Read the guess of the interceptor, who knew as much as the audience."""
    code = after.rounds[len(before.rounds)].interceptor
    return {Seat(Role.INTERCEPTOR): tuple(DIGITS.index(digit) for digit in code)}


def must_withhold(view: View, thought: str, views: Sequence[View]) -> bool:  # noqa: ARG001
    """Withhold the thoughts of seats that know the keywords, as they may quote them."""
    return view.keywords is not None
