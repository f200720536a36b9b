"""A Textual driver that ends the app when the terminal is lost, and hides secrets if suspended.

It extends Textual's driver for Unix. `restore_terminal` resets a terminal whose app hangs.
"""

import asyncio
import os
import select
import signal
import termios
from collections.abc import Awaitable, Callable
from contextlib import suppress
from threading import Thread
from typing import IO, TYPE_CHECKING, Any

from tui.stop_signals import HANGUP, stop_process

if TYPE_CHECKING:
    from textual.driver import Driver

POLL_MILLISECONDS = 200
"""Interval in which the watching thread checks whether the app has ended."""
COVER_SECONDS = 1.0
"""Maximum seconds for the curtain before the process stops anyway."""
PICTURES_OFF = "\x1b_Ga=d,d=A,q=2\x1b\\"
"""Deletes all pictures of kitty's protocol; only for terminals that support it."""
RESTORE = (
    "\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?2048l"  # output at once, paste, wrapping, resize reports
    "\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"  # the mouse
    "\x1b[<u\x1b[H\x1b[2J\x1b[?1049l\x1b[?25h\x1b[?1004l\x1b[0m"  # keyboard, screen, cursor, focus
)
"""Restores the modes of a terminal, and clears the alternate screen."""
RING, KITTY_RING = "○", "◯"
"""The ring, and its replacement in kitty, which draws the ring with a line too thin for a light
background; the larger circle comes from the font."""
CLEAR = "\x1b[0m\x1b[H\x1b[2J"
"""Clears the screen, as the Linux console has no alternate screen."""


class LastingStream:
    """The terminal's output; without a terminal everything is dropped.

    An error would end Textual's writer thread, and the app would wait for it forever.
    """

    def __init__(self, stream: IO[str], report_loss: Callable[[], None]) -> None:
        self._stream = stream
        self._report_loss = report_loss
        self._lost = False
        self._ring = KITTY_RING if is_kitty() else RING

    def write(self, text: str) -> None:
        self._call(self._stream.write, text.replace(RING, self._ring))

    def flush(self) -> None:
        self._call(self._stream.flush)

    def fileno(self) -> int:
        return self._stream.fileno()

    def isatty(self) -> bool:
        return self._stream.isatty()

    def _call(self, method: Callable[..., object], *arguments: str) -> None:
        if self._lost:
            return
        try:
            method(*arguments)
        except (OSError, ValueError):  # the terminal is lost; the stream is closed
            self._lost = True
            self._report_loss()


def restore_terminal(keys: int, output: int, modes: list[Any] | None, *, pictures: bool) -> None:
    """Restore a terminal without the app, which may hang."""
    with suppress(OSError, termios.error):
        if modes is not None:
            termios.tcsetattr(keys, termios.TCSANOW, modes)
        os.write(output, f"{PICTURES_OFF if pictures else ''}{RESTORE}".encode())


def create_terminal_driver(  # noqa: C901 - the methods of the class inside count as branches
    driver: "type[Driver]", cover: Callable[[], Awaitable[object]]
) -> "type[Driver]":
    """Create a driver class that ends the app without a terminal, and covers it before a stop.

    Args:
        driver: Textual's driver; returned unchanged if it is not for a Unix terminal.
        cover: Covers a private screen, and waits until the curtain is visible.
    """
    from textual.drivers.linux_driver import LinuxDriver

    if not issubclass(driver, LinuxDriver):
        return driver

    class TerminalDriver(driver):  # type: ignore[misc, valid-type]
        def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401
            super().__init__(*arguments, **options)
            self._file: Any = LastingStream(self._file, report_loss)
            self._stopped = False  # in the shell; the terminal is restored
            self._handling = False
            self._continue_expected = False
            self._watching: Thread | None = None

        def start_application_mode(self) -> None:
            super().start_application_mode()
            if self._watching is None:
                self._watching = Thread(target=self._watch_terminal, daemon=True)
                self._watching.start()

        def stop_application_mode(self) -> None:
            LinuxDriver.write(self, CLEAR)  # a recording keeps its last frame
            super().stop_application_mode()
            LinuxDriver.write(self, "\x1b[?1016l")

        def _watch_terminal(self) -> None:
            """End the app when the terminal hangs up, on which Textual would loop forever."""
            terminal = select.poll()
            terminal.register(self.fileno, 0)
            while self._app._running:
                for _, event in terminal.poll(POLL_MILLISECONDS):
                    if event & (select.POLLHUP | select.POLLERR):
                        report_loss()
                    return  # the system cannot poll this file (macOS): SIGHUP tells

        def _sigtstp_application(self, *_: object) -> None:
            self._handle_later(self._stop_covered)

        def _sigcont_application(self, *_: object) -> None:
            if not self._continue_expected:
                self._handle_later(self._continue_covered)
            self._continue_expected = False

        def _handle_later(self, handle: Callable[[], Awaitable[None]]) -> None:
            """Handle a signal in the event loop, one at a time."""

            async def handle_alone() -> None:
                if self._handling or not self._app._running:
                    return
                self._handling = True
                try:
                    with self._app._context():
                        await handle()
                finally:
                    self._handling = False

            asyncio.run_coroutine_threadsafe(handle_alone(), self._loop)

        async def _stop_covered(self) -> None:
            """Show the curtain, stop the process, and resume when it is continued."""
            await self._cover()
            if not self._stopped:
                self._stopped = True
                self.suspend_application_mode()
            self._continue_expected = True
            os.kill(os.getpid(), signal.SIGSTOP)
            self._start_again()

        async def _continue_covered(self) -> None:
            """After an unexpected stop, show the curtain and set up the terminal again."""
            await self._cover()
            if not self._stopped and is_foreground(self.fileno):
                self._stopped = True
                self.suspend_application_mode()
            self._start_again()

        def _start_again(self) -> None:
            if not self._stopped:
                return
            self._must_signal_resume = True
            self.resume_application_mode()
            # In the background it stops once more, before anything is written.
            self._stopped = not (self._writer_thread and self._writer_thread.is_alive())

        async def _cover(self) -> None:
            with suppress(TimeoutError):
                async with asyncio.timeout(COVER_SECONDS):
                    await cover()

    return TerminalDriver


def is_kitty() -> bool:
    """Whether the terminal is kitty, possibly with tmux."""
    return "KITTY_WINDOW_ID" in os.environ or os.environ.get("TERM") == "xterm-kitty"


def report_loss() -> None:
    """End the app after the loss of its terminal."""
    stop_process(HANGUP)


def is_foreground(file: int) -> bool:
    """Whether this process may use its terminal."""
    try:
        return os.tcgetpgrp(file) == os.getpgrp()
    except OSError:
        return False
