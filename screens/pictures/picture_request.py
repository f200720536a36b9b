"""Which picture is wanted, in which size and colours."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """A picture file and the size and colours at which to render it."""

    path: Path
    columns: int
    """Width, in cells."""
    rows: int
    """Height, in cells."""
    background: tuple[int, int, int]
    """The colour around the picture and behind its transparent pixels."""
    dim: bool = False
    """Whether to fade it into the background, for a card that cannot be chosen."""
