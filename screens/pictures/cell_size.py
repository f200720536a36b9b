"""Measure a cell of the terminal in pixels."""

import fcntl
import struct
import sys
import termios


def measure_cell() -> tuple[int, int] | None:
    """Return a cell's width and height in pixels, or `None` if the system does not know them."""
    if sys.platform == "win32" or sys.__stderr__ is None:
        return None
    try:
        reply = fcntl.ioctl(sys.__stderr__.fileno(), termios.TIOCGWINSZ, bytes(8))
    except (OSError, ValueError):  # not a terminal, or a closed one
        return None
    rows, columns, width, height = struct.unpack("HHHH", reply)
    if not rows or not columns or width < columns or height < rows:
        return None
    return width // columns, height // rows
