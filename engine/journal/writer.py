"""Write the journal of a match, each move before it takes effect."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Self

from engine.errors import PlayerError
from engine.journal.entries import Entry
from engine.journal.errors import JournalError
from engine.journal.header import FORMAT, Header
from engine.journal.record import Record
from engine.match import MoveDetails
from engine.move_json import encode_move
from engine.seed import is_valid_seed
from engine.text import MAX_LINE_LENGTH, escape_controls
from engine.timestamp import format_utc_now
from engine.usage import Usage
from files.line_file import LineFile
from files.private import make_private_folder, restrict_mode
from files.removal import delete_file

ENCODER = json.JSONEncoder(ensure_ascii=False)
"""Created once, because `json.dumps` creates an encoder for each line."""


USAGE = tuple(one.name for one in fields(Usage))


class JournalWriteError(PlayerError):
    """A move could not be written, so it has not taken effect."""


class JournalLines:
    """The lines of a journal, one for each event; subclasses store them."""

    def write_move(self, seat: str, move: object, details: MoveDetails) -> None:
        """Write a legal move before it takes effect.

        Raises:
            JournalWriteError: If it could not be written; the journal is as it was.
        """
        usage = details.usage
        self._write(
            {
                "seat": seat,
                "move": encode_move(move),
                "time": format_utc_now(),
                "seconds": round(details.seconds, 3),
                "attempts": details.attempts,
                **({"stand_in": details.stand_in} if details.stand_in else {}),
                **({"assisted": details.assisted} if details.assisted else {}),
                **({"usage": _usage_to_json(usage)} if usage else {}),
            }
        )

    def write_reseat(self, seat: str, player: str) -> None:
        """Write that a seat has a new player.

        Raises:
            JournalWriteError: If it could not be written; the journal is as it was.
        """
        self._write({"seat": seat, "player": player, "time": format_utc_now()})

    def write_open_table(self) -> None:
        """Write that the table was opened.

        Raises:
            JournalWriteError: If it could not be written; the journal is as it was.
        """
        self._write({"table": "open", "time": format_utc_now()})

    def write_remark(self, seat: str, remark: str, turn: int) -> None:
        """Write what a machine says to the table, before anybody reads it.

        Raises:
            JournalWriteError: If it could not be written; the journal is as it was.
        """
        self._write({"seat": seat, "remark": remark, "turn": turn, "time": format_utc_now()})

    def write_usage(self, seat: str, usage: Usage) -> None:
        """Write a seat's usage for calls that did not lead to a move.

        Raises:
            JournalWriteError: If it could not be written; the journal is as it was.
        """
        self._write({"seat": seat, "usage": _usage_to_json(usage), "time": format_utc_now()})

    def _write(self, *entries: Mapping[str, Any]) -> None:
        raise NotImplementedError


class MemoryJournal(JournalLines):
    """A journal in memory, for callers that store many matches in one file."""

    def __init__(self, header: Header, entries: Iterable[Entry] = ()) -> None:
        self._entries: list[Mapping[str, Any]] = [
            _header_to_json(header),
            *map(_entry_to_json, entries),
        ]

    @property
    def text(self) -> str:
        """The lines so far, as in a file."""
        return _join_lines(self._entries)

    def _write(self, *entries: Mapping[str, Any]) -> None:
        self._entries += entries


class Journal(JournalLines):
    """An append-only file; every move is on disk before anybody sees it."""

    def __init__(self, lines: LineFile) -> None:
        self._lines = lines

    @property
    def path(self) -> Path:
        """The path; the file has mode 0600."""
        return self._lines.path

    @classmethod
    def create(
        cls, path: Path, header: Header, entries: Iterable[Entry] = (), *, durable: bool = True
    ) -> Self:
        """Begin a new journal, and create missing folders.

        Args:
            path: A file that does not exist yet.
            header: The first line.
            entries: The lines after it, for a branched match.
            durable: Whether to wait for the disk after each line. If not, a crash of the program
                loses nothing, but a crash of the machine may.

        Raises:
            JournalError: If the file exists, cannot be written, or could not be read again.
        """
        if not is_valid_seed(header.seed):
            raise JournalError(f"A seed is one line of 1 to {MAX_LINE_LENGTH} plain characters.")
        try:
            make_private_folder(path.parent)
        except OSError as error:
            raise JournalError(f"{path.parent} cannot be made: {error.strerror}.") from None
        try:
            lines = LineFile.create(path, durable=durable)
        except FileExistsError:
            raise JournalError(f"{path} exists already; resume it, or name another.") from None
        except OSError as error:
            raise JournalError(f"{path} cannot be written: {error.strerror}.") from None
        journal = cls(lines)
        try:
            journal._lock()
            journal._write(_header_to_json(header), *map(_entry_to_json, entries))
        except (JournalWriteError, OSError, JournalError) as error:
            journal.close()
            delete_file(path)
            raise JournalError(str(error)) from None
        return journal

    @classmethod
    def reopen(cls, record: Record, *, durable: bool = True) -> Self:
        """Continue a journal after its last complete line; an incomplete line is cut off.

        Raises:
            JournalError: If it cannot be written, or another process has it open.
        """
        try:
            lines = LineFile.open(record.path, durable=durable, follow=True)
        except OSError as error:
            raise JournalError(f"{record.path} cannot be written: {error.strerror}.") from None
        journal = cls(lines)
        try:
            journal._lock()
            restrict_mode(lines.file)
            lines.cut_after(record.size)
        except BlockingIOError:
            journal.close()
            raise JournalError(
                f"{record.path} has changed since it was read; read it again."
            ) from None
        except OSError as error:
            journal.close()
            raise JournalError(f"{record.path} cannot be written: {error.strerror}.") from None
        except JournalError:
            journal.close()
            raise
        return journal

    def close(self) -> None:
        """Close the file."""
        self._lines.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, *entries: Mapping[str, Any]) -> None:
        try:
            self._lines.append(_join_lines(entries).encode())
        except OSError as error:
            raise JournalWriteError(
                f"The journal {self.path} cannot be written: {error.strerror}. "
                "Nothing is lost; make room and try again."
            ) from None

    def _lock(self) -> None:
        try:
            self._lines.lock(wait=False)
        except BlockingIOError:
            raise JournalError(f"{self.path} is being played in another Parlour.") from None


def _header_to_json(header: Header) -> dict[str, Any]:
    """Convert a header to the JSON of the first line."""
    values = asdict(header)
    if header.branched is None:
        del values["branched"]
    if not header.spaces:
        del values["spaces"]
    return {"parlour": FORMAT, **values}


def _join_lines(entries: Iterable[Mapping[str, Any]]) -> str:
    return "".join(escape_controls(ENCODER.encode(entry)) + "\n" for entry in entries)


def _entry_to_json(entry: Entry) -> dict[str, Any]:
    """Convert an entry to the JSON of its line; fields with default values are left out."""
    usual = {one.name: one.default for one in fields(entry)}
    return {name: value for name, value in asdict(entry).items() if value != usual[name]}


def _usage_to_json(usage: Usage) -> dict[str, Any]:
    """Convert usage to JSON; `estimated` only if there are estimated calls."""
    values = {name: getattr(usage, name) for name in USAGE}
    return values if usage.estimated else {k: v for k, v in values.items() if k != "estimated"}
