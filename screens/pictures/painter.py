"""Escape sequences that paint pictures: Kitty graphics, iTerm2 inline images and Sixel.

Kitty's protocol is described in its documentation, "Terminal graphics protocol"; pictures are
placed with Unicode placeholders. iTerm2's is described in "Inline Images Protocol" (OSC 1337).
"""

import os
from base64 import b64encode
from collections.abc import Iterable, Iterator

from textual.geometry import Region

from screens.pictures.canvas import Look
from screens.pictures.encoding import Manner
from screens.pictures.picture_cache import Pictures
from screens.pictures.protocols import Protocol

CHUNK = 4096
"""The most characters of one piece of a file."""
PLACEHOLDER = "\U0010eeee"
"""Stands in each cell of a picture; two marks upon it say row and column."""
MARKS = (
    "0305 030D-030E 0310 0312 033D-033F 0346 034A-034C 0350-0352 0357 035B 0363-036F 0483-0487 "
    "0592-0595 0597-0599 059C-05A1 05A8-05A9 05AB-05AC 05AF 05C4 0610-0617 0657-065B 065D-065E "
    "06D6-06DC 06DF-06E2 06E4 06E7-06E8 06EB-06EC 0730 0732-0733 0735-0736 073A 073D 073F-0741 "
    "0743 0745 0747 0749-074A 07EB-07F1 07F3 0816-0819 081B-0823 0825-0827 0829-082D 0951 "
    "0953-0954 0F82-0F83 0F86-0F87 135D-135F 17DD 193A 1A17 1A75-1A7C 1B6B 1B6D-1B73 1CD0-1CD2 "
    "1CDA-1CDB 1CE0 1DC0-1DC1 1DC3-1DC9 1DCB-1DCC 1DD1-1DE6 1DFE"
)
"""The combining characters that count: class 230, without decomposition, that fuse with no letter.

Those of Unicode 6.0 in order, as the specification derives them; it goes on beyond these.
"""


def _characters(ranges: str) -> Iterator[str]:
    for text in ranges.split():
        first, _, last = text.partition("-")
        yield from map(chr, range(int(first, 16), int(last or first, 16) + 1))


DIACRITICS = tuple(_characters(MARKS))
"""The mark for each number of a row or column from 0."""


def transmit(file: bytes, number: int, columns: int, rows: int) -> Iterator[str]:
    """The escape sequences that give the terminal a PNG, to be shown upon that many cells."""
    text = b64encode(file).decode("ascii")
    pieces = [text[at : at + CHUNK] for at in range(0, len(text), CHUNK)]
    for at, piece in enumerate(pieces):
        how = f"a=t,f=100,i={number},q=2," if at == 0 else "q=2,"
        yield f"\x1b_G{how}m={int(at < len(pieces) - 1)};{piece}\x1b\\"
    yield f"\x1b_Ga=p,U=1,i={number},c={columns},r={rows},q=2\x1b\\"


def placeholders(number: int, columns: range, row: int, ground: tuple[int, int, int]) -> str:
    """The cells of a part of one row of picture `number`, which has 24 bits, upon a `ground`."""
    colour = f"38;2;{number >> 16};{number >> 8 & 255};{number & 255}"
    behind = ";".join(map(str, ground))
    return f"\x1b[{colour};48;2;{behind}m" + "".join(
        f"{PLACEHOLDER}{DIACRITICS[row]}{DIACRITICS[column]}" for column in columns
    )


def delete(numbers: Iterable[int]) -> Iterator[str]:
    """The escape sequences that take pictures from the screen and from the terminal's memory."""
    for number in numbers:
        yield f"\x1b_Ga=d,d=I,i={number},q=2\x1b\\"


def inline_image(file: bytes, columns: int, rows: int) -> str:
    """The escape sequence that shows a file upon `columns` x `rows` cells from the cursor."""
    how = (
        f"inline=1;size={len(file)};width={columns};height={rows};"
        "preserveAspectRatio=0;doNotMoveCursor=1"
    )
    return f"\x1b]1337;File={how}:{b64encode(file).decode('ascii')}\x07"


ERASE = "\x1b[2J"
"""Clears the screen of text and pictures; Konsole would bring covered pictures back."""

MOST_HELD = 48
"""Pictures that a kitty is given to keep: more than are ever seen at once."""


class Painter:
    """Paints prepared pictures, and knows what the terminal holds of them."""

    def __init__(self, pictures: Pictures) -> None:
        """Paint `pictures`."""
        self.pictures = pictures
        self.held: dict[tuple[Look, Manner], int] = {}
        """The numbers of the pictures that a kitty keeps, in the order of their last use."""
        self.painted = False
        """Pixels may stand on the screen that no text deletes."""
        self._next = int.from_bytes(os.urandom(3)) or 1

    def paint(
        self, look: Look, manner: Manner, file: bytes, place: Region, parts: Iterable[Region]
    ) -> str:
        """What to write to show a picture.

        Args:
            look: The picture.
            manner: How it was prepared.
            file: What it was prepared to.
            place: Where the whole picture belongs on the screen.
            parts: The parts of that place that nothing covers.
        """
        if manner.protocol is Protocol.KITTY:
            return self._place(look, manner, file, place, parts)
        self.painted = True
        written = []
        for part in parts:
            written.append(f"\x1b[{part.y + 1};{part.x + 1}H")
            whole = part == place
            piece = (
                file if whole else self.pictures.part(look, manner, part.translate(-place.offset))
            )
            if manner.protocol is Protocol.SIXEL:
                written.append(piece.decode("ascii"))
            else:
                shown = inline_image(piece, part.width, part.height)
                written.append(through(manner, [shown]))
        return "".join(written)

    def erase(self) -> str:
        """What to write before the whole screen is written anew."""
        erase = ERASE if self.painted else ""
        self.painted = False
        return erase

    def forget(self) -> str:
        """What to write so that the terminal keeps no picture in its memory."""
        by_manner = {manner: manner for _, manner in self.held}
        written = "".join(
            through(manner, delete(n for (_, m), n in self.held.items() if m == manner))
            for manner in by_manner
        )
        self.held.clear()
        return written

    def _place(
        self, look: Look, manner: Manner, file: bytes, place: Region, parts: Iterable[Region]
    ) -> str:
        written = []
        number = self.held.pop((look, manner), None)
        if number is None:
            while len(self.held) >= MOST_HELD:
                oldest = self.held.pop(next(iter(self.held)))
                written.append(through(manner, delete([oldest])))
            number = self._next
            self._next = (self._next + 1) & 0xFFFFFF or 1
            pieces = transmit(file, number, place.width, place.height)
            written.append(through(manner, pieces))
        self.held[look, manner] = number
        for part in parts:
            columns = range(part.x - place.x, part.right - place.x)
            for y in range(part.y, part.bottom):
                written.append(f"\x1b[{y + 1};{part.x + 1}H")
                written.append(placeholders(number, columns, y - place.y, look.ground))
        return "".join((*written, "\x1b[0m"))


def through(manner: Manner, sequences: Iterable[str]) -> str:
    """Escape sequences as they reach the terminal, through tmux where it is in between."""
    if not manner.tmux:
        return "".join(sequences)
    doubled = (sequence.replace("\x1b", "\x1b\x1b") for sequence in sequences)
    return "".join(f"\x1bPtmux;{sequence}\x1b\\" for sequence in doubled)
