"""Ask the terminal what it can do, and choose how it shows pictures."""

import os
import re
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from select import select
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from time import monotonic
from typing import Self

from engine.config.choices import recall_choice
from engine.config.environment import build_environment
from engine.wording import join_names
from screens.pictures.encoding_and_cache import (
    DEFAULT_CELL,
    MAX_COLOURS,
    GraphicsMode,
    PictureCache,
)
from screens.pictures.protocols_and_scaling import AUTO, Protocol, measure_cell

QUERIES = b"\x1b[>q\x1b[16t\x1b[?1;1;0S\x1b[c"
"""The queries: XTVERSION, XTWINOPS 16, XTSMGRAPHICS for colours, DA1."""
LOCAL_TIMEOUT, SSH_TIMEOUT = 0.15, 1.5
"""Seconds to wait for an answer: on this machine, and over ssh."""
UNSUITABLE_TERMS = ("", "dumb", "linux", "unknown")
"""Values of TERM for terminals that might print a query instead of answering it."""
TMUX_VARIABLES = ("TMUX", "TMUX_TMPDIR", "TMUX_PANE")
"""The variables with which tmux finds its server and the current pane."""
TMUX_QUERY = (
    "tmux",
    "display-message",
    "-p",
    "#{version}\n#{client_termtype}\n#{client_termfeatures}",
    ";",
    "show-options",
    "-Apv",
    "allow-passthrough",
)

NAME = re.compile(rb"\x1bP>\|([^\x1b]*)\x1b\\")
CELL_SIZE = re.compile(rb"\x1b\[6;(\d{1,4});(\d{1,4})t")
SIXEL_COLOURS = re.compile(rb"\x1b\[\?1;0;(\d{1,9})S")
ATTRIBUTES = re.compile(rb"\x1b\[\?([\d;]{1,99})c")


STREAMS = ("stdin", "stdout", "stderr")
"""The streams that the app needs in a terminal."""


def list_redirected_streams() -> list[str]:
    """List the streams that are closed, or go to a file or another program."""
    streams = ((name, getattr(sys, name)) for name in STREAMS)
    return [name for name, stream in streams if stream is None or not stream.isatty()]


def is_only_stderr_redirected() -> bool:
    """Whether somebody sits at a terminal, but the app cannot draw, as it writes to stderr."""
    return list_redirected_streams() == ["stderr"]


def has_terminal() -> bool:
    """Whether the app can run."""
    return not list_redirected_streams()


def explain_missing_terminal() -> str:
    """Explain why the app cannot run, for the middle of a sentence; empty if it can."""
    names = list_redirected_streams()
    if not names:
        return ""
    if len(names) == len(STREAMS):
        return "there is no terminal here"
    verb, them = ("is not a terminal", "it") if len(names) == 1 else ("are not terminals", "them")
    return f"{join_names(names)} {verb} (the app needs one there; do not redirect {them})"


def has_dumb_terminal() -> bool:
    """Whether there is a terminal that cannot be drawn on, such as a shell in Emacs."""
    return has_terminal() and os.environ.get("TERM") == "dumb"


@dataclass(frozen=True, slots=True)
class TmuxInfo:
    """The information from tmux about itself and the outer terminal."""

    version: str = ""
    outer: str = ""
    """Name and version of the terminal around tmux."""
    features: tuple[str, ...] = ()
    """The capabilities of that terminal, according to tmux: `RGB`, `sixel`."""
    passthrough: bool = False
    """Whether tmux passes escape sequences on to that terminal."""


@dataclass(frozen=True, slots=True)
class TerminalInfo:
    """The known capabilities of the terminal; fields without an answer have their default."""

    asked: bool = False
    """Whether the terminal was queried."""
    name: str = ""
    """Name and version, as reported by the terminal (XTVERSION). Untrusted text."""
    attributes: tuple[int, ...] = ()
    """Its capabilities by number (DA1); 4 is Sixel."""
    cell: tuple[int, int] | None = None
    """Width and height of a cell in pixels."""
    colours: int | None = None
    """Maximum number of colours in a Sixel picture (XTSMGRAPHICS)."""
    tmux: TmuxInfo | None = None
    """The information from tmux, if Parlour runs inside it."""
    seconds: float = 0.0
    """Time until the last answer, or until the timeout."""


