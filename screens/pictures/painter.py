"""Build the text that paints pictures, and track which pictures the terminal holds."""

import os
from collections.abc import Iterable

from textual.geometry import Region

from screens.pictures.cache import PictureCache
from screens.pictures.graphics_mode import GraphicsMode
from screens.pictures.iterm2 import build_inline_image
from screens.pictures.kitty import build_placeholders, delete_pictures, transmit_picture
from screens.pictures.picture_request import PictureRequest
from screens.pictures.protocol import Protocol

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
