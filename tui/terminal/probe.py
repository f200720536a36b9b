"""Ask the terminal what it can do."""

import os
import re
import sys
import termios
import tty
from contextlib import ExitStack
from dataclasses import dataclass, replace
from select import select
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from time import monotonic
from typing import Self

from engine.config.child_environment import build_environment
from screens.pictures.cell_size import measure_cell

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
