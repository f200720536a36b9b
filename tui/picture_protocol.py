"""Choose how pictures are shown in a terminal, and say why."""

import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from screens.pictures.encoding import DEFAULT_CELL, MAX_COLOURS, GraphicsMode
from screens.pictures.protocols import AUTO, Protocol
from tui.preferences import recall_choice
from tui.terminal_probe import TerminalInfo

if TYPE_CHECKING:
    from screens.pictures.picture_cache import PictureCache

SIXEL_ATTRIBUTE = 4
"""The DA1 attribute of terminals that show Sixel."""
OLDEST_KITTY = (0, 28)
"""The first kitty with placeholders; older ones accept them and show nothing."""
KITTY = re.compile(r"kitty\W*(\d+)\.(\d+)")
FILLS_GAPS = "Konsole"
"""Paints the transparent parts of a Sixel picture in some colour of the picture."""
FEWEST_COLOURS = 16


def create_pictures(info: TerminalInfo, requested: str | None) -> "PictureCache":
    """Set up pictures for a terminal.

    Args:
        info: What is known of the terminal.
        requested: A protocol's name, or `auto`; the choice of the last run if `None`.
    """
    from screens.pictures.picture_cache import PictureCache

    pictures = PictureCache(*choose_protocol(info, os.environ))
    name = requested or recall_choice("images")
    pictures.choose(name if name in set(Protocol) else AUTO)
    return pictures


def choose_protocol(info: TerminalInfo, environment: Mapping[str, str]) -> tuple[GraphicsMode, str]:
    """Choose the best protocol for a terminal.

    Args:
        info: What is known of the terminal.
        environment: Environment variables; iTerm2 gives its name only there.

    Returns:
        How to show pictures, and a sentence that says why.
    """
    protocol, why = _best_protocol(info, environment)
    return GraphicsMode(
        protocol,
        info.cell or DEFAULT_CELL,
        max(FEWEST_COLOURS, min(info.colours or MAX_COLOURS, MAX_COLOURS)),
        opaque=info.name.startswith(FILLS_GAPS),
        tmux=info.tmux is not None,
    ), why


def _best_protocol(info: TerminalInfo, environment: Mapping[str, str]) -> tuple[Protocol, str]:
    if info.tmux is not None:
        return _best_protocol_in_tmux(info)
    name = info.name or _name_from_environment(environment)
    subject = name or "The terminal"
    if _has_placeholders(name):
        return Protocol.KITTY, f"{subject} has Kitty graphics with placeholders."
    if name.lower().startswith("iterm2"):
        return Protocol.ITERM2, f"{subject} has inline images."
    if SIXEL_ATTRIBUTE in info.attributes:
        return Protocol.SIXEL, f"{subject} says that it shows Sixel."
    return Protocol.QUAD, f"{_explain_blocks(info, subject)}, and blocks can be shown everywhere."


def _best_protocol_in_tmux(info: TerminalInfo) -> tuple[Protocol, str]:
    tmux = info.tmux
    assert tmux is not None
    outer = tmux.outer or "the terminal around it"
    if _has_placeholders(tmux.outer):
        if tmux.passthrough and "RGB" in tmux.features:
            return Protocol.KITTY, f"tmux lets pictures through to {outer}."
        lacks = "set -g allow-passthrough on" if not tmux.passthrough else "set RGB for it"
        return Protocol.QUAD, f"tmux lets no pictures through to {outer}; in tmux.conf: {lacks}."
    if SIXEL_ATTRIBUTE in info.attributes and "sixel" in tmux.features:
        return Protocol.SIXEL, f"tmux shows Sixel in {outer}."
    return Protocol.QUAD, f"tmux knows of no pictures in {outer}, and blocks get through it."


def _has_placeholders(name: str) -> bool:
    found = KITTY.match(name)
    if found:
        return (int(found[1]), int(found[2])) >= OLDEST_KITTY
    return name.lower().startswith("ghostty")


def _name_from_environment(environment: Mapping[str, str]) -> str:
    if "iTerm2" in (environment.get("LC_TERMINAL"), environment.get("TERM_PROGRAM")):
        return "iTerm2"
    return "iTerm2" if environment.get("TERM_PROGRAM") == "iTerm.app" else ""


def _explain_blocks(info: TerminalInfo, subject: str) -> str:
    if not info.asked:
        return "No terminal could be asked"
    if not info.attributes:
        return "The terminal did not answer"
    return f"{subject} speaks no protocol for pictures"
