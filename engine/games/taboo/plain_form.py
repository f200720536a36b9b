"""What a person is told and asked in Adversarial Taboo without screens."""

from collections.abc import Iterator

from engine.games.audience_poll import PollAnswer
from engine.games.plain_form import Answers, MoveForm, PlainForm, Question, ShownBefore
from engine.games.taboo.moves import Guess, Move, Say
from engine.games.taboo.view import (
    Role,
    View,
    find_guess_fault,
    find_line_fault,
    find_slip,
    find_speaker,
)
from engine.quotation import quote_line


def build_plain_form(
    view: View, names: tuple[str, ...], shown: ShownBefore | None = None
) -> PlainForm[Move]:
    """Ask for a line; let the defender guess instead."""
    assert view.role is not None
    opponent = names[1 - view.role]
    attacking = view.role is Role.ATTACKER
    request = (
        f"Make {opponent} say your target, and do not say it yourself."
        if attacking
        else f"Answer {opponent} without saying the target, or use your one guess."
    )
    forms: list[MoveForm[Move]] = [_build_line(view, opponent)]
    if Guess in view.asked and not attacking:
        forms.append(_build_guess(opponent))
    return PlainForm(tuple(_list_facts(view, names)), request, tuple(forms))


def _build_line(view: View, opponent: str) -> MoveForm[Move]:
    def find_warning(answers: Answers) -> str | None:
        slip = find_slip(view, answers[0])
        return slip and f"This loses the game. {slip}"

    question = Question("You say", find_fault=lambda answers: find_line_fault(view, answers[-1]))
    return MoveForm(
        "Say a line",
        (question,),
        lambda answers: Say(line=answers[0]),
        "Say this?",
        f"{opponent} and everybody at the table hear it.",
        find_warning,
    )


def _build_guess(opponent: str) -> MoveForm[Move]:
    question = Question("Your guess", find_fault=lambda answers: find_guess_fault(answers[-1]))
    return MoveForm(
        "Guess the target, which ends the game",
        (question,),
        lambda answers: Guess(word=answers[0]),
        "Send this guess?",
        f"You have one guess. If it is right you win; if it is wrong {opponent} wins.",
    )


def _list_facts(view: View, names: tuple[str, ...]) -> Iterator[str]:
    assert view.role is not None
    left = f"{view.left} left after it" if view.left else "your last"
    turn = f"Turn {view.number} of {view.options.turns}, {left}."
    yield f"You are the {view.role.name.lower()}. {turn}"
    if view.target is not None:
        yield f"Your target is “{view.target}”."
    for place, line in enumerate(view.talk):
        speaker = find_speaker(place)
        yield f"{'You' if speaker is view.role else names[speaker]}: {quote_line(line)}"
    if not view.talk:
        yield "Nothing has been said yet."
    if view.role is Role.DEFENDER and not view.left:
        end = "you lose" if view.options.limit == "attacker" else "it is a draw"
        yield f"If you say a line now and it does not hold the target, {end}."


ENDINGS = {
    "said": PollAnswer("says the word", "the attacker wins"),
    "guessed": PollAnswer("guesses, and is right", "the defender wins"),
    "wrong_guess": PollAnswer("guesses, and is wrong", "the attacker wins"),
}
"""The ways in which the defender can end the game, by the reason in the outcome."""
