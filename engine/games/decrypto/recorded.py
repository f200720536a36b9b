"""Matches that were played elsewhere: their codes, and their moves that our rules would refuse."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.games.decrypto.legality import CODES
from engine.games.decrypto.view import SEATS, Code, Hint, Move, View
from engine.options import OptionError

MAX_ROUNDS = 24
MAX_HINT = 400
"""The most characters of a hint of a recorded match."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a match takes from its record; nothing for a match that is played here."""

    codes: tuple[Code, ...] = ()
    """The codes of its rounds, in order; later ones are drawn."""
    irregular: frozenset[tuple[int, str, tuple[str | int, ...]]] = frozenset()
    """Moves that our rules would refuse: round, seat, and the words or digits. They are accepted
    as they were made; every other move has to keep to the rules."""

    def accepts(self, view: View, move: Move) -> bool:
        """Whether this is a move of the record that our rules would refuse."""
        if not self.irregular or view.role is None:
            return False
        made = move.words if isinstance(move, Hint) else move.code
        return (view.number, SEATS[view.role], made) in self.irregular


PLAYED_HERE = Recorded()


def load_recorded(material: Mapping[str, Any]) -> Recorded:
    """Take what a recorded match brought from the material in a journal.

    Raises:
        OptionError: If it is damaged; the message quotes nothing of it.
    """
    recorded = material.get("recorded")
    if recorded is None:
        return PLAYED_HERE
    try:
        codes = tuple(_read_code(code) for code in recorded["codes"])
        irregular = frozenset(
            (int(one["round"]), str(one["seat"]), _read_made(one["made"]))
            for one in recorded["irregular"]
        )
    except (TypeError, KeyError, ValueError):
        codes = ()
        irregular = frozenset()
    if not codes or len(codes) > MAX_ROUNDS:
        raise OptionError("the recorded codes of the material are damaged.")
    return Recorded(codes, irregular)


def _read_code(code: Iterable[int]) -> Code:
    a, b, c = code
    if (a, b, c) not in CODES:
        raise ValueError
    return a, b, c


def _read_made(made: list[Any]) -> tuple[str | int, ...]:
    first, second, third = made
    return first, second, third


def describe_recorded(
    codes: Iterable[Code], irregular: Iterable[tuple[int, str, tuple[str | int, ...]]]
) -> dict[str, Any]:
    """The material of a recorded match, as `load_recorded` reads it."""
    return {
        "codes": [list(code) for code in codes],
        "irregular": [
            {"round": number, "seat": seat, "made": list(made)} for number, seat, made in irregular
        ],
    }
