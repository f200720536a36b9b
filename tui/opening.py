"""Opening the app."""

import gc
from collections.abc import Callable
from typing import TYPE_CHECKING

from tui.preferences import Preferences

if TYPE_CHECKING:
    from textual.screen import Screen


def open_app(first: "Callable[[], Screen[None]]", preferences: Preferences) -> int:
    """Run the app until it is left.

    Args:
        first: Makes the screen to begin with.
        preferences: The settings in force.

    Returns:
        The exit code.
    """
    # Python collects rubbish every few moments, and for up to 0.3 s: the app does so in pauses.
    gc.set_threshold(50_000, 10, 100)
    from tui.app import IDLE, ParlourApp

    theme = f"parlour-{preferences.theme}" if preferences.theme else None
    app = ParlourApp(first, idle=preferences.idle or IDLE, theme=theme)
    app.run()
    return app.return_code or 0
