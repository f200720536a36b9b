"""How large a cell is, by what the system knows of the terminal's window."""

import struct
import sys


def cell_of_window() -> tuple[int, int] | None:
    """Width and height of a cell in pixels, if the system knows the window's size in pixels."""
    if sys.platform == "win32" or sys.__stderr__ is None:
        return None
    import fcntl
    import termios

    try:
        said = fcntl.ioctl(sys.__stderr__.fileno(), termios.TIOCGWINSZ, bytes(8))
    except (OSError, ValueError):  # no terminal, or one that was closed
        return None
    rows, columns, width, height = struct.unpack("HHHH", said)
    if not rows or not columns or width < columns or height < rows:
        return None
    return width // columns, height // rows
