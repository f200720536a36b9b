"""Record what the app writes to the terminal, in a file in asciinema's format (v2).

It leaves out private screens in games with people, and sequences that draw nothing.
"""

import json
import os
import re
from pathlib import Path
from shutil import get_terminal_size
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Self

from files.line_file import LineFile
from files.removal import delete_file

if TYPE_CHECKING:
    from textual.app import App
    from textual.driver import Driver

IDLE_TIME_LIMIT = 3
"""Maximum pause in playback in seconds, as models may think for longer."""
BEGINNING, END = "\x1b[?1049h\x1b[H\x1b[2J\x1b[?25l\x1b[?7l", "\x1b[?7h\x1b[?1049l\x1b[?25h"
"""Sequences that enter the alternate screen, cleared, without cursor and wrapping; and leave it."""
INVISIBLE = re.compile(
    r"\x1b\[\?\d+[hl]"  # modes: BEGINNING sets the screen's, the keyboard's are private
    r"|\x1b\[\?\d+\$p"  # questions about modes
    r"|\x1b\[[<=>][\d;]*u"  # kitty's keyboard
    r"|\x1b[\]P_^X].*?(?:\x07|\x1b\\|\Z)"  # clipboard, titles, links; pictures
    r"|\x07",
    re.DOTALL,
)
"""Matches sequences that draw nothing.

In playback they would reach the viewer's terminal, and turn on the mouse, cause answers to queries,
or write to the clipboard.
"""


class RecordingError(ValueError):
    """A file cannot be recorded to; the message names it and gives the reason."""


class Recording:
    """A recording; the file is playable after every written line."""

    def __init__(self, path: Path, lines: LineFile, size: tuple[int, int]) -> None:
        self.path = path
        """The file, mode 0600."""
        self.fault = ""
        """The system's error message if the recording stopped; else empty."""
        self.shown_until = 0.0
        """Seconds from the beginning to the last event."""
        self._lines = lines
        self._cells = size
        self._seen = ""
        self._began = monotonic()

    @classmethod
    def create(cls, path: Path, title: str) -> Self:
        """Start a recording of this terminal.

        Args:
            path: A file that does not exist yet.
            title: A public title.

        Raises:
            RecordingError: If the file exists, or cannot be written.
        """
        check_recordable(path)
        try:
            lines = LineFile.create(path, durable=False)
        except OSError as error:
            raise RecordingError(f"{path} cannot be written: {error.strerror}.") from None
        width, height = get_terminal_size()
        recording = cls(path, lines, (width, height))
        recording._write(
            {
                "version": 2,
                "width": width,
                "height": height,
                "timestamp": int(time()),
                "idle_time_limit": IDLE_TIME_LIMIT,
                "title": title,
                "env": {"TERM": os.environ.get("TERM", "")},
            }
        )
        recording._write_event("o", BEGINNING)
        if recording.fault:
            recording.close()
            delete_file(path)
            raise RecordingError(f"{path} cannot be written: {recording.fault}.")
        return recording

    def show(self, text: str, size: tuple[int, int]) -> None:
        """Record terminal output, without invisible sequences and repetitions.

        If a line cannot be written, the recording stops, as later lines would update a missing
        frame.

        Args:
            text: The output, with complete escape sequences.
            size: The terminal's columns and rows.
        """
        if size != self._cells:
            self._cells = size
            self._write_event("r", f"{size[0]}x{size[1]}")
        seen = INVISIBLE.sub("", text)
        if seen and seen != self._seen:
            self._write_event("o", seen)
            self._seen = seen

    def close(self) -> None:
        """End the recording with sequences that restore the viewer's terminal."""
        if self._lines.file < 0:
            return
        fault, self.fault = self.fault, ""  # a full disk may still have room for this
        self._write([self._measure_seconds(), "o", END])
        self.fault = fault or self.fault
        self._lines.close()

    def _write_event(self, kind: str, data: str) -> None:
        seconds = self._measure_seconds()
        self._write([seconds, kind, data])
        if not self.fault:
            self.shown_until = seconds

    def _measure_seconds(self) -> float:
        return round(monotonic() - self._began, 6)

    def _write(self, entry: object) -> None:
        """Write a line in ASCII, completely or not at all."""
        if self.fault or self._lines.file < 0:
            return
        try:
            self._lines.append(json.dumps(entry).encode() + b"\n")
        except OSError as error:
            self.fault = error.strerror or str(error)


def check_recordable(path: Path) -> None:
    """Check early that a file can be recorded to.

    Raises:
        RecordingError: If it exists or is a folder, or its folder is missing or read-only.
    """
    try:
        _check_path(path)
    except OSError as error:
        raise RecordingError(f"{path} cannot be written: {error.strerror}.") from None


def _check_path(path: Path) -> None:
    if path.is_dir():
        raise RecordingError(
            f"{path} is a folder; --record takes a file, such as {path / 'game.cast'}."
        )
    if path.exists() or path.is_symlink():
        raise RecordingError(
            f"{path} exists already, and no recording is written over another file; "
            f"name a new one, such as {_find_free_path(path).name}."
        )
    if not path.parent.is_dir():
        raise RecordingError(f"There is no folder {path.parent} for the recording: make it first.")
    if not os.access(path.parent, os.W_OK):
        raise RecordingError(f"In the folder {path.parent} nothing can be written.")


def _find_free_path(path: Path) -> Path:
    """Find the first of `game-2.cast`, `game-3.cast`, ... that does not exist."""
    number = 2
    while (other := path.with_stem(f"{path.stem}-{number}")).exists():
        number += 1
    return other


def create_recording_driver(driver: "type[Driver]", recording: Recording) -> "type[Driver]":
    """Create a driver class that also records what it writes.

    It records tables and the screens over them. In games with people it leaves out private screens,
    as recordings are public. It never records keys or the mouse. Spinners do not move, so that
    playback can skip long pauses.
    """
    from screens.private_screen import PrivateScreen  # noqa: PLC0415 - textual: only if the app opens
    from screens.table.screen import TableScreen  # noqa: PLC0415 - textual: only if the app opens
    from screens.widgets.seat_line import SPINNER  # noqa: PLC0415 - textual: only if the app opens

    still_spinners = str.maketrans(dict.fromkeys(SPINNER, SPINNER[0]))

    class RecordingDriver(driver):  # type: ignore[misc, valid-type]
        def __init__(self, app: "App[object]", **options: Any) -> None:  # noqa: ANN401
            super().__init__(app, **options)
            self.app = app

        def write(self, data: str) -> None:
            super().write(data)
            stack = self.app.screen_stack
            tables = [screen for screen in stack if isinstance(screen, TableScreen)]
            people = any(table.people for table in tables)
            secret = people and any(isinstance(screen, PrivateScreen) for screen in stack)
            if recording.fault or secret or not tables:
                return
            recording.show(data.translate(still_spinners), self.app.size)
            if recording.fault:
                self.app.call_later(self.notify_fault)

        def notify_fault(self) -> None:
            self.app.notify(
                f"The recording ends here: {recording.fault}. The game goes on.",
                severity="warning",
                timeout=10,
                markup=False,
            )

    return RecordingDriver
