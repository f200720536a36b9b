"""Asking the terminal what it can do, before the app takes its keys.

The questions are escape sequences, and the answers come in like typed letters. So the terminal
is asked once and early, while the app is still being imported, and whatever it says too late is
thrown away.
"""

import os
import sys
from contextlib import ExitStack
from dataclasses import replace
from select import select
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from time import monotonic
from types import TracebackType
from typing import Self

from screens.pictures.canvas import cell_of_window
from tui.answers import Answers, Tmux, answered, read_answers, read_tmux

QUESTIONS = b"\x1b[>q\x1b[16t\x1b[?1;1;0S\x1b[c"
"""XTVERSION, XTWINOPS 16, XTSMGRAPHICS for colours, DA1."""
PATIENCE, AFAR = 0.15, 1.5
"""Seconds after which a silent terminal is taken to be one: here, and over ssh."""
UNASKED = ("", "dumb", "linux", "unknown")
"""Values of TERM for terminals that might print a question instead of answering it."""
TMUX = (
    "tmux",
    "display-message",
    "-p",
    "#{version}\n#{client_termtype}\n#{client_termfeatures}",
    ";",
    "show-options",
    "-Apv",
    "allow-passthrough",
)


class Probe:
    """Asks when it is entered, tells in `answers`, and leaves the terminal as it was."""

    def __init__(self) -> None:
        self._asked = 0.0
        self._said = b""
        self._tmux: Popen[str] | None = None
        self._undo = ExitStack()

    def __enter__(self) -> Self:
        """Ask, if there is a terminal to ask."""
        if not _askable():
            return self
        import termios
        import tty

        keys = sys.__stdin__.fileno()  # type: ignore[union-attr]
        before = termios.tcgetattr(keys)
        # What has not been read by then is dropped: it would come to the app as keys.
        self._undo.callback(termios.tcsetattr, keys, termios.TCSAFLUSH, before)
        tty.setcbreak(keys, termios.TCSANOW)
        self._asked = monotonic()
        os.write(sys.__stderr__.fileno(), QUESTIONS)  # type: ignore[union-attr]
        if os.environ.get("TMUX"):
            try:
                self._tmux = Popen(  # noqa: S603 (always the same words)
                    TMUX, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, text=True
                )
            except OSError:  # no such program here: tmux runs on the other side of something
                self._tmux = None
        return self

    def answers(self) -> Answers:
        """What is known by now; waits a moment for a terminal that is still to answer."""
        if not self._asked:
            return Answers(tmux=Tmux() if os.environ.get("TMUX") else None)
        patience = AFAR if os.environ.get("SSH_CONNECTION") else PATIENCE
        keys = sys.__stdin__.fileno()  # type: ignore[union-attr]
        while not answered(self._said):
            # At least one look: the answers have come while the app was being imported.
            if not select([keys], [], [], max(0.0, self._asked + patience - monotonic()))[0]:
                break
            self._said += os.read(keys, 4096)
        found = read_answers(self._said)
        # A terminal that was opened from inside tmux has its variable too, and another name.
        inside = not found.name or found.name.startswith("tmux")
        tmux = self._ask_tmux()
        return replace(
            found,
            cell=found.cell or cell_of_window(),
            tmux=tmux if inside else None,
            seconds=monotonic() - self._asked,
        )

    def _ask_tmux(self) -> Tmux | None:
        if self._tmux is None:
            return Tmux() if os.environ.get("TMUX") else None
        try:
            said, _ = self._tmux.communicate(timeout=AFAR)
        except TimeoutExpired:
            self._tmux.kill()
            self._tmux.communicate()
            return Tmux()
        return read_tmux(said)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give the terminal back as it was."""
        self._undo.close()


def _askable() -> bool:
    """Whether there is a terminal that understands questions."""
    if sys.platform == "win32" or os.environ.get("TERM", "") in UNASKED:
        return False
    return all(stream is not None and stream.isatty() for stream in (sys.__stdin__, sys.__stderr__))
