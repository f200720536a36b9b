"""The escape sequences of Kitty's graphics protocol, with Unicode placeholders."""

from base64 import b64encode
from collections.abc import Iterable, Iterator

CHUNK = 4096
"""The most characters in one chunk of a transmitted file."""


PLACEHOLDER = "\U0010eeee"
"""The character in each cell of a picture; two diacritics on it give its row and column."""


DIACRITIC_RANGES = (
    "0305 030D-030E 0310 0312 033D-033F 0346 034A-034C 0350-0352 0357 035B 0363-036F 0483-0487 "
    "0592-0595 0597-0599 059C-05A1 05A8-05A9 05AB-05AC 05AF 05C4 0610-0617 0657-065B 065D-065E "
    "06D6-06DC 06DF-06E2 06E4 06E7-06E8 06EB-06EC 0730 0732-0733 0735-0736 073A 073D 073F-0741 "
    "0743 0745 0747 0749-074A 07EB-07F1 07F3 0816-0819 081B-0823 0825-0827 0829-082D 0951 "
    "0953-0954 0F82-0F83 0F86-0F87 135D-135F 17DD 193A 1A17 1A75-1A7C 1B6B 1B6D-1B73 1CD0-1CD2 "
    "1CDA-1CDB 1CE0 1DC0-1DC1 1DC3-1DC9 1DCB-1DCC 1DD1-1DE6 1DFE"
)
"""Diacritics that stand for numbers: combining class 230, no decomposition, Unicode 6.0.

They are in the order of the specification, which lists more than these.
"""


def _parse_ranges(ranges: str) -> Iterator[str]:
    for text in ranges.split():
        first, _, last = text.partition("-")
        yield from map(chr, range(int(first, 16), int(last or first, 16) + 1))


DIACRITICS = tuple(_parse_ranges(DIACRITIC_RANGES))
"""The diacritic for each row or column, counted from 0."""


def transmit_picture(file: bytes, number: int, columns: int, rows: int) -> Iterator[str]:
    """Yield the escape sequences that send a PNG to kitty, to be shown on columns x rows cells."""
    text = b64encode(file).decode("ascii")
    pieces = [text[at : at + CHUNK] for at in range(0, len(text), CHUNK)]
    for at, piece in enumerate(pieces):
        how = f"a=t,f=100,i={number},q=2," if at == 0 else "q=2,"
        yield f"\x1b_G{how}m={int(at < len(pieces) - 1)};{piece}\x1b\\"
    yield f"\x1b_Ga=p,U=1,i={number},c={columns},r={rows},q=2\x1b\\"


def build_placeholders(
    number: int, columns: range, row: int, background: tuple[int, int, int]
) -> str:
    """Build the cells that show some `columns` of one row of picture `number` (24 bits)."""
    colour = f"38;2;{number >> 16};{number >> 8 & 255};{number & 255}"
    behind = ";".join(map(str, background))
    return f"\x1b[{colour};48;2;{behind}m" + "".join(
        f"{PLACEHOLDER}{DIACRITICS[row]}{DIACRITICS[column]}" for column in columns
    )


def delete_pictures(numbers: Iterable[int]) -> Iterator[str]:
    """Yield the escape sequences that delete pictures from the screen and kitty's memory."""
    for number in numbers:
        yield f"\x1b_Ga=d,d=I,i={number},q=2\x1b\\"
