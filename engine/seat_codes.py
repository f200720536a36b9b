"""Replace seats and roles in sentences by the names of the players."""

import re
from collections.abc import Iterator, Sequence

from engine.seat import Seat

SEAT_CODE = re.compile(r"\bp(\d+)\b")
"""Matches a numbered seat: `p3`."""


def name_role(seat: str) -> str:
    """`encoder`; `white`, the team, of the seat `white2`; empty where the seat's name is a code."""
    return "" if SEAT_CODE.fullmatch(seat) else seat.rstrip("0123456789")


QUOTED_OR_CODE = re.compile(rf'“[^”]*”|"(?:[^"\\]|\\.)*"|{SEAT_CODE.pattern}')


def split_seat_codes(sentence: str, seats: Sequence[str]) -> Iterator[str | Seat]:
    """Split a sentence at seat codes, such as `p3`, outside of quotations.

    Yields:
        The text between codes, and a `Seat` for each code.
    """
    end = 0
    for found in QUOTED_OR_CODE.finditer(sentence):
        if found[0] in seats:
            yield sentence[end : found.start()]
            yield Seat(seats.index(found[0]))
            end = found.end()
    yield sentence[end:]


def replace_seat_codes(sentence: str, seats: Sequence[str], names: Sequence[str]) -> str:
    """Replace seat codes by the players' names, outside of quotations."""
    parts = split_seat_codes(sentence, seats)
    return "".join(part if isinstance(part, str) else names[part] for part in parts)


def replace_roles(sentence: str, seats: Sequence[str], names: Sequence[str]) -> str:
    """Replace roles, such as `the encoder`, by the players' names, outside of quotations."""
    by_role = dict(zip(seats, names, strict=True))
    roles = "|".join(map(re.escape, seats))
    pattern = rf'“[^”]*”|"(?:[^"\\]|\\.)*"|\b(?:[Tt]he )?({roles})\b'
    return re.sub(pattern, lambda found: by_role.get(found[1] or "", found[0]), sentence)
