"""What is written to the terminal so that pictures appear in it, and are gone again."""

import os
from collections.abc import Iterable

from textual.geometry import Region

from screens.pictures import kitty
from screens.pictures.canvas import Look
from screens.pictures.iterm import inline_image
from screens.pictures.pictures import Pictures
from screens.pictures.prepared import Manner
from screens.pictures.protocols import Protocol

ERASE = "\x1b[2J"
"""Clears the screen of text and pictures; Konsole would bring covered pictures back."""

MOST = 48
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
            through(manner, kitty.delete(n for (_, m), n in self.held.items() if m == manner))
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
            while len(self.held) >= MOST:
                oldest = self.held.pop(next(iter(self.held)))
                written.append(through(manner, kitty.delete([oldest])))
            number = self._next
            self._next = (self._next + 1) & 0xFFFFFF or 1
            pieces = kitty.transmit(file, number, place.width, place.height)
            written.append(through(manner, pieces))
        self.held[look, manner] = number
        for part in parts:
            columns = range(part.x - place.x, part.right - place.x)
            for y in range(part.y, part.bottom):
                written.append(f"\x1b[{y + 1};{part.x + 1}H")
                written.append(kitty.placeholders(number, columns, y - place.y, look.ground))
        return "".join((*written, "\x1b[0m"))


def through(manner: Manner, sequences: Iterable[str]) -> str:
    """Escape sequences as they reach the terminal, through tmux where it is in between."""
    if not manner.tmux:
        return "".join(sequences)
    doubled = (sequence.replace("\x1b", "\x1b\x1b") for sequence in sequences)
    return "".join(f"\x1bPtmux;{sequence}\x1b\\" for sequence in doubled)
