"""A driver for Textual that notes what has been imported when the first frame is painted.

The app takes it from the environment: `TEXTUAL_DRIVER=tests.first_frame_driver:FirstFrameDriver`.
"""

import os
import sys
from pathlib import Path

from textual.drivers.linux_driver import LinuxDriver

SIGN = "New game"
"""Characteristic of Home's frame."""
NOTE = "FIRST_FRAME_NOTE"
"""Names the file that takes the note, in the environment."""


class FirstFrameDriver(LinuxDriver):
    """Drives a real terminal, and notes the modules once `SIGN` has been written to it."""

    noted = False

    def write(self, data: str) -> None:
        """Write to the terminal."""
        super().write(data)
        if SIGN in data and not self.noted:
            self.noted = True
            Path(os.environ[NOTE]).write_text("\n".join(sys.modules), encoding="utf-8")
