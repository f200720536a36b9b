"""How this terminal shows pictures: the protocol and its limits."""

from dataclasses import dataclass

from screens.pictures.protocol import Protocol

DEFAULT_CELL = (10, 20)
"""The size of a cell in pixels if the terminal does not report it."""


FINE_CELL_HEIGHT = 28
"""Pixels of a cell from which on PNG pictures are sent in true colour: five times the bytes."""


MAX_COLOURS = 256


@dataclass(frozen=True, slots=True)
class GraphicsMode:
    """How this terminal shows pictures: the protocol and its limits."""

    protocol: Protocol
    cell: tuple[int, int] = DEFAULT_CELL
    """Width and height of a cell in pixels."""
    colours: int = MAX_COLOURS
    """The most colours in one Sixel picture."""
    opaque: bool = False
    """Whether Sixel must paint every pixel, as the terminal clears those that are left out."""
    tmux: bool = False
    """Whether Parlour runs inside tmux."""
    finest: Protocol = Protocol.QUAD
    """The finest block characters that the terminal is known to draw, for large letters."""
    true_colour: bool = True
    """Whether blocks may have any colour; else they have those of the 256 that look nearest."""

    @property
    def is_fine(self) -> bool:
        """Whether cells have the pixels of a HiDPI screen."""
        return self.cell[1] >= FINE_CELL_HEIGHT
