"""The protocols that show pictures in a terminal."""

from enum import StrEnum


class Protocol(StrEnum):
    """A way to show a picture; the values are those of `--images`."""

    KITTY = "kitty"
    SIXEL = "sixel"
    ITERM2 = "iterm2"
    OCTANT = "octant"
    SEXTANT = "sextant"
    QUAD = "quad"
    HALF = "half"
    NONE = "none"

    @property
    def label(self) -> str:
        return LABELS[self]

    @property
    def pixels(self) -> bool:
        """Whether the terminal draws real pixels over cells that Textual leaves blank."""
        return self in (Protocol.KITTY, Protocol.SIXEL, Protocol.ITERM2)

    @property
    def blocks(self) -> bool:
        """Whether the picture is made of coloured block characters."""
        return self in BLOCK_PIXELS


AUTO = "auto"
"""Instead of a protocol's name: use the best protocol that the terminal supports."""


BLOCK_PIXELS = {
    Protocol.OCTANT: (2, 4),
    Protocol.SEXTANT: (2, 3),
    Protocol.QUAD: (2, 2),
    Protocol.HALF: (1, 2),
}
"""Pixels across and down in a cell of block characters."""


MOSAICS = (Protocol.OCTANT, Protocol.SEXTANT, Protocol.QUAD)
"""Block characters with two pixels across, finest first."""


LABELS = {
    Protocol.KITTY: "Kitty graphics",
    Protocol.SIXEL: "Sixel",
    Protocol.ITERM2: "iTerm2 images",
    Protocol.OCTANT: "Octant blocks",
    Protocol.SEXTANT: "Sextant blocks",
    Protocol.QUAD: "Quadrant blocks",
    Protocol.HALF: "Half-blocks",
    Protocol.NONE: "Words",
}
