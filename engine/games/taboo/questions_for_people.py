"""Questions that people answer in Adversarial Taboo, as players or as an audience.

Players are asked for a line or a guess in the text interface without screens. An audience is asked
what the defender will do next. `must_withhold` says which thoughts of machines it must not see yet.
"""

from collections.abc import Iterator, Sequence

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
from engine.games.taboo.view_and_moves import (
    Guess,
    Move,
    Role,
    Say,
    View,
    find_guess_fault,
    find_line_fault,
    find_slip,
    find_speaker,
)
from engine.text import quote_line


def build_dialogue(
    view: View, names: tuple[str, ...], kinds: tuple[type[Move], ...]
) -> Dialogue[Move]:
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
    if Guess in kinds and not attacking:
        forms.append(_build_guess(opponent))
    return Dialogue(tuple(_list_facts(view, names)), request, tuple(forms))


def _build_line(view: View, opponent: str) -> MoveForm[Move]:
    def find_warning(answers: Answers) -> str | None:
        slip = find_slip(view, answers[0])
        return slip and f"This loses the game. {slip}"

    question = Question("You say", find_fault=lambda answers: find_line_fault(view, answers[-1]))
    return MoveForm(
        "Say a line",
        (question,),
        lambda answers: Say(answers[0]),
        "Say this?",
        f"{opponent} and everybody at the table hear it.",
        find_warning,
    )


def _build_guess(opponent: str) -> MoveForm[Move]:
    question = Question("Your guess", find_fault=lambda answers: find_guess_fault(answers[-1]))
    return MoveForm(
        "Guess the target, which ends the game",
        (question,),
        lambda answers: Guess(answers[0]),
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
