"""A Textual driver that ends the app when the terminal is lost, and hides secrets if suspended."""

import asyncio
import os
import select
import signal
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Any

from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver

from tui.signals import HANGUP, stop_process

if TYPE_CHECKING:
    from textual.app import App


POLL_MILLISECONDS = 200
"""Interval in which the watching thread checks whether the app has ended."""


COVER_SECONDS = 1.0
"""Maximum seconds for the curtain before the process stops anyway."""


RING, KITTY_RING = "○", "◯"
"""The ring, and its replacement in kitty, which draws the ring with a line too thin for a light
background; the larger circle comes from the font."""


CLEAR = "\x1b[0m\x1b[H\x1b[2J"
"""Clears the screen, as the Linux console has no alternate screen."""


def create_terminal_driver(  # noqa: C901 - the methods of the class inside count as branches
    driver: type[Driver], cover: Callable[[], Awaitable[object]]
) -> type[Driver]:
    """Create a driver class that ends the app without a terminal, and covers it before a stop.

    Args:
        driver: Textual's driver; returned unchanged if it is not for a Unix terminal.
        cover: Covers a private screen, and waits until the curtain is visible.
    """
    if not issubclass(driver, LinuxDriver):
        return driver

    ring = KITTY_RING if is_kitty() else RING

    class TerminalDriver(driver):  # type: ignore[misc, valid-type]
        def __init__(self, app: "App[object]", **options: Any) -> None:  # noqa: ANN401
            super().__init__(app, **options)
            self.app = app
            self.loop = asyncio.get_running_loop()
            self.lost = False
            self.watching: Thread | None = None
            self.handling = False
            """Whether a stop is being handled; the signal that continues it is part of it."""
            signal.signal(signal.SIGTSTP, lambda *_: self.handle(self.stop_covered))
            signal.signal(signal.SIGCONT, lambda *_: self.handle(self.continue_covered))

        def start_application_mode(self) -> None:
            super().start_application_mode()
            if self.watching is None:
                self.watching = Thread(target=self.watch_terminal, daemon=True)
                self.watching.start()
                threading.excepthook = self.note_failed_thread

        def stop_application_mode(self) -> None:
            LinuxDriver.write(self, CLEAR)  # a recording keeps its last frame
            super().stop_application_mode()
            LinuxDriver.write(self, "\x1b[?1016l")

        def write(self, data: str) -> None:
            if not self.lost:
                super().write(data.replace(RING, ring))

        def watch_terminal(self) -> None:
            """End the app when the terminal hangs up, on which Textual would loop forever."""
            terminal = select.poll()
            terminal.register(self.fileno, 0)
            while self.app.is_running:
                for _, event in terminal.poll(POLL_MILLISECONDS):
                    if event & (select.POLLHUP | select.POLLERR):
                        self.report_loss()
                    return  # the system cannot poll this file (macOS): SIGHUP tells

        def note_failed_thread(self, failure: threading.ExceptHookArgs) -> None:
            """End the app if it can write no more: Textual's thread for that fails first."""
            if isinstance(failure.exc_value, OSError | ValueError):
                self.report_loss()
            else:
                threading.__excepthook__(failure)

        def report_loss(self) -> None:
            self.lost = True
            stop_process(HANGUP)

        def handle(self, handler: Callable[[], Awaitable[None]]) -> None:
            """Handle a signal in the event loop, one at a time."""
            if self.app.is_running and not self.handling:
                self.handling = True
                self.loop.call_soon_threadsafe(self.app.run_worker, self.handle_alone(handler))

        async def handle_alone(self, handler: Callable[[], Awaitable[None]]) -> None:
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(COVER_SECONDS):
                        await cover()
                await handler()
            finally:
                self.handling = False

        async def stop_covered(self) -> None:
            """Stop the process, until it is continued in the foreground."""
            with self.app.suspend():
                os.kill(os.getpid(), signal.SIGSTOP)
                while is_in_background(self.fileno):
                    os.kill(os.getpid(), signal.SIGSTOP)

        async def continue_covered(self) -> None:
            """After an unexpected stop, set up the terminal again."""
            if not is_in_background(self.fileno):
                with self.app.suspend():
                    pass

    return TerminalDriver


def is_kitty() -> bool:
    """Whether the terminal is kitty, possibly with tmux."""
    return "KITTY_WINDOW_ID" in os.environ or os.environ.get("TERM") == "xterm-kitty"


def is_in_background(file: int) -> bool:
    """Whether another process group uses this terminal."""
    try:
        return os.tcgetpgrp(file) != os.getpgrp()
    except OSError:
        return False
