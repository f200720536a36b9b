"""Run the app in the terminal until it ends, for example at a session's table."""

import gc
import os
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from engine.config.project_file import explain_ignored_settings
from engine.config.start import Start
from engine.text import escape_controls
from screens.pictures.cache import PictureCache
from screens.pictures.protocol import Protocol
from tui.home import create_home
from tui.recording import Recording, create_recording_driver
from tui.signals import call_on_stop_signal, restore_terminal_after
from tui.terminal.mode_restoration import restore_terminal
from tui.terminal.picture_choice import create_pictures
from tui.terminal.probe import TerminalProbe
from tui.terminal.streams import has_terminal

if TYPE_CHECKING:
    from textual.screen import Screen

    from engine.session import Session


DRIVER = "TEXTUAL_DRIVER"
"""The variable that names a driver, as `module:class`; Textual raises an error at any other."""
SAVED = "Every confirmed move is saved."
"""The message when a signal has ended the app."""


def open_app(
    first: "Callable[[], Screen[None]]",
    start: Start,
    record: Path | None = None,
    title: str = "Parlour",
    notices: tuple[str, ...] = (),
) -> int:
    """Run the app until it ends.

    Args:
        first: Creates the first screen.
        start: The settings in force.
        record: A new file to record the app to.
        title: The recording's title; players show it to everybody.
        notices: Messages for the user at the start, besides those about settings.

    Returns:
        The exit code.

    Raises:
        RecordingError: If the file cannot be recorded to.
    """
    with ExitStack() as closing:
        recording = None
        if record is not None:
            recording = Recording.create(record, title)
            closing.callback(_print_recording, recording, start.look.images)
            closing.callback(recording.close)
        return _run_app(first, start, recording, notices)


def open_session(
    session: "Session", images: str | None = None, held: frozenset[str] = frozenset()
) -> int:
    """Open the app at a session's table.

    Args:
        session: A new or resumed session.
        images: A command's `--images`.
        held: The seats that the operator takes over from the start.

    Returns:
        The exit code.

    Raises:
        LineupError: If a player cannot be created.
    """
    from screens.games.ui import explain_screen_fault  # noqa: PLC0415 - textual, if the app opens
    from tui.game_table import create_table  # noqa: PLC0415 - textual: 0.2 s, if the app opens

    table = create_table(session, held=held)
    start = Start(session.settings.with_images(images))
    fault = explain_screen_fault(session.definition)
    notices = (fault,) if fault else ()
    return open_app(lambda: create_home(start, table, session.budget), start, notices=notices)


def _run_app(
    first: "Callable[[], Screen[None]]",
    start: Start,
    recording: "Recording | None",
    notices: tuple[str, ...],
) -> int:
    # A garbage collection takes up to 0.3 s; the app collects while nobody types.
    gc.set_threshold(50_000, 10, 100)
    with TerminalProbe() as probe:  # the terminal answers while the app is being imported
        from tui.app import ParlourApp  # noqa: PLC0415 - textual, while the terminal answers

        pictures = create_pictures(probe.read_info(), start.look.images, start.data)
    if recording:
        pictures.restrict_to_blocks()
    if not _has_usable_driver():
        sys.stderr.write(f"{DRIVER} names no driver of Textual: unset it.\n")
        return 2
    look = start.look
    theme = f"parlour-{look.theme}" if look.theme else None
    app = ParlourApp(first, data=start.data, idle=look.idle, theme=theme, pictures=pictures)
    app.set_keymap(dict(look.keymap))
    app.notices = (*explain_ignored_settings(), *notices)
    if not look.motion:
        app.animation_level = "none"
    if recording:
        app.driver_class = create_recording_driver(app.driver_class, recording)
    with _restore_terminal_after(pictures), call_on_stop_signal(app.note_signal):
        app.run()
    if app.stopped:
        with suppress(OSError):  # there is no terminal any more
            sys.stderr.write(f"{app.stopped} {SAVED}\n")
            sys.stderr.flush()
    return app.return_code or 0


def _has_usable_driver() -> bool:
    """Whether Textual can use the driver that the environment names, if it names one."""
    from textual.driver import Driver  # noqa: PLC0415 - textual: 0.2 s, if the app opens

    named = os.environ.get(DRIVER)
    if named is None:
        return True
    module, _, name = named.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError):
        return False
    return isinstance(found, type) and issubclass(found, Driver)


@contextmanager
def _restore_terminal_after(pictures: PictureCache) -> Iterator[None]:
    """Restore the terminal even if a signal must end a hanging app."""
    if sys.platform == "win32" or not has_terminal():
        yield
        return
    keys, output = sys.__stdin__.fileno(), sys.__stderr__.fileno()  # type: ignore[union-attr]
    modes = termios.tcgetattr(keys)
    kitty = pictures.best is Protocol.KITTY

    def restore() -> None:
        restore_terminal(keys, output, modes, pictures=kitty)
        with suppress(OSError):  # there is no terminal any more
            os.write(output, f"{SAVED}\n".encode())

    with restore_terminal_after(restore):
        yield


def _print_recording(recording: "Recording", images: str | None) -> None:
    """Print the recording's path and what it lacks, after the app has ended."""
    message = f"Recorded: {recording.path}"
    if recording.fault:
        minutes, seconds = divmod(int(recording.shown_until), 60)
        message += f", only the first {minutes}:{seconds:02} ({recording.fault})"
    if images in set(Protocol) and Protocol(images).pixels:
        message += f"\nA recording holds pictures as blocks; {images} was asked for, and left out."
    sys.stderr.write(f"{escape_controls(message)}\n")
