"""The ways in which a terminal can be made to show a picture."""

from enum import StrEnum


class Protocol(StrEnum):
    """A way to show a picture, by the name that `--images` takes."""

    KITTY = "kitty"
    SIXEL = "sixel"
    ITERM2 = "iterm2"
    QUAD = "quad"
    HALF = "half"
    NONE = "none"

    @property
    def label(self) -> str:
        """What people call it."""
        return LABELS[self]

    @property
    def pixels(self) -> bool:
        """The terminal paints the picture's own pixels upon cells that Textual has left blank."""
        return self in (Protocol.KITTY, Protocol.SIXEL, Protocol.ITERM2)

    @property
    def blocks(self) -> bool:
        """The picture is made of coloured block characters."""
        return self in (Protocol.QUAD, Protocol.HALF)


AUTO = "auto"
"""Instead of a protocol's name: the best that the terminal can do."""
LABELS = {
    Protocol.KITTY: "Kitty graphics",
    Protocol.SIXEL: "Sixel",
    Protocol.ITERM2: "iTerm2 images",
    Protocol.QUAD: "Quadrant blocks",
    Protocol.HALF: "Half-blocks",
    Protocol.NONE: "Words",
}
