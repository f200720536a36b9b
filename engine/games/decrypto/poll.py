"""For an audience of Decrypto: what it is asked, what was right, and which thoughts it may hear."""

from collections.abc import Sequence

from engine.game import Seat
from engine.games.decrypto.view import Role, View
from engine.poll import Answer, Guesses, Poll, Right

DIGITS = (1, 2, 3, 4)


def build_poll(view: View) -> Poll | None:
    """Which keyword each hint is for, as the interceptor asks; `None` before there are hints."""
    if view.over or view.hints is None:
        return None
    return Poll(
        "Which keyword does each hint stand for?",
        tuple(
            Answer(f"{digit}", ", ".join(view.hints_for(digit)) or "no hint yet")
            for digit in DIGITS
        ),
        view.hints,
    )


def find_correct_answers(before: View, after: View) -> Right:
    """For each hint its digit of the code that was played from the view `before`."""
    code = after.rounds[len(before.rounds)].code
    return tuple(tuple(digit == meant for digit in DIGITS) for meant in code)


def read_machine_answers(before: View, after: View) -> Guesses:
    """What the interceptor guessed, who knew as much as the audience."""
    code = after.rounds[len(before.rounds)].interceptor
    return {Seat(Role.INTERCEPTOR): tuple(DIGITS.index(digit) for digit in code)}


def must_withhold(view: View, thought: str, views: Sequence[View]) -> bool:  # noqa: ARG001
    """Whether a thought over `view` waits for the end: who knows the keywords thinks of them."""
    return view.keywords is not None
