"""Opening the app."""

import gc
import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from tui.preferences import Preferences
from tui.probe import Probe

if TYPE_CHECKING:
    from textual.screen import Screen

    from screens.pictures.picture_cache import Pictures
    from tui.answers import Answers
    from tui.recording import Recording


def open_app(
    first: "Callable[[], Screen[None]]",
    preferences: Preferences,
    record: Path | None = None,
    title: str = "Parlour",
) -> int:
    """Run the app until it is left.

    Args:
        first: Makes the screen to begin with.
        preferences: The settings in force.
        record: A new file for a recording of what the app shows.
        title: What players call the recording; public.

    Returns:
        The exit code.

    Raises:
        RecordingError: If nothing can be recorded there.
    """
    with ExitStack() as closing:
        recording = None
        if record is not None:
            from tui.recording import Recording

            recording = Recording.create(record, title)
            closing.callback(_tell, recording, preferences.images)
            closing.callback(recording.close)
        return _run(first, preferences, recording)


def _run(
    first: "Callable[[], Screen[None]]", preferences: Preferences, recording: "Recording | None"
) -> int:
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
    if recording:
        pictures.record()
    theme = f"parlour-{preferences.theme}" if preferences.theme else None
    app = ParlourApp(first, idle=preferences.idle or IDLE, theme=theme, pictures=pictures)
    if recording:
        from tui.recording import recorded

        app.driver_class = recorded(app.driver_class, recording)
    app.run()
    return app.return_code or 0


def pictures_for(answers: "Answers", asked_for: str | None) -> "Pictures":
    """Pictures as this terminal can show them, or as was `asked_for`, or as was chosen last."""
    from screens.pictures.picture_cache import Pictures
    from screens.pictures.protocols import AUTO, Protocol
    from tui.choice import choose
    from tui.last_choice import recall

    pictures = Pictures(*choose(answers, os.environ))
    name = asked_for or recall("images")
    pictures.choose(name if name in set(Protocol) else AUTO)
    return pictures


def _tell(recording: "Recording", images: str | None) -> None:
    """Say what became of a recording, once the terminal is as it was."""
    from screens.pictures.protocols import Protocol

    told = f"Recorded: {recording.path}"
    if recording.fault:
        minutes, seconds = divmod(int(recording.shown_until), 60)
        told += f", only the first {minutes}:{seconds:02} ({recording.fault})"
    if images in set(Protocol) and Protocol(images).pixels:
        told += f"\nA recording holds pictures as blocks; {images} was asked for, and left out."
    sys.stderr.write(f"{told}\n")
