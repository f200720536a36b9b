"""Opening the app."""

import gc
import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from tui.preferences import Preferences
from tui.probe import Probe

if TYPE_CHECKING:
    from textual.screen import Screen

    from screens.pictures.pictures import Pictures
    from tui.answers import Answers


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
    # Textual draws at the next tick of 60 a second: every new screen would wait 16 ms for nothing.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    with Probe() as probe:  # the terminal answers while the app is being imported
        from screens.pictures.protocols import Protocol
        from tui.app import IDLE, ParlourApp

        pictures = pictures_for(probe.answers(), preferences.images)
    if pictures.best is Protocol.KITTY:
        # Over ssh nobody tells that kitty has all colours, and Textual would round what is around.
        os.environ["COLORTERM"] = "truecolor"
    theme = f"parlour-{preferences.theme}" if preferences.theme else None
    app = ParlourApp(first, idle=preferences.idle or IDLE, theme=theme, pictures=pictures)
    app.run()
    return app.return_code or 0


def pictures_for(answers: "Answers", asked_for: str | None) -> "Pictures":
    """Pictures as this terminal can show them, or as was `asked_for`, or as was chosen last."""
    from screens.pictures.pictures import Pictures
    from screens.pictures.protocols import AUTO, Protocol
    from tui.choice import choose
    from tui.remembered import recall

    pictures = Pictures(*choose(answers, os.environ))
    name = asked_for or recall("images")
    pictures.choose(name if name in set(Protocol) else AUTO)
    return pictures
