"""Set the classes of a screen's breakpoints before its first frame."""

from typing import Any

from textual.screen import Screen


def apply_breakpoints(screen: Screen[Any]) -> None:
    """Set the classes of a screen's breakpoints; to be called when it is mounted.

    Textual sets them at the first resize, after the first frame, which would make a layout that
    depends on them jump.
    """
    width, height = screen.app.size
    for points, size in (
        (screen.HORIZONTAL_BREAKPOINTS, width),
        (screen.VERTICAL_BREAKPOINTS, height),
    ):
        matching = [name for least, name in sorted(points or ()) if least <= size]
        screen.add_class(*matching[-1:])
