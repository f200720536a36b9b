"""Keeping a journal: every move is on disk before anybody sees it take effect."""

import errno
import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, fields
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import Any, Self

from engine.moves import encode
from engine.players import (
    Account,
    PlayerError,
)
from engine.record import FORMAT, Entry, Header, JournalError, Record, now, plain_seed
from engine.text import LONGEST
from engine.usage import Usage


class NotKept(PlayerError):
    """A move that could not be written down, and so has not happened."""


class Journal:
    """An append-only file that is always a step ahead of what people have seen."""

    def __init__(self, path: Path, file: int, *, durable: bool = True) -> None:
        self.path = path
        """Where it lies, mode 0600."""
        self._file = file
        self._durable = durable
        self._size = os.fstat(file).st_size
        """How many bytes are whole lines; a write that fails may leave more."""

    @classmethod
    def create(
        cls, path: Path, header: Header, entries: Iterable[Entry] = (), *, durable: bool = True
    ) -> Self:
        """Start a new journal; folders that are missing are made.

        Args:
            path: A file that does not exist yet.
            header: The first line.
            entries: The lines after it, of a match that does not begin at its beginning.
            durable: Wait for the disk after each line. Without it a crash of the
                program loses nothing, a crash of the machine may.

        Raises:
            JournalError: If the file exists or cannot be written, or if nobody could
                read it again.
        """
        if not plain_seed(header.seed):
            raise JournalError(f"A seed is one line of 1 to {LONGEST} plain characters.")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(f"{path.parent} cannot be made: {error.strerror}.") from None
        try:
            file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise JournalError(f"{path} exists already; resume it, or name another.") from None
        except OSError as error:
            raise JournalError(f"{path} cannot be written: {error.strerror}.") from None
        journal = cls(path, file, durable=durable)
        try:
            journal._lock()
            told = asdict(header)
            if header.branched is None:
                del told["branched"]
            journal._write({"parlour": FORMAT, **told}, *map(_told, entries))
            if durable:
                _keep_name(path.parent)
        except (NotKept, OSError, JournalError) as error:
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
            file = os.open(record.path, os.O_RDWR | os.O_APPEND)
        except OSError as error:
            raise JournalError(f"{record.path} cannot be written: {error.strerror}.") from None
        journal = cls(record.path, file, durable=durable)
        try:
            journal._lock()
            journal._cut_after(record.size)
        except OSError as error:
            journal.close()
            raise JournalError(f"{record.path} cannot be written: {error.strerror}.") from None
        except JournalError:
            journal.close()
            raise
        return journal

    def moved(self, seat: str, move: object, account: Account) -> None:
        """Note a legal move before it takes effect.

        Raises:
            NotKept: If it could not be written; the file is as it was.
        """
        usage = account.usage
        self._write(
            {
                "seat": seat,
                "move": encode(move),
                "time": now(),
                "seconds": round(account.seconds, 3),
                "attempts": account.attempts,
                **({"stand_in": account.stand_in} if account.stand_in else {}),
                **({"assisted": account.assisted} if account.assisted else {}),
                **({"usage": asdict(usage)} if usage else {}),
            }
        )

    def reseated(self, seat: str, player: str) -> None:
        """Note that somebody else took a seat.

        Raises:
            NotKept: If it could not be written; the file is as it was.
        """
        self._write({"seat": seat, "player": player, "time": now()})

    def opened(self) -> None:
        """Note that the table was opened.

        Raises:
            NotKept: If it could not be written; the file is as it was.
        """
        self._write({"table": "open", "time": now()})

    def spent(self, seat: str, usage: Usage) -> None:
        """Note what a seat's model used for calls of which no move came.

        Raises:
            NotKept: If it could not be written; the file is as it was.
        """
        self._write({"seat": seat, "usage": asdict(usage), "time": now()})

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

    def _write(self, *entries: Mapping[str, Any]) -> None:
        text = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)
        lines = text.encode()
        try:
            if os.fstat(self._file).st_size != self._size:  # left by a write that failed
                os.ftruncate(self._file, self._size)
            rest = memoryview(lines)
            while rest:
                rest = rest[os.write(self._file, rest) :]
            if self._durable:
                os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):  # tried again before the next line
                os.ftruncate(self._file, self._size)
            raise NotKept(
                f"The journal {self.path} cannot be written: {error.strerror}. "
                "Nothing is lost; make room and try again."
            ) from None
        self._size += len(lines)

    def _cut_after(self, size: int) -> None:
        """Cut off a torn line; anything else after `size` is another Parlour's work."""
        present = os.lseek(self._file, 0, os.SEEK_END)
        os.lseek(self._file, size, os.SEEK_SET)
        if present < size or b"\n" in os.read(self._file, present - size):
            raise JournalError(f"{self.path} has changed since it was read; read it again.")
        os.ftruncate(self._file, size)
        self._size = size

    def _lock(self) -> None:
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock
        except ImportError:  # no such locks on Windows
            return
        try:
            flock(self._file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise JournalError(f"{self.path} is being played in another Parlour.") from None
        except OSError as error:
            if error.errno not in {errno.ENOLCK, errno.ENOTSUP}:  # a disk without locks
                raise


def _told(entry: Entry) -> dict[str, Any]:
    """An entry as its line tells it: what there is nothing to say of is left out."""
    usual = {one.name: one.default for one in fields(entry)}
    return {name: value for name, value in asdict(entry).items() if value != usual[name]}


def _keep_name(folder: Path) -> None:
    """Wait until the disk knows that a new file is in `folder`."""
    if os.name == "nt":  # where a folder cannot be opened, and need not be
        return
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def new_journal(folder: Path, game: str) -> Path:
    """A file for a game that starts now; its name tells no seed and no people.

    Games that begin within the same second, in several Parlours too, get different names.
    """
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    return folder / f"{stamp}-{game}-{token_hex(3)}.jsonl"
