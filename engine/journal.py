"""Keeping a journal: every move is on disk before anybody sees it take effect."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from engine.moves import encode
from engine.players import Account, PlayerError
from engine.record import FORMAT, Header, JournalError, Record, now


class NotKept(PlayerError):
    """A move that could not be written down, and so has not happened."""


class Journal:
    """An append-only file that is always a step ahead of what people have seen."""

    def __init__(self, path: Path, file: int, *, durable: bool = True) -> None:
        self.path = path
        """Where it lies, mode 0600."""
        self._file = file
        self._durable = durable

    @classmethod
    def create(cls, path: Path, header: Header, *, durable: bool = True) -> Self:
        """Start a new journal; folders that are missing are made.

        Args:
            path: A file that does not exist yet.
            header: The first line.
            durable: Wait for the disk after each line. Without it a crash of the
                program loses nothing, a crash of the machine may.

        Raises:
            JournalError: If the file exists or cannot be written.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise JournalError(f"{path} exists already; resume it, or name another.") from None
        except OSError as error:
            raise JournalError(f"{path} cannot be written: {error.strerror}.") from None
        journal = cls(path, file, durable=durable)
        try:
            journal._lock()
            journal._write({"parlour": FORMAT, **asdict(header)})
        except NotKept as error:
            journal.close()
            path.unlink(missing_ok=True)
            raise JournalError(str(error)) from None
        return journal

    @classmethod
    def append_to(cls, record: Record, *, durable: bool = True) -> Self:
        """Go on with a journal after its last whole line; a torn line is cut off.

        Raises:
            JournalError: If it cannot be written, or another Parlour has it open.
        """
        try:
            file = os.open(record.path, os.O_WRONLY | os.O_APPEND)
        except OSError as error:
            raise JournalError(f"{record.path} cannot be written: {error.strerror}.") from None
        journal = cls(record.path, file, durable=durable)
        try:
            journal._lock()
            if os.fstat(file).st_size < record.size:
                raise JournalError(f"{record.path} has become shorter since it was read.")
            os.ftruncate(file, record.size)
        except JournalError:
            journal.close()
            raise
        return journal

    def moved(self, seat: str, move: object, account: Account) -> None:
        """Note a legal move before it takes effect.

        Raises:
            NotKept: If it could not be written; the file is as it was.
        """
        self._write(
            {
                "seat": seat,
                "move": encode(move),
                "time": now(),
                "seconds": round(account.seconds, 3),
                "attempts": account.attempts,
            }
        )

    def reseated(self, seat: str, player: str) -> None:
        """Note that somebody else took a seat.

        Raises:
            NotKept: If it could not be written; the file is as it was.
        """
        self._write({"seat": seat, "player": player, "time": now()})

    def close(self) -> None:
        """Let go of the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _write(self, entry: Mapping[str, Any]) -> None:
        line = (json.dumps(entry, ensure_ascii=False) + "\n").encode()
        size = os.fstat(self._file).st_size
        try:
            written = os.write(self._file, line)
            if written < len(line):
                os.write(self._file, line[written:])
            if self._durable:
                os.fsync(self._file)
        except OSError as error:
            os.ftruncate(self._file, size)
            raise NotKept(
                f"The journal {self.path} cannot be written: {error.strerror}. "
                "Nothing is lost; make room and try again."
            ) from None

    def _lock(self) -> None:
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock
        except ImportError:  # no such locks on Windows
            return
        try:
            flock(self._file, LOCK_EX | LOCK_NB)
        except OSError:
            raise JournalError(f"{self.path} is being played in another Parlour.") from None
