"""Choose how a terminal shows pictures."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from engine.config.remembered_choices import recall_choice
from screens.pictures.cache import PictureCache
from screens.pictures.graphics_mode import DEFAULT_CELL, MAX_COLOURS, GraphicsMode
from screens.pictures.protocol import AUTO, Protocol
from tui.terminal.probe import TerminalInfo

SIXEL_ATTRIBUTE = 4
"""The DA1 attribute of terminals that show Sixel."""


OLDEST_KITTY = (0, 28)
"""The first kitty with placeholders; older ones accept them and show nothing."""


KITTY = re.compile(r"kitty\W*(\d+)\.(\d+)")


DRAW_SEXTANTS = re.compile(r"(kitty|foot|wezterm|ghostty|contour|vte)\W*(\d+)?")
"""Matches terminals that draw sextants themselves, independent of the font."""


OLDEST_VTE = 6600
"""The first version of VTE, the terminal of GNOME and Xfce, that is trusted to do so: 0.66."""


DRAW_OCTANTS = re.compile(r"(kitty|foot|ghostty|vte)\W*(\d+)(?:\.(\d+))?")


OLDEST_WITH_OCTANTS = {"kitty": (0, 40), "foot": (1, 21), "ghostty": (1, 2), "vte": (7800, 0)}
"""The first versions that draw octants themselves."""


FILLS_GAPS = "Konsole"
"""The terminal that paints the transparent parts of a Sixel picture in one of its colours."""


FEWEST_COLOURS = 16


def create_pictures(info: TerminalInfo, requested: str | None, data: Path) -> PictureCache:
    """Set up pictures for a terminal.

    Args:
        info: The capabilities of the terminal.
        requested: A protocol's name, or `auto`; `None` for the choice of the last run.
        data: The data folder, with that choice.
    """
    pictures = PictureCache(*choose_protocol(info, os.environ))
    name = requested or recall_choice("images", data)
    pictures.choose(name if name in set(Protocol) else AUTO)
    return pictures


def choose_protocol(info: TerminalInfo, environment: Mapping[str, str]) -> tuple[GraphicsMode, str]:
    """Choose the best protocol for a terminal.

    Args:
        info: The capabilities of the terminal.
        environment: Environment variables; iTerm2 gives its name only there.

    Returns:
        How to show pictures, and a sentence that says why.
    """
    protocol, why = _choose_protocol(info, environment)
    return GraphicsMode(
        protocol,
        info.cell or DEFAULT_CELL,
        max(FEWEST_COLOURS, min(info.colours or MAX_COLOURS, MAX_COLOURS)),
        opaque=info.name.startswith(FILLS_GAPS),
        tmux=info.tmux is not None,
        finest=_find_finest_blocks(info),
    ), why


def _choose_protocol(info: TerminalInfo, environment: Mapping[str, str]) -> tuple[Protocol, str]:
    if info.tmux is not None:
        return _choose_protocol_in_tmux(info)
    name = info.name or _find_name(environment)
    subject = name or "The terminal"
    if _has_placeholders(name):
        return Protocol.KITTY, f"{subject} has Kitty graphics with placeholders."
    if name.lower().startswith("iterm2"):
        return Protocol.ITERM2, f"{subject} has inline images."
    if SIXEL_ATTRIBUTE in info.attributes:
        return Protocol.SIXEL, f"{subject} says that it shows Sixel."
    why = _explain_blocks(info, subject)
    blocks = _find_finest_blocks(info)
    if blocks is Protocol.QUAD:
        return blocks, f"{why}, and blocks can be shown everywhere."
    return blocks, f"{why}, and it draws {blocks}s, the finest blocks that it has."


def _choose_protocol_in_tmux(info: TerminalInfo) -> tuple[Protocol, str]:
    tmux = info.tmux
    assert tmux is not None
    outer = tmux.outer or "the terminal around it"
    blocks = _find_finest_blocks(info)
    if _has_placeholders(tmux.outer):
        if tmux.passthrough and "RGB" in tmux.features:
            return Protocol.KITTY, f"tmux lets pictures through to {outer}."
        lacks = "set -g allow-passthrough on" if not tmux.passthrough else "set RGB for it"
        return blocks, f"tmux lets no pictures through to {outer}; in tmux.conf: {lacks}."
    if SIXEL_ATTRIBUTE in info.attributes and "sixel" in tmux.features:
        return Protocol.SIXEL, f"tmux shows Sixel in {outer}."
    return blocks, f"tmux knows of no pictures in {outer}, and blocks get through it."


def _has_placeholders(name: str) -> bool:
    found = KITTY.match(name)
    if found:
        return (int(found[1]), int(found[2])) >= OLDEST_KITTY
    return name.lower().startswith("ghostty")


def _find_finest_blocks(info: TerminalInfo) -> Protocol:
    """Find the finest blocks that a terminal draws itself, independent of its font.

    Octants are not used in tmux, which does not know their width.
    """
    name = (info.tmux.outer if info.tmux else info.name).lower()
    found = DRAW_OCTANTS.match(name)
    if found and not info.tmux:
        version = int(found[2]), int(found[3] or 0)
        if version >= OLDEST_WITH_OCTANTS[found[1]]:
            return Protocol.OCTANT
    found = DRAW_SEXTANTS.match(name)
    drawn = found is not None and (found[1] != "vte" or int(found[2] or 0) >= OLDEST_VTE)
    return Protocol.SEXTANT if drawn else Protocol.QUAD


def _find_name(environment: Mapping[str, str]) -> str:
    if "iTerm2" in (environment.get("LC_TERMINAL"), environment.get("TERM_PROGRAM")):
        return "iTerm2"
    return "iTerm2" if environment.get("TERM_PROGRAM") == "iTerm.app" else ""


def _explain_blocks(info: TerminalInfo, subject: str) -> str:
    if not info.asked:
        return "No terminal could be asked"
    if not info.attributes:
        return "The terminal did not answer"
    return f"{subject} speaks no protocol for pictures"
