"""Run the app: set up the terminal, pictures and a recording around it."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tui.preferences import Preferences, explain_ignored_settings
from tui.terminal_probe import TerminalProbe, has_terminal

if TYPE_CHECKING:
    from textual.screen import Screen

    from engine.session import Session
    from screens.pictures.encoding import PictureCache
    from tui.screen_recording import Recording

SAVED = "Every confirmed move is saved."
"""What people read when a signal has ended the app."""


def open_app(
    first: "Callable[[], Screen[None]]",
    preferences: Preferences,
    record: Path | None = None,
    title: str = "Parlour",
) -> int:
    """Run the app until it ends.

    Args:
        first: Creates the first screen.
        preferences: The settings in force.
        record: A new file to record the app to.
        title: The recording's title; players show it to everybody.

    Returns:
        The exit code.

    Raises:
        RecordingError: If the file cannot be recorded to.
    """
    with ExitStack() as closing:
        recording = None
        if record is not None:
            from tui.screen_recording import Recording

            recording = Recording.create(record, title)
            closing.callback(_print_recording, recording, preferences.images)
            closing.callback(recording.close)
        return _run_app(first, preferences, recording)


def open_session(
    session: "Session", preferences: Preferences, held: frozenset[str] = frozenset()
) -> int:
    """Open the app at a session's table.

    Args:
        session: A new or resumed session.
        preferences: The settings in force.
        held: The seats whose turns the operator holds from the start.

    Returns:
        The exit code.

    Raises:
        LineupError: If a player cannot be created.
    """
    from tui.sessions import create_home, create_table

    table = create_table(session, held=held)
    return open_app(lambda: create_home(table, session.budget), preferences)


def _run_app(
    first: "Callable[[], Screen[None]]", preferences: Preferences, recording: "Recording | None"
) -> int:
    # A garbage collection takes up to 0.3 s: avoid it here, the app collects while nobody types.
    gc.set_threshold(50_000, 10, 100)
    # Textual draws at the next of 60 ticks a second: every new screen would wait 16 ms for nothing.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    with TerminalProbe() as probe:  # the terminal answers while the app is being imported
        from screens.pictures import Protocol
        from tui.app import IDLE_TIMEOUT, ParlourApp
        from tui.stop_signals import stopping_by
        from tui.terminal_probe import create_pictures

        pictures = create_pictures(probe.read_info(), preferences.images)
    if pictures.best is Protocol.KITTY:
        # ssh does not forward COLORTERM: Textual would round the colours around the pictures.
        os.environ["COLORTERM"] = "truecolor"
    if recording:
        pictures.restrict_to_blocks()
    theme = f"parlour-{preferences.theme}" if preferences.theme else None
    app = ParlourApp(first, idle=preferences.idle or IDLE_TIMEOUT, theme=theme, pictures=pictures)
    app.notices = explain_ignored_settings()
    if not preferences.motion:
        app.animation_level = "none"
    if recording:
        from tui.screen_recording import create_recording_driver

        app.driver_class = create_recording_driver(app.driver_class, recording)
    with _restoring_terminal(pictures), stopping_by(app.note_signal):
        app.run()
    if app.stopped:
        with suppress(OSError):  # there is no terminal any more
            sys.stderr.write(f"{app.stopped} {SAVED}\n")
            sys.stderr.flush()
    return app.return_code or (app.stopped.exit_code if app.stopped else 0)


@contextmanager
def _restoring_terminal(pictures: "PictureCache") -> Iterator[None]:
    """Restore the terminal even if a signal has to end the app while it hangs."""
    if sys.platform == "win32" or not has_terminal():
        yield
        return
    import termios

    from screens.pictures import Protocol
    from tui.stop_signals import restoring_terminal
    from tui.terminal_driver import restore_terminal

    keys, output = sys.__stdin__.fileno(), sys.__stderr__.fileno()  # type: ignore[union-attr]
    modes = termios.tcgetattr(keys)
    kitty = pictures.best is Protocol.KITTY

    def restore() -> None:
        restore_terminal(keys, output, modes, pictures=kitty)
        with suppress(OSError):  # there is no terminal any more
            os.write(output, f"{SAVED}\n".encode())

    with restoring_terminal(restore):
        yield


def _print_recording(recording: "Recording", images: str | None) -> None:
    """Print where the recording is and what it lacks, once the app has ended."""
    from screens.pictures import Protocol

    message = f"Recorded: {recording.path}"
    if recording.fault:
        minutes, seconds = divmod(int(recording.shown_until), 60)
        message += f", only the first {minutes}:{seconds:02} ({recording.fault})"
    if images in set(Protocol) and Protocol(images).pixels:
        message += f"\nA recording holds pictures as blocks; {images} was asked for, and left out."
    sys.stderr.write(f"{message}\n")
