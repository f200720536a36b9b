"""Recordings of what the app shows, in asciinema's format (v2), written while it is shown."""

import json
import os
import re
from contextlib import suppress
from pathlib import Path
from shutil import get_terminal_size
from time import monotonic, time
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from textual.driver import Driver

LONGEST_PAUSE = 3
"""Seconds after which players skip the rest of a pause; models think for longer."""
BEGINNING, END = "\x1b[?1049h\x1b[H\x1b[2J\x1b[?25l\x1b[?7l", "\x1b[?7h\x1b[?1049l\x1b[?25h"
"""Into the alternate screen, clean, without a cursor and without wrapping; out of it again."""
UNSEEN = re.compile(
    r"\x1b\[\?\d+[hl]"  # modes: the screen's are told in the beginning, the keyboard's are private
    r"|\x1b\[\?\d+\$p"  # questions about modes
    r"|\x1b\[[<=>][\d;]*u"  # kitty's keyboard
    r"|\x1b[\]P_^X].*?(?:\x07|\x1b\\|\Z)"  # clipboard, titles, links; pictures
    r"|\x07",
    re.DOTALL,
)
"""What an app tells the terminal beside what is to be seen.

In a player it would turn on the viewer's mouse, be answered into their keys, or write to their
clipboard.
"""


class RecordingError(ValueError):
    """A file in which nothing can be recorded: which, and why."""


class Recording:
    """A file that can be played after every line of it."""

    def __init__(self, path: Path, file: int, size: tuple[int, int]) -> None:
        self.path = path
        """Where it lies, mode 0600."""
        self.fault = ""
        """Why nothing more is recorded, as the system says it."""
        self.shown_until = 0.0
        """Seconds from the beginning to the last that was shown."""
        self._file = file
        self._bytes = 0
        self._cells = size
        self._seen = ""
        self._began = monotonic()

    @classmethod
    def create(cls, path: Path, title: str) -> Self:
        """Begin a new recording of this terminal.

        Args:
            path: A file that does not exist yet.
            title: What players call it; public.

        Raises:
            RecordingError: If the file exists, or cannot be written.
        """
        check_recordable(path)
        try:
            file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise RecordingError(f"{path} cannot be written: {error.strerror}.") from None
        width, height = get_terminal_size()
        recording = cls(path, file, (width, height))
        recording._write(
            {
                "version": 2,
                "width": width,
                "height": height,
                "timestamp": int(time()),
                "idle_time_limit": LONGEST_PAUSE,
                "title": title,
                "env": {"TERM": os.environ.get("TERM", "")},
            }
        )
        recording._event("o", BEGINNING)
        if recording.fault:
            recording.close()
            path.unlink(missing_ok=True)
            raise RecordingError(f"{path} cannot be written: {recording.fault}.")
        return recording

    def show(self, text: str, size: tuple[int, int]) -> None:
        """Note what was written to the terminal, less what is not to be seen or is there already.

        After a line that could not be written nothing more is: the next one would be an update of
        a frame that is not there.

        Args:
            text: As it was written, escape sequences whole.
            size: Columns and rows of the terminal by now.
        """
        if size != self._cells:
            self._cells = size
            self._event("r", f"{size[0]}x{size[1]}")
        seen = UNSEEN.sub("", text)
        if seen and seen != self._seen:
            self._event("o", seen)
            self._seen = seen

    def close(self) -> None:
        """End, and leave the player's terminal as it was found."""
        if self._file < 0:
            return
        fault, self.fault = self.fault, ""  # on a full disk there may be room for that much
        self._write([self._seconds(), "o", END])
        self.fault = fault or self.fault
        os.close(self._file)
        self._file = -1

    def _event(self, kind: str, data: str) -> None:
        seconds = self._seconds()
        self._write([seconds, kind, data])
        if not self.fault:
            self.shown_until = seconds

    def _seconds(self) -> float:
        return round(monotonic() - self._began, 6)

    def _write(self, entry: object) -> None:
        """Write a line, or nothing of it.

        In ASCII: there is no character that the end of a file could cut in two.
        """
        if self.fault or self._file < 0:
            return
        line = json.dumps(entry).encode() + b"\n"
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError as error:
            self.fault = error.strerror or str(error)
            with suppress(OSError):  # then the last line is torn, and those before it play
                os.ftruncate(self._file, self._bytes)
            return
        self._bytes += len(line)


def check_recordable(path: Path) -> None:
    """Refuse a file in which nothing can be recorded, before anything is begun.

    Raises:
        RecordingError: If it exists already or is a folder, or lies where nothing can be written.
    """
    try:
        _check(path)
    except OSError as error:
        raise RecordingError(f"{path} cannot be written: {error.strerror}.") from None


def _check(path: Path) -> None:
    if path.is_dir():
        raise RecordingError(
            f"{path} is a folder; --record takes a file, such as {path / 'game.cast'}."
        )
    if path.exists() or path.is_symlink():
        raise RecordingError(
            f"{path} exists already, and no recording is written over another file; "
            f"name a new one, such as {_free(path).name}."
        )
    if not path.parent.is_dir():
        raise RecordingError(f"There is no folder {path.parent} for the recording: make it first.")
    if not os.access(path.parent, os.W_OK):
        raise RecordingError(f"In the folder {path.parent} nothing can be written.")


def _free(path: Path) -> Path:
    """The first of `game-2.cast`, `game-3.cast`, ... that does not exist."""
    number = 2
    while (other := path.with_stem(f"{path.stem}-{number}")).exists():
        number += 1
    return other


def recorded(driver: "type[Driver]", recording: Recording) -> "type[Driver]":
    """A driver that drives as `driver` does, and has what it writes recorded.

    Only tables are, and what is opened at them. While people sit at one its private screens are
    not: a recording is for everybody's eyes. Keys and the mouse are never. Signs that turn while
    machines think stand still, so that players can skip the rest of a pause.
    """
    from screens.private import Private
    from screens.table import TableScreen
    from screens.widgets.seat_line import SPINNER

    still = str.maketrans(dict.fromkeys(SPINNER, SPINNER[0]))

    class Recorded(driver):  # type: ignore[misc, valid-type]
        def write(self, data: str) -> None:
            super().write(data)
            stack = self._app.screen_stack
            tables = [screen for screen in stack if isinstance(screen, TableScreen)]
            people = any(table.people for table in tables)
            secret = people and any(isinstance(screen, Private) for screen in stack)
            if recording.fault or secret or not tables:
                return
            recording.show(data.translate(still), self._app.size)
            if recording.fault:
                self._app.call_later(self.tell_fault)

        def tell_fault(self) -> None:
            self._app.notify(
                f"The recording ends here: {recording.fault}. The game goes on.",
                severity="warning",
                timeout=10,
                markup=False,
            )

    return Recorded
