"""Taboo's prompt read back into the view that it was made from."""

import re
from collections.abc import Sequence

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
from engine.games.taboo.view import OldView, Options, Role, View
from engine.word_forms import WORD_FORMS
from images.deck import Deck

LINE = re.compile(rf"^(?:you \()?(?:attacker|defender)\)?: ({QUOTED})$", re.MULTILINE)


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
    target = find_sentence(rf"The target is ({QUOTED})\.$", user)
    attacker = "by then, the attacker wins." in system
    role = Role[find_group(rf"{START}You are the (attacker|defender)\.", system).upper()]
    if (target is None) != (role is Role.DEFENDER):
        raise UnknownPrompt
    view = OldView if WORD_FORMS[1] in system else View
    return view(
        role=role,
        target=read_quoted(target[1])[0] if target else None,
        talk=tuple(read_quoted(line[1])[0] for line in LINE.finditer(user)),
        guess=None,
        options=Options(
            turns=find_number(r"^- Each has (\d+) turn", system),
            limit="attacker" if attacker else "draw",
            slip="lose" if "the attacker loses at once." in system else "refuse",
            prompt="cot" if "Think step by step" in system else "naive",
        ),
        outcome=None,
    )
