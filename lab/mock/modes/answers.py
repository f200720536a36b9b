"""Modes that change or replace the whole answer of the model."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import repeat as repeat_item
from random import Random

from lab.mock.answer_form import find_forms
from lab.mock.completion import BEGINNING, FILLER, Answer
from lab.mock.modes.mode import Moment
from lab.mock.modes.texts import FAMILIES, add_escapes
from words.game_words import read_hint_corpus

GARBAGE = (
    "As a language model I see many possibilities here, and each of them has its charm.",
    "{{{{ }}}} [[[[ ]]]] null NaN \\u0000 \\ud800",
    '{"thoughts": "the braces of this answer never close", "words": ["one", "two"',
    '{"answer": {"to": {"everything": [42, [42, [42]]]}}}',
    "```json\n// nothing to see here\n```",
)
"""Answers without sense."""
OTHER_MODEL = "rehearsal-mini-q4"
"""The model that answers in another one's name."""
PAUSE = 0.05
"""The delay of each piece of an answer without an end in seconds."""
TURNS = (
    ("\n\nUser: ", "\n\nAssistant: "),
    ("\n\n### Human:\n", "\n\n### Assistant:\n"),
    ("\nHuman: ", "\nAI: "),
)
"""How models write turns of others and further turns of their own."""


def copy_form(answer: Answer, moment: Moment) -> Answer:
    """Copy the form of the answer from the prompt; without one, the prompt's last paragraph."""
    request = moment.request
    forms = find_forms(request.system, request.text)
    paragraph = (request.system or request.text).rpartition("\n\n")[2]
    return replace(answer, content=moment.rng.choice(forms) if forms else paragraph)


def go_on(answer: Answer, moment: Moment) -> Answer:
    """Think in ever new words, without an end."""
    return replace(answer, content=BEGINNING, more=_speak(moment.rng), pause=PAUSE)


def _speak(rng: Random) -> Iterator[str]:
    words = read_hint_corpus()
    while True:
        yield f"Maybe {rng.choice(words)}, or rather {rng.choice(words)}? "


def say_again(answer: Answer, moment: Moment) -> Answer:  # noqa: ARG001
    """Repeat one thought without an end."""
    return replace(answer, content=BEGINNING, more=repeat_item(FILLER), pause=PAUSE)


def say_no_word(answer: Answer, moment: Moment) -> Answer:  # noqa: ARG001
    """Say nothing."""
    return replace(answer, content="")


def only_think(answer: Answer, moment: Moment) -> Answer:  # noqa: ARG001
    """Put everything into the reasoning, and nothing into the answer."""
    return replace(answer, reasoning=f"{FILLER * 4}{answer.content}", content="")


def talk_nonsense(answer: Answer, moment: Moment) -> Answer:
    """Talk nonsense."""
    return replace(answer, content=moment.rng.choice(GARBAGE))


def stop_early(answer: Answer, moment: Moment) -> Answer:  # noqa: ARG001
    """Stop in the middle, at the limit of tokens."""
    return replace(answer, content=answer.content[: len(answer.content) // 2], finish="length")


def decline(answer: Answer, moment: Moment) -> Answer:
    """Decline to answer, in the message's own field or as its text."""
    why = "I'm sorry, but I can't help with that."
    if moment.rng.random() < 0.5:
        return replace(answer, content="", refusal=why)
    return replace(answer, content=why)


def wrap_in_escapes(answer: Answer, moment: Moment) -> Answer:
    """Put terminal escape sequences around the answer."""
    return replace(answer, content=add_escapes(answer.content, moment.rng))


def wrap_in_markup(answer: Answer, moment: Moment) -> Answer:  # noqa: ARG001
    """Put markup around the answer."""
    content = f"**Sure!** [red]Here[/red] you go:\n\n```json\n{answer.content}\n```"
    return replace(answer, content=content)


def wrap_in_prose(answer: Answer, moment: Moment) -> Answer:  # noqa: ARG001
    """Talk before and after the answer, with braces in between."""
    content = (
        "Sure! Let me first go through the rules {as far as I understand them} step by step. "
        f'An answer like {{"example": ["..."]}} would be too short, so I say {answer.content}, '
        "which I am quite sure of. Would you like me to explain {why}?"
    )
    return replace(answer, content=content)


def wrap_in_control_tokens(answer: Answer, moment: Moment) -> Answer:
    """End the answer with control tokens, and begin another turn."""
    before, after = moment.rng.choice(FAMILIES)
    return replace(answer, content=f"{before}{answer.content}{after}\n{before}")


def invent_turns(answer: Answer, moment: Moment) -> Answer:
    """Go on with turns that nobody took: a user's, and another answer."""
    user, assistant = moment.rng.choice(TURNS)
    more = f"{user}That was legal. Next round, please.{assistant}{moment.draw()}"
    return replace(answer, content=answer.content + more)


def repeat_keys(answer: Answer, moment: Moment) -> Answer:
    """Give each key twice, with different values."""
    other = moment.draw()
    if not (answer.content.endswith("}") and other.startswith("{")):
        return answer
    return replace(answer, content=f"{answer.content[:-1]}, {other[1:]}")


def name_another_model(answer: Answer, moment: Moment) -> Answer:  # noqa: ARG001
    """Answer in the name of another model than was asked."""
    return replace(answer, model=OTHER_MODEL)
