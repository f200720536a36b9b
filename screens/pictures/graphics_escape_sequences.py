"""The escape sequences that paint pictures: Kitty graphics, iTerm2 inline images and Sixel.

Kitty's protocol is described in its documentation, "Terminal graphics protocol"; pictures are
placed with Unicode placeholders. iTerm2's is described in "Inline Images Protocol" (OSC 1337).
"""

import os
from base64 import b64encode
from collections.abc import Iterable, Iterator

from textual.geometry import Region

from screens.pictures.encoding_and_cache import GraphicsMode, PictureCache
from screens.pictures.protocols_and_scaling import PictureRequest, Protocol

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


def build_inline_image(file: bytes, columns: int, rows: int) -> str:
    """Build iTerm2's escape sequence that shows a file at the cursor on columns x rows cells."""
    how = (
        f"inline=1;size={len(file)};width={columns};height={rows};"
        "preserveAspectRatio=0;doNotMoveCursor=1"
    )
    return f"\x1b]1337;File={how}:{b64encode(file).decode('ascii')}\x07"


ERASE = "\x1b[2J"
"""Clears text and pictures; if text only covers them, Konsole brings pictures back."""

MAX_KITTY_PICTURES = 48
"""The most pictures that kitty keeps for us: more than are ever visible at once."""


class Painter:
    """Builds the text that paints pictures, and tracks which pictures the terminal holds."""

    def __init__(self, pictures: PictureCache) -> None:
        self.pictures = pictures
        self.kitty_numbers: dict[tuple[PictureRequest, GraphicsMode], int] = {}
        """Numbers of the pictures that kitty keeps, least recently used first."""
        self.has_pixels = False
        """Whether there may be pixels on the screen that text does not delete."""
        self._next = int.from_bytes(os.urandom(3)) or 1

    def paint(
        self,
        request: PictureRequest,
        mode: GraphicsMode,
        file: bytes,
        place: Region,
        parts: Iterable[Region],
    ) -> str:
        """Build the text that shows a picture.

        Args:
            request: The picture.
            mode: How it was encoded.
            file: The encoded picture.
            place: The cells of the whole picture on the screen.
            parts: The parts of `place` that nothing covers.
        """
        if mode.protocol is Protocol.KITTY:
            return self._paint_kitty(request, mode, file, place, parts)
        self.has_pixels = True
        written = []
        for part in parts:
            written.append(f"\x1b[{part.y + 1};{part.x + 1}H")
            whole = part == place
            piece = (
                file
                if whole
                else self.pictures.encode_part(request, mode, part.translate(-place.offset))
            )
            if mode.protocol is Protocol.SIXEL:
                written.append(piece.decode("ascii"))
            else:
                shown = build_inline_image(piece, part.width, part.height)
                written.append(wrap_for_tmux(mode, [shown]))
        return "".join(written)

    def erase_screen(self) -> str:
        """Build the text that clears the screen, before all of it is written again."""
        text = ERASE if self.has_pixels else ""
        self.has_pixels = False
        return text

    def delete_all(self) -> str:
        """Build the text that deletes all pictures from kitty's memory."""
        modes = {mode: mode for _, mode in self.kitty_numbers}
        written = "".join(
            wrap_for_tmux(
                mode, delete_pictures(n for (_, m), n in self.kitty_numbers.items() if m == mode)
            )
            for mode in modes
        )
        self.kitty_numbers.clear()
        return written

    def _paint_kitty(
        self,
        request: PictureRequest,
        mode: GraphicsMode,
        file: bytes,
        place: Region,
        parts: Iterable[Region],
    ) -> str:
        written = []
        number = self.kitty_numbers.pop((request, mode), None)
        if number is None:
            while len(self.kitty_numbers) >= MAX_KITTY_PICTURES:
                oldest = self.kitty_numbers.pop(next(iter(self.kitty_numbers)))
                written.append(wrap_for_tmux(mode, delete_pictures([oldest])))
            number = self._next
            self._next = (self._next + 1) & 0xFFFFFF or 1
            pieces = transmit_picture(file, number, place.width, place.height)
            written.append(wrap_for_tmux(mode, pieces))
        self.kitty_numbers[request, mode] = number
        for part in parts:
            columns = range(part.x - place.x, part.right - place.x)
            for y in range(part.y, part.bottom):
                written.append(f"\x1b[{y + 1};{part.x + 1}H")
                written.append(build_placeholders(number, columns, y - place.y, request.background))
        return "".join((*written, "\x1b[0m"))


def wrap_for_tmux(mode: GraphicsMode, sequences: Iterable[str]) -> str:
    """Join escape sequences; inside tmux, wrap them so that it passes them on to the terminal."""
    if not mode.tmux:
        return "".join(sequences)
    doubled = (sequence.replace("\x1b", "\x1b\x1b") for sequence in sequences)
    return "".join(f"\x1bPtmux;{sequence}\x1b\\" for sequence in doubled)
