"""Whether a screen has been closed while something was awaited."""

from typing import Any

from textual.screen import Screen


def is_closed(screen: Screen[Any]) -> bool:
    """Whether a screen has been closed: its parts may be gone.

    Ask it after waiting. A screen that is being removed is not displayed any more, from before
    the first of its parts goes; it stays attached until all of them have gone.
    """
    return not (screen.is_attached and screen.display)
