"""Print and read lines without cursor movement; erase private lines between people."""

import curses
import os
import sys
import termios
from asyncio import AbstractEventLoop, Future, get_running_loop
from contextlib import suppress
from queue import SimpleQueue
from shutil import get_terminal_size
from textwrap import wrap
from threading import Thread
from typing import TextIO

from engine.text import clean

MAX_INPUT = 4_000
"""Maximum bytes of a line that are read; the rest is dropped."""


MAX_OUTPUT = 4_000
"""Maximum length of a line that is printed in characters."""


MIN_BLANK_LINES = 60
"""Minimum number of blank lines that hide a private view if the terminal cannot erase."""


ERASE = "\x1b[H\x1b[2J\x1b[3J"
"""Moves home, erases the screen, then the scrollback, as some terminals save what 2J erases."""


DUMB_TERMS = frozenset({"", "dumb", "unknown"})
"""Values of TERM for terminals without control sequences."""


ERASING_TERMS = ("xterm-kitty", "xterm-ghostty", "alacritty", "wezterm")
"""Beginnings of TERM for terminals that erase the scrollback, though terminfo does not say so."""


class EndOfInput(Exception):
    """The input or the output has ended."""


class LineTerminal:
    """Prints cleaned lines and reads lines, each when it is asked for."""

    def __init__(
        self, source: int | None = None, output: TextIO | None = None, term: str | None = None
    ) -> None:
        """Use a file descriptor, a stream and a kind of terminal; this process's by default."""
        self._source = sys.stdin.fileno() if source is None else source
        self._output = output or sys.stdout
        self._pending = b""
        self._requests: SimpleQueue[AbstractEventLoop] = SimpleQueue()
        self._thread: Thread | None = None
        self._is_reading = False
        """Whether the thread reads a line, perhaps for a question that was cancelled."""
        self._answer: Future[bytes | None] | None = None
        """The answer to the last question."""
        self._term = os.environ.get("TERM", "") if term is None else term
        self.is_dumb = self._term in DUMB_TERMS
        """Whether the terminal has no control sequences."""
        self.is_file = not (self.is_dumb or self._output.isatty())
        """Whether the output goes to a file or another program."""

    def say(self, text: str = "") -> None:
        """Print one line, cleaned; on a terminal it is wrapped between words.

        Raises:
            EndOfInput: If the output is closed.
        """
        line = clean(text, MAX_OUTPUT)
        if self.is_dumb or self.is_file:
            self._write(f"{line}\n")
            return
        width = max(20, get_terminal_size().columns - 1)
        lines = wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]
        self._write("".join(f"{one}\n" for one in lines))

    async def read(self, prompt: str) -> str:
        """Print a prompt and read a line, cleaned.

        Raises:
            EndOfInput: If the input has ended.
        """
        self._write(f"{clean(prompt, MAX_OUTPUT)} ")
        if self._thread is None:
            self._thread = Thread(target=self._serve, name="stdin", daemon=True)
            self._thread.start()
        loop = get_running_loop()
        self._answer = answer = loop.create_future()
        if not self._is_reading:
            self._is_reading = True
            self._requests.put(loop)
        line = await answer
        if line is None or not os.isatty(self._source):
            self._write("\n")  # Enter was not pressed here
        if line is None:
            raise EndOfInput
        return clean(line.decode(errors="replace"), MAX_INPUT)

    def drop_typed(self) -> None:
        """Drop input that was typed before the question; input from a script is kept."""
        if not os.isatty(self._source):
            return
        self._pending = b""
        with suppress(ImportError, OSError):
            termios.tcflush(self._source, termios.TCIFLUSH)

    def describe_erasing(self) -> str:
        """Describe what happens to private lines between people."""
        if self.is_file:
            return (
                "What is printed goes to a file or another program, so nothing can be erased: "
                "private lines stay in it."
            )
        if self.is_dumb:
            return (
                "This terminal cannot erase anything. Between people it gets enough blank lines to "
                "move private lines off the screen, but who scrolls up can read them."
            )
        if self._erases_scrollback():
            return "Between people the screen and its scrollback are erased."
        return (
            "Between people the screen is erased. This terminal may keep lines that have scrolled "
            "away: do not scroll up."
        )

    def erase(self, person: str) -> None:
        """Erase everything that a person saw and typed, or hide it and print what remains."""
        with suppress(EndOfInput):
            if self.is_file:
                return
            if not self.is_dumb:
                self._write(ERASE)
                return
            blank = max(MIN_BLANK_LINES, get_terminal_size().lines)
            self._write("\n" * blank)
            self.say(f"What {person} saw and typed is above the blank lines. Do not scroll up.")

    def _erases_scrollback(self) -> bool:
        if self._term.startswith(ERASING_TERMS):
            return True
        try:
            curses.setupterm(self._term, self._output.fileno())
            return bool(curses.tigetstr("E3"))
        except (ImportError, OSError, ValueError, curses.error):
            return False

    def _write(self, text: str) -> None:
        try:
            self._output.write(text)
            self._output.flush()
        except (OSError, ValueError):  # the pipe or stream is closed
            raise EndOfInput from None

    def _serve(self) -> None:
        """Read a line for each request, in a thread, as not every stdin can be polled."""
        while True:
            loop = self._requests.get()
            line = self._read_line()
            with suppress(RuntimeError):  # the loop is closed: the program ends
                loop.call_soon_threadsafe(self._deliver, line)

    def _deliver(self, line: bytes | None) -> None:
        """Answer the last question, unless it was cancelled."""
        self._is_reading = False
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(line)

    def _read_line(self) -> bytes | None:
        """Read a line up to the maximum length; `None` at the end."""
        line = b""
        while b"\n" not in self._pending:
            line = (line + self._pending)[:MAX_INPUT]
            try:
                self._pending = os.read(self._source, 65_536)
            except OSError:  # the terminal is lost
                self._pending = b""
            if not self._pending:
                return line or None
        rest, _, self._pending = self._pending.partition(b"\n")
        return (line + rest)[:MAX_INPUT]
