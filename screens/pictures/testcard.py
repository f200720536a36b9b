"""Print a test card in every picture protocol."""

import os
import sys
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.segment import Segment, Segments

from screens.pictures.encoding import encode_pixels, render_blocks
from screens.pictures.graphics_mode import GraphicsMode
from screens.pictures.iterm2 import build_inline_image
from screens.pictures.kitty import build_placeholders, transmit_picture
from screens.pictures.painter import wrap_for_tmux
from screens.pictures.picture_request import PictureRequest
from screens.pictures.protocol import Protocol

COLUMNS, ROWS = 18, 13
"""The size of the test card in cells."""


GROUND = (0, 0, 0)


def print_test_card(path: Path, mode: GraphicsMode) -> None:
    """Print a picture in every protocol, with the protocol's name, so that a person can compare.

    Raises:
        PictureError: If the file holds no picture.
    """
    request = PictureRequest(path, COLUMNS, ROWS, GROUND)
    console = Console(highlight=False, soft_wrap=True)
    for protocol in Protocol:
        if protocol is Protocol.NONE:
            continue
        way = replace(mode, protocol=protocol)
        sys.stdout.write(f"\n{protocol.label}: --images {protocol}\n")
        if protocol.blocks:
            for strip in render_blocks(request, way):
                console.print(Segments([*strip, Segment.line()]), end="")
        else:
            sys.stdout.write(_encode_pixels(request, way))
        sys.stdout.flush()


def _encode_pixels(request: PictureRequest, mode: GraphicsMode) -> str:
    """Encode a picture for the cursor position, and move the cursor below it."""
    file = encode_pixels(request, mode)
    if mode.protocol is Protocol.KITTY:
        number = int.from_bytes(os.urandom(3)) or 1
        sent = wrap_for_tmux(
            mode,
            transmit_picture(file, number, request.columns, request.rows),
        )
        rows = (
            build_placeholders(number, range(request.columns), row, request.background)
            for row in range(request.rows)
        )
        return sent + "".join(f"{row}\x1b[0m\n" for row in rows)
    if mode.protocol is Protocol.SIXEL:
        shown = file.decode("ascii")
    else:
        shown = wrap_for_tmux(
            mode,
            [build_inline_image(file, request.columns, request.rows)],
        )
    room = "\n" * request.rows  # so that nothing scrolls while the picture is painted
    return f"{room}\x1b[{request.rows}A\x1b7{shown}\x1b8\x1b[{request.rows}B"
