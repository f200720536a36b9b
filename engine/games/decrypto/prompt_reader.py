"""Decrypto's prompt read back into the view that it was made from."""

import re
from collections.abc import Sequence
from typing import Any

from engine.games.decrypto.view import Code, OldView, Options, Outcome, Role, Round, View
from engine.games.prompt_reading import (
    QUOTED,
    START,
    ReadPrompt,
    SentPrompt,
    UnknownPrompt,
    find_group,
    find_number,
    find_sentence,
    read_quoted,
)
from engine.word_forms import WORD_FORMS
from images.deck import Deck

ROUND = re.compile(
    rf"^Round \d+: hints ({QUOTED}, {QUOTED}, {QUOTED}); code ([1-4-]+); "
    r"decoder guessed ([1-4-]+) .*?; interceptor guessed ([1-4-]+) \(",
    re.MULTILINE,
)


def read_prompt(prompt: SentPrompt, decks: Sequence[Deck]) -> ReadPrompt:  # noqa: ARG001
    """Read a prompt back; this game has no pictures.

    Raises:
        UnknownPrompt: If it is no prompt of this game.
    """
    return ReadPrompt(read_view(prompt.system, prompt.user))


def read_view(system: str, user: str) -> View:
    """Read the view that a prompt was written for.

    Raises:
        UnknownPrompt: If it is no prompt of this game.
    """
    keywords = find_sentence(rf"The keywords:((?:\n[1-4]: {QUOTED}){{4}})", user)
    code = find_sentence(r"The code of this round is ([1-4-]+):", user)
    hints = find_sentence(r"The hints of this round, in the order of the code: (.*)\.$", user)
    decided = find_sentence(
        r"The (team|interceptor) has won in round (\d+) \((\w+)\); the rest", user
    )
    role = Role[find_group(rf"{START}You are the (encoder|decoder|interceptor)\.", system).upper()]
    if (keywords is None) != (role is Role.INTERCEPTOR) or not (code or hints):
        raise UnknownPrompt
    view = OldView if WORD_FORMS[1] in system else View
    return view(
        role=role,
        number=find_number(rf"{START}This is round (\d+) of", user),
        keywords=_four(read_quoted(keywords[1])) if keywords else None,
        code=_code(code[1]) if code else None,
        hints=_three(read_quoted(hints[1])) if hints else None,
        rounds=tuple(_round(one) for one in ROUND.finditer(user)),
        options=Options(
            rounds=find_number(r"win together if they survive (\d+) round", system),
            tokens=find_number(r"^- The interceptor wins with (\d+) miscommunication", system),
            first_round_interception="In round 1 an interception does not count." not in system,
            play_on="rounds are played even if the winner" in system,
            reuse_hints="A hint may be given more than once" in system,
        ),
        outcome=_outcome(*decided.groups()) if decided else None,
        over=False,
    )


def _round(one: re.Match[str]) -> Round:
    return Round(_three(read_quoted(one[1])), _code(one[2]), _code(one[3]), _code(one[4]))


def _outcome(winner: Any, number: str, reason: Any) -> Outcome:  # noqa: ANN401 - as matched
    return Outcome(winner, reason, int(number))


def _code(text: str) -> Code:
    digits = text.split("-")
    if len(digits) != 3:
        raise UnknownPrompt
    a, b, c = map(int, digits)
    return a, b, c


def _three(words: tuple[str, ...]) -> tuple[str, str, str]:
    if len(words) != 3:
        raise UnknownPrompt
    a, b, c = words
    return a, b, c


def _four(words: tuple[str, ...]) -> tuple[str, str, str, str]:
    a, b, c, d = words
    return a, b, c, d
