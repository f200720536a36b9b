"""Restore the modes of a terminal whose app hangs."""

import os
import termios
from contextlib import suppress
from typing import Any

PICTURES_OFF = "\x1b_Ga=d,d=A,q=2\x1b\\"
"""Deletes all pictures of kitty's protocol; only for terminals that support it."""


RESTORE = (
    "\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?2048l"  # output at once, paste, wrapping, resize reports
    "\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"  # the mouse
    "\x1b[<u\x1b[H\x1b[2J\x1b[?1049l\x1b[?25h\x1b[?1004l\x1b[0m"  # keyboard, screen, cursor, focus
)
"""Restores the modes of a terminal, and clears the alternate screen."""


def restore_terminal(keys: int, output: int, modes: list[Any] | None, *, pictures: bool) -> None:
    """Restore a terminal without the app, which may hang."""
    with suppress(OSError, termios.error):
        if modes is not None:
            termios.tcsetattr(keys, termios.TCSANOW, modes)
        os.write(output, f"{PICTURES_OFF if pictures else ''}{RESTORE}".encode())
