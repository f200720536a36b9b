"""`parlour doctor --pictures`: the same card in every way, one below the other."""

import os
import sys
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.segment import Segment, Segments

from screens.pictures import painter
from screens.pictures.canvas import Look
from screens.pictures.encoding import Manner, blocks, encoded
from screens.pictures.painter import inline_image, through
from screens.pictures.protocols import Protocol

COLUMNS, ROWS = 18, 13
"""The size of the card in cells."""
GROUND = (0, 0, 0)


def print_test_card(path: Path, manner: Manner) -> None:
    """Print a picture in every protocol with its name, so that a person sees which of them work.

    Raises:
        PictureError: If the file holds no picture.
    """
    look = Look(path, COLUMNS, ROWS, GROUND)
    console = Console(highlight=False, soft_wrap=True)
    for protocol in Protocol:
        if protocol is Protocol.NONE:
            continue
        way = replace(manner, protocol=protocol)
        sys.stdout.write(f"\n{protocol.label}: --images {protocol}\n")
        if protocol.blocks:
            for strip in blocks(look, way):
                console.print(Segments([*strip, Segment.line()]), end="")
        else:
            sys.stdout.write(_in_pixels(look, way))
        sys.stdout.flush()


def _in_pixels(look: Look, manner: Manner) -> str:
    """What to write to show a picture at the cursor and go on beneath it."""
    file = encoded(look, manner)
    if manner.protocol is Protocol.KITTY:
        number = int.from_bytes(os.urandom(3)) or 1
        sent = through(manner, painter.transmit(file, number, look.columns, look.rows))
        rows = (
            painter.placeholders(number, range(look.columns), row, look.ground)
            for row in range(look.rows)
        )
        return sent + "".join(f"{row}\x1b[0m\n" for row in rows)
    if manner.protocol is Protocol.SIXEL:
        shown = file.decode("ascii")
    else:
        shown = through(manner, [inline_image(file, look.columns, look.rows)])
    room = "\n" * look.rows  # so that nothing scrolls while the picture is painted
    return f"{room}\x1b[{look.rows}A\x1b7{shown}\x1b8\x1b[{look.rows}B"
