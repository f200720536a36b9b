"""What a person is told and asked in Decrypto without screens."""

import re
from collections.abc import Iterator

from engine.games.decrypto.moves import Code, Guess, Hint, Move, Words
from engine.games.decrypto.roles import Role
from engine.games.decrypto.story import describe_standing, format_code
from engine.games.decrypto.view import View, find_guess_fault, find_hint_fault, find_word_fault
from engine.games.plain_form import Answers, MoveForm, PlainForm, Question, ShownBefore

HINTS_AUDIENCE = (
    "Everybody sees the three hints at once, but not the keywords. The decoder and the "
    "interceptor guess the code from them."
)
GUESS_AUDIENCE = (
    "Your guess stays hidden until both guesses are in: the decoder's and the interceptor's. "
    "Then everybody sees them."
)
WORDS_AUDIENCE = (
    "Your four words stay hidden until both teams have guessed. Then everybody sees them, and the "
    "keywords."
)
ANOTHER_FORM = "Type three digits from 1 to 4, such as 3 1 4."


def build_plain_form(
    view: View,
    names: tuple[str, ...],
    shown: ShownBefore | None = None,
) -> PlainForm[Move]:
    """Ask the encoder for three hints, the others for the code; after a tie for keywords."""
    if view.tied:
        request = f"The teams are equal. Which are the four keywords of {_name_team(view)}?"
        return PlainForm(tuple(_list_facts(view)), request, (_build_words(view),))
    if Hint in view.asked:
        request = "Give a hint for each digit of your code, in its order: one or two words each."
        return PlainForm(tuple(_list_facts(view)), request, (_build_hints(view),))
    counts = view.number > 1 or view.options.first_round_interception
    request = "Which number does each hint belong to? Answer with three digits, such as 3 1 4."
    if view.role is Role.DECODER:
        request = "Which keyword does each hint mean? Answer with three digits, such as 3 1 4."
    elif not counts:
        request += " In this round an interception does not count."
    elif not view.rounds:
        request += " Nothing is known yet, so guess by chance."
    return PlainForm(tuple(_list_facts(view)), request, (_build_guess(view),))


def _build_hints(view: View) -> MoveForm[Move]:
    assert view.code is not None
    assert view.keywords is not None

    def find_fault(answers: Answers) -> str | None:
        return find_hint_fault(view, answers[-1], answers[:-1])

    def build_move(answers: Answers) -> Move:
        first, second, third = answers
        return Hint(words=(first, second, third))

    questions = (
        Question(f"Hint for {digit}, {view.keywords[digit - 1]}", find_fault=find_fault)
        for digit in view.code
    )
    return MoveForm("Give hints", tuple(questions), build_move, "Send these hints?", HINTS_AUDIENCE)


def _name_team(view: View) -> str:
    return (view.team or "").capitalize()


def _build_words(view: View) -> MoveForm[Move]:
    def build_move(answers: Answers) -> Move:
        a, b, c, d = answers
        return Words(keywords=(a, b, c, d))

    questions = tuple(
        Question(
            f"Keyword {number} of {_name_team(view)}",
            find_fault=lambda given: find_word_fault(given[-1]),
        )
        for number in (1, 2, 3, 4)
    )
    return MoveForm(
        "Guess the keywords", questions, build_move, "Send these words?", WORDS_AUDIENCE
    )


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
        return Guess(code=code)

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
    if view.tied:
        yield f"All rounds are over. {describe_standing(view)}"
    elif view.team:
        yield f"{(view.team or '').capitalize()} gives hints. {describe_standing(view)}"
    told = f"You are the {view.role.name.lower()}. Round {view.number} of {options.rounds}."
    if view.team is None:
        told += (
            f" Miscommunications: {view.miscommunications} of {options.tokens}."
            f" Interceptions: {view.interceptions} of {options.tokens}."
        )
    yield from () if view.tied else (told,)
    for number in range(1, 5):
        given = ", ".join(f"“{hint}”" for hint in view.list_hints(number))
        keyword = f"Keyword {number}: {view.keywords[number - 1]}" if view.keywords else ""
        if keyword:
            yield f"{keyword}. Hints so far: {given}." if given else f"{keyword}."
        elif given:
            yield f"Hints so far for number {number}: {given}."
    if view.rounds and not view.tied:
        used = ", ".join(format_code(done.code) for done in view.rounds)
        yield f"Codes so far, which do not come again: {used}."
    if view.code is not None:
        yield f"Your code is {format_code(view.code)}."
    for place, hint in zip(("First", "Second", "Third"), view.hints or (), strict=False):
        yield f"{place} hint: “{hint}”."


DIGITS = (1, 2, 3, 4)
