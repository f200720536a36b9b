"""How much room there is, told to a screen before its first frame."""

from typing import Any

from textual.screen import Screen


def apply_breakpoints(screen: Screen[Any]) -> None:
    """Give a screen the classes of its breakpoints; to be called as it is mounted.

    Textual gives them with the first resize, and that comes after the first frame: a screen whose
    layout hangs on them would be seen to jump.
    """
    width, height = screen.app.size
    for points, room in (
        (screen.HORIZONTAL_BREAKPOINTS, width),
        (screen.VERTICAL_BREAKPOINTS, height),
    ):
        fitting = [name for least, name in sorted(points or ()) if least <= room]
        screen.add_class(*fitting[-1:])
