"""Which way of showing pictures suits a terminal, and why."""

import re
from collections.abc import Mapping

from screens.pictures.encoding import MOST_COLOURS, USUAL_CELL, Manner
from screens.pictures.protocols import Protocol
from tui.answers import Answers

SIXEL = 4
"""The attribute (DA1) of terminals that show Sixel."""
OLDEST_KITTY = (0, 28)
"""The first kitty that knows placeholders; older ones say yes and show nothing."""
KITTY = re.compile(r"kitty\W*(\d+)\.(\d+)")
UNCLEAR = "Konsole"
"""Paints whatever a Sixel picture leaves out, in some colour of the picture."""
FEWEST = 16
"""Colours in which a picture is still one."""


def choose(answers: Answers, environment: Mapping[str, str]) -> tuple[Manner, str]:
    """The best way of showing pictures, and a sentence that says why.

    Args:
        answers: What the terminal says of itself.
        environment: The variables that terminals set for their programs.
    """
    protocol, why = _best(answers, environment)
    return Manner(
        protocol,
        answers.cell or USUAL_CELL,
        max(FEWEST, min(answers.colours or MOST_COLOURS, MOST_COLOURS)),
        backed=answers.name.startswith(UNCLEAR),
        tmux=answers.tmux is not None,
    ), why


def _best(answers: Answers, environment: Mapping[str, str]) -> tuple[Protocol, str]:
    if answers.tmux is not None:
        return _best_in_tmux(answers)
    name = answers.name or _named(environment)
    called = name or "The terminal"
    if _has_placeholders(name):
        return Protocol.KITTY, f"{called} has Kitty graphics with placeholders."
    if name.lower().startswith("iterm2"):
        return Protocol.ITERM2, f"{called} has inline images."
    if SIXEL in answers.attributes:
        return Protocol.SIXEL, f"{called} says that it shows Sixel."
    return Protocol.QUAD, f"{_silence(answers, called)}, and blocks can be shown everywhere."


def _best_in_tmux(answers: Answers) -> tuple[Protocol, str]:
    tmux = answers.tmux
    assert tmux is not None
    outer = tmux.outer or "the terminal around it"
    if _has_placeholders(tmux.outer):
        if tmux.passthrough and "RGB" in tmux.features:
            return Protocol.KITTY, f"tmux lets pictures through to {outer}."
        lacks = "set -g allow-passthrough on" if not tmux.passthrough else "set RGB for it"
        return Protocol.QUAD, f"tmux lets no pictures through to {outer}; in tmux.conf: {lacks}."
    if SIXEL in answers.attributes and "sixel" in tmux.features:
        return Protocol.SIXEL, f"tmux shows Sixel in {outer}."
    return Protocol.QUAD, f"tmux knows of no pictures in {outer}, and blocks get through it."


def _has_placeholders(name: str) -> bool:
    found = KITTY.match(name)
    if found:
        return (int(found[1]), int(found[2])) >= OLDEST_KITTY
    return name.lower().startswith("ghostty")


def _named(environment: Mapping[str, str]) -> str:
    """The name of a terminal that says it only in the environment."""
    if "iTerm2" in (environment.get("LC_TERMINAL"), environment.get("TERM_PROGRAM")):
        return "iTerm2"
    return "iTerm2" if environment.get("TERM_PROGRAM") == "iTerm.app" else ""


def _silence(answers: Answers, called: str) -> str:
    if not answers.asked:
        return "No terminal could be asked"
    if not answers.attributes:
        return "The terminal did not answer"
    return f"{called} speaks no protocol for pictures"
