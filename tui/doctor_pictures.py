"""Pictures in `parlour doctor`: how they are shown here and why, and a test card (`--pictures`)."""

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.segment import Segment, Segments

from engine.trust import SettingsError
from screens.pictures import PictureRequest, Protocol, painter
from screens.pictures.encoding import GraphicsMode, encode_pixels, render_blocks
from screens.pictures.painter import build_inline_image, wrap_for_tmux
from tui.preferences import load_preferences
from tui.terminal_probe import TerminalInfo, TerminalProbe, create_pictures

COLUMNS, ROWS = 18, 13
"""The size of the test card in cells."""
GROUND = (0, 0, 0)


def examine_pictures() -> Iterator[tuple[str, str]]:
    """Ask the terminal, if there is one; yield the name and text of each finding."""
    with TerminalProbe() as probe:
        info = probe.read_info()
    yield "Terminal says", describe_terminal(info)
    if info.tmux is not None:
        tmux = info.tmux
        yield (
            "tmux says",
            f"version {tmux.version or 'unknown'}, in {tmux.outer or 'an unknown terminal'} with "
            f"{', '.join(tmux.features) or 'no features'}, "
            f"passthrough {'on' if tmux.passthrough else 'off'}",
        )
    pictures = create_pictures(info, _read_images_setting())
    yield (
        "Images",
        f"{pictures.protocol.label}. {pictures.reason} See them: parlour doctor --pictures",
    )
    if pictures.protocol is not pictures.best:
        yield "Images (auto)", f"{pictures.best.label}. {pictures.best_reason}"


def describe_terminal(info: TerminalInfo) -> str:
    """Say in one line how the terminal answered."""
    if not info.asked:
        return "nothing: there is none, or none that can be asked"
    if not info.attributes:
        return f"nothing within {info.seconds:.1f} s"
    width, height = info.cell or (0, 0)
    cell = f"cells of {width} x {height} pixels" if info.cell else "cell size unknown"
    attributes = ", ".join(map(str, info.attributes))
    colours = f", {info.colours} colours for Sixel" if info.colours else ""
    return (
        f"{info.name or 'no name'}, {cell}{colours}, attributes {attributes}, "
        f"in {info.seconds * 1000:.0f} ms"
    )


def _read_images_setting() -> str | None:
    try:
        return load_preferences().images
    except SettingsError:  # doctor reports it as a finding of its own
        return None


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
    """Return what shows a picture at the cursor and moves the cursor below it."""
    file = encode_pixels(request, mode)
    if mode.protocol is Protocol.KITTY:
        number = int.from_bytes(os.urandom(3)) or 1
        sent = wrap_for_tmux(
            mode, painter.transmit_picture(file, number, request.columns, request.rows)
        )
        rows = (
            painter.build_placeholders(number, range(request.columns), row, request.background)
            for row in range(request.rows)
        )
        return sent + "".join(f"{row}\x1b[0m\n" for row in rows)
    if mode.protocol is Protocol.SIXEL:
        shown = file.decode("ascii")
    else:
        shown = wrap_for_tmux(mode, [build_inline_image(file, request.columns, request.rows)])
    room = "\n" * request.rows  # so that nothing scrolls while the picture is painted
    return f"{room}\x1b[{request.rows}A\x1b7{shown}\x1b8\x1b[{request.rows}B"
