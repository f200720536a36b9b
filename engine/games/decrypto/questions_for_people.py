"""Questions that people answer in Decrypto, as players or as an audience.

Players are asked for hints or a guess in the text interface without screens. An audience is asked
which keyword each hint means. `must_withhold` says which thoughts of machines it must not see yet.
"""

import re
from collections.abc import Iterator, Sequence

from engine.game import Seat
from engine.games.decrypto.match_report import format_code
from engine.games.decrypto.view_and_moves import (
    Code,
    Guess,
    Hint,
    Move,
    Role,
    View,
    find_guess_fault,
    find_hint_fault,
)
from engine.games.question_types import (
    Answers,
    CorrectAnswers,
    Dialogue,
    MachineAnswers,
    MoveForm,
    Poll,
    PollAnswer,
    Question,
)

HINTS_AUDIENCE = (
    "Everybody sees the three hints at once, but not the keywords. The decoder and the "
    "interceptor guess the code from them."
)
GUESS_AUDIENCE = (
    "Your guess stays hidden until both guesses are in: the decoder's and the interceptor's. "
    "Then everybody sees them."
)
ANOTHER_FORM = "Type three digits from 1 to 4, such as 3 1 4."


def build_dialogue(
    view: View,
    names: tuple[str, ...],
    kinds: tuple[type[Move], ...],
) -> Dialogue[Move]:
    """Ask the encoder for three hints, the others for the code."""
    if Hint in kinds:
        request = "Give a hint for each digit of your code, in its order: one or two words each."
        return Dialogue(tuple(_list_facts(view)), request, (_build_hints(view),))
    counts = view.number > 1 or view.options.first_round_interception
    request = "Which number does each hint belong to? Answer with three digits, such as 3 1 4."
    if view.role is Role.DECODER:
        request = "Which keyword does each hint mean? Answer with three digits, such as 3 1 4."
    elif not counts:
        request += " In this round an interception does not count."
    elif not view.rounds:
        request += " Nothing is known yet, so guess by chance."
    return Dialogue(tuple(_list_facts(view)), request, (_build_guess(view),))


def _build_hints(view: View) -> MoveForm[Move]:
    assert view.code is not None
    assert view.keywords is not None

    def find_fault(answers: Answers) -> str | None:
        return find_hint_fault(view, answers[-1], answers[:-1])

    def build_move(answers: Answers) -> Move:
        first, second, third = answers
        return Hint((first, second, third))

    questions = (
        Question(f"Hint for {digit}, {view.keywords[digit - 1]}", find_fault=find_fault)
        for digit in view.code
    )
    return MoveForm("Give hints", tuple(questions), build_move, "Send these hints?", HINTS_AUDIENCE)


def _build_guess(view: View) -> MoveForm[Move]:
    def find_fault(answers: Answers) -> str | None:
        code = _read_code(answers[-1])
        return ANOTHER_FORM if code is None else find_guess_fault(code)

    def find_warning(answers: Answers) -> str | None:
        code = _read_code(answers[0])
        for number, done in enumerate(view.rounds, 1):
            if done.code == code:
                return f"{format_code(code)} was the code of round {number}; no code comes twice."
        return None

    def build_move(answers: Answers) -> Move:
        code = _read_code(answers[0])
        assert code is not None
        return Guess(code)

    question = Question("Your guess", find_fault=find_fault)
    return MoveForm(
        "Guess the code",
        (question,),
        build_move,
        "Send this guess?",
        GUESS_AUDIENCE,
        find_warning,
    )


def _read_code(answer: str) -> Code | None:
    """Read `3 1 4`, `3-1-4` or `314`; `None` if it is nothing like that."""
    if not re.fullmatch(r"\D{0,3}(\d\D{0,3}){3}", answer) or re.search(r"[^\W\d]", answer):
        return None
    first, second, third = map(int, re.findall(r"\d", answer))
    return first, second, third


def _list_facts(view: View) -> Iterator[str]:
    options = view.options
    assert view.role is not None
    yield (
        f"You are the {view.role.name.lower()}. Round {view.number} of {options.rounds}. "
        f"Miscommunications: {view.miscommunications} of {options.tokens}. "
        f"Interceptions: {view.interceptions} of {options.tokens}."
    )
    for number in range(1, 5):
        given = ", ".join(f"“{hint}”" for hint in view.list_hints(number))
        keyword = f"Keyword {number}: {view.keywords[number - 1]}" if view.keywords else ""
        if keyword:
            yield f"{keyword}. Hints so far: {given}." if given else f"{keyword}."
        elif given:
            yield f"Hints so far for number {number}: {given}."
    if view.rounds:
        used = ", ".join(format_code(done.code) for done in view.rounds)
        yield f"Codes so far, which do not come again: {used}."
    if view.code is not None:
        yield f"Your code is {format_code(view.code)}."
    for place, hint in zip(("First", "Second", "Third"), view.hints or (), strict=False):
        yield f"{place} hint: “{hint}”."


DIGITS = (1, 2, 3, 4)


def build_poll(view: View) -> Poll | None:
    """Ask which keyword each hint stands for.

    `None` before there are hints, and in round 1, when nothing is known about the keywords.
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
    """Find each hint's digit in the code of the round that `before` shows."""
    code = after.rounds[len(before.rounds)].code
    return tuple(tuple(digit == meant for digit in DIGITS) for meant in code)


def read_machine_answers(before: View, after: View) -> MachineAnswers:
    """Read the guess of the interceptor, who knew as much as the audience."""
    code = after.rounds[len(before.rounds)].interceptor
    return {Seat(Role.INTERCEPTOR): tuple(DIGITS.index(digit) for digit in code)}


def must_withhold(view: View, thought: str, views: Sequence[View]) -> bool:
    """Withhold the thoughts of seats that know the keywords, as they may quote them."""
    return view.keywords is not None
