"""Undercover's prompt read back into a view that its seat may have had."""

import re
from collections.abc import Sequence

from engine.game import Seat
from engine.games.prompt_reading import (
    QUOTED,
    START,
    ReadPrompt,
    SentPrompt,
    UnknownPrompt,
    find_group,
    find_number,
    read_quoted,
)
from engine.games.undercover.view import Line, OldView, Options, Role, Round, View, list_living
from engine.word_forms import WORD_FORMS
from images.deck import Deck

SAID = re.compile(rf"^(p\d+): ({QUOTED})$", re.MULTILINE)
ROLES = {"a civilian": Role.CIVILIAN, "undercover": Role.UNDERCOVER}


def read_prompt(prompt: SentPrompt, decks: Sequence[Deck]) -> ReadPrompt:  # noqa: ARG001
    """Read a prompt back; this game has no pictures.

    Raises:
        UnknownPrompt: If it is no prompt of this game.
    """
    return ReadPrompt(read_view(prompt.system, prompt.user))


def read_view(system: str, user: str) -> View:
    """The view of a seat that awaits its move; who has yet to speak after it is made up.

    Raises:
        UnknownPrompt: If it is no prompt of this game.
    """
    count = find_number(rf"{START}You play Undercover, .* for (\d+) players:", system)
    names = [f"p{place}" for place in range(1, count + 1)]
    past, _, now = user.partition("\nThis is round ")
    rounds = tuple(_round(names, text) for text in re.split(r"^Round \d+:$", past, flags=re.M)[1:])
    lines = _lines(names, now)
    me = _seat(names, find_group(rf"{START}You are (p\d+)\. Your word is", user))
    voting = "\nVote for one of " in now
    spoken = tuple(line.seat for line in lines)
    still = [seat for seat in list_living(count, rounds) if seat not in (*spoken, me)]
    roles: list[Role | None] = [None] * count
    for name, role in re.findall(r"(p\d+) \((a civilian|undercover)\)", now):
        roles[_seat(names, name)] = ROLES[role]
    view = OldView if WORD_FORMS[1] in system else View
    return view(
        seat=me,
        number=find_number(rf"{START}This is round (\d+) of", user),
        word=read_quoted(find_group(rf"{START}You are p\d+\. Your word is ({QUOTED})\.", user))[0],
        order=spoken if voting else (*spoken, me, *still),
        lines=lines,
        rounds=rounds,
        roles=tuple(roles),
        words=None,
        outcome=None,
        options=Options(
            seats=count,
            undercover=find_number(r"^- \d+ of them .*?(\d+) are undercover", system, 1),
            rounds=find_number(r"won after (\d+) rounds?, it is a draw", system),
            words="",
            reveal_role="neither word nor role" not in system,
            order="random" if "drawn anew each round" in system else "fixed",
            dead_votes="who may be out already" in system,
            prompt="cot" if "Think step by step" in system else "naive",
        ),
    )


def _round(names: Sequence[str], text: str) -> Round:
    votes = dict(re.findall(r"(p\d+) for (p\d+)", find_group(r"^Votes: (.*)\.$", text)))
    out = re.search(r"^(p\d+) goes out with", text, re.MULTILINE)
    return Round(
        _lines(names, text),
        tuple(_seat(names, votes[name]) if name in votes else None for name in names),
        _seat(names, out[1]) if out else None,
    )


def _lines(names: Sequence[str], text: str) -> tuple[Line, ...]:
    return tuple(
        Line(_seat(names, said[1]), read_quoted(said[2])[0]) for said in SAID.finditer(text)
    )


def _seat(names: Sequence[str], name: str) -> Seat:
    if name not in names:
        raise UnknownPrompt
    return Seat(names.index(name))