class TerminalProbe:
    """Context manager that queries the terminal on entry and restores its mode on exit."""

    def __init__(self) -> None:
        self._asked_at = 0.0
        self._received = b""
        self._tmux: Popen[str] | None = None
        self._undo = ExitStack()

    def __enter__(self) -> Self:
        if not _can_ask():
            return self
        import termios
        import tty

        keys = sys.__stdin__.fileno()  # type: ignore[union-attr]
        before = termios.tcgetattr(keys)
        # TCSAFLUSH drops what is still unread: the app would take it for keys.
        self._undo.callback(termios.tcsetattr, keys, termios.TCSAFLUSH, before)
        tty.setcbreak(keys, termios.TCSANOW)
        self._asked_at = monotonic()
        os.write(sys.__stderr__.fileno(), QUERIES)  # type: ignore[union-attr]
        if os.environ.get("TMUX"):
            try:
                self._tmux = Popen(  # noqa: S603 (a constant command)
                    TMUX_QUERY,
                    stdin=DEVNULL,
                    stdout=PIPE,
                    stderr=DEVNULL,
                    text=True,
                    env=build_environment(TMUX_VARIABLES),
                )
            except OSError:  # tmux is not installed here, as it runs on another machine
                self._tmux = None
        return self

    def read_info(self) -> TerminalInfo:
        """Read the answers; wait for missing ones until the timeout."""
        if not self._asked_at:
            return TerminalInfo(tmux=TmuxInfo() if os.environ.get("TMUX") else None)
        timeout = SSH_TIMEOUT if os.environ.get("SSH_CONNECTION") else LOCAL_TIMEOUT
        keys = sys.__stdin__.fileno()  # type: ignore[union-attr]
        while not is_complete(self._received):
            # Look at least once: the answers may have come while the app was being imported.
            if not select([keys], [], [], max(0.0, self._asked_at + timeout - monotonic()))[0]:
                break
            if not (answer := os.read(keys, 4096)):  # the terminal is lost
                break
            self._received += answer
        info = parse_answers(self._received)
        # A terminal that was opened from inside tmux inherits TMUX, but has a name of its own.
        inside = not info.name or info.name.startswith("tmux")
        tmux = self._read_tmux()
        return replace(
            info,
            cell=info.cell or measure_cell(),
            tmux=tmux if inside else None,
            seconds=monotonic() - self._asked_at,
        )

    def _read_tmux(self) -> TmuxInfo | None:
        if self._tmux is None:
            return TmuxInfo() if os.environ.get("TMUX") else None
        try:
            output, _ = self._tmux.communicate(timeout=SSH_TIMEOUT)
        except TimeoutExpired:
            self._tmux.kill()
            self._tmux.communicate()
            return TmuxInfo()
        return parse_tmux(output)

    def __exit__(self, *_: object) -> None:
        self._undo.close()


def _can_ask() -> bool:
    if sys.platform == "win32" or os.environ.get("TERM", "") in UNSUITABLE_TERMS:
        return False
    return all(stream is not None and stream.isatty() for stream in (sys.__stdin__, sys.__stderr__))


def is_complete(received: bytes) -> bool:
    """Whether the last answer has arrived, that to DA1, which is queried last."""
    return ATTRIBUTES.search(received) is not None


def parse_answers(received: bytes) -> TerminalInfo:
    """Parse the terminal's answers, in any order; missing or invalid ones are skipped."""
    name, cell, colours, attributes = (
        pattern.search(received) for pattern in (NAME, CELL_SIZE, SIXEL_COLOURS, ATTRIBUTES)
    )
    height, width = (int(cell[1]), int(cell[2])) if cell else (0, 0)
    return TerminalInfo(
        asked=True,
        name=name[1].decode("ascii", "replace")[:80] if name else "",
        attributes=tuple(map(int, filter(None, attributes[1].split(b";")))) if attributes else (),
        cell=(width, height) if width and height else None,
        colours=(int(colours[1]) or None) if colours else None,
    )


def parse_tmux(output: str) -> TmuxInfo:
    """Parse the output of `TMUX_QUERY`: three lines and the value of an option."""
    version, outer, features, passthrough = (*output.split("\n"), "", "", "", "")[:4]
    return TmuxInfo(
        version[:20],
        outer[:80],
        tuple(filter(None, features.split(","))),
        passthrough.strip() in ("on", "all"),
    )


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
