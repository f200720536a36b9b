"""Taboo's prompt read back into the view that it was made from."""

import re

from engine.games.taboo.view import Options, Role, View
from engine.rehearsal.reading import QUOTED, START, Unknown, found, number, sentence, unquoted

LINE = re.compile(rf"^(?:you \()?(?:attacker|defender)\)?: ({QUOTED})$", re.MULTILINE)


def view_of(system: str, user: str) -> View:
    """The view of a seat that awaits its move.

    Raises:
        Unknown: If it is no prompt of this game.
    """
    target = sentence(rf"The target is ({QUOTED})\.$", user)
    attacker = "by then, the attacker wins." in system
    role = Role[found(rf"{START}You are the (attacker|defender)\.", system).upper()]
    if (target is None) != (role is Role.DEFENDER):
        raise Unknown
    return View(
        role=role,
        target=unquoted(target[1])[0] if target else None,
        talk=tuple(unquoted(line[1])[0] for line in LINE.finditer(user)),
        guess=None,
        options=Options(
            turns=number(r"^- Each has (\d+) turn", system),
            limit="attacker" if attacker else "draw",
            slip="lose" if "the attacker loses at once." in system else "refuse",
            prompt="cot" if "Think step by step" in system else "naive",
        ),
        outcome=None,
    )
